import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CAN_CIRCULATE, addLibrary } from '../../src/modules/inventory/test-library.ts'
import type { TestLibrary } from '../../src/modules/inventory/test-library.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'
import { rulesBody } from './bulk-edit-client.ts'
import type { ActionBody } from './bulk-edit-client.ts'
import { PARTS, fileOf, play, previewOf, readSteps } from './bulk-edit-script.ts'
import type { RepeatedStep } from './bulk-edit-script.ts'
import { answer } from './import-client.ts'

const NOTE = '8d0a5eca-25de-4391-81a9-236eeefdd20b'
const READING_ROOM = '2e48e713-17f3-4c13-a9f8-23845bb210a4'

let app: TestApp
let library: TestLibrary

beforeAll(async () => {
  app = await testApp({ work: true })
  library = await addLibrary(app)
})
afterAll(() => app.close())

const get = async (url: string) => answer(await app.get(url))
const add = async (url: string, body: object): Promise<string> => answer(await app.post(url, body), 201).id

/** A location with an id that a script names, beside the library's own. */
async function addLocation(id: string, name: string): Promise<void> {
  const { metadata: _metadata, ...main } = await get(`/locations/${library.mainLocation}`)
  await add('/locations', { ...main, id, name, code: name })
}

/** What the rows have under some headers. */
function columns(rows: readonly Record<string, string>[], names: readonly string[]): string[][] {
  return rows.map((row) => names.map((name) => row[name]!))
}

type Rules = readonly (readonly [option: string, action: ActionBody])[]

/** Plays the script of FOLIO's tests "bulk edit profile" with a file of identifiers and rules of ours. */
function playProfile(entityType: string, identifierType: string, file: string, rules: Rules) {
  const { bulkOperationRules, totalRecords } = rulesBody('${jobId}', rules)
  const body = JSON.stringify({ bulkOperationRules, totalRecords })
  return play(app, 'PROFILE', { entityType, identifierType, content_update_body: body }, file)
}

const DONE = { status: 'COMPLETED', committedNumOfErrors: 0, committedNumOfWarnings: 0 }

describe('the tests that edit by a profile', () => {
  test('items by barcode', async () => {
    const { id: instanceId } = await library.addInstance({ title: 'Shelves' })
    const { id: holdingsId } = await library.addHoldings(instanceId)
    const barcodes = ['0017', '0018', '0019']
    for (const barcode of barcodes) await library.addItem(holdingsId, { barcode })
    const { answers, values } = await playProfile('ITEM', 'BARCODE', barcodes.join('\n'), [
      ['STATUS', { type: 'REPLACE_WITH', updated: 'Unknown' }],
      ['PERMANENT_LOCATION', { type: 'REPLACE_WITH', updated: library.annexLocation }],
      ['TEMPORARY_LOCATION', { type: 'REPLACE_WITH', updated: library.mainLocation }],
      ['PERMANENT_LOAN_TYPE', { type: 'REPLACE_WITH', updated: READING_ROOM }],
      ['TEMPORARY_LOAN_TYPE', { type: 'REPLACE_WITH', updated: CAN_CIRCULATE }],
      ['ADMINISTRATIVE_NOTE', { type: 'ADD_TO_EXISTING', updated: 'Moved: June' }],
      ['CHECK_IN_NOTE', { type: 'ADD_TO_EXISTING', updated: 'To the annex' }],
      [
        'ITEM_NOTE',
        {
          type: 'ADD_TO_EXISTING',
          updated: 'Crate 4, "blue"',
          parameters: [
            { key: 'ITEM_NOTE_TYPE_ID_KEY', value: NOTE },
            { key: 'STAFF_ONLY', value: true },
          ],
        },
      ],
      ['SUPPRESS_FROM_DISCOVERY', { type: 'SET_TO_TRUE' }],
    ])
    expect(values).toMatchObject({ matchedNumOfRecords: '3', totalNumOfRecords: '3', job_progress: '3' })
    expect(await get(`/bulk-operations/${values.jobId}`)).toMatchObject({ ...DONE, committedNumOfRecords: 3 })
    const names = [
      'Barcode',
      'Instance (Title, Publisher, Publication date)',
      'Holdings (Location, Call number)',
      'Item effective location',
      'Status',
      'Item permanent location',
      'Item temporary location',
      'Permanent loan type',
      'Temporary loan type',
      'Check in note',
      'Note',
      'Suppress from discovery',
    ]
    const before = ['Shelves', 'Main > ', 'Main', 'Available', '', '', 'Can circulate', '', '', '', 'false']
    const after = [
      'Shelves',
      'Main > ',
      'Main',
      'Unknown',
      'Annex',
      'Main',
      'Reading room',
      'Can circulate',
      'To the annex',
      'Crate 4, "blue" (staff only)',
      'true',
    ]
    const rows = (cells: string[]) => barcodes.map((barcode) => [barcode, ...cells])
    expect(columns(previewOf(answers, 'UPLOAD'), names)).toEqual(rows(before))
    for (const table of [
      previewOf(answers, 'EDIT'),
      previewOf(answers, 'COMMIT'),
      fileOf(answers, 'PROPOSED_CHANGES_FILE'),
      fileOf(answers, 'COMMITTED_RECORDS_FILE'),
    ]) {
      expect(columns(table, names)).toEqual(rows(after))
    }
    expect(previewOf(answers, 'EDIT')[0]!['Administrative note']).toBe('Moved: June')
    expect(fileOf(answers, 'PROPOSED_CHANGES_FILE')[0]!['Administrative note']).toBe('Moved%3A June')
    expect(values.firstItemId).toMatch(/^[0-9a-f-]{36}$/)
    const { items } = await get('/item-storage/items?query=barcode==0019')
    expect(items[0]).toMatchObject({
      status: { name: 'Unknown' },
      permanentLocationId: library.annexLocation,
      temporaryLocationId: library.mainLocation,
      permanentLoanTypeId: READING_ROOM,
      temporaryLoanTypeId: CAN_CIRCULATE,
      administrativeNotes: ['Moved: June'],
      circulationNotes: [{ noteType: 'Check in', note: 'To the annex', staffOnly: false }],
      notes: [{ itemNoteTypeId: NOTE, note: 'Crate 4, "blue"', staffOnly: true }],
      discoverySuppress: true,
      _version: 2,
    })
  })

  test('holdings by id', async () => {
    const { id: instanceId } = await library.addInstance({
      title: 'Atlas',
      publication: [{ publisher: 'Dent', dateOfPublication: '1901' }],
    })
    const electronicAccess = [{ uri: 'http://example.org/1', linkText: 'Read' }]
    const first = await library.addHoldings(instanceId, { callNumber: 'G 1', electronicAccess })
    const second = await library.addHoldings(instanceId, { callNumber: 'G 2', electronicAccess })
    const item = await library.addItem(second.id, { barcode: 'atlas-1' })
    const { answers, values } = await playProfile('HOLDINGS_RECORD', 'ID', `${first.id}\n${second.id}\n`, [
      ['PERMANENT_LOCATION', { type: 'REPLACE_WITH', updated: library.annexLocation }],
      ['TEMPORARY_LOCATION', { type: 'REPLACE_WITH', updated: library.mainLocation }],
      [
        'SUPPRESS_FROM_DISCOVERY',
        { type: 'SET_TO_TRUE', parameters: [{ key: 'APPLY_TO_ITEMS', value: true }] },
      ],
      ['ELECTRONIC_ACCESS_URI', { type: 'FIND_AND_REPLACE', initial: 'http:', updated: 'https:' }],
      ['ADMINISTRATIVE_NOTE', { type: 'ADD_TO_EXISTING', updated: 'Checked' }],
    ])
    expect(await get(`/bulk-operations/${values.jobId}`)).toMatchObject({ ...DONE, committedNumOfRecords: 2 })
    const names = [
      'Holdings UUID',
      'Instance (Title, Publisher, Publication date)',
      'Suppress from discovery',
      'Source',
      'Administrative note',
      'Holdings permanent location',
      'Holdings temporary location',
      'Holdings level call number',
    ]
    const after = [first, second].map(({ id }, i) => [
      id,
      'Atlas. Dent, 1901',
      'true',
      'FOLIO',
      'Checked',
      'Annex',
      'Main',
      `G ${i + 1}`,
    ])
    for (const table of [
      previewOf(answers, 'EDIT'),
      previewOf(answers, 'COMMIT'),
      fileOf(answers, 'PROPOSED_CHANGES_FILE'),
      fileOf(answers, 'COMMITTED_RECORDS_FILE'),
    ]) {
      expect(columns(table, names)).toEqual(after)
    }
    expect(previewOf(answers, 'COMMIT')[0]!['Electronic access']).toBe(
      '-\u001f;https://example.org/1\u001f;Read\u001f;-\u001f;-',
    )
    expect(fileOf(answers, 'COMMITTED_RECORDS_FILE')[0]!['Electronic access']).toBe(
      'URL relationship;URI;Link text;Material specified;URL public note\n-;https://example.org/1;Read;-;-',
    )
    expect(await get(`/holdings-storage/holdings/${first.id}`)).toMatchObject({
      permanentLocationId: library.annexLocation,
      temporaryLocationId: library.mainLocation,
      discoverySuppress: true,
      electronicAccess: [{ uri: 'https://example.org/1', linkText: 'Read' }],
      administrativeNotes: ['Checked'],
    })
    expect(await get(`/item-storage/items/${item.id}`)).toMatchObject({
      discoverySuppress: true,
      effectiveLocationId: library.mainLocation,
    })
  })

  test('users by barcode', async () => {
    const staff = await add('/groups', { group: 'profile staff' })
    const guests = await add('/groups', { group: 'profile guests' })
    const userId = await add('/users', {
      username: 'profile-reader',
      barcode: '00417',
      active: false,
      patronGroup: guests,
      personal: { lastName: 'Reader', email: 'reader@old.example.org', pronouns: 'they' },
    })
    const { answers, values } = await playProfile('USER', 'BARCODE', '00417\n', [
      ['EXPIRATION_DATE', { type: 'REPLACE_WITH', updated: '2099-06-30T23:59:59.000Z' }],
      ['PATRON_GROUP', { type: 'REPLACE_WITH', updated: staff }],
      ['EMAIL_ADDRESS', { type: 'FIND_AND_REPLACE', initial: '@old.', updated: '@' }],
    ])
    expect(await get(`/bulk-operations/${values.jobId}`)).toMatchObject({ ...DONE, committedNumOfRecords: 1 })
    const names = ['User name', 'Barcode', 'Active', 'Patron group', 'Email', 'Expiration date', 'Last name']
    expect(columns(previewOf(answers, 'UPLOAD'), names)).toEqual([
      ['profile-reader', '00417', 'false', 'profile guests', 'reader@old.example.org', '', 'Reader'],
    ])
    for (const table of [
      previewOf(answers, 'EDIT'),
      previewOf(answers, 'COMMIT'),
      fileOf(answers, 'PROPOSED_CHANGES_FILE'),
      fileOf(answers, 'COMMITTED_RECORDS_FILE'),
    ]) {
      expect(columns(table, names)).toEqual([
        ['profile-reader', '00417', 'true', 'profile staff', 'reader@example.org', '2099-06-30', 'Reader'],
      ])
    }
    const user = await get(`/users/${userId}`)
    expect(user).toMatchObject({
      active: true,
      patronGroup: staff,
      personal: { email: 'reader@example.org', pronouns: 'they' },
    })
    expect(Date.parse(user.expirationDate)).toBe(Date.parse('2099-06-30T23:59:59.000Z'))
  })
})

describe('the older test of all three', () => {
  test('holdings by human-readable id: a new permanent location, no temporary one', async () => {
    const [permanent, temporary] = [
      'fac5de34-26ee-456d-86b1-f04fdf680d65',
      '2b8f7d63-706a-4b56-8a5e-50ad24e33e4c',
    ]
    const wanted = '434f1cf3-25f5-4fdb-b667-71c6ca9118da'
    await addLocation(permanent, 'Old wing')
    await addLocation(temporary, 'Repair')
    await addLocation(wanted, 'New wing')
    const { id: instanceId } = await library.addInstance({ title: 'Moved' })
    const place = { permanentLocationId: permanent, temporaryLocationId: temporary }
    const { id, hrid } = await library.addHoldings(instanceId, place)
    const { answers, values } = await play(
      app,
      'HOLDINGS_RECORD',
      { entityType: 'HOLDINGS_RECORD', item_identifier: 'HRID', test_record_id: hrid },
      hrid,
    )
    expect(JSON.parse(answers[1]!.text).holdingsRecords[0]).toMatchObject(place)
    expect(values).toMatchObject({ instance_id: instanceId, job_status: 'COMPLETED', job_progress: '1' })
    expect(values.downloadLink).toMatch(/\/\d{4}-\d\d-\d\d-Matched-Records-ids\.csv$/)
    expect(fileOf(answers, 'MATCHED_RECORDS_FILE')[0]).toMatchObject({
      'Holdings UUID': id,
      'Holdings permanent location': 'Old wing',
      'Holdings temporary location': 'Repair',
    })
    expect(fileOf(answers, 'PROPOSED_CHANGES_FILE')[0]).toMatchObject({
      'Holdings permanent location': 'New wing',
      'Holdings temporary location': '',
    })
    expect(answers.at(-1)!.missing).toEqual(['temporaryLocationId'])
    expect(values.permanentLocationId).toBe(wanted)
  })

  test('users by barcode: when they expire, their group, their address', async () => {
    const group = '0fa228a0-b4f3-4a58-b767-04bbf630c2c5'
    await add('/groups', { id: group, group: 'hosted' })
    const before = await add('/groups', { group: 'unhosted' })
    const user = { barcode: '21981', active: true, patronGroup: before }
    await add('/users', { ...user, personal: { lastName: 'Host', email: 'fse.hosting@ebsco.com' } })
    const { answers, values } = await play(
      app,
      'USER',
      { entityType: 'USER', item_identifier: 'BARCODE', test_record_id: '21981' },
      '21981',
    )
    expect(values).toMatchObject({
      patronGroup: group,
      expirationDate: '2025-12-01T23:59:59.000Z',
      email: 'fse.hosting@ebsco.org',
      job_status: 'COMPLETED',
    })
    expect(previewOf(answers, 'COMMIT')[0]).toMatchObject({
      'Patron group': 'hosted',
      'Expiration date': '2025-12-01',
      Email: 'fse.hosting@ebsco.org',
      Active: 'false',
    })
  })

  test('items by id: status, locations and loan types', async () => {
    const [permanent, temporary, wanted] = [
      '08863ef2-508d-491e-9603-b6e1272f6855',
      '6216269b-9c9e-4129-adc5-ca9397137edc',
      '613a54dc-782d-43de-b186-cc6519ddb7f5',
    ]
    const [permanentLoan, temporaryLoan, wantedLoan] = [
      'ac19815e-1d8e-473f-bd5a-3193cb301b8b',
      '23e4f1ec-cf31-4098-959e-de64ce4781ce',
      'b853b7bb-26f4-4309-a98b-374d007e21e3',
    ]
    for (const [i, id] of [permanent!, temporary!, wanted!].entries()) await addLocation(id, `Room ${i}`)
    for (const [i, id] of [permanentLoan, temporaryLoan, wantedLoan].entries())
      await add('/loan-types', { id, name: `Loan ${i}` })
    const { id: instanceId } = await library.addInstance({ title: 'Lent' })
    const { id: holdingsId } = await library.addHoldings(instanceId)
    const { id } = await library.addItem(holdingsId, {
      permanentLocationId: permanent,
      temporaryLocationId: temporary,
      permanentLoanTypeId: permanentLoan,
      temporaryLoanTypeId: temporaryLoan,
    })
    const { answers, values } = await play(
      app,
      'ITEM',
      { entityType: 'ITEM', item_identifier: 'ID', test_record_id: id },
      id,
    )
    expect(JSON.parse(answers[0]!.text)).toMatchObject({
      status: { name: 'Available' },
      permanentLocation: { id: permanent },
      temporaryLocation: { id: temporary },
      permanentLoanType: { id: permanentLoan },
      temporaryLoanType: { id: temporaryLoan },
    })
    expect(answers.at(-1)!.missing.toSorted()).toEqual(['temporaryloantypeid', 'temporarylocationid'])
    expect(values).toMatchObject({
      status_name: 'Unknown',
      permanentlocationid: wanted,
      permanentloantypeid: wantedLoan,
      job_status: 'COMPLETED',
    })
    expect(previewOf(answers, 'EDIT')[0]).toMatchObject({
      Status: 'Unknown',
      'Item permanent location': 'Room 2',
      'Item temporary location': '',
      'Permanent loan type': 'Loan 2',
      'Temporary loan type': '',
      'Item effective location': 'Room 2',
    })
  })
})

test.skipIf(!sharedAvailable)('the requests are those of the workloads, in their order', () => {
  const read = (name: string) => readFileSync(sharedPath(`reference/workload/${name}`), 'utf8')
  const plain = (steps: readonly RepeatedStep[]) =>
    steps.map(({ body, ...step }) => ({ ...step, body: body?.trim() ?? null }))
  for (const name of ['items', 'holdings', 'users']) {
    const script = read(`bulk-edit-${name}.txt`)
    expect(plain(readSteps(script.slice(script.indexOf('# group: BE_'))))).toEqual(
      plain(PARTS.get('PROFILE')!),
    )
  }
  const [, ...parts] = read('bulk-operations.txt').split(/# if: If Controller (?=HOLDINGS_RECORD|USER|ITEM)/)
  for (const part of parts) {
    const name = part.slice(0, part.indexOf('\n'))
    expect(plain(readSteps(part))).toEqual(plain(PARTS.get(name)!))
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { CAN_CIRCULATE, addLibrary, minimal } from '../../src/modules/inventory/test-library.ts'
import { bookRecord, field } from '../../src/modules/quick-marc/test-records.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { commit, download, edit, match, postFile, rulesBody, runStep, settled } from './bulk-edit-client.ts'
import type { ActionBody, Operation } from './bulk-edit-client.ts'
import { answer } from './import-client.ts'

const BINDING = '87c450be-2033-41fb-80ba-dd2409883681'

let app: TestApp
let holdingsId: string
let instanceId: string
let annex: string

beforeAll(async () => {
  app = await testApp({ work: true })
  const library = await addLibrary(app)
  annex = library.annexLocation
  instanceId = (await library.addInstance({ title: 'Rivers of Ontario' })).id
  holdingsId = (await library.addHoldings(instanceId)).id
})
afterAll(() => app.close())

const own = (id: string, rest: string) => `/octavo/bulk-operations/${id}/${rest}`
const read = async (id: string, rest: string) => answer(await app.get(own(id, rest)))

type Rules = readonly (readonly [option: string, action: ActionBody])[]

/** Applies rules for a review that keeps the changes. */
async function review(id: string, rules: Rules): Promise<Operation> {
  answer(await app.post(`/bulk-operations/${id}/content-update`, rulesBody(id, rules)))
  answer(
    await app.post(`/bulk-operations/${id}/start`, { step: 'EDIT', approach: 'IN_APP', keepChanges: true }),
  )
  return settled(app, id)
}

async function addItem(barcode: string, part: object = {}): Promise<string> {
  return answer(await app.post('/item-storage/items', minimal.item(holdingsId, { barcode, ...part })), 201).id
}

const binding = (note: string) => ({ notes: [{ itemNoteTypeId: BINDING, note, staffOnly: false }] })
const RULES: Rules = [
  ['TEMPORARY_LOCATION', { type: 'REPLACE_WITH' }],
  [
    'ITEM_NOTE',
    {
      type: 'FIND_AND_REPLACE',
      initial: 'red',
      updated: 'blue',
      parameters: [{ key: 'ITEM_NOTE_TYPE_ID_KEY', value: BINDING }],
    },
  ],
  ['STATUS', { type: 'REPLACE_WITH', updated: 'Missing' }],
]
const rulesTo = (location: string): Rules =>
  RULES.map(([option, action]) =>
    option === 'TEMPORARY_LOCATION' ? [option, { ...action, updated: location }] : [option, action],
  )

test('a review tells what changes, from and to, what stays, and why', async () => {
  const first = await addItem('r1', binding('red cloth, red edges'))
  await addItem('r2', { status: { name: 'Checked out' }, temporaryLocationId: annex })
  await addItem('r3', { status: { name: 'Missing' }, temporaryLocationId: annex })
  const { id } = await match(app, 'ITEM', 'BARCODE', 'r1\nr2\nr3\n')

  expect(await read(id, 'values?option=STATUS&chosen=Missing')).toMatchObject({
    totalRecords: 3,
    none: 0,
    otherValues: 0,
    chosen: 1,
    values: [
      { value: 'Available', count: 1, mayBecome: expect.arrayContaining(['Missing']) },
      { value: 'Checked out', count: 1, mayBecome: [] },
      { value: 'Missing', count: 1 },
    ],
  })
  const locations = await read(id, 'values?option=TEMPORARY_LOCATION')
  expect(locations).toMatchObject({ none: 1, values: [{ value: annex, count: 2 }] })
  expect(locations.values[0].name).not.toBe(annex)
  expect(await read(id, `values?option=ITEM_NOTE&noteTypeId=${BINDING}&find=red`)).toMatchObject({
    none: 2,
    values: [{ value: 'red cloth, red edges', count: 1 }],
    found: { records: 1, places: 2 },
  })

  expect((await app.get(own(id, 'changes'))).status).toBe(400)
  expect(await review(id, rulesTo(annex))).toMatchObject({
    status: 'REVIEW_CHANGES',
    committedNumOfErrors: 1,
  })
  const name = locations.values[0].name as string
  const changes = await read(id, 'changes')
  expect(changes.totals).toEqual({ records: 3, changed: 1, partly: 0, same: 1, refused: 1 })
  expect(changes.fields).toEqual(
    expect.arrayContaining([
      { field: 'Item temporary location', count: 1 },
      { field: 'Binding note', count: 1 },
      { field: 'Status', count: 1 },
    ]),
  )
  expect(changes.totalRecords).toBe(1)
  expect(changes.changes).toMatchObject([
    {
      place: 1,
      identifier: 'r1',
      recordId: first,
      name: 'r1',
      title: 'Rivers of Ontario',
      instanceId,
      holdingsRecordId: holdingsId,
      outcome: 'waiting',
      problems: [],
    },
  ])
  expect(changes.changes[0].changes).toEqual(
    expect.arrayContaining([
      { field: 'Binding note', from: 'red cloth, red edges', to: 'blue cloth, blue edges' },
      { field: 'Item temporary location', from: '', to: name },
      { field: 'Status', from: 'Available', to: 'Missing' },
    ]),
  )

  const all = await read(id, 'changes?onlyChanged=false&offset=1&limit=1')
  expect(all).toMatchObject({ totalRecords: 3, changes: [{ name: 'r2', changes: [] }] })
  const message = 'New status value "Missing" is not allowed'
  expect(all.changes[0].problems).toEqual([{ type: 'ERROR', message }])
  const refused = await read(id, `changes?onlyChanged=false&message=${encodeURIComponent(message)}`)
  expect(refused).toMatchObject({ totalRecords: 1, changes: [{ name: 'r2' }] })
  expect(await read(id, 'changes?onlyChanged=false&onlyRefused=true')).toMatchObject({
    totalRecords: 1,
    changes: [{ name: 'r2' }],
  })
  expect(await read(id, 'changes?field=Status')).toMatchObject({
    totalRecords: 1,
    changes: [{ changes: [{ field: 'Status' }] }],
  })
  expect(await read(id, 'changes?onlyChanged=false&find=R3')).toMatchObject({
    totalRecords: 1,
    changes: [{ name: 'r3', changes: [] }],
  })
  expect(await read(id, 'changes/kinds?field=Status')).toEqual({
    kinds: [{ field: 'Status', from: 'Available', to: 'Missing', count: 1, place: 1 }],
    isComplete: true,
  })
  expect(await read(id, 'error-groups?stage=review')).toMatchObject({
    groups: [{ type: 'ERROR', message, count: 1, identifiers: ['r2'] }],
  })
  const [rule] = (await read(id, 'rules')).bulkOperationRules
  expect(rule.rule_details).toMatchObject({
    option: 'TEMPORARY_LOCATION',
    actions: [{ type: 'REPLACE_WITH', updated: annex }],
  })

  answer(await app.post(`/bulk-operations/${id}/start`, { step: 'COMMIT', note: 'Shelf move' }))
  expect(await settled(app, id)).toMatchObject({ committedNumOfRecords: 1, note: 'Shelf move' })
  expect((await read(id, 'changes')).changes).toMatchObject([{ name: 'r1', outcome: 'written' }])
  expect(await read(id, 'changes?outcome=written')).toMatchObject({
    totalRecords: 1,
    changes: [{ name: 'r1' }],
  })
  expect(await read(id, 'changes?outcome=waiting')).toMatchObject({ totalRecords: 0, changes: [] })
  expect(await read(id, 'undo-plan')).toEqual({ restored: 1, changedSince: 0, gone: 0, below: 0 })
  expect((await read(id, 'error-groups?stage=commit')).groups).toMatchObject([
    { type: 'ERROR', message, count: 1 },
    { type: 'WARNING', message: 'No change in value required', count: 1 },
  ])
  const { groups } = await read(id, 'error-groups?stage=commit')
  const cause = encodeURIComponent(groups[1].cause)
  expect(await read(id, `error-groups?stage=commit&cause=${cause}`)).toMatchObject({
    errors: [{ identifier: 'r3' }],
    totalRecords: 1,
  })
})

test('a record that one rule refuses and another changes is counted as both', async () => {
  await addItem('p1', { status: { name: 'Checked out' } })
  const { id } = await match(app, 'ITEM', 'BARCODE', 'p1\n')
  await review(id, rulesTo(annex))
  const { totals, changes } = await read(id, 'changes')
  expect(totals).toEqual({ records: 1, changed: 1, partly: 1, same: 0, refused: 0 })
  expect(changes[0].problems).toHaveLength(1)
  await commit(app, id)
  expect((await read(id, 'changes')).changes).toMatchObject([{ name: 'p1', outcome: 'written' }])
})

test('new rules forget the changes of the ones before; FOLIO’s clients have none kept', async () => {
  await addItem('n1')
  const { id } = await match(app, 'ITEM', 'BARCODE', 'n1\n')
  await review(id, rulesTo(annex))
  expect((await read(id, 'changes')).totalRecords).toBe(1)
  await edit(app, id, [['PERMANENT_LOAN_TYPE', { type: 'REPLACE_WITH', updated: CAN_CIRCULATE }]])
  expect((await app.get(own(id, 'changes'))).status).toBe(400)
  await review(id, [['PERMANENT_LOAN_TYPE', { type: 'REPLACE_WITH', updated: CAN_CIRCULATE }]])
  expect(await read(id, 'changes')).toMatchObject({
    changes: [],
    fields: [],
    totals: { records: 1, changed: 0, same: 1 },
  })
})

test('a review of MARC shows fields of the record that go and come, beside what is mapped from them', async () => {
  const made = answer(
    await app.post(
      '/records-editor/records',
      bookRecord(
        'Lakes of Ontario',
        field('500', '\\\\', '$a Maps in pocket'),
        field('590', '\\\\', '$a Gift'),
      ),
    ),
    201,
  )
  const { id } = await match(app, 'INSTANCE', 'ID', `${made.externalId}\n`)
  const rule = {
    tag: '590',
    ind1: '\\',
    ind2: '\\',
    subfield: 'a',
    actions: [
      { name: 'FIND', data: [{ key: 'VALUE', value: 'Gift' }] },
      { name: 'REPLACE_WITH', data: [{ key: 'VALUE', value: 'Bequest' }] },
    ],
  }
  answer(
    await app.post(`/bulk-operations/${id}/marc-content-update`, {
      bulkOperationMarcRules: [rule],
      totalRecords: 1,
    }),
  )
  answer(await app.post(`/bulk-operations/${id}/start`, { step: 'EDIT', keepChanges: true }))
  await settled(app, id)
  const { changes, totals } = await read(id, 'changes')
  expect(totals).toMatchObject({ changed: 1, same: 0 })
  expect(changes[0].changes).toContainEqual({ field: 'MARC 590', from: '  $aGift', to: '  $aBequest' })
  expect((await read(id, 'rules')).bulkOperationMarcRules).toMatchObject([rule])
})

test('a review of an edited file of users shows what the file changes', async () => {
  answer(
    await app.post('/users', {
      username: 'desk.one',
      barcode: 'u1',
      active: true,
      personal: { lastName: 'One' },
    }),
    201,
  )
  const { id } = await match(app, 'USER', 'BARCODE', 'u1\n')
  const { text } = await download(app, id, 'MATCHED_RECORDS_FILE')
  answer(await postFile(app, `manual=true&operationId=${id}`, text.replace(',One,', ',First,')))
  answer(
    await app.post(`/bulk-operations/${id}/start`, { step: 'EDIT', approach: 'MANUAL', keepChanges: true }),
  )
  await settled(app, id)
  expect(await read(id, 'changes')).toMatchObject({
    totals: { records: 1, changed: 1 },
    changes: [{ name: 'u1', changes: [{ field: 'Last name', from: 'One', to: 'First' }] }],
  })
  await runStep(app, id, 'COMMIT', 'MANUAL')
})

test('identifiers of another kind are told', async () => {
  const hrid = answer(await app.get(`/item-storage/items/${await addItem('o1')}`)).hrid
  const { id } = await match(app, 'ITEM', 'BARCODE', `${hrid}\nnosuch\n`)
  expect(await read(id, 'other-kinds')).toEqual({
    looked: 2,
    kinds: [{ identifierType: 'HRID', found: 1 }],
  })
})

test.each([
  ['values?option=PATRON_GROUP', /option/],
  ['values?option=ITEM_NOTE', /noteTypeId/],
  ['values?option=ITEM_NOTE&noteTypeId=x', /noteTypeId/],
  ['error-groups?stage=never', /stage/],
  ['changes?limit=x', /limit/],
  ['changes?outcome=x', /outcome/],
])('%s is refused, naming the parameter', async (rest, name) => {
  await addItem(`w-${rest}`)
  const { id } = await match(app, 'ITEM', 'BARCODE', `w-${rest}\n`)
  const reply = await app.get(own(id, rest))
  expect(reply.status).toBe(400)
  expect(reply.text).toMatch(name)
})

test.each(['changes', 'changes/kinds', 'values?option=STATUS', 'rules', 'error-groups?stage=review'])(
  '%s of an operation that there is not is 404',
  async (rest) => {
    expect((await app.get(own('00000000-0000-4000-8000-000000000000', rest))).status).toBe(404)
  },
)

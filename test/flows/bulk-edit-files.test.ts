import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvLine } from '../../src/formats/csv/index.ts'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import type { TestLibrary } from '../../src/modules/inventory/test-library.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'
import {
  commit,
  download,
  edit,
  errorLines,
  match,
  previewRows,
  runStep,
  upload,
} from './bulk-edit-client.ts'
import { answer } from './import-client.ts'

const ITEM_HEADER =
  'Item UUID,"Instance (Title, Publisher, Publication date)","Holdings (Location, Call number)",' +
  'Item effective location,Effective call number,Suppress from discovery,Item HRID,Barcode,Accession number,' +
  'Item identifier,Former identifier,Statistical codes,Administrative note,Material type,Copy number,Shelving order,' +
  'Item level call number type,Item level call number prefix,Item level call number,Item level call number suffix,' +
  'Number of pieces,Description of pieces,Enumeration,Chronology,Volume,"Year, caption",Number of missing pieces,' +
  'Missing pieces,Missing pieces date,Item damaged status,Item damaged status date,' +
  'Action note,Binding note,Copy note,Electronic bookplate note,Note,Provenance note,Reproduction note,' +
  'Permanent loan type,Temporary loan type,Status,Check in note,Check out note,Item permanent location,' +
  'Item temporary location,Electronic access,Tags,Holdings UUID'

const NOTE = '8d0a5eca-25de-4391-81a9-236eeefdd20b'
const BOOKS = 'b5968c9e-cddc-4576-99e3-8e60aed8b0dd'

let app: TestApp
let library: TestLibrary

beforeAll(async () => {
  app = await testApp({ work: true })
  library = await addLibrary(app)
})
afterAll(() => app.close())

const today = () => new Date().toISOString().slice(0, 10)
const stored = async (url: string) => answer(await app.get(url))

/** The lines of a file behind its byte order mark. A cell may hold a line end, so the text is left whole. */
async function fileText(id: string, type: string): Promise<{ name: string; text: string }> {
  const { name, text } = await download(app, id, type)
  expect(text.slice(0, 1)).toBe('\ufeff')
  return { name, text: text.slice(1) }
}

describe('files of items', () => {
  let id: string
  let itemId: string
  let holdingsId: string
  let line: (suppressed: string) => string

  beforeAll(async () => {
    const { id: instanceId } = await library.addInstance({
      title: 'Größe, "Maß"',
      publication: [{ publisher: 'Verlag', dateOfPublication: '1999' }],
    })
    holdingsId = (await library.addHoldings(instanceId, { callNumber: 'QA 76' })).id
    const item = await library.addItem(holdingsId, {
      barcode: '000777',
      accessionNumber: '0042',
      formerIds: ['a|b', 'c'],
      statisticalCodeIds: [BOOKS],
      administrativeNotes: ['=1+1'],
      volume: 'v.1:2',
      notes: [
        { itemNoteTypeId: NOTE, note: 'Zeile 1\nZeile 2, "neu"', staffOnly: true },
        { itemNoteTypeId: NOTE, note: '書', staffOnly: false },
      ],
      circulationNotes: [{ noteType: 'Check out', note: '3 discs: all', staffOnly: false }],
      electronicAccess: [{ uri: 'https://example.org/a', linkText: 'Read, now' }],
      tags: { tagList: ['urgent', 'x;y'] },
    })
    itemId = item.id
    const { hrid, effectiveShelvingOrder } = await stored(`/item-storage/items/${itemId}`)
    line = (suppressed) =>
      `${itemId},"Größe, ""Maß"". Verlag, 1999",Main > QA 76,Main,QA 76,${suppressed},${hrid},000777,0042,,a%7Cb|c,` +
      `"ARL (Collection stats): books - Book, print (books)",=1+1,book,,${effectiveShelvingOrder},,,,,,,,,v.1:2,,,,,,,` +
      `,,,,"Zeile 1\nZeile 2, ""neu"" (staff only) | 書",,,Can circulate,,Available,,3 discs%3A all,,,` +
      `"URL relationship;URI;Link text;Material specified;URL public note\n-;https://example.org/a;Read, now;-;-",` +
      `urgent;x%3By,${holdingsId}\n`
    const { id: operationId } = await upload(
      app,
      'ITEM',
      'BARCODE',
      '000777\nno such\n000777\n',
      'shelf 12.csv',
    )
    id = operationId
    await runStep(app, id, 'UPLOAD')
  })

  test('the identifiers as they came', async () => {
    expect(await fileText(id, 'TRIGGERING_FILE')).toEqual({
      name: 'shelf 12.csv',
      text: '000777\nno such\n000777\n',
    })
  })

  test('the matched records, byte by byte', async () => {
    expect(await fileText(id, 'MATCHED_RECORDS_FILE')).toEqual({
      name: `${today()}-Matched-Records-shelf 12.csv`,
      text: `${ITEM_HEADER}\n${line('false')}`,
    })
  })

  test('what was not matched, errors before warnings', async () => {
    expect(await fileText(id, 'RECORD_MATCHING_ERROR_FILE')).toEqual({
      name: `${today()}-Matching-Records-Errors-shelf 12.csv`,
      text: 'ERROR,no such,No match found\nWARNING,000777,Duplicate entry\n',
    })
  })

  test('files that are not there yet, or that items do not have, are empty', async () => {
    for (const type of ['PROPOSED_CHANGES_FILE', 'COMMITTED_RECORDS_FILE', 'COMMITTED_RECORDS_MARC_FILE']) {
      const reply = await app.get(`/bulk-operations/${id}/download?fileContentType=${type}`)
      expect([type, reply.status, reply.text]).toEqual([type, 200, ''])
    }
  })

  test('a type that does not exist is not implemented, none is a bad request', async () => {
    expect((await app.get(`/bulk-operations/${id}/download?fileContentType=LETTER`)).status).toBe(501)
    expect((await app.get(`/bulk-operations/${id}/download`)).status).toBe(400)
  })

  test('the proposed and the changed records, byte by byte, with headers for a download', async () => {
    await edit(app, id, [['SUPPRESS_FROM_DISCOVERY', { type: 'SET_TO_TRUE' }]])
    expect(await fileText(id, 'PROPOSED_CHANGES_FILE')).toEqual({
      name: `${today()}-Updates-Preview-CSV-shelf 12.csv`,
      text: `${ITEM_HEADER}\n${line('true')}`,
    })
    await commit(app, id)
    const { headers } = await app.get(
      `/bulk-operations/${id}/download?fileContentType=COMMITTED_RECORDS_FILE`,
    )
    const name = `${today()}-Changed-Records-CSV-shelf 12.csv`
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['content-disposition']).toBe(`form-data; name="${name}"; filename="${name}"`)
    expect((await fileText(id, 'COMMITTED_RECORDS_FILE')).text).toBe(`${ITEM_HEADER}\n${line('true')}`)
  })

  test('on the screen the same record has its text as it is', async () => {
    const [row] = await previewRows(app, id, 'COMMIT')
    expect(row).toMatchObject({
      'Former identifier': 'a|b|c',
      Note: 'Zeile 1\nZeile 2, "neu" (staff only) | 書',
      'Check out note': '3 discs: all',
      'Electronic access': '-\u001f;https://example.org/a\u001f;Read, now\u001f;-\u001f;-',
      Tags: 'urgent;x;y',
    })
  })
})

test('what a commit refuses: three columns, a comma in an identifier replaced', async () => {
  const { id: instanceId } = await library.addInstance()
  const { id: holdingsId } = await library.addHoldings(instanceId)
  await library.addItem(holdingsId, { barcode: 'c,1', status: { name: 'Checked out' } })
  await library.addItem(holdingsId, { barcode: 'c2', status: { name: 'Missing' } })
  const { id } = await match(app, 'ITEM', 'BARCODE', '"c,1"\nc2\n')
  await edit(app, id, [['STATUS', { type: 'REPLACE_WITH', updated: 'Missing' }]])
  await commit(app, id)
  const { name, text } = await fileText(id, 'COMMITTING_CHANGES_ERROR_FILE')
  expect(name).toBe(`${today()}-Committing-changes-Errors-ids.csv`)
  const [first, second, end] = text.split('\n')
  expect(first).toMatch(/^ERROR,c_1,New status value "Missing" is not allowed/)
  expect(second).toBe('WARNING,c2,No change in value required')
  expect(end).toBe('')
})

test('an error file has three cells a line whatever an identifier begins with, none of them a formula', async () => {
  // A quote at the beginning that nothing closes is a plain character, as are quotes further on.
  const identifiers = ['=HYPERLINK("x")', '@SUM(A1)', '-2+3', '+44 1904', '-5', '"abc', 'a"b', '=1']
  const { id } = await match(app, 'ITEM', 'BARCODE', identifiers.join('\n'))
  const { text } = await fileText(id, 'RECORD_MATCHING_ERROR_FILE')
  const cells = [`'=HYPERLINK("x")`, `'@SUM(A1)`, `'-2+3`, '+44 1904', '-5', '"""abc"', 'a"b', `'=1`]
  expect(text).toBe(cells.map((cell) => `ERROR,${cell},No match found\n`).join(''))
})

test('a name beyond ASCII is there in full for browsers', async () => {
  const { id: instanceId } = await library.addInstance()
  const { id: holdingsId } = await library.addHoldings(instanceId)
  await library.addItem(holdingsId, { barcode: 'umlaut' })
  const { id } = await upload(app, 'ITEM', 'BARCODE', 'umlaut\n', 'Regal Ä.csv')
  const { linkToMatchedRecordsCsvFile } = await runStep(app, id, 'UPLOAD')
  expect(linkToMatchedRecordsCsvFile).toBe(`${id}/${today()}-Matched-Records-Regal Ä.csv`)
  const reply = await app.get(`/bulk-operations/${id}/download?fileContentType=MATCHED_RECORDS_FILE`)
  expect(reply.headers['content-disposition']).toContain(
    `filename*=UTF-8''${today()}-Matched-Records-Regal%20%C3%84.csv`,
  )
})

test('files of holdings', async () => {
  const { id: instanceId } = await library.addInstance({ title: 'Atlas' })
  const { id: holdingsId } = await library.addHoldings(instanceId, {
    callNumberPrefix: 'Fol.',
    callNumber: 'G 1',
    holdingsTypeId: '03c9c400-b9e3-4a07-ac0e-05ab470233ed',
    illPolicyId: '9e49924b-f649-4b36-ab57-e66e639a9b0e',
    numberOfItems: '007',
    holdingsStatements: [{ statement: 'v.1:no.2', note: 'bound' }],
    notes: [{ holdingsNoteTypeId: 'e19eabab-a85c-4aef-a7b2-33bd9acef24e', note: 'Leather', staffOnly: true }],
  })
  const { hrid } = await stored(`/holdings-storage/holdings/${holdingsId}`)
  const { id } = await match(app, 'HOLDINGS_RECORD', 'ID', holdingsId)
  const header =
    'Holdings UUID,"Instance (Title, Publisher, Publication date)",Suppress from discovery,Holdings HRID,Source,' +
    'Former holdings Id,Holdings type,Statistical codes,Administrative note,Holdings permanent location,' +
    'Holdings temporary location,Shelving title,Holdings copy number,Holdings level call number type,' +
    'Holdings level call number prefix,Holdings level call number,Holdings level call number suffix,Number of items,' +
    'Holdings statement,Holdings statement for supplements,Holdings statement for indexes,ILL policy,' +
    'Digitization policy,Retention policy,' +
    'Action note,Binding note,Copy note,Electronic bookplate note,Note,Provenance note,Reproduction note,' +
    'Electronic access,Acquisition method,Order format,Receipt status,Tags'
  expect((await fileText(id, 'MATCHED_RECORDS_FILE')).text).toBe(
    `${header}\n${holdingsId},Atlas,false,${hrid},FOLIO,,Monograph,,,Main,,,,,Fol.,G 1,,007,v.1%3Ano.2;bound;,,,` +
      'Limited lending policy,,,,Leather (staff only),,,,,,,,,,\n',
  )
})

test('files of instances have all notes in one cell; the screen has a column for each type', async () => {
  const { id: instanceId } = await library.addInstance({
    title: 'Meyer: a life',
    contributors: [
      { name: 'Meyer, Ann', contributorNameTypeId: '2b94c631-fca9-4892-a730-03ee529ffe2a' },
      { name: 'Ott, Bo', contributorNameTypeId: '2b94c631-fca9-4892-a730-03ee529ffe2a' },
    ],
    publication: [{ publisher: 'Dent', place: 'London', dateOfPublication: '1901' }],
    subjects: [
      {
        value: 'Mountains',
        sourceId: 'e894d0dc-621d-4b1d-98f6-6f7120eb0d40',
        typeId: 'd6488f88-1e74-40ce-81b5-b19a928ff5b6',
      },
    ],
    classifications: [
      { classificationNumber: '551.4', classificationTypeId: '42471af9-7d25-4f3a-bf78-60d29dcf463b' },
    ],
    notes: [
      {
        instanceNoteTypeId: 'a6a5550f-4981-4b48-b821-a57d5c8ca3b3',
        note: 'Large print; new',
        staffOnly: false,
      },
    ],
    languages: ['eng', 'ger'],
    statusId: '9634a5ab-9228-4703-baf2-4d12ebc77d56',
  })
  const { hrid } = await stored(`/instance-storage/instances/${instanceId}`)
  const { id } = await match(app, 'INSTANCE', 'ID', instanceId)
  const { text } = await fileText(id, 'MATCHED_RECORDS_FILE')
  expect(text).toBe(
    'Instance UUID,Suppress from discovery,Staff suppress,Previously held,Set for deletion,Instance HRID,Source,' +
      'Cataloged date,Instance status term,Mode of issuance,Statistical code,Administrative note,Resource title,' +
      'Index title,Series statements,Contributors,Publication,Edition,Physical description,Resource type,' +
      'Nature of content,Formats,Languages,Publication frequency,Publication range,Notes,Electronic access,Subject,' +
      'Classification\n' +
      `${instanceId},false,false,false,false,${hrid},FOLIO,,Cataloged,,,,Meyer: a life,,,"Meyer, Ann; Ott, Bo",` +
      '"Publisher;Publisher role;Place of publication;Publication date\nDent;-;London;1901",,,text,,,eng | ger,,,' +
      'Accessibility note;Large print%3B new;false,,' +
      '"Subject headings;Subject source;Subject type\n' +
      'Mountains;Library of Congress Subject Headings;Chronological term",' +
      '"Classification identifier type;Classification\nDewey;551.4"\n',
  )
  const [row] = await previewRows(app, id, 'UPLOAD')
  expect(row).toMatchObject({ 'Accessibility note': 'Large print; new', 'General note': '' })
  expect(row).not.toHaveProperty('Notes')
})

test('files of users', async () => {
  const departmentId = answer(await app.post('/departments', { name: 'Law; public', code: 'LAW' }), 201).id
  const userId = answer(
    await app.post('/users', {
      username: 'größe',
      externalSystemId: '000417',
      barcode: '0123456789012345',
      active: true,
      type: 'patron',
      patronGroup: '3684a786-6671-4268-8ed0-9db82ebca60b',
      departments: [departmentId],
      personal: {
        lastName: 'Reader, "the"',
        phone: '+44 1904',
        dateOfBirth: '1955-09-30',
        addresses: [
          {
            addressLine1: 'High St; 4',
            city: 'York',
            primaryAddress: true,
            addressTypeId: '93d3d88d-499b-45d0-9bc7-ac73c3a19880',
          },
        ],
        preferredContactTypeId: '002',
      },
      enrollmentDate: '2019-01-06T00:00:00.000+00:00',
      expirationDate: '2099-06-30T23:59:59.000+00:00',
      preferredEmailCommunication: ['Support', 'Services'],
    }),
    201,
  ).id
  const { id } = await match(app, 'USER', 'ID', userId)
  expect((await fileText(id, 'MATCHED_RECORDS_FILE')).text).toBe(
    'User name,User id,External system id,Barcode,Active,Type,Patron group,Departments,Proxy for,Last name,' +
      'First name,Middle name,Preferred first name,Email,Phone,Mobile phone,Date of birth,Addresses,' +
      'Preferred contact type id,Link to the profile picture,Enrollment date,Expiration date,Tags,Custom fields,' +
      'Preferred email communications\n' +
      `größe,${userId},000417,0123456789012345,true,patron,staff,Law%3B public,,"Reader, ""the""",,,,,+44 1904,,` +
      '1955-09-30,;;High St%3B 4;;York;;;true;Home,002,,2019-01-06,2099-06-30,,,Support;Services\n',
  )
})

describe('characters that look like wildcards', () => {
  const BARCODES = ['456', '4567', '456*', '45?7', '45^7', '456\\7', '456"7', '456 7', '456,7', 'ABC-1']
  const IDENTIFIERS = [...BARCODES, 'abc-1', '456*', 'nosuch']
  const file = IDENTIFIERS.map((identifier) => csvLine([identifier])).join('')

  test('each barcode finds its item and no other', async () => {
    const { id: instanceId } = await library.addInstance()
    const { id: holdingsId } = await library.addHoldings(instanceId)
    for (const barcode of BARCODES) await library.addItem(holdingsId, { barcode })
    const operation = await match(app, 'ITEM', 'BARCODE', file)
    expect(operation).toMatchObject({
      totalNumOfRecords: 13,
      processedNumOfRecords: 13,
      matchedNumOfRecords: 10,
      matchedNumOfErrors: 1,
      matchedNumOfWarnings: 2,
    })
    const rows = await previewRows(app, operation.id, 'UPLOAD')
    expect(rows.map(({ Barcode }) => Barcode)).toEqual(BARCODES)
    expect(await errorLines(app, operation.id)).toEqual([
      'ERROR nosuch: No match found',
      'WARNING abc-1: Duplicate entry',
      'WARNING 456*: Duplicate entry',
    ])
  })

  test.each([
    ['barcode=="456\\*"', ['456*']],
    ['barcode=="456*"', ['456', '4567', '456*', '456\\7', '456"7', '456 7', '456,7']],
  ])('the query %s', async (query, barcodes) => {
    const { items } = await stored(`/item-storage/items?limit=100&query=${encodeURIComponent(query)}`)
    const found = items.map(({ barcode }: { barcode: string }) => barcode)
    expect(found.toSorted()).toEqual(barcodes.toSorted())
  })

  test.skipIf(!sharedAvailable)('these are the barcodes and the file of field case 10', () => {
    const bytes = (name: string) => readFileSync(sharedPath(`samples/cases/${name}`), 'utf8')
    const { items } = JSON.parse(bytes('10-barcodes.json')) as { items: { barcode: string }[] }
    expect(items.map(({ barcode }) => barcode)).toEqual(BARCODES)
    expect(bytes('10-identifiers.csv').replaceAll('\r\n', '\n')).toBe(file)
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOOK, addLibrary, minimal } from '../../src/modules/inventory/test-library.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  commit,
  download,
  edit,
  errorLines,
  errorsOf,
  match,
  operationOf,
  previewRows,
  runStep,
  upload,
} from './bulk-edit-client.ts'
import { answer } from './import-client.ts'

let app: TestApp
let main: string
let annex: string
let holdingsId: string
let instanceId: string

beforeAll(async () => {
  app = await testApp({ work: true })
  const library = await addLibrary(app)
  main = library.mainLocation
  annex = library.annexLocation
  instanceId = (await library.addInstance({ title: 'A history of shelves' })).id
  holdingsId = (await library.addHoldings(instanceId, { callNumber: 'QA 76' })).id
})
afterAll(() => app.close())

async function addItems(...parts: object[]): Promise<string[]> {
  const ids: string[] = []
  for (const part of parts)
    ids.push(answer(await app.post('/item-storage/items', minimal.item(holdingsId, part)), 201).id)
  return ids
}

const item = async (id: string) => answer(await app.get(`/item-storage/items/${id}`))
const today = () => new Date().toISOString().slice(0, 10)

test('items by barcode, from the upload to what is stored', async () => {
  const [first, second, third] = await addItems(
    { barcode: '0001', temporaryLocationId: annex },
    { barcode: '0002', status: { name: 'Checked out' } },
    { barcode: '0003', permanentLocationId: annex, discoverySuppress: true },
  )
  const uploaded = await upload(
    app,
    'ITEM',
    'BARCODE',
    '\ufeff0001\r\n0002\r\n\r\n"0003"\r\n0001\r\nnosuch',
    'shelf 12.csv',
  )
  expect(uploaded).toMatchObject({
    status: 'NEW',
    approach: 'IN_APP',
    operationType: 'UPDATE',
    entityType: 'ITEM',
    totalNumOfRecords: 6,
    linkToTriggeringCsvFile: `${uploaded.id}/shelf 12.csv`,
    expired: false,
  })
  expect((await download(app, uploaded.id, 'TRIGGERING_FILE')).text).toBe(
    '\ufeff0001\r\n0002\r\n\r\n"0003"\r\n0001\r\nnosuch',
  )

  const started = answer(await app.post(`/bulk-operations/${uploaded.id}/start`, { step: 'UPLOAD' }))
  expect(started.status).toBe('RETRIEVING_RECORDS')
  const { id } = uploaded
  const matched = await runUntilMatched(id)
  expect(matched).toMatchObject({
    status: 'DATA_MODIFICATION',
    processedNumOfRecords: 6,
    matchedNumOfRecords: 3,
    matchedNumOfErrors: 1,
    matchedNumOfWarnings: 1,
    usedTenants: ['diku'],
    linkToMatchedRecordsCsvFile: `${id}/${today()}-Matched-Records-shelf 12.csv`,
    linkToMatchedRecordsErrorsCsvFile: `${id}/${today()}-Matching-Records-Errors-shelf 12.csv`,
  })
  expect(await errorLines(app, id)).toEqual(['ERROR nosuch: No match found', 'WARNING 0001: Duplicate entry'])
  expect(await download(app, id, 'RECORD_MATCHING_ERROR_FILE')).toEqual({
    name: `${today()}-Matching-Records-Errors-shelf 12.csv`,
    text: '\ufeffERROR,nosuch,No match found\nWARNING,0001,Duplicate entry\n',
  })
  const before = await previewRows(app, id, 'UPLOAD')
  expect(before.map(({ Barcode, Status }) => [Barcode, Status])).toEqual([
    ['0001', 'Available'],
    ['0002', 'Checked out'],
    ['0003', 'Available'],
  ])
  expect(before[0]!['Item temporary location']).toBe('Annex')
  expect(await previewRows(app, id, 'UPLOAD', 'limit=1&offset=1')).toEqual([before[1]])

  const edited = await edit(app, id, [
    ['TEMPORARY_LOCATION', { type: 'CLEAR_FIELD' }],
    ['PERMANENT_LOCATION', { type: 'REPLACE_WITH', updated: main }],
    ['STATUS', { type: 'REPLACE_WITH', updated: 'Unknown' }],
  ])
  expect(edited).toMatchObject({
    status: 'REVIEW_CHANGES',
    processedNumOfRecords: 3,
    committedNumOfErrors: 1,
    linkToModifiedRecordsCsvFile: `${id}/${today()}-Updates-Preview-CSV-shelf 12.csv`,
  })
  const proposed = await previewRows(app, id, 'EDIT')
  expect(
    proposed.map((row) => [row.Status, row['Item permanent location'], row['Item temporary location']]),
  ).toEqual([
    ['Unknown', 'Main', ''],
    ['Checked out', 'Main', ''],
    ['Unknown', 'Main', ''],
  ])
  expect((await item(first!)).status.name).toBe('Available')
  const file = await download(app, id, 'PROPOSED_CHANGES_FILE')
  expect(file.name).toBe(`${today()}-Updates-Preview-CSV-shelf 12.csv`)
  expect(file.text.split('\n')).toHaveLength(5)
  expect(file.text.startsWith('\ufeffItem UUID,')).toBe(true)

  const committed = await commit(app, id)
  expect(committed).toMatchObject({
    status: 'COMPLETED_WITH_ERRORS',
    totalNumOfRecords: 3,
    processedNumOfRecords: 3,
    committedNumOfRecords: 3,
    committedNumOfErrors: 1,
    committedNumOfWarnings: 0,
    linkToCommittedRecordsCsvFile: `${id}/${today()}-Changed-Records-CSV-shelf 12.csv`,
    linkToCommittedRecordsErrorsCsvFile: `${id}/${today()}-Committing-changes-Errors-shelf 12.csv`,
  })
  expect(committed.endTime).toBeDefined()
  expect(await item(first!)).toMatchObject({
    status: { name: 'Unknown' },
    permanentLocationId: main,
    effectiveLocationId: main,
    barcode: '0001',
    materialTypeId: BOOK,
    _version: 2,
  })
  expect((await item(first!)).temporaryLocationId).toBeUndefined()
  expect(await item(second!)).toMatchObject({ status: { name: 'Checked out' }, permanentLocationId: main })
  expect(await item(third!)).toMatchObject({ discoverySuppress: true, permanentLocationId: main })
  expect((await previewRows(app, id, 'COMMIT')).map(({ Barcode }) => Barcode)).toEqual([
    '0001',
    '0002',
    '0003',
  ])
  expect((await errorsOf(app, id)).map(({ type, parameters }) => [type, parameters[0]])).toEqual([
    ['ERROR', { key: 'IDENTIFIER', value: '0002' }],
  ])
})

async function runUntilMatched(id: string) {
  for (;;) {
    const operation = await operationOf(app, id)
    if (operation.status !== 'RETRIEVING_RECORDS') return operation
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('a record that others changed after the preview is reported, not overwritten', async () => {
  const [changed, untouched] = await addItems({ barcode: 'C1' }, { barcode: 'C2' })
  const { id } = await match(app, 'ITEM', 'BARCODE', 'C1\nC2\n')
  await edit(app, id, [['SUPPRESS_FROM_DISCOVERY', { type: 'SET_TO_TRUE' }]])
  const stored = await item(changed!)
  await app.put(`/item-storage/items/${changed}`, { ...stored, copyNumber: '7' })
  const done = await commit(app, id)
  expect(done).toMatchObject({
    status: 'COMPLETED_WITH_ERRORS',
    committedNumOfRecords: 1,
    committedNumOfErrors: 1,
  })
  const message =
    'The record cannot be saved because it is not the most recent version. Stored version is 2, bulk edit version is 1.'
  const link = `/inventory/view/${instanceId}/${holdingsId}/${changed}`
  expect(await errorsOf(app, id)).toEqual([
    {
      message,
      type: 'ERROR',
      parameters: [
        { key: 'IDENTIFIER', value: 'C1' },
        { key: 'LINK', value: link },
      ],
    },
  ])
  expect((await download(app, id, 'COMMITTING_CHANGES_ERROR_FILE')).text).toBe(
    `\ufeffERROR,C1,${message} ${link}\n`,
  )
  expect(await item(changed!)).toMatchObject({ copyNumber: '7', _version: 2 })
  expect((await item(changed!)).discoverySuppress).toBeUndefined()
  expect((await item(untouched!)).discoverySuppress).toBe(true)
  // What was matched is shown still, from the version that was.
  expect((await previewRows(app, id, 'UPLOAD'))[0]!['Copy number']).toBe('')
})

test('a run that changes nothing writes nothing', async () => {
  const [only] = await addItems({ barcode: 'N1' })
  const { id } = await match(app, 'ITEM', 'BARCODE', 'N1')
  await edit(app, id, [['STATUS', { type: 'REPLACE_WITH', updated: 'Missing' }]])
  await commit(app, id)
  const again = await match(app, 'ITEM', 'BARCODE', 'N1')
  await edit(app, again.id, [['PERMANENT_LOCATION', { type: 'CLEAR_FIELD' }]])
  const done = await commit(app, again.id)
  expect(done).toMatchObject({
    status: 'COMPLETED_WITH_ERRORS',
    committedNumOfRecords: 0,
    committedNumOfWarnings: 1,
  })
  expect(done.linkToCommittedRecordsCsvFile).toBeUndefined()
  expect(await errorLines(app, again.id)).toEqual(['WARNING N1: No change in value required'])
  expect(await item(only!)).toMatchObject({ _version: 2 })
})

test('steps that do not fit the status are refused in plain text', async () => {
  await addItems({ barcode: 'S1' })
  const { id } = await upload(app, 'ITEM', 'BARCODE', 'S1')
  const reply = await app.post(`/bulk-operations/${id}/start`, { step: 'COMMIT' })
  expect([reply.status, reply.text]).toEqual([
    400,
    'Step COMMIT is not applicable for bulk operation status NEW',
  ])
  expect((await app.get(`/bulk-operations/${id}/errors?limit=10`)).status).toBe(404)
  const missing = await app.get('/bulk-operations/8b1e7c5a-6a53-4d0f-8f52-0a1c3cf2a001')
  expect([missing.status, missing.text]).toEqual([
    404,
    'Bulk operation was not found by id=8b1e7c5a-6a53-4d0f-8f52-0a1c3cf2a001',
  ])
  await runStep(app, id, 'UPLOAD')
  expect((await app.post(`/bulk-operations/${id}/cancel`)).text).toBe(
    'Operation with status DATA_MODIFICATION cannot be cancelled',
  )
})

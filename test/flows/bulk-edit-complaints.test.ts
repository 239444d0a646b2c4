import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLibrary, minimal } from '../../src/modules/inventory/test-library.ts'
import type { TestLibrary } from '../../src/modules/inventory/test-library.ts'
import { authorityRecord, bookRecord, field } from '../../src/modules/quick-marc/test-records.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
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

// The complaints that no other test shows; docs/bulk-edit-complaints.md has them all.

let app: TestApp
let library: TestLibrary
let instanceId: string
let holdingsId: string

beforeAll(async () => {
  app = await testApp({ work: true })
  library = await addLibrary(app)
  instanceId = (await library.addInstance()).id
  holdingsId = (await library.addHoldings(instanceId)).id
})
afterAll(() => app.close())

const MANY = 3000

/** Adds many items. @returns their barcodes */
async function addItems(prefix: string, part: object = {}, holdingsRecordId = holdingsId): Promise<string[]> {
  const barcodes = Array.from({ length: MANY }, (_, i) => `${prefix}${i}`)
  const items = barcodes.map((barcode) => minimal.item(holdingsRecordId, { barcode, ...part }))
  answer(await app.post('/item-storage/batch/synchronous', { items }), 201)
  return barcodes
}

test('files with a byte order mark lose no identifier, ids neither', async () => {
  const { id } = await library.addItem(holdingsId)
  const operation = await match(app, 'ITEM', 'ID', `\ufeff${id}\r\n`)
  expect(operation).toMatchObject({ matchedNumOfRecords: 1, matchedNumOfErrors: 0 })
})

test('large and small files that come at the same time all get through', async () => {
  const barcodes = await addItems('par')
  const uploads = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      const lines = i % 2 === 0 ? barcodes : [barcodes[i]!]
      const { id } = await upload(app, 'ITEM', 'BARCODE', lines.join('\n'))
      return [await runStep(app, id, 'UPLOAD'), lines.length] as const
    }),
  )
  for (const [operation, count] of uploads)
    expect(operation).toMatchObject({ status: 'DATA_MODIFICATION', matchedNumOfRecords: count })
})

test('the preview of a large file has each of its records once, in the order of the file', async () => {
  const barcodes = (await addItems('all')).toReversed()
  const { id } = await match(app, 'ITEM', 'BARCODE', barcodes.join('\n'))
  const shown: string[] = []
  for (let offset = 0; offset < MANY; offset += 1000) {
    const rows = await previewRows(app, id, 'UPLOAD', `limit=1000&offset=${offset}`)
    shown.push(...rows.map((row) => row.Barcode!))
  }
  expect(shown).toEqual(barcodes)
})

test('thousands of errors are counted, and a page of them is read alone', async () => {
  const barcodes = await addItems('err', { status: { name: 'Checked out' } })
  const { id } = await match(app, 'ITEM', 'BARCODE', barcodes.join('\n'))
  const edited = await edit(app, id, [['STATUS', { type: 'REPLACE_WITH', updated: 'Missing' }]])
  expect(edited).toMatchObject({ status: 'REVIEW_CHANGES', committedNumOfErrors: MANY })
  const committed = await commit(app, id)
  expect(committed).toMatchObject({
    status: 'COMPLETED_WITH_ERRORS',
    committedNumOfRecords: 0,
    committedNumOfErrors: MANY,
  })
  const page = answer(await app.get(`/bulk-operations/${id}/errors?limit=2&offset=${MANY - 1}`))
  expect(page).toMatchObject({
    errors: [{ message: 'New status value "Missing" is not allowed', type: 'ERROR' }],
    totalRecords: MANY,
  })
})

test('a suppression reaches all items of holdings, however many', async () => {
  const own = await library.addHoldings(instanceId)
  await addItems('below', {}, own.id)
  const { id } = await match(app, 'HOLDINGS_RECORD', 'ID', own.id)
  const parameters = [{ key: 'APPLY_TO_ITEMS', value: true }]
  await edit(app, id, [['SUPPRESS_FROM_DISCOVERY', { type: 'SET_TO_TRUE', parameters }]])
  await commit(app, id)
  const query = encodeURIComponent(`holdingsRecordId==${own.id} and discoverySuppress==true`)
  const found = answer(await app.get(`/item-storage/items?query=${query}&limit=0`))
  expect(found.totalRecords).toBe(MANY)
})

test('changed records are offered when the commit has ended, not before', async () => {
  const { id: itemId } = await library.addItem(holdingsId)
  const { id } = await match(app, 'ITEM', 'ID', itemId)
  const reviewed = await edit(app, id, [['SUPPRESS_FROM_DISCOVERY', { type: 'SET_TO_TRUE' }]])
  expect(reviewed.linkToCommittedRecordsCsvFile).toBeUndefined()
  expect((await download(app, id, 'COMMITTED_RECORDS_FILE')).text).toBe('')
  const started = answer(
    await app.post(`/bulk-operations/${id}/start`, { step: 'COMMIT', approach: 'IN_APP' }),
  )
  expect(started.linkToCommittedRecordsCsvFile).toBeUndefined()
})

test('line breaks, accents and separators in notes are in previews and files as they are', async () => {
  const note = 'first line\nsecond; „zweite“ | “third” Ж'
  const { id: itemId } = await library.addItem(holdingsId, { administrativeNotes: [note] })
  const { id } = await match(app, 'ITEM', 'ID', itemId)
  await edit(app, id, [
    ['ADMINISTRATIVE_NOTE', { type: 'FIND_AND_REPLACE', initial: 'third', updated: 'dritte' }],
  ])
  const changed = note.replace('third', 'dritte')
  expect((await previewRows(app, id, 'EDIT'))[0]!['Administrative note']).toBe(changed)
  await commit(app, id)
  expect((await previewRows(app, id, 'COMMIT'))[0]!['Administrative note']).toBe(changed)
  const stored = answer(await app.get(`/item-storage/items/${itemId}`))
  expect(stored.administrativeNotes).toEqual([changed])
})

test('administrative data of an instance that is linked to an authority are edited', async () => {
  const heading = authorityRecord('n79021164', field('100', '1\\', '$a Twain, Mark, $d 1835-1910'))
  const authority = answer(await app.post('/records-editor/records', heading), 201).externalId
  const linkDetails = { authorityId: authority, authorityNaturalId: 'n79021164', linkingRuleId: 1 }
  const text = `$a Twain, Mark, $d 1835-1910 $0 http://id.loc.gov/authorities/names/n79021164 $9 ${authority}`
  const linked = bookRecord('Linked', field('100', '1\\', text, { linkDetails }))
  const book = answer(await app.post('/records-editor/records', linked), 201)
  const { id } = await match(app, 'INSTANCE', 'HRID', book.externalHrid)
  await edit(app, id, [['STAFF_SUPPRESS', { type: 'SET_TO_TRUE' }]])
  expect(await commit(app, id)).toMatchObject({ status: 'COMPLETED', committedNumOfRecords: 1 })
  expect(await errorLines(app, id)).toEqual([])
  const stored = answer(await app.get(`/instance-storage/instances/${book.externalId}`))
  expect(stored).toMatchObject({ staffSuppress: true, contributors: [{ authorityId: authority }] })
  expect(answer(await app.get(`/links/instances/${book.externalId}`)).links).toHaveLength(1)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import type { TestLibrary } from '../../src/modules/inventory/test-library.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { download, errorLines, match, previewRows } from './bulk-edit-client.ts'
import { answer } from './import-client.ts'

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

/** A value of a list that is deleted once `use` has written records that name it. */
async function withDeleted<T>(path: string, body: object, use: (id: string) => Promise<T>): Promise<T> {
  const { id } = answer(await app.post(path, body), 201)
  const used = await use(id)
  expect((await app.del(`${path}/${id}`)).status).toBe(204)
  return used
}

describe('a reference that leads to nothing is told when the record is matched', () => {
  test('of items: each once, beside what is found; the cell shows UNKNOWN', async () => {
    const relationship = randomUUID()
    const noteType = randomUUID()
    const damaged = randomUUID()
    const access = { uri: 'https://example.org', relationshipId: relationship }
    await library.addItem(holdingsId, {
      barcode: 'u1',
      electronicAccess: [access, { ...access, linkText: 'again' }],
      notes: [{ itemNoteTypeId: noteType, note: 'lost', staffOnly: false }],
      itemDamagedStatusId: damaged,
    })
    await library.addItem(holdingsId, {
      barcode: 'u2',
      electronicAccess: [{ uri: 'u', relationshipId: 'f5d0068e-6272-458e-8a81-b85e7b9a14aa' }],
      notes: [
        { itemNoteTypeId: '8d0a5eca-25de-4391-81a9-236eeefdd20b', note: '"relationshipId"', staffOnly: true },
      ],
    })
    const operation = await match(app, 'ITEM', 'BARCODE', 'u1\nu2\nnone')
    expect(operation).toMatchObject({
      status: 'DATA_MODIFICATION',
      matchedNumOfRecords: 2,
      matchedNumOfErrors: 1,
      matchedNumOfWarnings: 3,
    })
    const warnings = [
      `Damaged status was not found by id=${damaged}`,
      `Note type was not found by id=${noteType}`,
      `Electronic access relationship was not found by id=${relationship}`,
    ]
    expect(await errorLines(app, operation.id)).toEqual([
      'ERROR none: No match found',
      ...warnings.map((text) => `WARNING u1: ${text}`),
    ])
    const { text } = await download(app, operation.id, 'RECORD_MATCHING_ERROR_FILE')
    const lines = warnings.map((message) => `WARNING,u1,${message}\n`)
    expect(text).toBe(`\ufeffERROR,none,No match found\n${lines.join('')}`)
    const [row] = await previewRows(app, operation.id, 'UPLOAD')
    expect(row!['Electronic access']).toMatch(/^UNKNOWN/)
  })

  test('of items found by their holdings: once for the identifier', async () => {
    const { id } = await library.addHoldings(instanceId)
    const type = randomUUID()
    const notes = [{ itemNoteTypeId: type, note: 'x', staffOnly: false }]
    for (let i = 0; i < 3; i += 1) await library.addItem(id, { notes })
    const operation = await match(app, 'ITEM', 'HOLDINGS_RECORD_ID', id)
    expect(operation).toMatchObject({ matchedNumOfRecords: 3, matchedNumOfWarnings: 1 })
    expect(await errorLines(app, operation.id)).toEqual([
      `WARNING ${id}: Note type was not found by id=${type}`,
    ])
  })

  test('of holdings', async () => {
    const type = randomUUID()
    const code = {
      source: 'local',
      code: 'gone',
      name: 'Gone',
      statisticalCodeTypeId: '3abd6fc2-b3e4-4879-b1e1-78be41769fe3',
    }
    const { id, codeId } = await withDeleted('/statistical-codes', code, async (statisticalCode) => ({
      codeId: statisticalCode,
      ...(await library.addHoldings(instanceId, {
        statisticalCodeIds: ['b5968c9e-cddc-4576-99e3-8e60aed8b0dd', statisticalCode],
        notes: [{ holdingsNoteTypeId: type, note: 'x', staffOnly: false }],
      })),
    }))
    const operation = await match(app, 'HOLDINGS_RECORD', 'ID', id)
    expect(await errorLines(app, operation.id)).toEqual([
      `WARNING ${id}: Note type was not found by id=${type}`,
      `WARNING ${id}: Statistical code was not found by id=${codeId}`,
    ])
  })

  test('of instances', async () => {
    const ids = Array.from({ length: 6 }, () => randomUUID())
    const [status, term, format, classification, note, relationship] = ids
    const { id } = await library.addInstance({
      statusId: status,
      natureOfContentTermIds: [term],
      instanceFormatIds: [format],
      classifications: [{ classificationTypeId: classification, classificationNumber: '1' }],
      notes: [{ instanceNoteTypeId: note, note: 'x', staffOnly: false }],
      electronicAccess: [{ uri: 'u', relationshipId: relationship }],
    })
    const operation = await match(app, 'INSTANCE', 'ID', id)
    expect(operation).toMatchObject({ matchedNumOfRecords: 1, matchedNumOfWarnings: 6 })
    const words = {
      'Classification type': classification,
      'Instance format': format,
      'Instance status': status,
      'Nature of content term': term,
      'Note type': note,
      'Electronic access relationship': relationship,
    }
    expect(await errorLines(app, operation.id)).toEqual(
      Object.entries(words).map(([word, gone]) => `WARNING ${id}: ${word} was not found by id=${gone}`),
    )
  })

  test('of users: departments, fields of the library and their options', async () => {
    const department = randomUUID()
    const color = answer(
      await app.post('/custom-fields', {
        name: 'Color',
        type: 'MULTI_SELECT_DROPDOWN',
        entityType: 'user',
        selectField: { multiSelect: true, options: { values: [{ value: 'Red' }, { value: 'Blue' }] } },
      }),
      201,
    )
    const values = { [color.refId]: ['opt_1', 'opt_2'] }
    const user = { username: 'known', barcode: 'p1', active: true, personal: { lastName: 'A' } }
    answer(await app.post('/users', { ...user, customFields: values }), 201)
    const { id } = answer(await app.post('/users', { ...user, username: 'odd', barcode: 'p2' }), 201)
    // Values that were there before a field, an option or a department went.
    const odd = { departments: [department], customFields: { [color.refId]: ['opt_1', 'opt_9'], gone: true } }
    await app.octavo.app.db.tenant('diku', (tx) =>
      tx.query('update users set doc = doc || $2::jsonb where id = $1', [id, JSON.stringify(odd)]),
    )
    const operation = await match(app, 'USER', 'BARCODE', 'p1\np2')
    expect(operation).toMatchObject({ matchedNumOfRecords: 2, matchedNumOfWarnings: 3 })
    expect(await errorLines(app, operation.id)).toEqual([
      'WARNING p2: Custom field was not found by id=gone',
      `WARNING p2: Department was not found by id=${department}`,
      'WARNING p2: Option of a custom field was not found by id=opt_9',
    ])
    const [, row] = await previewRows(app, operation.id, 'UPLOAD')
    expect(row).toMatchObject({ 'Custom fields': 'UNKNOWN|Color:Red;UNKNOWN', Departments: 'UNKNOWN' })
  })
})

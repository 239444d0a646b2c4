import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setClockOffset } from '../../src/kernel/clock.ts'
import { expireOperations } from '../../src/modules/bulk-edit/operation/expire-operations.ts'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  commit,
  download,
  edit,
  errorLines,
  fileBody,
  fileHeaders,
  match,
  operationOf,
  previewRows,
  rulesBody,
  runStep,
  settled,
  upload,
} from './bulk-edit-client.ts'
import type { Operation } from './bulk-edit-client.ts'
import { answer, until } from './import-client.ts'
import { signedIn } from './signed-in.ts'

let app: TestApp
let barcode = 0
let holdingsId: string
let addItem: (part: object) => Promise<{ id: string }>

beforeAll(async () => {
  app = await testApp({ work: true })
  const library = await addLibrary(app)
  holdingsId = (await library.addHoldings((await library.addInstance()).id)).id
  addItem = (part) => library.addItem(holdingsId, part)
})
afterAll(() => app.close())

async function newBarcode(): Promise<string> {
  barcode += 1
  await addItem({ barcode: `o${barcode}` })
  return `o${barcode}`
}

const SUPPRESS = [['SUPPRESS_FROM_DISCOVERY', { type: 'SET_TO_TRUE' }]] as const

const ENDPOINTS = [
  'bulk-operations.item.upload.post',
  'bulk-operations.item.start.post',
  'bulk-operations.item.content-update.post',
  'bulk-operations.item.get',
  'bulk-operations.item.errors.get',
  'bulk-operations.item.preview.get',
]

describe('records that a user may not', () => {
  test('view are errors', async () => {
    const code = await newBarcode()
    const api = await signedIn(app, 'looker', [...ENDPOINTS, 'inventory.items.item.get'])
    const operation = await match(api, 'ITEM', 'BARCODE', code)
    expect(operation).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', matchedNumOfErrors: 1 })
    expect(await errorLines(api, operation.id)).toEqual([
      `ERROR ${code}: User looker does not have required permission to view the item record - barcode=${code} on the tenant diku`,
    ])
  })

  test('edit are errors, and stay', async () => {
    const code = await newBarcode()
    const api = await signedIn(app, 'viewer', [
      ...ENDPOINTS,
      'inventory.items.item.get',
      'bulk-operations.item.inventory.get',
      'inventory.items.item.put',
    ])
    const { id } = await match(api, 'ITEM', 'BARCODE', code)
    await edit(api, id, SUPPRESS)
    expect(await commit(api, id)).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', committedNumOfRecords: 0 })
    expect(await errorLines(api, id)).toEqual([
      `ERROR ${code}: User viewer does not have required permission to edit the item record - barcode=${code} on the tenant diku`,
    ])
  })
})

describe('the list of operations', () => {
  test('is searched, sorted and cut into pages', async () => {
    const { id } = await match(app, 'ITEM', 'BARCODE', await newBarcode())
    await edit(app, id, SUPPRESS)
    const done = await commit(app, id)
    const query = encodeURIComponent(
      `(entityType==("ITEM" or "USER") and status==("COMPLETED" or "FAILED") and hrId==${done.hrId}) sortby endTime/sort.descending`,
    )
    const list = answer(await app.get(`/bulk-operations?query=${query}&limit=10&offset=0`))
    expect(list.totalRecords).toBe(1)
    expect(list.bulkOperations).toEqual([done])
    const all = answer(await app.get('/bulk-operations')) as {
      bulkOperations: Operation[]
      totalRecords: number
    }
    expect(all.bulkOperations).toHaveLength(all.totalRecords)
    expect((await app.get('/bulk-operations?query=(((')).status).toBe(400)
  })

  test('has the users who started them', async () => {
    const { userId } = await upload(app, 'ITEM', 'BARCODE', 'x')
    const { users } = answer(await app.get('/bulk-operations/list-users?limit=100'))
    expect(users.map(({ id }: { id: string }) => id)).toContain(userId)
    expect(answer(await app.get('/bulk-operations/list-users?limit=1')).users).toHaveLength(1)
  })

  test('has the users who started what a query finds', async () => {
    const api = await signedIn(app, 'starter', ENDPOINTS)
    const { userId } = await upload(api, 'ITEM', 'BARCODE', 'x')
    const usersOf = async (query: string) =>
      answer(await app.get(`/bulk-operations/list-users?query=${encodeURIComponent(query)}`))
    const { users, total_records: total } = await usersOf(`userId==${userId} and entityType==ITEM`)
    expect([users.map(({ id }: { id: string }) => id), total]).toEqual([[userId], 1])
    expect(users[0].lastName).toBe('starter')
    expect(await usersOf(`userId==${userId} and entityType==USER`)).toEqual({ users: [], total_records: 0 })
    expect((await app.get('/bulk-operations/list-users?query=(((')).status).toBe(400)
  })

  test('knows the tenants of matched items', async () => {
    const { id } = await match(app, 'ITEM', 'BARCODE', await newBarcode())
    expect(answer(await app.get(`/bulk-operations/used-tenants/${id}`))).toEqual(['diku'])
  })
})

test('an operation that was cancelled stays cancelled, whatever its job is at', async () => {
  const unused = await upload(app, 'ITEM', 'BARCODE', await newBarcode())
  answer(await app.post(`/bulk-operations/${unused.id}/cancel`))
  expect(await operationOf(app, unused.id)).toMatchObject({ status: 'CANCELLED' })
  expect((await app.post(`/bulk-operations/${unused.id}/start`, { step: 'UPLOAD' })).status).toBe(400)
  const lines = Array.from({ length: 150_000 }, (_, i) => `none${i}`).join('\n')
  const { id } = await upload(app, 'ITEM', 'BARCODE', lines)
  answer(await app.post(`/bulk-operations/${id}/start`, { step: 'UPLOAD' }))
  answer(await app.post(`/bulk-operations/${id}/cancel`))
  const { db } = app.octavo.app
  await until(async () => {
    const { rows } = await db.pool.query(
      "select from octavo.job where kind = 'bulk-match' and state = 'running'",
    )
    return rows.length === 0
  })
  const cancelled = await operationOf(app, id)
  expect(cancelled).toMatchObject({ status: 'CANCELLED', matchedNumOfErrors: 0 })
  expect(cancelled.endTime).toBeDefined()
})

test('no job stays in the ledger when its step, or the operation, has ended', async () => {
  const { pool } = app.octavo.app.db
  const kept = async () =>
    (await pool.query("select kind, state from octavo.job where kind like 'bulk-%'")).rows as unknown[]
  await until(async () => (await kept()).length === 0)
  const { id } = await match(app, 'ITEM', 'BARCODE', await newBarcode())
  expect(await kept()).toEqual([])
  await edit(app, id, SUPPRESS)
  await commit(app, id)
  expect(await kept()).toEqual([])
  const undo = `/octavo/bulk-operations/${id}/undo`
  answer(await app.post(undo), 202)
  const ended = await until(async () => {
    const { json } = await app.get(undo)
    return json.status === 'RUNNING' ? null : json
  })
  expect(ended).toMatchObject({ status: 'COMMITTED', restored: { items: 1 }, progress: { current: 1 } })
  expect(await kept()).toEqual([])
  const lines = Array.from({ length: 150_000 }, (_, i) => `none${i}`).join('\n')
  const { id: cancelled } = await upload(app, 'ITEM', 'BARCODE', lines)
  answer(await app.post(`/bulk-operations/${cancelled}/start`, { step: 'UPLOAD' }))
  answer(await app.post(`/bulk-operations/${cancelled}/cancel`))
  await until(async () => (await kept()).length === 0)
})

test('new rules take the place of those before, and what they would have done', async () => {
  const code = await newBarcode()
  const { id } = await match(app, 'ITEM', 'BARCODE', code)
  const first = await edit(app, id, SUPPRESS)
  expect(first.linkToModifiedRecordsCsvFile).toBeDefined()
  const body = rulesBody(id, [['STATUS', { type: 'REPLACE_WITH', updated: 'Missing' }]])
  expect(answer(await app.post(`/bulk-operations/${id}/content-update`, body))).toEqual(body)
  const open = await operationOf(app, id)
  expect(open.status).toBe('DATA_MODIFICATION')
  expect(open.linkToModifiedRecordsCsvFile).toBeUndefined()
  await runStep(app, id, 'EDIT', 'IN_APP')
  const [row] = await previewRows(app, id, 'EDIT')
  expect([row!.Status, row!['Suppress from discovery']]).toEqual(['Missing', 'false'])
})

test('an identifier file can be taken away once its records are found', async () => {
  const { id } = await upload(app, 'ITEM', 'BARCODE', await newBarcode(), 'mine.csv')
  expect((await app.del(`/bulk-operations/${id}/files/mine.csv`)).status).toBe(400)
  await runStep(app, id, 'UPLOAD')
  expect((await app.del(`/bulk-operations/${id}/files/other.csv`)).status).toBe(404)
  answer(await app.del(`/bulk-operations/${id}/files/mine.csv`), 204)
  expect((await operationOf(app, id)).linkToTriggeringCsvFile).toBeUndefined()
  expect((await download(app, id, 'TRIGGERING_FILE')).text).toBe('')
})

test('files go after 30 days, the operation stays', async () => {
  const { id } = await match(app, 'ITEM', 'BARCODE', `${await newBarcode()}\nnosuch`)
  await edit(app, id, SUPPRESS)
  const done = await commit(app, id)
  answer(await app.post('/bulk-operations/clean-up-log-files'), 204)
  expect((await operationOf(app, id)).expired).toBe(false)
  // The clock is that of tokens too, so that no request can be made meanwhile.
  setClockOffset(31 * 86_400_000)
  await expireOperations(app.octavo.app, 'diku').finally(() => setClockOffset(0))
  const old = await operationOf(app, id)
  expect(old).toMatchObject({ expired: true, status: done.status, committedNumOfRecords: 1 })
  expect(Object.keys(old).filter((name) => name.startsWith('link'))).toEqual([])
  expect((await download(app, id, 'COMMITTED_RECORDS_FILE')).text).toBe('')
  expect(await previewRows(app, id, 'COMMIT')).toEqual([])
})

test('many items are edited in several chunks, each once', async () => {
  const items = Array.from({ length: 2300 }, (_, i) => ({
    holdingsRecordId: holdingsId,
    materialTypeId: '1a54b431-2e4f-452d-9cae-9cee66c9a892',
    permanentLoanTypeId: '2b94c631-fca9-4892-a730-03ee529ffe27',
    status: { name: 'Available' },
    barcode: `m${i}`,
  }))
  answer(await app.post('/item-storage/batch/synchronous', { items }), 201)
  const { id } = await match(app, 'ITEM', 'BARCODE', items.map((item) => item.barcode).join('\n'))
  await edit(app, id, SUPPRESS)
  const done = await commit(app, id)
  expect(done).toMatchObject({
    status: 'COMPLETED',
    committedNumOfRecords: 2300,
    processedNumOfRecords: 2300,
  })
  const { text } = await download(app, id, 'COMMITTED_RECORDS_FILE')
  expect(text.trimEnd().split('\n')).toHaveLength(2301)
  const page = await previewRows(app, id, 'COMMIT', 'limit=2&offset=2298')
  expect(page.map((row) => row.Barcode)).toEqual(['m2298', 'm2299'])
  const all = await previewRows(app, id, 'COMMIT', 'limit=100000')
  expect(all.map((row) => row.Barcode)).toEqual(items.map((item) => item.barcode))
  const middle = await previewRows(app, id, 'UPLOAD', 'limit=1201&offset=700')
  expect(middle.map((row) => row.Barcode)).toEqual(items.slice(700, 1901).map((item) => item.barcode))
  const query = encodeURIComponent('discoverySuppress==true and barcode="m*"')
  expect(answer(await app.get(`/item-storage/items?query=${query}&limit=0`)).totalRecords).toBe(2300)
})

test('errors are listed in any length', async () => {
  const lines = Array.from({ length: 1300 }, (_, i) => `unknown${i}`)
  const { id } = await match(app, 'ITEM', 'BARCODE', [...lines, lines[0]].join('\n'))
  const pageOf = async (page: string) => {
    const { errors, totalRecords } = answer(await app.get(`/bulk-operations/${id}/errors?${page}`))
    return [
      errors.map(({ parameters }: { parameters: { value: string }[] }) => parameters[0]!.value),
      totalRecords,
    ]
  }
  expect(await pageOf('limit=100000')).toEqual([[...lines, lines[0]], 1301])
  expect(await pageOf('limit=100000&offset=600&errorType=ERROR')).toEqual([lines.slice(600), 1300])
  expect(await pageOf('limit=2&offset=1298&errorType=ERROR')).toEqual([lines.slice(1298), 1300])
  expect(await pageOf('limit=0&errorType=WARNING')).toEqual([[], 1])
})

test('a record that the database refuses is an error, and the others of its chunk are written', async () => {
  const codes = [await newBarcode(), await newBarcode(), await newBarcode()]
  const { db } = app.octavo.app
  const { rows } = await db.pool.query<{ schema: string }>(
    "select schema from octavo.tenant where id = 'diku'",
  )
  const table = `"${rows[0]!.schema}".item`
  await db.pool.query(
    `alter table ${table} add constraint frozen check (doc ->> 'barcode' <> '${codes[1]}' or version = 1)`,
  )
  const { id } = await match(app, 'ITEM', 'BARCODE', codes.join('\n'))
  await edit(app, id, SUPPRESS)
  const done = await commit(app, id)
  await db.pool.query(`alter table ${table} drop constraint frozen`)
  expect(done).toMatchObject({
    status: 'COMPLETED_WITH_ERRORS',
    committedNumOfRecords: 2,
    committedNumOfErrors: 1,
  })
  expect(await errorLines(app, id)).toEqual([
    `ERROR ${codes[1]}: new row for relation "item" violates check constraint "frozen"`,
  ])
  expect((await previewRows(app, id, 'COMMIT')).map((row) => row.Barcode)).toEqual([codes[0], codes[2]])
})

test('unsuitable requests are refused with the reason', async () => {
  const { id } = await match(app, 'ITEM', 'BARCODE', await newBarcode())
  const path = `/bulk-operations/${id}`
  const refusals: [string, { status: number; text: string }][] = [
    ['no step', await app.post(`${path}/start`, {})],
    ['unknown step', await app.post(`${path}/start`, { step: 'SAVE' })],
    ['deletion of items', await app.post(`${path}/start`, { step: 'DELETE' })],
    ['manual without a file', await app.post(`${path}/start`, { step: 'EDIT', approach: 'MANUAL' })],
    ['no limit', await app.get(`${path}/preview?step=UPLOAD`)],
    ['unknown preview', await app.get(`${path}/preview?step=DELETE&limit=1`)],
    ['unknown error type', await app.get(`${path}/errors?limit=1&errorType=HINT`)],
    ['MARC rules for items', await app.post(`${path}/marc-content-update`, { bulkOperationMarcRules: [] })],
    [
      'an edited file of items',
      await app.post(
        `/bulk-operations/upload?manual=true&operationId=${id}`,
        fileBody('a.csv', 'x'),
        fileHeaders,
      ),
    ],
  ]
  for (const [name, { status, text }] of refusals) {
    expect(status, name).toBe(400)
    expect(text, name).not.toBe('')
  }
  expect(await settled(app, id)).toMatchObject({ status: 'DATA_MODIFICATION' })
})

describe('profiles', () => {
  const profile = {
    name: 'Suppress',
    description: 'hides',
    entityType: 'ITEM',
    ruleDetails: [{ option: 'SUPPRESS_FROM_DISCOVERY', actions: [{ type: 'SET_TO_TRUE' }] }],
  }

  test('are kept, listed, changed and deleted', async () => {
    const made = answer(await app.post('/bulk-operations/profiles', profile), 201)
    expect(made).toMatchObject({ ...profile, locked: false, marcRuleDetails: [] })
    expect(made.createdBy).toBe(made.updatedBy)
    const query = encodeURIComponent('entityType==ITEM sortby name')
    expect(answer(await app.get(`/bulk-operations/profiles?query=${query}`))).toEqual({
      content: [made],
      totalRecords: 1,
    })
    const changed = answer(await app.put(`/bulk-operations/profiles/${made.id}`, { ...made, name: 'Hide' }))
    expect(changed).toMatchObject({ name: 'Hide', createdDate: made.createdDate })
    answer(await app.del(`/bulk-operations/profiles/${made.id}`), 204)
    expect((await app.put(`/bulk-operations/profiles/${made.id}`, profile)).status).toBe(404)
    expect((await app.post('/bulk-operations/profiles', { name: 'x' })).status).toBe(422)
  })

  test('that are locked need a permission of their own', async () => {
    const api = await signedIn(app, 'keeper', [
      'bulk-operations.profiles.item.post',
      'bulk-operations.profiles.item.put',
      'bulk-operations.profiles.item.delete',
    ])
    expect((await api.post('/bulk-operations/profiles', { ...profile, locked: true })).status).toBe(403)
    const locked = answer(await app.post('/bulk-operations/profiles', { ...profile, locked: true }), 201)
    const path = `/bulk-operations/profiles/${locked.id}`
    expect((await api.put(path, { ...locked, locked: false })).status).toBe(403)
    expect((await api.del(path)).status).toBe(403)
    answer(await app.put(path, { ...locked, locked: false }))
    answer(await api.del(path), 204)
  })
})

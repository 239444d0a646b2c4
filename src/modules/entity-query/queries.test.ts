import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { setOldEnd, addRecords, addUser, ended, runAtOnce } from './test-records.ts'
import { ENTITY_TYPE_IDS } from './entity-types.ts'
import { findQuery, queryIds } from './index.ts'
import { entityQueryJobKind, removeOldQueriesOfAllTenants } from './run-query.ts'

let app: TestApp
let records: Awaited<ReturnType<typeof addRecords>>

beforeAll(async () => {
  app = await testApp({ work: true })
  records = await addRecords(app)
})
afterAll(() => app.close())

const { item, instance } = ENTITY_TYPE_IDS
const barcodes = '{"items.barcode": {"$starts_with": "ab-"}}'

async function send(fqlQuery: string, more: object = {}, entityTypeId: string = item): Promise<string> {
  const reply = await app.post('/query', { entityTypeId, fqlQuery, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.queryId as string
}

async function kept(queryId: string): Promise<string[]> {
  const ids: string[] = []
  for await (const page of queryIds(app.octavo.app.db, 'diku', queryId)) ids.push(...page)
  return ids
}

describe('a query that is sent', () => {
  it('is run and answers its results', async () => {
    const fields = [
      'items.barcode',
      'items.status_name',
      'instances.title',
      'effective_location.name',
      'no.such',
    ]
    const queryId = await send(barcodes, { fields })
    const { status, json } = await ended(app, queryId)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      queryId,
      entityTypeId: item,
      fqlQuery: barcodes,
      fields,
      status: 'SUCCESS',
      totalRecords: 2,
    })
    expect(json.startDate).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)
    expect(json.endDate >= json.startDate).toBe(true)
    const wanted = [
      {
        'items.barcode': 'AB-1',
        'items.status_name': 'Missing',
        'instances.title': 'Ätlas of the World',
        'effective_location.name': 'Annex',
        'items.id': records.items.atlas.id,
      },
      {
        'items.barcode': 'AB-2',
        'items.status_name': 'Available',
        'instances.title': 'Bible',
        'effective_location.name': 'Annex',
        'items.id': records.items.bible.id,
      },
    ]
    expect(json.content).toEqual(wanted.toSorted((a, b) => (a['items.id'] < b['items.id'] ? -1 : 1)))
  })

  it('answers without results unless they are asked for', async () => {
    const queryId = await send(barcodes)
    await ended(app, queryId)
    expect((await app.get(`/query/${queryId}`)).json).toMatchObject({ totalRecords: 2, content: [] })
  })

  it('shows all columns of the screen when none are named, and says what ids stand for', async () => {
    const queryId = await send('{"items.barcode": {"$eq": "AB-1"}}')
    const [row] = (await ended(app, queryId)).json.content
    expect(row).toMatchObject({
      'items.id': records.items.atlas.id,
      'items.order': 3,
      'items.discovery_suppress': 'true',
      'items.former_ids': ['old 1', 'old 2'],
      'items.item_damaged_status': 'Damaged',
      'mtypes.name': 'text',
      'temporary_loan_type.name': 'Selected',
      'holdings.number_of_items': 12,
      'created_by_user.username': 'diku_admin',
    })
    expect(JSON.parse(row['items.notes'])).toEqual([
      expect.objectContaining({ note: 'Spine torn', staffOnly: true, itemNoteType: 'Note' }),
      expect.objectContaining({ note: 'Gift', staffOnly: false, itemNoteType: 'Note' }),
    ])
    expect(JSON.parse(row['items.check_in_notes'])).toHaveLength(1)
    expect(row).not.toHaveProperty(['items.check_out_notes'])
    expect(row).not.toHaveProperty(['items.jsonb'])
  })

  it('keeps its ids for paging and for other modules', async () => {
    const queryId = await send('{"items.order": {"$gt": 0}}')
    await ended(app, queryId)
    const all = Object.values(records.items)
      .map(({ id }) => id)
      .sort()
    expect(await kept(queryId)).toEqual(all)
    const state = await app.octavo.app.db.tenant('diku', (tx) => findQuery(tx, queryId))
    expect(state).toMatchObject({ status: 'SUCCESS', total: 3, entityTypeId: item })
    const second = await app.get(`/query/${queryId}?includeResults=true&offset=1&limit=1`)
    expect(second.json.content).toEqual([expect.objectContaining({ 'items.id': all[1] })])
    expect((await app.get(`/query/${queryId}/sortedIds?offset=1&limit=5`)).json).toEqual([[all[1]], [all[2]]])
    expect((await app.get(`/query/${queryId}/sortedIds?offset=3`)).json).toEqual([])
  })

  it('shows a record that is gone since as deleted', async () => {
    const { id } = await records.library.addItem(records.holdings.comic.id, { barcode: 'GONE' })
    const queryId = await send('{"items.barcode": {"$eq": "gone"}}', { fields: ['items.barcode'] })
    await ended(app, queryId)
    await app.del(`/item-storage/items/${id}`)
    const { json } = await app.get(`/query/${queryId}?includeResults=true`)
    expect(json.content).toEqual([{ _deleted: true, 'items.id': id }])
  })

  it('may find nothing', async () => {
    const { json } = await ended(app, await send('{"items.barcode": {"$eq": "x"}}'))
    expect(json).toMatchObject({ status: 'SUCCESS', totalRecords: 0, content: [] })
  })

  it('ends when it finds more than it may', async () => {
    const queryId = await send('{"items.order": {"$gt": 0}}', { maxSize: 2 })
    const { json } = await ended(app, queryId)
    expect(json).toMatchObject({ status: 'MAX_SIZE_EXCEEDED', totalRecords: 3, content: [] })
    expect(json.failureReason).toBe(`Query ${queryId} with size 3 has exceeded the maximum size of 2.`)
    await expect(kept(queryId)).rejects.toThrow('has no results')
  })

  it('can be removed', async () => {
    const queryId = await send(barcodes)
    await ended(app, queryId)
    expect((await app.del(`/query/${queryId}`)).status).toBe(204)
    const gone = await app.get(`/query/${queryId}`)
    expect(gone.status).toBe(404)
    expect(gone.json.code).toBe('query.not.found')
    await expect(kept(queryId)).rejects.toThrow('has no results')
    expect((await app.del(`/query/${queryId}`)).status).toBe(404)
  })

  it('goes some hours after its end', async () => {
    const old = await send(barcodes)
    const recent = await send(barcodes)
    await ended(app, old)
    await ended(app, recent)
    await setOldEnd(app, old)
    await removeOldQueriesOfAllTenants(app.octavo.app)
    expect((await app.get(`/query/${old}`)).status).toBe(404)
    expect((await app.get(`/query/${recent}`)).status).toBe(200)
    await setOldEnd(app, recent)
    expect((await app.post('/query/purge')).json).toEqual({ deletedQueryIds: [recent] })
  })

  it('is listed with its state', async () => {
    const queryId = await send(barcodes, { fields: ['items.barcode'] })
    await ended(app, queryId)
    const states = (await app.get('/fqm/status')).json as { queryId: string }[]
    expect(states.find((one) => one.queryId === queryId)).toMatchObject({
      entityTypeId: item,
      status: 'SUCCESS',
      numFields: 1,
      totalRecords: 2,
    })
  })
})

describe('a query that is not run yet', () => {
  it('is in progress, and can be cancelled', async () => {
    const idle = await testApp()
    try {
      const sent = await idle.post('/query', { entityTypeId: item, fqlQuery: barcodes })
      const path = `/query/${sent.json.queryId}`
      expect((await idle.get(path)).json).toMatchObject({
        status: 'IN_PROGRESS',
        totalRecords: 0,
        content: [],
      })
      expect((await idle.del(path)).status).toBe(204)
      expect((await idle.get(path)).json.status).toBe('CANCELLED')
      await idle.octavo.work()
      expect((await idle.get(path)).json.status).toBe('CANCELLED')
      expect((await idle.del(path)).status).toBe(204)
      expect((await idle.get(path)).status).toBe(404)
    } finally {
      await idle.close()
    }
  })
})

describe('a worker that dies', () => {
  it('leaves nothing of a query half done: the next one begins again', async () => {
    const idle = await testApp()
    try {
      const sent = await idle.post('/query', {
        entityTypeId: ENTITY_TYPE_IDS.user,
        fqlQuery: '{"users.username": {"$eq": "diku_admin"}}',
      })
      const queryId = sent.json.queryId as string
      const { db } = idle.octavo.app
      const chunk = { jobId: queryId, tenant: 'diku', kind: 'entity-query', no: 0, attempt: 1, input: {} }
      const dying = entityQueryJobKind.runChunk(chunk, (work) =>
        db.tenant('diku', async (tx) => {
          expect((await work(tx)).records).toBe(1)
          throw new Error('killed')
        }),
      )
      await expect(dying).rejects.toThrow('killed')
      expect((await idle.get(`/query/${queryId}`)).json).toMatchObject({ status: 'IN_PROGRESS' })
      await idle.octavo.work()
      const { json } = await ended(idle, queryId)
      expect(json).toMatchObject({ status: 'SUCCESS', totalRecords: 1 })
      expect(json.content).toHaveLength(1)
    } finally {
      await idle.close()
    }
  })

  it('gives a query up that the stored values can not answer', async () => {
    const idle = await testApp()
    try {
      const sent = await idle.post('/query', { entityTypeId: item, fqlQuery: barcodes })
      const queryId = sent.json.queryId as string
      const { db } = idle.octavo.app
      const chunk = { jobId: queryId, tenant: 'diku', kind: 'entity-query', no: 0, attempt: 1, input: {} }
      let isFirst = true
      await entityQueryJobKind.runChunk(chunk, (work) =>
        db.tenant('diku', async (tx) => {
          if (isFirst) {
            isFirst = false
            await tx.query('select 1 / 0')
          }
          await work(tx)
        }),
      )
      const { json } = await idle.get(`/query/${queryId}`)
      expect(json).toMatchObject({ status: 'FAILED', failureReason: 'division by zero' })
      expect(json).not.toHaveProperty('totalRecords')
    } finally {
      await idle.close()
    }
  })
})

describe('contents', () => {
  it('are read by ids, in their order', async () => {
    const { atlas, bible } = records.items
    const missing = randomUUID()
    const ids = [[bible.id], [missing], [atlas.id]]
    const reply = await app.post('/query/contents', { entityTypeId: item, fields: ['items.barcode'], ids })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.json).toEqual([
      { 'items.barcode': 'AB-2', 'items.id': bible.id },
      { _deleted: true, 'items.id': missing },
      { 'items.barcode': 'AB-1', 'items.id': atlas.id },
    ])
  })

  it('are refused for what are no ids', async () => {
    const fields = ['items.barcode']
    const wrong = await app.post('/query/contents', { entityTypeId: item, fields, ids: [['x']] })
    expect(wrong.status).toBe(400)
    expect(wrong.json.parameters).toEqual([{ key: 'ids', value: 'must be a UUID' }])
    expect((await app.post('/query/contents', { entityTypeId: item, ids: [] })).status).toBe(400)
    expect((await app.post('/query/contents', { entityTypeId: item, fields })).status).toBe(400)
  })
})

describe('a query that is run at once', () => {
  it('answers as many records as wanted, and counts those', async () => {
    const { json } = await runAtOnce(app, 'item', barcodes, '&fields=items.barcode&limit=1')
    expect(json).toMatchObject({ content: [{ 'items.barcode': expect.any(String) }], totalRecords: 1 })
    const users = await runAtOnce(
      app,
      'user',
      { 'users.username': { $eq: 'diku_admin' } },
      '&fields=users.username',
    )
    expect(users.json.content[0]['users.username']).toBe('diku_admin')
  })
})

describe('a query that can not be run', () => {
  const refused = async (fqlQuery: string) => {
    const reply = await app.post('/query', { entityTypeId: item, fqlQuery })
    expect(reply.status, fqlQuery).toBe(400)
    expect(reply.json).toMatchObject({ code: 'query.invalid', message: `FQL Query ${fqlQuery} is invalid` })
    return reply.json.parameters as { key: string; value: string }[]
  }

  it('names the operator or field that it gets wrong', async () => {
    expect(await refused('{"items.status_name": {"$xy": ["missing", "lost"]}}')).toEqual([
      {
        key: 'items.status_name',
        value: 'Condition {"$xy":["missing","lost"]} contains an invalid operator',
      },
    ])
    expect(await refused('{"invalid_field": {"$in": ["missing", "lost"]}}')).toEqual([
      {
        key: 'invalid_field',
        value: 'Field invalid_field is not present in definition of entity type composite_item_details',
      },
    ])
    expect(await refused('{"items.notes": {"$eq": "x"}}')).toEqual([
      { key: 'items.notes', value: "Field items.notes can't be queried" },
    ])
    const both = await refused('{"$and": [{"a.b": {"$eq": 1}}, {"items.notes[*]->x": {"$eq": 1}}]}')
    expect(both.map(({ key }) => key)).toEqual(['a.b', 'items.notes[*]->x'])
  })

  it('names the value that is of the wrong kind', async () => {
    const faults: [object, string][] = [
      [{ 'items.order': { $gt: 'abc' } }, 'Field items.order takes a number, not "abc"'],
      [
        { 'items.order': { $contains: '1' } },
        'Field items.order is a number and can\'t be searched as text ("1")',
      ],
      [{ 'items.id': { $eq: '123' } }, 'Field items.id takes a UUID, not "123"'],
      [{ 'items.id': { $gt: '123' } }, "Field items.id is a UUID and can't be compared with less and more"],
      [
        { 'items.discovery_suppress': { $eq: 'maybe' } },
        'Field items.discovery_suppress takes true or false, not "maybe"',
      ],
      [
        { 'items.updated_date': { $eq: '2024-02-30' } },
        'Field items.updated_date takes a date such as 2024-05-31 or 2024-05-31T22:00:00.000, not "2024-02-30"',
      ],
      [
        { 'instances.cataloged_date': { $lt: 'soon' } },
        'Field instances.cataloged_date takes a date such as 2024-05-31, not "soon"',
      ],
      [{ 'items.barcode': { $eq: null } }, '$eq takes a text, a number, true or false, not null'],
      [{ 'items.barcode': { $in: 'AB-1' } }, '$in takes a list of values, not "AB-1"'],
      [{ 'items.barcode': { $contains: 1 } }, '$contains takes a text, not 1'],
      [{ 'items.barcode': { $empty: 'perhaps' } }, '$empty takes true or false, not "perhaps"'],
      [{ 'items.barcode': { $eq: 'a\0b' } }, 'A value contains the character U+0000'],
      [{ 'items.barcode': 'AB-1' }, 'Condition "AB-1" is not a JSON object'],
    ]
    for (const [fql, reason] of faults) {
      expect(await refused(JSON.stringify(fql))).toEqual([{ key: Object.keys(fql)[0], value: reason }])
    }
    const [regex] = await refused('{"items.barcode": {"$regex": "(("}}')
    expect(regex!.value).toContain('invalid regular expression')
  })

  it('is no JSON, has no condition, or is none that is known', async () => {
    const faults: [string, string, string][] = [
      ['items.barcode == "x"', 'fqlQuery', 'The query is not valid JSON'],
      ['[]', 'fqlQuery', 'A condition must be a JSON object'],
      ['{}', 'fqlQuery', 'The query has no condition'],
      ['{"_version": "24"}', 'fqlQuery', 'The query has no condition'],
      ['{"$and": []}', 'fqlQuery', 'The query has no condition'],
      ['{"$and": {}}', '$and', '$and takes a list of conditions'],
      ['{"$or": []}', '$or', 'Unknown operator $or; conditions are joined with $and'],
    ]
    for (const [fql, key, value] of faults) expect(await refused(fql)).toEqual([{ key, value }])
    const many = JSON.stringify({ $and: Array.from({ length: 201 }, () => ({ 'items.order': { $gt: 1 } })) })
    const reply = await app.post('/query', { entityTypeId: item, fqlQuery: many })
    expect(reply.json.parameters[0].value).toBe('A query may have 200 conditions at most')
  })

  it('is hostile', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const hostile = [
      deep,
      `{"items.barcode": ${deep}}`,
      `{"items.barcode": {"$eq": ${deep}}}`,
      `{"$and": ${deep}}`,
      '{"items.barcode": {"$eq": "a\u0000b"}}',
      '{"\u0000": {"$eq": 1}}',
      '{"__proto__": {"$eq": 1}}',
      '{"items.__proto__": {"constructor": 1}}',
      '{"items.barcode": {"__proto__": 1}}',
      '{"items.order": {"$eq": 1e400}}',
      `{"items.order": {"$eq": "${'9'.repeat(100)}"}}`,
      '{"items.updated_date": {"$gt": "10000-01-01"}}',
      '{"items.updated_date": {"$gt": "0000-01-01"}}',
    ]
    for (const fqlQuery of hostile) {
      const reply = await app.post('/query', { entityTypeId: item, fqlQuery })
      expect(reply.status, fqlQuery.slice(0, 50)).toBe(400)
      expect(reply.text.length).toBeLessThan(3000)
    }
    const fields = ['a\0b']
    expect((await app.post('/query', { entityTypeId: item, fqlQuery: barcodes, fields })).status).toBe(400)
    const surrogate = '{"items.barcode": {"$contains": "\ud800"}}'
    expect((await app.post('/query', { entityTypeId: item, fqlQuery: surrogate })).status).toBe(201)
  })

  it('lacks something in the request', async () => {
    expect((await app.post('/query')).status).toBe(400)
    const missing: [object, string][] = [
      [{ fqlQuery: barcodes }, 'entityTypeId'],
      [{ entityTypeId: item }, 'fqlQuery'],
      [{ entityTypeId: item, fqlQuery: barcodes, fields: 'items.id' }, 'fields'],
      [{ entityTypeId: item, fqlQuery: barcodes, maxSize: 0 }, 'maxSize'],
    ]
    for (const [body, field] of missing) {
      const reply = await app.post('/query', body)
      expect(reply.status).toBe(400)
      expect(reply.json.parameters[0].key).toBe(field)
    }
    const unknown = await app.post('/query', { entityTypeId: randomUUID(), fqlQuery: barcodes })
    expect(unknown.status).toBe(404)
    expect((await app.get('/query?entityTypeId=x&query=y')).status).toBe(400)
    expect((await app.get(`/query?entityTypeId=${item}`)).status).toBe(400)
  })
})

describe('what users may', () => {
  const ITEM_RIGHTS = ['inventory-storage.all', 'users.collection.get']
  const FQM_RIGHTS = [
    'fqm.query.async.post',
    'fqm.query.async.results.query.get',
    'fqm.query.async.results.sortedids.get',
    'fqm.query.async.delete',
    'fqm.query.sync.get',
  ]

  it('is theirs alone: nobody sees the query of somebody else', async () => {
    const queryId = await send(barcodes)
    await ended(app, queryId)
    const other = await addUser(app, 'other', [...ITEM_RIGHTS, ...FQM_RIGHTS])
    for (const path of [`/query/${queryId}`, `/query/${queryId}/sortedIds`]) {
      expect((await app.get(path, other)).status).toBe(404)
    }
    expect((await app.del(`/query/${queryId}`, undefined, other)).status).toBe(404)
    expect((await app.get(`/query/${queryId}`)).status).toBe(200)
    const own = await app.post('/query', { entityTypeId: item, fqlQuery: barcodes }, other)
    expect(own.status).toBe(201)
  })

  it('needs the permissions of the endpoint and those of the entity type', async () => {
    const body = { entityTypeId: instance, fqlQuery: '{"instance.title": {"$eq": "x"}}' }
    const nothing = await addUser(app, 'nothing', ITEM_RIGHTS)
    const refusedAtDoor = await app.post('/query', body, nothing)
    expect(refusedAtDoor.status).toBe(403)
    expect(refusedAtDoor.text).toContain('fqm.query.async.post')
    const noRecords = await addUser(app, 'no-records', [...FQM_RIGHTS, 'users.collection.get'])
    for (const reply of [
      await app.post('/query', body, noRecords),
      await app.get(`/query?entityTypeId=${instance}&query=${encodeURIComponent(body.fqlQuery)}`, noRecords),
    ]) {
      expect(reply.status).toBe(403)
      expect(reply.json.code).toBe('permissions.missing')
      expect(reply.json.message).toContain('inventory-storage.instances.item.get')
      expect(reply.json.message).not.toContain('users.collection.get')
    }
  })
})

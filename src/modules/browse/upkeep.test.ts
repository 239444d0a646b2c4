import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newTenant } from '../../../test/flows/import-client.ts'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { deleteInstances, insertInstances, updateInstances } from '../inventory/index.ts'
import type { Instance } from '../inventory/index.ts'
import { INSTANCE_TYPE, addLibrary } from '../inventory/test-library.ts'
import type { TestLibrary } from '../inventory/test-library.ts'
import { tidyBrowse } from './index-job.ts'
import { browse, untilIndexed } from './test-browse.ts'

let app: TestApp
let library: TestLibrary

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
})
afterAll(() => app.close())

const db = () => app.octavo.app.db
const instance = (title: string, subjects: string[], more: object = {}): Instance => ({
  source: 'FOLIO',
  title,
  instanceTypeId: INSTANCE_TYPE,
  subjects: subjects.map((value) => ({ value })),
  ...more,
})
/** Subjects from `start` on with their counts, and the total. */
async function shown(start: string, limit = 5): Promise<[number, Record<string, number>]> {
  const page = await browse(app, 'subjects/instances', `value >= "${start}"`, { limit })
  return [page.totalRecords, Object.fromEntries(page.items.map((item) => [item.value, item.totalRecords]))]
}
const numbers = async (start: string) => {
  const page = await browse(app, 'call-numbers/all/instances', `fullCallNumber >= "${start}"`)
  return page.items.map((item) => [item.fullCallNumber, item.totalRecords, item.instanceTitle])
}

describe('what can be browsed', () => {
  it('follows single records when they are changed and deleted', async () => {
    const first = await library.addInstance({ subjects: [{ value: 'Apples' }, { value: 'Pears' }] })
    const second = await library.addInstance({ subjects: [{ value: 'Apples' }] })
    expect(await shown('a')).toEqual([2, { Apples: 2, Pears: 1 }])
    const path = (id: string) => `/instance-storage/instances/${id}`
    const stored = (await app.get(path(first.id))).json
    await app.put(path(first.id), { ...stored, subjects: [{ value: 'Pears' }, { value: 'Plums' }] })
    expect(await shown('a')).toEqual([3, { Apples: 1, Pears: 1, Plums: 1 }])
    await app.del(path(second.id))
    expect(await shown('a')).toEqual([2, { Pears: 1, Plums: 1 }])
    await tidyBrowse(app.octavo.app)
    expect(await shown('a')).toEqual([2, { Pears: 1, Plums: 1 }])
    await library.addInstance({ subjects: [{ value: 'Apples' }] })
    expect(await shown('a')).toEqual([3, { Apples: 1, Pears: 1, Plums: 1 }])
  })

  it('follows holdings: their call numbers and the instance that they belong to', async () => {
    const one = await library.addInstance({ title: 'One' })
    const two = await library.addInstance({ title: 'Two' })
    const holdings = await library.addHoldings(one.id, { callNumber: 'B1' })
    const item = await library.addItem(holdings.id)
    const own = await library.addItem(holdings.id, { itemLevelCallNumber: 'B2' })
    expect(await numbers('a')).toEqual([
      ['B1', 1, 'One'],
      ['B2', 1, 'One'],
    ])
    const path = `/holdings-storage/holdings/${holdings.id}`
    const stored = (await app.get(path)).json
    await app.put(path, { ...stored, callNumber: 'B3' })
    expect(await numbers('a')).toEqual([
      ['B2', 1, 'One'],
      ['B3', 1, 'One'],
    ])
    const move = { toInstanceId: two.id, holdingsRecordIds: [holdings.id] }
    expect((await app.post('/inventory/holdings/move', move)).json).toEqual({ nonUpdatedIds: [] })
    expect(await numbers('a')).toEqual([
      ['B2', 1, 'Two'],
      ['B3', 1, 'Two'],
    ])
    await app.del(`/item-storage/items/${own.id}`)
    const checkedIn = (await app.get(`/item-storage/items/${item.id}`)).json
    await app.put(`/item-storage/items/${item.id}`, {
      ...checkedIn,
      itemLevelCallNumber: ' ',
      callNumber: undefined,
    })
    expect(await numbers('a')).toEqual([['B3', 1, 'Two']])
  })

  it('takes big lists from a queue; records deleted meanwhile never show', async () => {
    const many = Array.from({ length: 1500 }, (_, i) => instance(`Many ${i}`, ['Zebras', `Zoo ${i % 3}`]))
    const outcomes = await db().tenant('diku', (tx) => insertInstances(tx, null, many))
    const ids = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.id] : []))
    expect(ids).toHaveLength(1500)
    expect((await shown('z'))[1]).toEqual({})
    await db().tenant('diku', (tx) => deleteInstances(tx, null, ids.slice(0, 300)))
    // One of them is edited before its turn comes.
    const path = `/instance-storage/instances/${ids[300]!}`
    const stored = (await app.get(path)).json
    await app.put(path, { ...stored, subjects: [{ value: 'Zinnias' }] })
    expect((await shown('z'))[1]).toEqual({ Zinnias: 1 })
    await app.octavo.work()
    await untilIndexed(app)
    const [total, counts] = await shown('z')
    expect(counts).toEqual({ Zebras: 1199, Zinnias: 1, 'Zoo 0': 399, 'Zoo 1': 400, 'Zoo 2': 400 })
    await db().tenant('diku', (tx) => deleteInstances(tx, null, ids.slice(300)))
    expect(await shown('z')).toEqual([total - 5, {}])
  })

  it('is as the documents say after writers and the queue were at the same records', async () => {
    const made = await db().tenant('diku', (tx) =>
      insertInstances(
        tx,
        null,
        Array.from({ length: 400 }, (_, i) => instance(`Both ${i}`, [`Y${i % 7}`])),
      ),
    )
    const ids = made.flatMap((outcome) => (outcome.ok ? [outcome.id] : []))
    const write = async (list: string[], value: string) =>
      db().tenant('diku', async (tx) => {
        const records = list.map((id, i) => ({ ...instance(`Both`, [`${value}${i % 3}`]), id }))
        const stored = await tx.query<{ id: string; hrid: string }>(
          "select id, doc ->> 'hrid' as hrid from instance where id = any($1)",
          [list],
        )
        const hrids = new Map(stored.map(({ id, hrid }) => [id, hrid]))
        await updateInstances(
          tx,
          null,
          records.map((record) => ({ ...record, hrid: hrids.get(record.id) })),
          { ignoreVersions: true, allOrNothing: true },
        )
      })
    // Lists above a hundred go to the queue, the others are stored at once, in turn for the same records.
    const work: Promise<void>[] = []
    for (let i = 0; i < 12; i += 1) {
      work.push(
        write(ids.slice(i * 20, i * 20 + 150), `Ya${i}-`),
        write(ids.slice(i * 25, i * 25 + 60), `Yb${i}-`),
      )
    }
    await Promise.all(work)
    await untilIndexed(app)
    const rows = await db().tenant('diku', (tx) =>
      tx.query<{ value: string; count: number }>(
        `select s ->> 'value' as value, count(*) as count
         from instance, json_array_elements(doc -> 'subjects') s
         where s ->> 'value' like 'Y%' group by 1 order by 1`,
      ),
    )
    const [, counts] = await shown('y', 100)
    const ours = Object.fromEntries(Object.entries(counts).filter(([value]) => value.startsWith('Y')))
    expect(ours).toEqual(Object.fromEntries(rows.map(({ value, count }) => [value, count])))
  })

  it('belongs to one tenant', async () => {
    const other = await newTenant(app, 'other', false)
    const body = { ...instance('Elsewhere', ['Apples']) }
    expect((await other.post('/instance-storage/instances', body)).status).toBe(201)
    const read = async (query: string) =>
      (await other.get(`/browse/subjects/instances?query=${encodeURIComponent(query)}`)).json
    expect(await read('value >= "a"')).toEqual({
      totalRecords: 1,
      prev: 'Apples',
      items: [{ value: 'Apples', totalRecords: 1 }],
    })
    expect((await shown('apples', 1))[1]).toEqual({ Apples: 1 })
  })
})

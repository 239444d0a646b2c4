import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import {
  deleteInstances,
  insertInstances,
  insertItems,
  referenceSnapshot,
  updateInstances,
  updateItems,
  upsertInstances,
} from './index.ts'
import type { Instance, Item, Outcome } from './index.ts'
import { addLibrary, minimal } from './test-library.ts'
import type { TestLibrary } from './test-library.ts'

const UNKNOWN = '11111111-1111-4111-8111-111111111111'
const JOB = '00000000-0000-4000-8000-00000000000b'

let app: TestApp
let library: TestLibrary

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
})
afterAll(() => app.close())

function inTenant<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return app.octavo.app.db.tenant('diku', work)
}

function shown(outcomes: readonly Outcome[]): unknown[] {
  return outcomes.map((outcome) => (outcome.ok ? outcome.version : outcome.problem.status))
}

describe('list functions', () => {
  it('give one outcome a record, in order, and keep bad records from touching good ones', async () => {
    const { id } = await library.addInstance({ hrid: 'taken1' })
    const records = [
      minimal.instance({ title: 'fine 1' }),
      minimal.instance({ instanceTypeId: UNKNOWN }),
      minimal.instance({ id }),
      minimal.instance({ hrid: 'TAKEN1' }),
      minimal.instance({ hrid: 'new1', title: 'fine 2' }),
      minimal.instance({ hrid: 'New1' }),
      minimal.instance({ id: 'no uuid' }),
    ]
    const outcomes = await inTenant((tx) => insertInstances(tx, null, records))
    expect(shown(outcomes)).toEqual([1, 422, 422, 422, 1, 422, 400])
    expect((await app.get('/instance-storage/instances?query=title=fine')).json.totalRecords).toBe(2)
  })

  it('write long lists as they write short ones', async () => {
    const records = Array.from({ length: 120 }, (_, i) =>
      minimal.instance({
        title: `Tab\there "${i}" \\ back`,
        ...(i === 7 ? { instanceTypeId: UNKNOWN } : {}),
      }),
    )
    const outcomes = await inTenant((tx) => insertInstances(tx, null, records))
    expect(shown(outcomes)).toEqual(records.map((_, i) => (i === 7 ? 422 : 1)))
    const texts = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.doc] : []))
    const stored = await inTenant((tx) =>
      tx.query<{ doc: string }>('select doc from instance where title_key like $1', ['tab%']),
    )
    expect(stored.map(({ doc }) => doc).sort()).toEqual(texts.sort())
  })

  it('apply a list that names a record twice in its order', async () => {
    const { id, hrid } = await library.addInstance()
    const change = (version: number, title: string): Instance => ({
      ...minimal.instance({ title }),
      id,
      hrid,
      _version: version,
    })
    const outcomes = await inTenant((tx) =>
      updateInstances(tx, null, [change(1, 'one'), change(2, 'two'), change(2, 'three')]),
    )
    expect(shown(outcomes)).toEqual([2, 3, 409])
    expect((await app.get(`/instance-storage/instances/${id}`)).json.title).toBe('two')
  })

  it('part new records from stored ones', async () => {
    const { id } = await library.addInstance()
    const outcomes = await inTenant((tx) =>
      upsertInstances(tx, null, [
        minimal.instance({ title: 'brand new' }),
        { ...minimal.instance({ title: 'again' }), id, _version: 1 },
        { ...minimal.instance(), id: UNKNOWN },
      ]),
    )
    expect(shown(outcomes)).toEqual([1, 2, 1])
    const gone = await inTenant((tx) => deleteInstances(tx, null, [UNKNOWN, UNKNOWN.replaceAll('1', '2')]))
    expect(gone.map(({ ok }) => ok)).toEqual([true, false])
  })

  it('refuse the loser of a race for a barcode and store the rest of its list', async () => {
    const holdings = await library.addHoldings((await library.addInstance()).id)
    const other = await library.addHoldings((await library.addInstance()).id)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let written: () => void = () => undefined
    const isWritten = new Promise<void>((resolve) => (written = resolve))
    const winner = inTenant(async (tx) => {
      const outcomes = await insertItems(tx, null, [minimal.item(holdings.id, { barcode: 'race' })])
      written()
      await held
      return outcomes
    })
    await isWritten
    const loser = inTenant((tx) =>
      insertItems(tx, null, [
        minimal.item(other.id, { barcode: 'RACE' }),
        minimal.item(other.id, { barcode: 'calm' }),
      ]),
    )
    setTimeout(release, 100)
    expect(shown(await winner)).toEqual([1])
    expect(shown(await loser)).toEqual([422, 1])
  })

  it('keep what a job replaced under its id', async () => {
    const holdings = await library.addHoldings((await library.addInstance()).id)
    const item = (await library.addItem(holdings.id)) as Item
    const at = new Date('2026-05-05T05:05:05.555Z')
    await inTenant((tx) => updateItems(tx, null, [{ ...item, volume: '3' }], { jobId: JOB, at }))
    const rows = await inTenant((tx) =>
      tx.query(
        'select record_type, record_id, version, user_id, changed_at from record_change where job_id = $1',
        [JOB],
      ),
    )
    expect(rows).toEqual([{ record_type: 3, record_id: item.id, version: 1, user_id: null, changed_at: at }])
    expect((await app.get(`/item-storage/items/${item.id}`)).json.metadata.updatedDate).toBe(
      '2026-05-05T05:05:05.555+00:00',
    )
  })
})

describe('the snapshot of reference values', () => {
  it('holds every list by its key', async () => {
    const snapshot = await inTenant(referenceSnapshot)
    expect(snapshot.identifierTypes).toHaveLength(30)
    expect(snapshot.mtypes?.find(({ name }) => name === 'book')?.id).toBe(
      '1a54b431-2e4f-452d-9cae-9cee66c9a892',
    )
    expect(snapshot.locations?.map(({ name }) => name)).toEqual(['Annex', 'Main'])
    expect(snapshot).toHaveProperty('issuanceModes')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { Catalog, extendTexts } from './catalog.ts'
import type { MadeIds } from './export-shape.ts'
import { answer, endOf, logOf, newTenant, rule, startFiles, until } from './import-client.ts'
import type { Api, Job } from './import-client.ts'
import { book, copy } from './marc-files.ts'
import { action, makeTree, match } from './profile-tree.ts'
import type { MadeProfile } from './profile-tree.ts'

// Updates by imports while others work on the same records.

let app: TestApp
let api: Api
let catalog: Catalog

beforeAll(async () => {
  app = await testApp({
    work: true,
    env: {
      OCTAVO_CHUNK_RECORDS: '20',
      OCTAVO_JOB_CONCURRENCY: '4',
      OCTAVO_DATABASE_CONNECTIONS: '20',
    },
  })
  api = await newTenant(app, 'lib', true)
  catalog = new Catalog(api)
})

afterAll(() => app.close())

const addMany = (prefix: string, count: number) =>
  catalog.add(
    Array.from({ length: count }, (_, i) =>
      book(`${prefix}${i}`, `${prefix} ${i}`, [copy(`${prefix}-${i}`)]),
    ),
  )

const ITEM_NOTES = 'item.administrativeNotes[]'
const HOLDINGS_NOTES = 'holdings.administrativeNotes[]'
const INSTANCE_NOTES = 'instance.administrativeNotes[]'

/** A profile that adds a note to instance, holdings and item, each found by its own key. */
const noteAll = (name: string, note: string): Promise<MadeProfile> =>
  makeTree(api, name, [
    match('980  $i', 'INSTANCE', 'instance.id', {
      onMatch: [action('UPDATE', 'INSTANCE', [extendTexts(INSTANCE_NOTES, `"${note}"`)])],
    }),
    match('980  $h', 'HOLDINGS', 'holdingsrecord.hrid', {
      onMatch: [
        action('UPDATE', 'HOLDINGS', [
          extendTexts(HOLDINGS_NOTES, `"${note}"`),
          rule('holdings.callNumberPrefix', `"${note}"`),
        ]),
      ],
    }),
    match('980  $t', 'ITEM', 'item.hrid', {
      onMatch: [action('UPDATE', 'ITEM', [extendTexts(ITEM_NOTES, `"${note}"`)])],
    }),
  ])

const fileOf = (made: readonly MadeIds[]) =>
  Buffer.concat(
    made.map((ids) =>
      book('x', `Title of ${ids.instanceHrid}`, [
        ['980', `  $i${ids.instance}$h${ids.holdingsHrid}$t${ids.itemHrid}`],
      ]),
    ),
  )

async function deadlocks(): Promise<number> {
  const rows = await app.octavo.app.db.system((tx) =>
    tx.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    ),
  )
  return rows[0]!.deadlocks
}

type Noted = { administrativeNotes?: string[]; _version: number }

/** Adds a note to a record as a person at a screen does: reads it, changes it, saves it. @returns the status. */
async function addNote(path: string, note: string): Promise<number> {
  const record = answer(await api.get(path)) as Noted
  const administrativeNotes = [...(record.administrativeNotes ?? []), note]
  const { status, text } = await api.put(path, { ...record, administrativeNotes })
  expect([204, 409], text).toContain(status)
  return status
}

describe('an update import', () => {
  it('loses no edit of twenty clients at the same records, and the conflicts are theirs alone', async () => {
    const made = await addMany('ed', 120)
    const profile = await noteAll('edit beside', 'import')
    const before = await deadlocks()
    const [jobId] = await startFiles(api, [{ name: 'edit.mrc', bytes: fileOf(made) }], profile)
    let isRunning = true
    const saved = new Map<string, string[]>()
    const counts = { saved: 0, conflicts: 0 }
    const client = async (no: number): Promise<void> => {
      for (let i = 0; isRunning; i += 1) {
        const { item, holdings } = made[(no * 37 + i * 11) % made.length]!
        const path = [
          `/item-storage/items/${item}`,
          `/inventory/items/${item}`,
          `/holdings-storage/holdings/${holdings}`,
        ][(no + i) % 3]!
        const note = `client ${no} edit ${i}`
        if ((await addNote(path, note)) === 409) {
          counts.conflicts += 1
          continue
        }
        counts.saved += 1
        const id = path.split('/').at(-1)!
        saved.set(id, [...(saved.get(id) ?? []), note])
      }
    }
    const clients = Array.from({ length: 20 }, (_, no) => client(no))
    const job = await endOf(api, jobId!)
    isRunning = false
    await Promise.all(clients)
    expect(job).toMatchObject({ status: 'COMMITTED', progress: { current: 120, total: 120 } })
    expect((await logOf(api, jobId!)).map(({ error }) => error).filter((error) => error !== '')).toEqual([])
    expect(counts.saved).toBeGreaterThan(20)
    for (const { item, holdings, instance } of made) {
      for (const record of [await catalog.item(item), await catalog.holdings(holdings)]) {
        const notes = (record as Noted).administrativeNotes!
        expect([...notes].sort()).toEqual(['import', ...(saved.get(record.id) ?? [])].sort())
      }
      expect((await catalog.instance(instance)).administrativeNotes).toEqual(['import'])
      expect((await catalog.item(item)).effectiveCallNumberComponents.prefix).toBe('import')
    }
    expect(await deadlocks()).toBe(before)
  })

  it('beside another one over the same records in reverse order: both are done, without a deadlock', async () => {
    const made = await addMany('two', 120)
    const before = await deadlocks()
    const [first, second] = [await noteAll('two first', 'A'), await noteAll('two second', 'B')]
    const [firstJob] = await startFiles(api, [{ name: 'a.mrc', bytes: fileOf(made) }], first)
    const [secondJob] = await startFiles(api, [{ name: 'b.mrc', bytes: fileOf(made.toReversed()) }], second)
    for (const jobId of [firstJob!, secondJob!]) {
      expect(await endOf(api, jobId)).toMatchObject({ status: 'COMMITTED', progress: { current: 120 } })
      expect((await logOf(api, jobId)).filter(({ error }) => error !== '')).toEqual([])
    }
    for (const { instance, holdings, item } of made) {
      const notes = [
        await catalog.instance(instance),
        await catalog.holdings(holdings),
        await catalog.item(item),
      ]
      for (const { administrativeNotes } of notes) expect([...administrativeNotes].sort()).toEqual(['A', 'B'])
      expect(await catalog.source(instance)).toMatchObject({ generation: 2 })
    }
    expect(await deadlocks()).toBe(before)
  })

  it('that is cancelled keeps the chunks that are done whole, and its log ends where it stopped', async () => {
    const made = await addMany('ca', 400)
    const profile = await noteAll('cancelled', 'import')
    const [jobId] = await startFiles(api, [{ name: 'cancel.mrc', bytes: fileOf(made) }], profile)
    await until(async () => {
      const { progress } = answer(await api.get(`/change-manager/jobExecutions/${jobId}`)) as Job
      return progress.current >= 40
    })
    answer(await api.del(`/change-manager/jobExecutions/${jobId}/records`), 204)
    const job = await endOf(api, jobId!)
    const done = job.progress.current
    expect(job.status).toBe('CANCELLED')
    expect(done).toBeLessThan(400)
    const entries = await logOf(api, jobId!)
    expect(entries.map(({ sourceRecordOrder }) => Number(sourceRecordOrder))).toEqual([...Array(done).keys()])
    for (const [index, { instance, holdings, item }] of made.entries()) {
      const notes = index < done ? ['import'] : []
      expect((await catalog.instance(instance)).administrativeNotes ?? []).toEqual(notes)
      expect((await catalog.holdings(holdings)).administrativeNotes ?? []).toEqual(notes)
      expect((await catalog.item(item)).administrativeNotes ?? []).toEqual(notes)
      expect((await catalog.source(instance)).generation).toBe(index < done ? 1 : 0)
    }
  })
})

describe('what is deleted while an import runs', () => {
  it('is not missed where it is a profile, and named where it is a location that records refer to', async () => {
    const made = await addMany('de', 300)
    const { id: locationId, code } = await catalog.setting('/locations')
    const original = answer(await api.get(`/locations/${locationId}`))
    const { id: goneId } = answer(
      await api.post('/locations', { ...original, id: undefined, name: 'Gone soon', code: 'GONE' }),
      201,
    )
    const profile = await makeTree(api, 'deleted', [
      match('980  $h', 'HOLDINGS', 'holdingsrecord.hrid', {
        onMatch: [
          action('UPDATE', 'HOLDINGS', [
            rule('holdings.temporaryLocationId', '980$l'),
            extendTexts(HOLDINGS_NOTES, '"import"'),
          ]),
        ],
      }),
    ])
    const bytes = Buffer.concat(
      made.map((ids, index) =>
        book('x', 'x', [['980', `  $h${ids.holdingsHrid}$l${index === 299 ? 'GONE' : code}`]]),
      ),
    )
    const [jobId] = await startFiles(api, [{ name: 'deleted.mrc', bytes }], profile)
    const base = '/data-import-profiles'
    answer(await api.del(`${base}/jobProfiles/${profile.id}`), 204)
    answer(await api.del(`${base}/matchProfiles/${profile.matches[0]}`), 204)
    answer(await api.del(`${base}/actionProfiles/${profile.actions[0]}`), 204)
    answer(await api.del(`${base}/mappingProfiles/${profile.mappings[0]}`), 204)
    answer(await api.del(`/locations/${goneId}`), 204)
    const { progress } = answer(await api.get(`/change-manager/jobExecutions/${jobId}`)) as Job
    expect(progress.current, 'the job must still be running').toBeLessThan(300)
    const job = await endOf(api, jobId!)
    expect(job.progress.current).toBe(300)
    const entries = await logOf(api, jobId!)
    expect(entries.slice(0, 299).filter(({ error }) => error !== '')).toEqual([])
    expect(entries[299]).toMatchObject({
      sourceRecordActionStatus: 'DISCARDED',
      error: expect.stringContaining('temporaryLocationId) was deleted while the job ran'),
      relatedHoldingsInfo: [{ actionStatus: 'DISCARDED' }],
    })
    expect(await catalog.holdings(made[0]!.holdings)).toMatchObject({
      temporaryLocationId: locationId,
      administrativeNotes: ['import'],
    })
    expect((await catalog.holdings(made[299]!.holdings))['_version']).toBe(1)
  })
})

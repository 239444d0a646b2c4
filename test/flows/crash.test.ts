import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extendTexts } from './catalog.ts'
import { madeIds } from './export-shape.ts'
import { SAMPLE_PROFILE, answer, countOf, logOf, startFiles, until } from './import-client.ts'
import type { Job } from './import-client.ts'
import { book, manyBooks } from './marc-files.ts'
import { action, makeTree, match } from './profile-tree.ts'
import { ServerProcess } from './server-process.ts'

let server: ServerProcess

beforeAll(async () => {
  server = await ServerProcess.create({ OCTAVO_CHUNK_RECORDS: '50', OCTAVO_JOB_CONCURRENCY: '2' })
  await server.start()
  await server.run('tenant', 'create', 'lib', '--sample')
  await server.signIn('lib', 'lib_admin')
})

afterAll(() => server.remove())

type Stock = { instances: number; holdings: number; items: number; sources: number }

async function stock(): Promise<Stock> {
  const { api } = server
  return {
    instances: await countOf(api, '/instance-storage/instances'),
    holdings: await countOf(api, '/holdings-storage/holdings'),
    items: await countOf(api, '/item-storage/items'),
    sources: answer(await api.get('/source-storage/source-records?limit=0')).totalRecords,
  }
}

/** Asks for a job until it answers with one that `isAwaited`; a server that is coming up may refuse meanwhile. */
async function waitFor(jobId: string, isAwaited: (job: Job) => boolean): Promise<Job> {
  return until(async () => {
    const reply = await server.api.get(`/change-manager/jobExecutions/${jobId}`).catch(() => null)
    const job = reply?.status === 200 ? (reply.json as Job) : null
    return job !== null && isAwaited(job) ? job : null
  }, 30)
}

/** Waits until a job has done so many records, but not all. */
async function waitForRecords(jobId: string, records: number): Promise<number> {
  const job = await waitFor(jobId, ({ progress, status }) => {
    expect(status, 'the job must still be running').toBe('PARSING_IN_PROGRESS')
    return progress.current >= records
  })
  return job.progress.current
}

async function expectExact(jobId: string, records: number, before: Stock): Promise<void> {
  const { api } = server
  const job = await waitFor(jobId, ({ status }) => status !== 'PARSING_IN_PROGRESS')
  expect(job).toMatchObject({ status: 'COMMITTED', progress: { current: records, total: records } })
  expect(await stock()).toEqual({
    instances: before.instances + records,
    holdings: before.holdings + records,
    items: before.items + records,
    sources: before.sources + records,
  })
  const entries = await logOf(api, jobId)
  expect(entries.map((entry) => Number(entry.sourceRecordOrder))).toEqual([...Array(records).keys()])
  const distinct = (values: (string | undefined)[]) =>
    new Set(values.filter((value) => value !== undefined)).size
  expect(distinct(entries.map((entry) => entry.sourceRecordId))).toBe(records)
  expect(distinct(entries.map((entry) => entry.relatedInstanceInfo.hridList[0]))).toBe(records)
  expect(distinct(entries.map((entry) => entry.relatedHoldingsInfo[0]?.id))).toBe(records)
  expect(distinct(entries.map((entry) => entry.relatedItemInfo[0]?.id))).toBe(records)
  const whole = { totalCreatedEntities: records, totalErrors: 0 }
  expect(answer(await api.get(`/metadata-provider/jobSummary/${jobId}`))).toMatchObject({
    totalErrors: 0,
    sourceRecordSummary: whole,
    instanceSummary: whole,
    holdingSummary: whole,
    itemSummary: whole,
  })
}

describe('an import that is interrupted', () => {
  it('ends by itself with every record once after server and PostgreSQL were killed in its middle', async () => {
    const records = 3000
    const before = await stock()
    const file = { name: 'crash.mrc', bytes: manyBooks(records, 'c') }
    const [jobId] = await startFiles(server.api, [file], SAMPLE_PROFILE)
    const done = await waitForRecords(jobId!, 200)
    await server.end('SIGKILL')
    await server.start()
    await waitForRecords(jobId!, done + 200)
    await server.killPostgres()
    await expectExact(jobId!, records, before)
  })

  it('updates every record exactly once when server and PostgreSQL are killed in its middle', async () => {
    const records = 1500
    const { api } = server
    const file = { name: 'books.mrc', bytes: manyBooks(records, 'u') }
    const [created] = await startFiles(api, [file], SAMPLE_PROFILE)
    await waitFor(created!, ({ status }) => status === 'COMMITTED')
    const path = 'item.administrativeNotes[]'
    const profile = await makeTree(api, 'Once', [
      match('001', 'MARC_BIBLIOGRAPHIC', '001', {
        onMatch: [action('UPDATE', 'MARC_BIBLIOGRAPHIC')],
      }),
      match('980  $t', 'ITEM', 'item.hrid', {
        onMatch: [action('UPDATE', 'ITEM', [extendTexts(path, '"once"')])],
      }),
    ])
    const made = (await logOf(api, created!)).map(madeIds)
    const updates = made.map(({ instanceHrid, itemHrid }) =>
      book(instanceHrid, `New ${instanceHrid}`, [['980', `  $t${itemHrid}`]]),
    )
    const before = await stock()
    const [jobId] = await startFiles(api, [{ name: 'up.mrc', bytes: Buffer.concat(updates) }], profile)
    const done = await waitForRecords(jobId!, 100)
    await server.end('SIGKILL')
    await server.start()
    await waitForRecords(jobId!, done + 100)
    await server.killPostgres()
    const job = await waitFor(jobId!, ({ status }) => status !== 'PARSING_IN_PROGRESS')
    expect(job).toMatchObject({ status: 'COMMITTED', progress: { current: records, total: records } })
    expect(await stock()).toEqual(before)
    expect((await logOf(api, jobId!)).filter(({ error }) => error !== '')).toEqual([])
    const items = answer(await api.get('/item-storage/items?limit=100000&query=barcode="u-*"')).items as {
      administrativeNotes: string[]
    }[]
    expect(items).toHaveLength(records)
    expect(items.filter(({ administrativeNotes }) => administrativeNotes.join() !== 'once')).toEqual([])
    const sources = answer(await api.get(`/source-storage/source-records?snapshotId=${jobId}&limit=100000`))
      .sourceRecords as { generation: number }[]
    expect(sources).toHaveLength(records)
    expect(sources.filter(({ generation }) => generation !== 1)).toEqual([])
  })

  it('goes on where it was after the server was told to stop', async () => {
    const records = 1500
    const before = await stock()
    const file = { name: 'stop.mrc', bytes: manyBooks(records, 's') }
    const [jobId] = await startFiles(server.api, [file], SAMPLE_PROFILE)
    await waitForRecords(jobId!, 100)
    expect(await server.end('SIGTERM')).toBe(0)
    await server.start()
    await expectExact(jobId!, records, before)
  })
})

import { existsSync, openAsBlob, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signIn } from './client.ts'
import type { Client } from './client.ts'
import { measureCopyLimit } from './copy-limit.ts'
import { createPtfProfile } from './create-profile.ts'
import type { JobProfile } from './create-profile.ts'
import { runOctavo, startServer } from './server.ts'
import type { BenchServer } from './server.ts'
import { varyRecords } from './vary-records.ts'

const shared = path.resolve(import.meta.dirname, '../../shared/samples/bench/perf_2k_bib_Create.mrc')
const own = path.resolve(import.meta.dirname, '../src/sample-library/books.mrc')

/** FOLIO's own performance input where it is there, else the sample library's books. */
export function defaultBase(): string {
  return existsSync(shared) ? shared : own
}

type Round = { seconds: number; limit: number; segments: number[] }

type Upload = { id: string; fileDefinitions: { id: string; jobExecutionId: string }[] }
type Job = { status: string; progress: { current: number; total: number } }

/** The middle one of the values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Loads a file and watches it. @returns seconds from processFiles to findable, and when each 100,000 was done. */
export async function load(
  client: Client,
  file: string,
  profile: JobProfile,
): Promise<{ seconds: number; segments: number[]; jobId: string }> {
  const upload = await client.post<Upload>('/data-import/uploadDefinitions', {
    fileDefinitions: [{ name: path.basename(file) }],
  })
  const { id: fileId, jobExecutionId } = upload.fileDefinitions[0]!
  await client.postBytes(
    `/data-import/uploadDefinitions/${upload.id}/files/${fileId}`,
    await openAsBlob(file),
  )
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  await client.post(`/data-import/uploadDefinitions/${upload.id}/processFiles?defaultMapping=false`, {
    uploadDefinition: upload,
    jobProfileInfo: profile,
  })
  const segments: number[] = []
  for (;;) {
    const job = await client.get<Job>(`/change-manager/jobExecutions/${jobExecutionId}`)
    while (job.progress.current >= (segments.length + 1) * 100_000) segments.push(seconds())
    if (job.status === 'COMMITTED') break
    if (job.status === 'ERROR') {
      const { errors } = await client.get<{ errors: unknown[] }>(`/octavo/imports/${jobExecutionId}/errors`)
      throw new Error(`The job ended with errors: ${JSON.stringify(errors).slice(0, 2000)}`)
    }
    await delay(100)
  }
  const committed = seconds()
  await checkFindable(client, jobExecutionId)
  process.stderr.write(`committed after ${committed.toFixed(1)} s, found after ${seconds().toFixed(1)} s\n`)
  return { seconds: seconds(), segments, jobId: jobExecutionId }
}

type Entry = { sourceRecordTitle: string; relatedInstanceInfo: { idList: string[]; hridList: string[] } }

/** The last record of the job must be found by its human-readable id and by words of its title. */
async function checkFindable(client: Client, jobId: string): Promise<void> {
  const job = await client.get<Job>(`/change-manager/jobExecutions/${jobId}`)
  const { entries } = await client.get<{ entries: Entry[] }>(
    `/metadata-provider/jobLogEntries/${jobId}?limit=1&offset=${job.progress.total - 1}`,
  )
  const { sourceRecordTitle: title, relatedInstanceInfo: made } = entries[0]!
  const id = made.idList[0]!
  const hrid = made.hridList[0]!
  const words = title
    .split(/[^\p{L}\p{N}]+/u)
    .slice(0, 4)
    .join(' ')
  for (const query of [`hrid=="${hrid}"`, `title all "${words}"`]) {
    const found = await client.get<{ instances: { id: string }[] }>(
      `/instance-storage/instances?query=${encodeURIComponent(query)}`,
    )
    if (!found.instances.some((instance) => instance.id === id))
      throw new Error(`${query} does not find ${hrid}`)
  }
}

async function runRound(server: BenchServer, base: string, records: number, round: number): Promise<Round> {
  const tenant = `bench${round}`
  const file = path.join(server.folder, `${tenant}.mrc`)
  await varyRecords(base, file, records, round * records)
  runOctavo(server.folder, ['tenant', 'create', tenant, '--sample'])
  const client = await signIn(server.address, tenant)
  const profile = await createPtfProfile(client)
  const { seconds, segments } = await load(client, file, profile)
  const limit = await measureCopyLimit(server.databaseUrl, tenant, server.folder)
  runOctavo(server.folder, ['tenant', 'delete', tenant, '--yes'])
  rmSync(file)
  return { seconds, limit, segments }
}

/** `npm run bench -- import` */
export async function runImport(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { records: { type: 'string' }, rounds: { type: 'string' }, base: { type: 'string' } },
  })
  const records = Number(values.records ?? 100_000)
  const rounds = Number(values.rounds ?? 3)
  const base = values.base ?? defaultBase()
  const server = await startServer()
  try {
    const results: Round[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const result = await runRound(server, base, records, round)
      results.push(result)
      const { seconds, limit, segments } = result
      const parts = segments.map((at, index) => (at - (segments[index - 1] ?? 0)).toFixed(1)).join(' ')
      process.stdout.write(
        `round ${round}: ${records} records in ${seconds.toFixed(1)} s (${Math.round(records / seconds)}/s), ` +
          `COPY limit ${limit.toFixed(1)} s, ratio ${(seconds / limit).toFixed(2)}, ` +
          `server at most ${server.peakMemoryMiB()} MiB${parts === '' ? '' : `, s per 100,000: ${parts}`}\n`,
      )
    }
    const seconds = median(results.map((result) => result.seconds))
    const ratio = median(results.map((result) => result.seconds / result.limit))
    process.stdout.write(
      `median: ${seconds.toFixed(1)} s, ${Math.round(records / seconds)} records/s, ${ratio.toFixed(2)} x COPY limit\n`,
    )
  } finally {
    await server.stop()
  }
}

import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { signIn } from './client.ts'
import type { Client } from './client.ts'
import { measureCopyLimit } from './copy-limit.ts'
import { createPtfProfile } from './create-profile.ts'
import { lastEntry, loadFile } from './load-file.ts'
import { runOctavo, startServer } from './server.ts'
import type { BenchServer } from './server.ts'
import { median } from './statistics.ts'
import { varyRecords } from './vary-records.ts'

const shared = path.resolve(import.meta.dirname, '../../shared/samples/bench/perf_2k_bib_Create.mrc')
const own = path.resolve(import.meta.dirname, '../src/sample-library/books.mrc')

/** FOLIO's own performance input where it is there, else the sample library's books. */
export function defaultBase(): string {
  return existsSync(shared) ? shared : own
}

/** What the import writes. */
const TABLES = ['instance', 'holdings_record', 'item', 'source_record', 'journal']

type Round = { seconds: number; limit: number; segments: number[] }

type Entry = { sourceRecordTitle: string; relatedInstanceInfo: { idList: string[]; hridList: string[] } }

/** The last record of the job must be found by its human-readable id and by words of its title. */
async function checkFindable(client: Client, jobId: string): Promise<void> {
  const { sourceRecordTitle: title, relatedInstanceInfo: made } = await lastEntry<Entry>(client, jobId)
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
  const loaded = await loadFile(client, file, profile, 100_000)
  const searched = performance.now()
  await checkFindable(client, loaded.jobId)
  const seconds = loaded.seconds + (performance.now() - searched) / 1000
  process.stderr.write(
    `committed after ${loaded.seconds.toFixed(1)} s, found after ${seconds.toFixed(1)} s\n`,
  )
  const limit = await measureCopyLimit(server.databaseUrl, tenant, server.folder, TABLES)
  runOctavo(server.folder, ['tenant', 'delete', tenant, '--yes'])
  rmSync(file)
  return { seconds, limit, segments: loaded.segments }
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

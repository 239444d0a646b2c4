import { rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { signIn } from './client.ts'
import type { Client } from './client.ts'
import { measureCopyLimit } from './copy-limit.ts'
import { addLocations, instancesOf, writeHoldings } from './holdings-files.ts'
import { lastEntry, loadFile } from './load-file.ts'
import type { LoadedFile } from './load-file.ts'
import { describeLatencies, probeInstance } from './probe.ts'
import type { Latencies } from './probe.ts'
import { runOctavo, startServer } from './server.ts'
import type { BenchServer } from './server.ts'
import { median } from './statistics.ts'
import { varyRecords } from './vary-records.ts'

const samples = path.resolve(import.meta.dirname, '../../shared/samples/bench')
const titles = path.resolve(import.meta.dirname, '../src/sample-library/books.mrc')

/** FOLIO's two set-ups, and the locations that their records name. */
const ONE = { base: path.join(samples, 'perf_10k_holdings_Create.mrc'), location: 'qatar,txt' }
const SPREAD = { base: path.join(samples, 'perf_10k_1hrid_1000H.mrc'), location: 'me3CC' }

const CREATE_INSTANCE = {
  id: 'e34d7b92-9b83-11eb-a8b3-0242ac130003',
  name: 'Default - Create instance and SRS MARC Bib',
  dataType: 'MARC',
}
const CREATE_HOLDINGS = {
  id: '80898dee-449f-44dd-9c8e-37d5eb469b1d',
  name: 'Default - Create Holdings and SRS MARC Holdings',
  dataType: 'MARC',
}

/** What the import writes. */
const TABLES = ['holdings_record', 'source_record', 'journal']
const SEGMENT = 10_000

type Library = {
  server: BenchServer
  tenant: string
  client: Client
  instances: { id: string; hrid: string }[]
}

/** A new tenant with some instances that have MARC. */
async function makeLibrary(server: BenchServer, tenant: string, count: number): Promise<Library> {
  runOctavo(server.folder, ['tenant', 'create', tenant, '--sample'])
  const client = await signIn(server.address, tenant)
  await addLocations(client, [ONE.location, SPREAD.location])
  const file = path.join(server.folder, `${tenant}-titles.mrc`)
  await varyRecords(titles, file, count, 0)
  const { jobId } = await loadFile(client, file, CREATE_INSTANCE, count)
  rmSync(file)
  return { server, tenant, client, instances: await instancesOf(client, jobId) }
}

type Run = LoadedFile & { latencies: Latencies }

/** Loads holdings below the library's instances while the first of these is read and edited. */
async function runHoldings(
  { server, tenant, client, instances }: Library,
  base: string,
  records: number,
  first: number,
): Promise<Run> {
  const file = path.join(server.folder, `${tenant}.mrc`)
  const hrids = instances.map(({ hrid }) => hrid)
  await writeHoldings(base, file, records, hrids, first)
  const probe = probeInstance(client, instances[0]!.id)
  const loaded = await loadFile(client, file, CREATE_HOLDINGS, SEGMENT)
  const latencies = await probe.stop()
  rmSync(file)
  await checkFindable(client, loaded.jobId)
  return { ...loaded, latencies }
}

async function checkFindable(client: Client, jobId: string): Promise<void> {
  type Entry = { relatedHoldingsInfo: { id: string; hrid: string }[] }
  const { relatedHoldingsInfo: made } = await lastEntry<Entry>(client, jobId)
  const { id, hrid } = made[0]!
  const found = await client.get<{ holdingsRecords: { id: string }[] }>(
    `/holdings-storage/holdings?query=${encodeURIComponent(`hrid=="${hrid}"`)}`,
  )
  if (found.holdingsRecords[0]?.id !== id) throw new Error(`hrid==${hrid} does not find ${id}`)
}

function report(name: string, records: number, run: Run, limit: number | null): void {
  const { seconds, segments, latencies } = run
  const last = segments.length - 1
  const ends =
    last > 0
      ? `, s for the first and last ${SEGMENT}: ${segments[0]!.toFixed(2)} ${(segments[last]! - segments[last - 1]!).toFixed(2)}`
      : ''
  const ofLimit =
    limit === null ? '' : `, COPY limit ${limit.toFixed(1)} s, ratio ${(seconds / limit).toFixed(2)}`
  process.stdout.write(
    `${name}: ${records} holdings in ${seconds.toFixed(1)} s (${Math.round(records / seconds)}/s)${ofLimit}${ends}\n` +
      `  meanwhile: ${describeLatencies('GET', latencies.get)}; ${describeLatencies('PUT', latencies.put)}\n`,
  )
}

type Round = { one: number; spread: number; oneLimit: number; spreadLimit: number }

async function runRound(
  server: BenchServer,
  records: number,
  round: number,
  repeats: number,
): Promise<Round> {
  const spread = await makeLibrary(server, `spread${round}`, Math.ceil(records / 1000))
  const spreadRun = await runHoldings(spread, SPREAD.base, records, 0)
  const spreadLimit = await measureCopyLimit(server.databaseUrl, spread.tenant, server.folder, TABLES)
  report(`round ${round}, 1,000 an instance`, records, spreadRun, spreadLimit)
  runOctavo(server.folder, ['tenant', 'delete', spread.tenant, '--yes'])

  const one = await makeLibrary(server, `one${round}`, 1)
  const oneRun = await runHoldings(one, ONE.base, records, 0)
  const oneLimit = await measureCopyLimit(server.databaseUrl, one.tenant, server.folder, TABLES)
  report(`round ${round}, one instance`, records, oneRun, oneLimit)
  for (let again = 2; again <= repeats; again += 1) {
    const run = await runHoldings(one, ONE.base, records, (again - 1) * records)
    report(`round ${round}, the same instance, run ${again}`, records, run, null)
  }
  runOctavo(server.folder, ['tenant', 'delete', one.tenant, '--yes'])
  return { one: oneRun.seconds, spread: spreadRun.seconds, oneLimit, spreadLimit }
}

/** `npm run bench -- holdings` */
export async function runHoldingsBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { records: { type: 'string' }, rounds: { type: 'string' }, repeats: { type: 'string' } },
  })
  const records = Number(values.records ?? 80_000)
  const rounds = Number(values.rounds ?? 3)
  const repeats = Number(values.repeats ?? 5)
  const server = await startServer()
  try {
    const results: Round[] = []
    for (let round = 1; round <= rounds; round += 1) {
      results.push(await runRound(server, records, round, round === rounds ? repeats : 1))
    }
    const of = (value: (round: Round) => number) => median(results.map(value)).toFixed(2)
    process.stdout.write(
      `median: one instance ${of(({ one }) => one)} s, ${of(({ one, oneLimit }) => one / oneLimit)} x COPY limit; ` +
        `spread ${of(({ spread }) => spread)} s, ${of(({ spread, spreadLimit }) => spread / spreadLimit)} x; ` +
        `one / spread ${of(({ one, spread }) => one / spread)}; server at most ${server.peakMemoryMiB()} MiB\n`,
    )
  } finally {
    await server.stop()
  }
}

import { rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { writeAuthorities } from './authority-files.ts'
import { signIn } from './client.ts'
import type { Client } from './client.ts'
import { measureCopyLimit } from './copy-limit.ts'
import { lastEntry, loadFile } from './load-file.ts'
import type { JobProfile } from './load-file.ts'
import { runOctavo, startServer } from './server.ts'
import type { BenchServer } from './server.ts'
import { median } from './statistics.ts'

const base = path.resolve(import.meta.dirname, '../../shared/samples/bench/perf_5k_authority_Create.mrc')

const CREATE_AUTHORITY: JobProfile = {
  id: '6eefa4c6-bbf7-4845-ad82-de7fc5abd0e3',
  name: 'Default - Create SRS MARC Authority',
  dataType: 'MARC',
}

/** What the import writes. */
const TABLES = ['authority', 'source_record', 'journal']

/** A job profile that finds MARC authorities by 001 and updates them. */
async function makeUpdateProfile(client: Client): Promise<JobProfile> {
  const post = async (list: string, profile: object, addedRelations: object[] = []): Promise<string> => {
    const body = { profile, addedRelations, deletedRelations: [] }
    return (await client.post<{ id: string }>(`/data-import-profiles/${list}`, body)).id
  }
  const link = (
    masterProfileType: string,
    detailProfileType: string,
    detailProfileId: string,
    more = {},
  ) => ({
    masterProfileId: null,
    masterProfileType,
    detailProfileType,
    detailProfileId,
    ...more,
  })
  const name = 'Update authorities by 001'
  const types = { incomingRecordType: 'MARC_AUTHORITY', existingRecordType: 'MARC_AUTHORITY' }
  const side = { dataValueType: 'VALUE_FROM_RECORD', fields: [{ label: 'field', value: '001' }] }
  const sides = { incomingMatchExpression: side, existingMatchExpression: side }
  const mappingId = await post('mappingProfiles', {
    name,
    ...types,
    mappingDetails: {
      name: 'marc',
      recordType: 'MARC_AUTHORITY',
      marcMappingOption: 'UPDATE',
      marcMappingDetails: [],
    },
  })
  const actionId = await post('actionProfiles', { name, action: 'UPDATE', folioRecord: 'MARC_AUTHORITY' }, [
    link('ACTION_PROFILE', 'MAPPING_PROFILE', mappingId),
  ])
  const matchDetails = [{ ...types, ...sides, matchCriterion: 'EXACTLY_MATCHES' }]
  const matchId = await post('matchProfiles', { name, ...types, matchDetails })
  const id = await post('jobProfiles', { name, dataType: 'MARC' }, [
    link('JOB_PROFILE', 'MATCH_PROFILE', matchId, { order: 0 }),
    link('MATCH_PROFILE', 'ACTION_PROFILE', actionId, {
      masterProfileId: matchId,
      reactTo: 'MATCH',
      order: 0,
    }),
  ])
  return { id, name, dataType: 'MARC' }
}

type Entry = { sourceRecordTitle: string; relatedAuthorityInfo: { idList: string[] } }

/** The last record of the job must be found by words of its heading. */
async function checkFindable(client: Client, jobId: string): Promise<void> {
  const { sourceRecordTitle: title, relatedAuthorityInfo: made } = await lastEntry<Entry>(client, jobId)
  const words = title
    .split(/[^\p{L}\p{N}]+/u)
    .slice(0, 3)
    .join(' ')
  const found = await client.get<{ authorities: { id: string }[] }>(
    `/authority-storage/authorities?query=${encodeURIComponent(`heading all "${words}"`)}`,
  )
  if (!found.authorities.some(({ id }) => id === made.idList[0]))
    throw new Error(`Words of the heading "${title}" do not find it.`)
}

async function load(
  client: Client,
  server: BenchServer,
  records: number,
  profile: JobProfile,
  edit: string,
): Promise<number> {
  const file = path.join(server.folder, 'authorities.mrc')
  await writeAuthorities(base, file, records, edit)
  const { jobId, seconds } = await loadFile(client, file, profile, records)
  const searched = performance.now()
  await checkFindable(client, jobId)
  rmSync(file)
  return seconds + (performance.now() - searched) / 1000
}

type Round = { created: number; limit: number; updated: number }

async function runRound(server: BenchServer, records: number, round: number): Promise<Round> {
  const tenant = `names${round}`
  runOctavo(server.folder, ['tenant', 'create', tenant, '--sample'])
  const client = await signIn(server.address, tenant)
  const created = await load(client, server, records, CREATE_AUTHORITY, '')
  const limit = await measureCopyLimit(server.databaseUrl, tenant, server.folder, TABLES)
  const profile = await makeUpdateProfile(client)
  const updated = await load(client, server, records, profile, 'Edited ')
  runOctavo(server.folder, ['tenant', 'delete', tenant, '--yes'])
  return { created, limit, updated }
}

/** `npm run bench -- authorities` */
export async function runAuthoritiesBench(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { records: { type: 'string' }, rounds: { type: 'string' } } })
  const records = Number(values.records ?? 50_000)
  const rounds = Number(values.rounds ?? 3)
  const server = await startServer()
  try {
    const results: Round[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const { created, limit, updated } = await runRound(server, records, round)
      results.push({ created, limit, updated })
      process.stdout.write(
        `round ${round}: ${records} authorities made in ${created.toFixed(1)} s (${Math.round(records / created)}/s), ` +
          `COPY limit ${limit.toFixed(1)} s, ratio ${(created / limit).toFixed(2)}; ` +
          `updated in ${updated.toFixed(1)} s (${Math.round(records / updated)}/s), ${(updated / created).toFixed(2)} x the create\n`,
      )
    }
    const of = (value: (round: Round) => number) => median(results.map(value)).toFixed(2)
    process.stdout.write(
      `median: made in ${of(({ created }) => created)} s, ${of(({ created, limit }) => created / limit)} x COPY limit; ` +
        `updated in ${of(({ updated }) => updated)} s, ${of(({ created, updated }) => updated / created)} x the create; ` +
        `server at most ${server.peakMemoryMiB()} MiB\n`,
    )
  } finally {
    await server.stop()
  }
}

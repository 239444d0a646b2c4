import { parseArgs } from 'node:util'
import pg from 'pg'
import { signIn } from './client.ts'
import type { Client } from './client.ts'
import { runOctavo, startServer } from './server.ts'

const TENANT = 'benchlog'
const CHUNK = 500
const EVERYTHING = 2_147_483_647

/** Fills the log of a job as an import of new records with one copy each leaves it; every fifth record failed. */
const FILL = `
insert into journal (job_no, seq, record_type, source_record_id, title, control_number, byte_offset, byte_length, steps,
  error_kind, error, folio_error)
select $1, seq, 0, gen_random_uuid(), 'Title ' || md5(seq::text) || ' of a book', 'ocm' || seq, seq * 1200::bigint, 1200,
  replace((case when seq % 5 = 0 then json_build_array(
    json_build_array('MARC_BIBLIOGRAPHIC', 'CREATE', gen_random_uuid(), null, null, null),
    json_build_array('INSTANCE', 'CREATE', gen_random_uuid(), 'in' || lpad(seq::text, 11, '0'), null, null),
    json_build_array('HOLDINGS', 'CREATE', null, null, null, 'The location "X" is not in the settings.'))
  else json_build_array(
    json_build_array('MARC_BIBLIOGRAPHIC', 'CREATE', gen_random_uuid(), null, null, null),
    json_build_array('INSTANCE', 'CREATE', gen_random_uuid(), 'in' || lpad(seq::text, 11, '0'), null, null),
    json_build_array('HOLDINGS', 'CREATE', gen_random_uuid(), 'ho' || lpad(seq::text, 11, '0'), gen_random_uuid(), null),
    json_build_array('ITEM', 'CREATE', gen_random_uuid(), 'it' || lpad(seq::text, 11, '0'), gen_random_uuid(), null))
  end)::text, ', ', ','),
  case when seq % 5 = 0 then 'unknown-value' end,
  case when seq % 5 = 0 then 'The location "X" is not in the settings.' end, null
from generate_series(0, $2::int - 1) seq`

async function fillLog(databaseUrl: string, jobId: string, jobNo: number, records: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const failed = (count: number) => Math.floor(count / 5)
  const countsOf = (count: number) => ({
    records: count,
    errors: failed(count),
    steps: 4 * count - failed(count),
    entities: Object.fromEntries(
      ['MARC_BIBLIOGRAPHIC', 'INSTANCE', 'HOLDINGS', 'ITEM'].map((entity, index) => {
        const of = index === 3 ? count - failed(count) : count
        const errors = index === 2 ? failed(count) : 0
        return [entity, { created: of - errors, updated: 0, discarded: errors, errors, records: of }]
      }),
    ),
  })
  await client.query(`set search_path to t_${TENANT}, octavo`)
  await client.query(FILL, [jobNo, records])
  await client.query(
    `update job_execution set status = 'ERROR', total = $2, started_at = now(), completed_at = now(), summary = $3
     where id = $1`,
    [jobId, records, JSON.stringify(countsOf(records))],
  )
  await client.query(
    `insert into octavo.job (id, group_id, tenant, kind, state, is_sealed) values ($1, $1, $2, 'import', 'finished', true)`,
    [jobId, TENANT],
  )
  await client.query(
    `insert into octavo.chunk (job_id, no, state, input, counts)
     select $1, no, 2, json_build_object('first', no * ${CHUNK}, 'count', ${CHUNK}), $3::json
     from generate_series(0, $2::int - 1) no`,
    [jobId, records / CHUNK, JSON.stringify(countsOf(CHUNK))],
  )
  await client.query('vacuum analyze journal')
  await client.end()
}

type List = { totalRecords: number }

async function timeOf(client: Client, path: string, rounds: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    await client.get<List>(path)
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)]!
}

/** `npm run bench -- log` */
export async function runLog(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { records: { type: 'string' }, pages: { type: 'boolean' } } })
  const records = Number(values.records ?? 500_000)
  const server = await startServer()
  try {
    runOctavo(server.folder, ['tenant', 'create', TENANT])
    const client = await signIn(server.address, TENANT)
    const { users } = await client.get<{ users: { id: string }[] }>('/users?limit=1')
    const made = await client.post<{ parentJobExecutionId: string }>('/change-manager/jobExecutions', {
      sourceType: 'ONLINE',
      userId: users[0]!.id,
    })
    const jobId = made.parentJobExecutionId
    const { hrId } = await client.get<{ hrId: number }>(`/change-manager/jobExecutions/${jobId}`)
    await fillLog(server.databaseUrl, jobId, hrId, records)
    const entries = `/metadata-provider/jobLogEntries/${jobId}?`
    const pages: [name: string, path: string, count: number][] = [
      ['entries', entries, records],
      ['entries with errors', `${entries}errorsOnly=true&`, records / 5],
      ['entries with items', `${entries}entityType=ITEM&`, (records / 5) * 4],
      ['entries by title', `${entries}sortBy=title&`, records],
      ['entries by item status', `${entries}sortBy=item_action_status&`, records],
      ['journal records', `/metadata-provider/journalRecords/${jobId}?`, (records / 5) * 19],
    ]
    for (const [name, path, count] of values.pages ? pages.slice(0, 5) : pages) {
      const first = await timeOf(client, `${path}limit=100`, 5)
      const last = await timeOf(client, `${path}limit=100&offset=${count - 100}`, 5)
      process.stdout.write(`${name}: first page ${first.toFixed(0)} ms, last page ${last.toFixed(0)} ms\n`)
    }
    const groups = await timeOf(client, `/octavo/imports/${jobId}/errors`, 5)
    process.stdout.write(`errors by kind: ${groups.toFixed(0)} ms\n`)
    if (values.pages) return
    for (const path of [entries, `/metadata-provider/journalRecords/${jobId}?`]) {
      const seconds = await drain(client, `${path}limit=${EVERYTHING}`)
      process.stdout.write(
        `all of ${path.split('/')[2]}: ${seconds.toFixed(1)} s, server at most ${server.peakMemoryMiB()} MiB\n`,
      )
    }
  } finally {
    await server.stop()
  }
}

/** Seconds in which a list that does not fit into memory is read. */
async function drain(client: Client, path: string): Promise<number> {
  const started = performance.now()
  await client.drain(path)
  return (performance.now() - started) / 1000
}

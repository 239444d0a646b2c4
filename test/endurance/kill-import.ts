import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { signIn } from '../../bench/client.ts'
import { createPtfProfile } from '../../bench/create-profile.ts'
import { runOctavo } from '../../bench/server.ts'
import { varyRecords } from '../../bench/vary-records.ts'

// An import that is killed again and again: `npm run endurance`. The server and PostgreSQL are ended with
// SIGKILL at random moments and started again; in the end every record must be there exactly once.

const { values } = parseArgs({ options: { records: { type: 'string' }, kills: { type: 'string' } } })
const records = Number(values.records ?? 20_000)
const kills = Number(values.kills ?? 10)
const root = path.resolve(import.meta.dirname, '../..')
const base = path.join(root, '../shared/samples/bench/perf_2k_bib_Create.mrc')
const port = 9231
const address = `http://127.0.0.1:${port}`

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-endurance-'))
chmodSync(folder, 0o755)

async function isHealthy(): Promise<boolean> {
  return fetch(`${address}/admin/health`).then(
    (response) => response.ok,
    () => false,
  )
}

async function start(): Promise<ChildProcess> {
  const child = spawn(path.join(root, 'bin/octavo'), ['serve'], {
    env: {
      ...process.env,
      OCTAVO_DATA_DIR: folder,
      OCTAVO_PORT: String(port),
      OCTAVO_SAMPLE: 'off',
      OCTAVO_LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 600 && !(await isHealthy()); tries += 1) await delay(50)
  return child
}

function postgresPid(): number {
  return Number(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

async function countRows(databaseUrl: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Record<string, number>>(
    `select (select count(*)::int from t_kill.instance where source = 'MARC') as instances,
       (select count(distinct title_key)::int from t_kill.instance where source = 'MARC') as titles,
       (select count(*)::int from t_kill.holdings_record) as holdings,
       (select count(*)::int from t_kill.item) as items,
       (select count(*)::int from t_kill.source_record) as sources,
       (select count(*)::int from t_kill.journal) as journal,
       (select count(distinct seq)::int from t_kill.journal) as positions`,
  )
  await client.end()
  return rows[0]!
}

let server = await start()
try {
  const file = path.join(folder, 'records.mrc')
  await varyRecords(base, file, records, 0)
  runOctavo(folder, ['tenant', 'create', 'kill', '--sample'])
  const databaseUrl = runOctavo(folder, ['database-url']).trim()
  const client = await signIn(address, 'kill')
  const profile = await createPtfProfile(client)
  const before = await countRows(databaseUrl)
  const upload = await client.post<{ id: string; fileDefinitions: { id: string; jobExecutionId: string }[] }>(
    '/data-import/uploadDefinitions',
    { fileDefinitions: [{ name: 'records.mrc' }] },
  )
  const { id: fileId, jobExecutionId } = upload.fileDefinitions[0]!
  await client.postBytes(
    `/data-import/uploadDefinitions/${upload.id}/files/${fileId}`,
    await openAsBlob(file),
  )
  await client.post(`/data-import/uploadDefinitions/${upload.id}/processFiles`, {
    uploadDefinition: upload,
    jobProfileInfo: profile,
  })
  const current = async () => {
    const job = await client.get<{ status: string; progress: { current: number } }>(
      `/change-manager/jobExecutions/${jobExecutionId}`,
    )
    return { status: job.status, records: job.progress.current }
  }
  for (let kill = 1; kill <= kills; kill += 1) {
    await delay(200 + Math.random() * 1200)
    const target = kill % 3 === 0 ? 'PostgreSQL' : kill % 3 === 1 ? 'server' : 'server and PostgreSQL'
    const postgres = postgresPid()
    if (target !== 'PostgreSQL') {
      server.kill('SIGKILL')
      while (server.signalCode === null) await delay(10)
    }
    if (target !== 'server') process.kill(postgres, 'SIGKILL')
    if (target === 'PostgreSQL') await delay(300)
    else server = await start()
    let state = null
    for (let tries = 0; tries < 400 && state === null; tries += 1) {
      state = await current().catch(() => null)
      if (state === null) await delay(50)
    }
    process.stdout.write(`kill ${kill}: ${target}; after the restart ${JSON.stringify(state)}\n`)
  }
  let state = await current()
  for (let tries = 0; tries < 1200 && state.status === 'PARSING_IN_PROGRESS'; tries += 1) {
    await delay(200)
    state = await current()
  }
  const after = await countRows(databaseUrl)
  const made = Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - before[name]!]))
  process.stdout.write(`${JSON.stringify({ ...state, ...made })}\n`)
  const isExact = state.status === 'COMMITTED' && Object.values(made).every((count) => count === records)
  process.stdout.write(isExact ? 'Every record is there exactly once.\n' : 'COUNTS ARE WRONG.\n')
  process.exitCode = isExact ? 0 : 1
} finally {
  server.kill('SIGTERM')
  while (server.exitCode === null && server.signalCode === null) await delay(50)
  rmSync(folder, { recursive: true, force: true })
}

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Client } from '../../bench/client.ts'
import type { JobProfile } from '../../bench/load-file.ts'
import { runOctavo } from '../../bench/server.ts'

const root = path.resolve(import.meta.dirname, '../..')
const port = 9231

/** FOLIO's own performance input, which the records are varied from. */
export const BASE = path.join(root, '../shared/samples/bench/perf_2k_bib_Create.mrc')

/** An installation of several processes over one folder that may be killed at any moment. */
export class Installation {
  readonly address = `http://127.0.0.1:${port}`
  readonly folder: string
  readonly #environment: Record<string, string>
  readonly #children = new Set<ChildProcess>()

  constructor(environment: Record<string, string> = {}) {
    this.folder = mkdtempSync(path.join(tmpdir(), 'octavo-endurance-'))
    chmodSync(this.folder, 0o755)
    this.#environment = environment
  }

  /** Starts a process of the product, whose log is on its two outputs; a server answers when this returns. */
  async start(...args: string[]): Promise<ChildProcess> {
    const child = spawn(path.join(root, 'bin/octavo'), args, {
      env: {
        ...process.env,
        OCTAVO_DATA_DIR: this.folder,
        OCTAVO_PORT: String(port),
        OCTAVO_SAMPLE: 'off',
        OCTAVO_LOG_LEVEL: 'fatal',
        ...this.#environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout!.resume()
    child.stderr!.pipe(process.stderr, { end: false })
    this.#children.add(child)
    if (args[0] !== 'serve') return child
    for (let tries = 0; tries < 600 && !(await this.#isHealthy()); tries += 1) await delay(50)
    return child
  }

  #isHealthy(): Promise<boolean> {
    return fetch(`${this.address}/admin/health`).then(
      (response) => response.ok,
      () => false,
    )
  }

  postgresPid(): number {
    return Number(readFileSync(path.join(this.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  }

  /** Makes a tenant with the sample data. */
  makeTenant(id: string): void {
    runOctavo(this.folder, ['tenant', 'create', id, '--sample'])
  }

  databaseUrl(): string {
    return runOctavo(this.folder, ['database-url']).trim()
  }

  /** The rows of a query that looks past the API. */
  async rows<R extends pg.QueryResultRow>(sql: string): Promise<R[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl() })
    await client.connect()
    try {
      return (await client.query<R>(sql)).rows
    } finally {
      await client.end()
    }
  }

  /** Stops all processes, the server last, and removes the folder. */
  async remove(): Promise<void> {
    for (const child of [...this.#children].toReversed()) {
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      while (child.exitCode === null && child.signalCode === null) await delay(50)
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export type Upload = { id: string; fileDefinitions: { id: string; jobExecutionId: string }[] }

/** Uploads a file without handing it over to be imported. */
export async function uploadFile(client: Client, file: string): Promise<Upload> {
  const upload = await client.post<Upload>('/data-import/uploadDefinitions', {
    fileDefinitions: [{ name: path.basename(file) }],
  })
  const { id: fileId } = upload.fileDefinitions[0]!
  await client.postBytes(
    `/data-import/uploadDefinitions/${upload.id}/files/${fileId}`,
    await openAsBlob(file),
  )
  return upload
}

/** Hands an uploaded file over. @returns the id of its job */
export async function startImport(client: Client, upload: Upload, profile: JobProfile): Promise<string> {
  await client.post(`/data-import/uploadDefinitions/${upload.id}/processFiles`, {
    uploadDefinition: upload,
    jobProfileInfo: profile,
  })
  return upload.fileDefinitions[0]!.jobExecutionId
}

export type JobState = { status: string; records: number }

/** How far a job is. */
export async function stateOfJob(client: Client, jobId: string): Promise<JobState> {
  const job = await client.get<{ status: string; progress: { current: number } }>(
    `/change-manager/jobExecutions/${jobId}`,
  )
  return { status: job.status, records: job.progress.current }
}

/** Waits until a job has ended. */
export async function endOfJob(client: Client, jobId: string): Promise<JobState> {
  for (;;) {
    const state = await stateOfJob(client, jobId)
    if (state.status === 'COMMITTED' || state.status === 'ERROR' || state.status === 'CANCELLED') return state
    await delay(200)
  }
}

/** How many records of each kind there are in a tenant, and how many different ones. */
export async function countRows(installation: Installation, tenant: string): Promise<Record<string, number>> {
  const schema = pg.escapeIdentifier(`t_${tenant}`)
  const [row] = await installation.rows<Record<string, number>>(
    `select (select count(*)::int from ${schema}.instance where source = 'MARC') as instances,
       (select count(distinct title_key)::int from ${schema}.instance where source = 'MARC') as titles,
       (select count(*)::int from ${schema}.holdings_record) as holdings,
       (select count(*)::int from ${schema}.item) as items,
       (select count(*)::int from ${schema}.source_record) as sources,
       (select count(*)::int from ${schema}.journal) as journal,
       (select count(distinct seq)::int from ${schema}.journal) as positions`,
  )
  return row!
}

/** Prints what was made since `before`, and sets the exit code: every count must be `records`. */
export function reportCounts(
  before: Record<string, number>,
  after: Record<string, number>,
  state: JobState,
  records: number,
): void {
  const made = Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - before[name]!]))
  process.stdout.write(`${JSON.stringify({ ...state, ...made })}\n`)
  const isExact = state.status === 'COMMITTED' && Object.values(made).every((count) => count === records)
  process.stdout.write(isExact ? 'Every record is there exactly once.\n' : 'COUNTS ARE WRONG.\n')
  if (!isExact) process.exitCode = 1
}

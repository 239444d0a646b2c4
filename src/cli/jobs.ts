import { assemble } from '../app.ts'
import { readCommandConfig } from '../config.ts'
import { UnknownTenantError } from '../kernel/db/database.ts'
import { createLog } from '../kernel/log.ts'
import { purgeJobLogs } from '../modules/imports/index.ts'
import { ApiError, connect } from './connection.ts'
import type { Connection } from './connection.ts'
import { readResult } from './import-file.ts'
import type { Job } from './import-file.ts'
import { createProgress, formatResult, number } from './import-report.ts'
import { formatJobs, formatUndo } from './jobs-report.ts'
import { readOptions, textOption } from './options.ts'
import type { Options } from './options.ts'
import { findJob, findUndo, readLeft, undoJob } from './undo-job.ts'
import type { Undo } from './undo-job.ts'
import { UsageError } from './usage-error.ts'

const HELP = `Usage: octavo jobs list [options]
       octavo jobs show JOB [options]
       octavo jobs undo JOB [options]
       octavo jobs purge --older-than DAYS [--tenant TENANT]

  list    the last jobs
  show    counts and errors of a job, and its undo
  undo    deletes what a job made and puts back what it changed; shows what had to be left, and why
  purge   removes the logs and uploaded files of jobs that ended more than DAYS days ago; the jobs stay in the list

JOB is the number of a job or its id.

  --tenant TENANT     whose jobs (default: diku)
  --limit N           how many jobs, or records that were left, are shown (default: 20)
  --older-than DAYS   1 or more
  --url URL           a server elsewhere; --user and the variable OCTAVO_PASSWORD sign in there
  --user NAME         who acts (default on this machine: the tenant's administrator)
  -h, --help          this text

Exit code: 0 done, 1 when an undo left records or failed, or the server refused, 2 for wrong use.
`

function wholeNumber(values: Options['values'], name: string, fallback: number | null): number {
  const text = textOption(values, name)
  if (text === undefined && fallback !== null) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 36_500)
    throw new UsageError(`--${name} must be a whole number from 1 to 36500.\n\n${HELP}`)
  return value
}

async function list(connection: Connection, limit: number): Promise<number> {
  const { jobExecutions } = await connection.call<{ jobExecutions: Job[] }>(
    'GET',
    `/metadata-provider/jobExecutions?limit=${limit}&sortBy=completed_date,desc`,
  )
  process.stdout.write(formatJobs(jobExecutions))
  return 0
}

async function getJob(connection: Connection, idOrNumber: string): Promise<Job> {
  const job = await findJob(connection, idOrNumber)
  if (!job) throw new UsageError(`There is no job "${idOrNumber}". octavo jobs list shows the last ones.`)
  return job
}

async function show(connection: Connection, idOrNumber: string, limit: number): Promise<number> {
  const job = await getJob(connection, idOrNumber)
  const end = job.completedDate === undefined ? Date.now() : Date.parse(job.completedDate)
  const seconds = (end - Date.parse(job.startedDate)) / 1000
  const result = await readResult(connection, job.id, job, seconds)
  process.stdout.write(formatResult(job.fileName, result, process.stdout.isTTY))
  const known = await findUndo(connection, job.id)
  if (known) await printUndo(connection, job, known, limit)
  return 0
}

async function printUndo(connection: Connection, job: Job, known: Undo, limit: number): Promise<void> {
  const left = known.left === 0 ? [] : await readLeft(connection, job.id, limit)
  process.stdout.write(formatUndo(job.hrId, known, left))
}

async function undo(connection: Connection, idOrNumber: string, limit: number): Promise<number> {
  const job = await getJob(connection, idOrNumber)
  const progress = createProgress(`undo of job ${job.hrId}`, process.stderr)
  const ended = await undoJob(connection, job.id, progress.watch)
  progress.end()
  await printUndo(connection, job, ended, limit)
  return ended.status === 'COMMITTED' && ended.left === 0 ? 0 : 1
}

async function purge(tenant: string, days: number): Promise<number> {
  const config = readCommandConfig()
  const octavo = await assemble(config, 'visitor', createLog(config.logLevel))
  try {
    const purged = await purgeJobLogs(octavo.app, tenant, days)
    process.stdout.write(
      `Removed the logs of ${number.format(purged.jobs)} jobs (${number.format(purged.records)} records, ` +
        `${number.format(purged.files)} files) and ${number.format(purged.forgotten)} deleted jobs.\n`,
    )
    return 0
  } catch (error) {
    if (error instanceof UnknownTenantError) throw new UsageError(error.message)
    throw error
  } finally {
    await octavo.stop()
  }
}

/** `octavo jobs` */
export async function jobs(args: string[]): Promise<number> {
  const options = readOptions(
    args,
    {
      tenant: { type: 'string' },
      limit: { type: 'string' },
      'older-than': { type: 'string' },
      url: { type: 'string' },
      user: { type: 'string' },
    },
    HELP,
  )
  if (!options) return 0
  const { values, files } = options
  const [action = '', job = ''] = files
  const tenant = textOption(values, 'tenant') ?? 'diku'
  if (action === 'purge') return purge(tenant, wholeNumber(values, 'older-than', null))
  const limit = wholeNumber(values, 'limit', 20)
  const needsJob = action === 'show' || action === 'undo'
  if ((!needsJob && action !== 'list') || (needsJob && job === '')) throw new UsageError(HELP)
  let connection: Connection | null = null
  try {
    connection = await connect(tenant, values)
    if (action === 'list') return await list(connection, limit)
    return await (action === 'show' ? show : undo)(connection, job, limit)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    process.stderr.write(`The server refused: ${error.message}\n`)
    return 1
  } finally {
    await connection?.close()
  }
}

import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { readPage } from '../../kernel/http/parameters.ts'
import type { QueryParameters } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import { jobDtos } from './job-dto.ts'
import { HANDLED_RECORDS, JOB_COLUMNS, getJob } from './job-execution.ts'
import type { JobRow } from './job-execution.ts'
import { UI_STATUS, statusesOf } from './job-status.ts'
import type { JobStatus } from './job-status.ts'

const SORT_COLUMNS: Record<string, string> = {
  completed_date: 'completed_at',
  started_date: 'coalesce(started_at, created_at)',
  progress_total: 'total',
  status: 'status',
  hrid: 'hr_id',
  file_name: 'lower(file_name)',
  job_profile_name: 'lower(profile_name)',
  job_user_first_name: 'lower(first_name)',
  job_user_last_name: 'lower(last_name)',
}

/** Collects conditions and their parameters. */
class Conditions {
  readonly params: unknown[] = []
  readonly #texts = ['not is_deleted', "subordination <> 'PARENT_MULTIPLE'", 'not is_profile_hidden']

  add(text: (placeholder: string) => string, value: unknown): void {
    this.params.push(value)
    this.#texts.push(text(`$${this.params.length}`))
  }

  toString(): string {
    return this.#texts.join(' and ')
  }
}

/** A pattern of clients, in which `*` stands for anything, as a LIKE pattern. */
function likePattern(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%')
}

function instant(query: QueryParameters, name: string): Date | null {
  const text = query.get(name)
  if (text === undefined || text === '') return null
  // Clients that do not escape the plus of an offset send a blank.
  const date = new Date(text.replace(/ (\d\d:?\d\d)$/, '+$1'))
  if (Number.isNaN(date.getTime())) {
    throw textProblem(
      400,
      `'${name}' parameter is incorrect. parameter value {${text}} is not valid: must be a date-time`,
    )
  }
  return date
}

function uuids(query: QueryParameters, name: string): string[] {
  const values = query.all(name)
  for (const value of values) {
    if (!isUuid(value)) {
      throw textProblem(
        400,
        `'${name}' parameter is incorrect. parameter value {${value}} is not valid: must be a UUID`,
      )
    }
  }
  return values
}

/** The conditions of `GET /metadata-provider/jobExecutions`, which takes plain parameters instead of CQL. */
function readConditions(query: QueryParameters): Conditions {
  const conditions = new Conditions()
  const list = (name: string, text: (placeholder: string) => string, values = query.all(name)) => {
    if (values.length > 0) conditions.add(text, values)
  }
  list('statusAny', (p) => `status = any(${p}::text[])`)
  list('statusNot', (p) => `status <> all(${p}::text[])`)
  const uiStatuses = query.all('uiStatusAny')
  if (uiStatuses.length > 0)
    conditions.add((p) => `status = any(${p}::text[])`, uiStatuses.flatMap(statusesOf))
  list('profileIdAny', (p) => `profile_id = any(${p}::uuid[])`, uuids(query, 'profileIdAny'))
  list(
    'profileIdNotAny',
    (p) => `(profile_id is null or profile_id <> all(${p}::uuid[]))`,
    uuids(query, 'profileIdNotAny'),
  )
  list('subordinationTypeNotAny', (p) => `subordination <> all(${p}::text[])`)
  // FOLIO's screen sends the name in literal quotes; both forms mean the same name.
  const namesNot = query.all('fileNameNotAny').map((name) => name.replace(/^"(.*)"$/, '$1'))
  list('fileNameNotAny', (p) => `file_name <> all(${p}::text[])`, namesNot)
  const excluded = query.get('excludeJobProfileName')
  if (excluded) {
    conditions.add((p) => `(profile_name is null or profile_name not ilike ${p})`, likePattern(excluded))
  }
  const [user] = uuids(query, 'userId')
  if (user) conditions.add((p) => `user_id = ${p}`, user)
  const after = instant(query, 'completedAfter')
  if (after) conditions.add((p) => `completed_at >= ${p}`, after)
  const before = instant(query, 'completedBefore')
  // Instants are shown in milliseconds but kept in microseconds; the one that is shown lies within its own bound.
  if (before) conditions.add((p) => `completed_at < ${p}::timestamptz + interval '1 ms'`, before)
  addSearch(conditions, query)
  return conditions
}

/** File name and job number come from one search box, so one of them is enough. */
function addSearch(conditions: Conditions, query: QueryParameters): void {
  const fileName = query.get('fileName')
  const number = query.get('hrId')
  if (fileName && number) {
    conditions.add(
      (p) => `(file_name ilike (${p}::text[])[1] or hr_id::text like (${p}::text[])[2])`,
      [likePattern(fileName), likePattern(number)],
    )
  } else if (fileName) {
    conditions.add((p) => `file_name ilike ${p}`, likePattern(fileName))
  } else if (number) {
    conditions.add((p) => `hr_id::text like ${p}`, likePattern(number))
  }
}

function readOrder(query: QueryParameters): string {
  const keys = query.all('sortBy')
  const sorts = (keys.length === 0 ? ['completed_date,asc'] : keys).map((key) => {
    const [field = '', direction = 'asc'] = key.split(',')
    const column = SORT_COLUMNS[field.trim()]
    const order = direction.trim().toLowerCase()
    if (column === undefined || (order !== 'asc' && order !== 'desc')) {
      throw textProblem(400, `The specified parameter for sorting jobExecutions is invalid: "${key}"`)
    }
    // Of jobs with one status those that came further stand first, as in FOLIO: "Failed" apart from "with errors".
    const opposite = order === 'asc' ? 'desc' : 'asc'
    return field.trim() === 'status'
      ? `${column} ${order}, coalesce(${HANDLED_RECORDS}, 0) ${opposite}`
      : `${column} ${order}`
  })
  return [...sorts, 'hr_id desc'].join(', ')
}

/** `GET /metadata-provider/jobExecutions` */
export async function listJobs(tx: Transaction, query: QueryParameters): Promise<Record<string, unknown>> {
  const page = readPage(query)
  const conditions = readConditions(query)
  const order = readOrder(query)
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from job_execution where ${conditions}`,
    conditions.params,
  )
  const rows = await tx.query<JobRow>(
    `select ${JOB_COLUMNS.replace('profile_snapshot', 'null as profile_snapshot')}
     from job_execution where ${conditions} order by ${order} limit ${page.limit} offset ${page.offset}`,
    conditions.params,
  )
  return { jobExecutions: await jobDtos(tx, rows), totalRecords: count!.total }
}

/** An import job as a list of hits shows it. */
export type FoundJob = {
  id: string
  number: string
  fileName: string
  matched: 'number' | 'id'
  status: string
}

/** The job with this number ("412" or "#412") or id; jobs that lists hide are not found. */
export async function findJobsByNumber(tx: Transaction, value: string): Promise<FoundJob[]> {
  const text = value.trim().toLowerCase()
  const number = /^#?(\d{1,9})$/.exec(text)?.[1] ?? null
  const id = isUuid(text) ? text : null
  if (number === null && id === null) return []
  const rows = await tx.query<{ id: string; number: string; file_name: string; status: JobStatus }>(
    `select id, hr_id::text as number, file_name, status from job_execution
     where (hr_id = $1::int or id = $2::uuid)
       and not is_deleted and subordination <> 'PARENT_MULTIPLE' and not is_profile_hidden`,
    [number, id],
  )
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    fileName: row.file_name,
    matched: row.id === id ? 'id' : 'number',
    status: UI_STATUS[row.status],
  }))
}

/** Children of a parent, files of an upload or parts of a file, in their order. */
export async function listChildren(
  tx: Transaction,
  parentId: string,
  query: QueryParameters,
): Promise<Record<string, unknown>> {
  const page = readPage(query, 2_147_483_647)
  await getJob(tx, parentId)
  const condition = `parent_id = $1 and subordination in ('CHILD', 'COMPOSITE_CHILD') and not is_deleted`
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from job_execution where ${condition}`,
    [parentId],
  )
  const rows = await tx.query<JobRow>(
    `select ${JOB_COLUMNS} from job_execution where ${condition}
     order by part_number, hr_id limit ${page.limit} offset ${page.offset}`,
    [parentId],
  )
  return { jobExecutions: await jobDtos(tx, rows), totalRecords: count!.total }
}

const LISTED = `not is_deleted and subordination <> 'PARENT_MULTIPLE' and not is_profile_hidden
  and status in ('COMMITTED', 'ERROR', 'CANCELLED')`

/** The profiles that finished jobs used, for the filter of the log. */
export async function listJobProfilesInUse(tx: Transaction, query: QueryParameters): Promise<unknown> {
  const page = readPage(query)
  const source = `select distinct profile_id as id, profile_name as name, profile_data_type as "dataType"
    from job_execution where ${LISTED} and profile_id is not null`
  const [count] = await tx.query<{ total: number }>(`select count(*) as total from (${source}) p`)
  const rows = await tx.query(
    `select * from (${source}) p order by lower(name), name, id limit ${page.limit} offset ${page.offset}`,
  )
  return { jobProfilesInfo: rows, totalRecords: count!.total }
}

/** The users who ran finished jobs, for the filter of the log. */
export async function listJobUsers(tx: Transaction, query: QueryParameters): Promise<unknown> {
  const page = readPage(query)
  const source = `select distinct user_id as "userId", first_name as "jobUserFirstName", last_name as "jobUserLastName"
    from job_execution where ${LISTED}`
  const [count] = await tx.query<{ total: number }>(`select count(*) as total from (${source}) u`)
  const rows = await tx.query(
    `select * from (${source}) u order by lower("jobUserLastName"), lower("jobUserFirstName"), "userId"
     limit ${page.limit} offset ${page.offset}`,
  )
  return { jobExecutionUsersInfo: rows, totalRecords: count!.total }
}

/** Hides jobs from every list and from GET by id, with the parts of those that have parts. @returns which of the ids were jobs. */
export async function deleteJobs(tx: Transaction, ids: readonly string[]): Promise<unknown> {
  const deleted = await tx.query<{ id: string }>(
    `update job_execution set is_deleted = true
     where not is_deleted
       and (id = any($1::uuid[]) or (parent_id = any($1::uuid[]) and subordination = 'COMPOSITE_CHILD'))
     returning id`,
    [ids],
  )
  const known = new Set(deleted.map((row) => row.id))
  return {
    jobExecutionDetails: ids.map((id) => ({ jobExecutionId: id, isDeleted: known.has(id.toLowerCase()) })),
  }
}

import { findDocuments } from '../../../kernel/collections/index.ts'
import { isoInstant } from '../../../kernel/clock.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import type { QueryParameters } from '../../../kernel/http/route.ts'
import { users } from '../../users/index.ts'
import { invalidBody } from '../entity-problems.ts'

/*
 * What was changed of authorities, and what became of the records that are linked to them
 * (folio-org/mod-entities-links: InstanceAuthorityStatServiceDelegate, LinkingServiceDelegate).
 */

/** A stretch of time, open where nothing is given, and how many lines of it. */
type Stretch = { from: Date | null; to: Date | null; limit: number }

const ACTIONS = ['UPDATE_HEADING', 'UPDATE_NATURAL_ID', 'DELETE']
const STATUSES = ['ACTUAL', 'ERROR', 'NEW']
const MAX_INT = 2_147_483_646

type ChangeRow = {
  id: string
  authority_id: string
  action: string
  natural_id_old: string | null
  natural_id_new: string | null
  heading_old: string | null
  heading_new: string | null
  heading_type_old: string | null
  heading_type_new: string | null
  source_file_old: string | null
  source_file_new: string | null
  started_by: string | null
  started_at: Date
}

/** The changes of authorities in a stretch of time, the latest first; `next` dates the one after the last. */
export async function authorityStatistics(tx: Transaction, query: QueryParameters): Promise<object> {
  const { from, to, limit } = stretchOf(query)
  const action = choiceOf(query, 'action', ACTIONS)
  const rows = await tx.query<ChangeRow>(
    `select s.*, old.doc ->> 'name' as source_file_old, new.doc ->> 'name' as source_file_new
     from authority_data_stat s
       left join authority_source_file old on old.id = s.source_file_old
       left join authority_source_file new on new.id = s.source_file_new
     where ($1::timestamptz is null or s.started_at >= $1) and ($2::timestamptz is null or s.started_at <= $2)
       and ($3::text is null or s.action = $3)
     order by s.started_at desc, s.id desc limit $4`,
    [from, to, action, limit + 1],
  )
  const names = await namesOfUsers(tx, rows)
  const stats = rows.slice(0, limit).map((row) => changeLine(row, names))
  return { stats, ...nextOf(rows[limit]?.started_at) }
}

type UserName = { firstName?: string; lastName?: string }

async function namesOfUsers(tx: Transaction, rows: readonly ChangeRow[]): Promise<Map<string, UserName>> {
  const ids = new Set(rows.flatMap((row) => row.started_by ?? []))
  const documents = await findDocuments(tx, users, [...ids])
  return new Map(
    [...documents].map(([id, text]) => [id, (JSON.parse(text) as { personal?: UserName }).personal ?? {}]),
  )
}

function changeLine(row: ChangeRow, names: ReadonlyMap<string, UserName>): object {
  const user = row.started_by === null ? undefined : names.get(row.started_by)
  return {
    id: row.id,
    authorityId: row.authority_id,
    action: row.action,
    ...given({
      naturalIdOld: row.natural_id_old,
      naturalIdNew: row.natural_id_new,
      headingOld: row.heading_old,
      headingNew: row.heading_new,
      headingTypeOld: row.heading_type_old,
      headingTypeNew: row.heading_type_new,
    }),
    sourceFileOld: row.source_file_old ?? 'Not specified',
    sourceFileNew: row.source_file_new ?? 'Not specified',
    metadata: given({
      startedAt: isoInstant(row.started_at),
      startedByUserId: row.started_by,
      startedByUserFirstName: user?.firstName,
      startedByUserLastName: user?.lastName,
    }),
  }
}

function given(values: Record<string, string | null | undefined>): object {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  )
}

type LinkRow = {
  instance_id: string
  title: string
  tag: string
  natural_id: string | null
  updated_at: Date
  error_cause: string | null
}

/** What became of links in a stretch of time, the latest first, as far as their instances are there. */
export async function linkStatistics(tx: Transaction, query: QueryParameters): Promise<object> {
  const { from, to, limit } = stretchOf(query)
  const status = choiceOf(query, 'status', STATUSES)
  if (from !== null && to !== null && from > to) {
    throw invalidBody("'to' date should be not less than 'from' date.", [
      { key: 'fromDate', value: isoInstant(from) },
      { key: 'toDate', value: isoInstant(to) },
    ])
  }
  const rows = await tx.query<LinkRow>(
    `select link.instance_id, i.doc ->> 'title' as title, rule.doc ->> 'bibField' as tag,
       authority.natural_id, link.updated_at, link.error_cause
     from instance_authority_link link
       join instance i on i.id = link.instance_id
       join instance_authority_linking_rule rule on rule.id = link.linking_rule_id
       left join authority on authority.id = link.authority_id
     where ($1::timestamptz is null or link.updated_at >= $1)
       and ($2::timestamptz is null or link.updated_at <= $2) and ($3::text is null or link.status = $3)
       and i.source not like 'CONSORTIUM-%'
     order by link.updated_at desc, link.id desc limit $4`,
    [from, to, status, limit + 1],
  )
  const stats = rows.slice(0, limit).map((row) => ({
    instanceId: row.instance_id,
    instanceTitle: row.title,
    bibRecordTag: row.tag,
    ...given({ authorityNaturalId: row.natural_id }),
    updatedAt: isoInstant(row.updated_at),
    ...given({ errorCause: row.error_cause }),
  }))
  return { stats, ...nextOf(rows[limit]?.updated_at) }
}

function nextOf(at: Date | undefined): object {
  return at === undefined ? {} : { next: isoInstant(at) }
}

function stretchOf(query: QueryParameters): Stretch {
  const text = query.get('limit') ?? '100'
  const limit = Number(text)
  if (!/^\d+$/.test(text) || limit < 1 || limit > MAX_INT) {
    throw textProblem(400, `Parameter 'limit' must be a number from 1 to ${MAX_INT}, not "${text}"`)
  }
  return { from: instantOf(query, 'fromDate'), to: instantOf(query, 'toDate'), limit }
}

function instantOf(query: QueryParameters, name: string): Date | null {
  const text = query.get(name)
  if (text === undefined || text === '') return null
  // A plus sign that was not escaped arrives as a blank.
  const at = new Date(text.replace(' ', '+'))
  if (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(at.getTime())) return at
  throw textProblem(400, `Parameter '${name}' must be a date and time, not "${text}"`)
}

function choiceOf(query: QueryParameters, name: string, choices: readonly string[]): string | null {
  const text = query.get(name)
  if (text === undefined || text === '') return null
  if (choices.includes(text)) return text
  throw textProblem(
    400,
    `Unexpected value [${text}] of parameter '${name}'. Possible values: [${choices.join(', ')}].`,
  )
}

import type { Transaction } from '../../../kernel/db/database.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import type { Problem } from '../../../kernel/http/problems.ts'
import type { Actor } from '../../../kernel/http/route.ts'
import type { EntityType } from '../contracts.ts'
import type { Links } from '../files/file-links.ts'
import type { Approach, IdentifierType, OperationStatus, Step } from './operation-status.ts'
import { STARTS_IN } from './operation-status.ts'

/** An operation as it is stored; `rules`, `marc_rules` and `links` are JSON text. */
export type OperationRow = {
  id: string
  hr_id: number
  user_id: string
  operation_type: 'UPDATE' | 'DELETE'
  entity_type: EntityType
  identifier_type: IdentifierType | null
  status: OperationStatus
  approach: Approach
  base_name: string
  total: number
  processed: number
  matched: number
  committed: number
  matched_errors: number
  matched_warnings: number
  committed_errors: number
  committed_warnings: number
  job_id: string | null
  rules: string | null
  marc_rules: string | null
  links: string
  fql_query_id: string | null
  fql_query: string | null
  user_friendly_query: string | null
  edited_file: string | null
  edited_rows: number | null
  error_message: string | null
  note: string | null
  review: string | null
  is_expired: boolean
  started_at: Date
  ended_at: Date | null
  committed_at: Date | null
}

/** An operation by id. @throws Problem 404 in plain text */
export async function getOperation(tx: Transaction, id: string, lock = ''): Promise<OperationRow> {
  const [row] = await tx.query<OperationRow>(`select * from bulk_operation where id = $1 ${lock}`, [id])
  if (!row) throw textProblem(404, `Bulk operation was not found by id=${id}`)
  return row
}

/** The operation whose step a job of the ledger is; null when it was cancelled and stands at no step any more. */
export async function findOperationOfJob(tx: Transaction, jobId: string): Promise<OperationRow | null> {
  const [row] = await tx.query<OperationRow>('select * from bulk_operation where job_id = $1', [jobId])
  return row ?? null
}

/** What may be changed of an operation; `links` are added to those that it has, null takes one away. */
export type OperationChange = Partial<Omit<OperationRow, 'id' | 'hr_id' | 'links'>> & {
  links?: { [K in keyof Links]?: string | null }
}

/** Changes columns of an operation. */
export async function changeOperation(
  tx: Transaction,
  id: string,
  { links, ...columns }: OperationChange,
): Promise<void> {
  const names = Object.keys(columns)
  const assignments = names.map((name, i) => `${name} = $${i + 2}`)
  const params: unknown[] = [id, ...Object.values(columns)]
  if (links !== undefined) {
    params.push(JSON.stringify(links))
    assignments.push(`links = jsonb_strip_nulls(links || $${params.length}::jsonb)`)
  }
  await tx.query(`update bulk_operation set ${assignments.join(', ')} where id = $1`, params)
}

/** The refusal of a step that does not fit the state of an operation. */
export function stepNotApplicable(step: Step, status: OperationStatus): Problem {
  return textProblem(400, `Step ${step} is not applicable for bulk operation status ${status}`)
}

/** Refuses what needs the records or files of an operation when they are not kept any more. @throws Problem 400 */
export function requireKept({ id, is_expired: isExpired }: OperationRow): void {
  if (isExpired)
    throw textProblem(400, `Bulk operation ${id} has expired: its records and files are not kept any more.`)
}

/** @throws Problem 400 when the step may not start now, or ever again */
export function requireStartable(operation: OperationRow, step: Step): void {
  requireKept(operation)
  if (!STARTS_IN[step].includes(operation.status)) throw stepNotApplicable(step, operation.status)
}

/** The signed-in user; every route of bulk edit has one. */
export function requireActor(actor: Actor | null): Actor {
  if (actor === null) throw textProblem(401, 'A signed-in user is needed.')
  return actor
}

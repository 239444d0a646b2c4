import { isoInstant } from '../../../kernel/clock.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { LINK_NAMES } from '../files/file-links.ts'
import type { Links } from '../files/file-links.ts'
import type { OperationRow } from './operation.ts'
import type { OperationStatus } from './operation-status.ts'
import { addStepCounts, noStepCounts } from './step-counts.ts'
import type { StepCounts } from './step-counts.ts'

/** Types whose records belong to one tenant each. */
const OWNED_TYPES = new Set(['ITEM', 'HOLDINGS_RECORD'])

/** How far running steps are: sums over the chunks of their jobs. */
async function runningCounts(
  tx: Transaction,
  rows: readonly OperationRow[],
): Promise<Map<string, StepCounts>> {
  const jobIds = rows.flatMap(({ job_id: id }) => id ?? [])
  if (jobIds.length === 0) return new Map()
  const chunks = await tx.asSystem(() =>
    tx.query<{ job_id: string; counts: string }>(
      'select job_id, counts from octavo.chunk where job_id = any($1::uuid[]) and counts is not null',
      [jobIds],
    ),
  )
  const sums = new Map<string, StepCounts>()
  for (const { job_id: id, counts } of chunks) {
    const sum = sums.get(id) ?? noStepCounts()
    addStepCounts(sum, JSON.parse(counts) as StepCounts)
    sums.set(id, sum)
  }
  return sums
}

/** Operations as clients see them: nothing is null, running ones with their progress. */
export async function operationDtos(
  tx: Transaction,
  rows: readonly OperationRow[],
): Promise<Record<string, unknown>[]> {
  const running = await runningCounts(tx, rows)
  return rows.map((row) => dtoOf(row, tx.tenant!, row.job_id === null ? undefined : running.get(row.job_id)))
}

/** One operation as clients see it. */
export async function operationDto(tx: Transaction, row: OperationRow): Promise<Record<string, unknown>> {
  const [dto] = await operationDtos(tx, [row])
  return dto!
}

function dtoOf(row: OperationRow, tenant: string, done: StepCounts | undefined): Record<string, unknown> {
  const links = JSON.parse(row.links) as Links
  const listedLinks = Object.fromEntries(LINK_NAMES.map((name) => [name, links[name]]))
  return {
    id: row.id,
    hrId: row.hr_id,
    userId: row.user_id,
    operationType: row.operation_type,
    entityType: row.entity_type,
    status: statusOf(row, done),
    approach: row.approach,
    ...listedLinks,
    ...counters(row, done),
    startTime: isoInstant(row.started_at),
    endTime: row.ended_at === null ? undefined : isoInstant(row.ended_at),
    errorMessage: row.error_message ?? undefined,
    expired: row.is_expired,
    note: row.note ?? undefined,
    fqlQueryId: row.fql_query_id ?? undefined,
    fqlQuery: row.fql_query ?? undefined,
    userFriendlyQuery: row.user_friendly_query ?? undefined,
    usedTenants: row.matched > 0 && OWNED_TYPES.has(row.entity_type) ? [tenant] : undefined,
  }
}

/** FOLIO writes MARC after all the rest; here both go together, so it is the MARC's turn once some records are done. */
function statusOf(row: OperationRow, done: StepCounts | undefined): OperationStatus {
  const isAtMarc = row.status === 'APPLY_CHANGES' && row.entity_type === 'INSTANCE_MARC'
  return isAtMarc && (done?.processed ?? 0) > 0 ? 'APPLY_MARC_CHANGES' : row.status
}

/** The counters; those of a running step are as far as it is. With an edited file its rows count as matched, as in FOLIO. */
function counters(row: OperationRow, done: StepCounts = noStepCounts()): Record<string, number> {
  return {
    totalNumOfRecords: row.total,
    processedNumOfRecords: row.job_id === null ? row.processed : done.processed,
    matchedNumOfRecords:
      row.status === 'RETRIEVING_RECORDS' ? done.matched : (row.edited_rows ?? row.matched),
    committedNumOfRecords: row.committed + done.committed,
    matchedNumOfErrors: row.matched_errors,
    matchedNumOfWarnings: row.matched_warnings,
    committedNumOfErrors: row.committed_errors,
    committedNumOfWarnings: row.committed_warnings,
  }
}

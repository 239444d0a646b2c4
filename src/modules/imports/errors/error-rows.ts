import type { Transaction } from '../../../kernel/db/database.ts'
import { readPage } from '../../../kernel/http/parameters.ts'
import type { QueryParameters } from '../../../kernel/http/route.ts'
import { getJob } from '../job-execution.ts'
import { ownersOf } from '../job-log.ts'
import type { JournalRow, Owners } from '../job-log.ts'
import { codeCondition } from './error-code.ts'
import { orderOf, snapshotOf } from './error-groups.ts'
import { explainFault } from './explain-fault.ts'
import { mappedFrom } from './mapped-from.ts'

/**
 * The records of a job that have an error, in the order of the file; `code` gives those of one group.
 * @throws Problem 404, 400 for a wrong parameter
 */
export async function listErrorRows(
  tx: Transaction,
  jobId: string,
  query: QueryParameters,
): Promise<Record<string, unknown>> {
  const { limit, offset } = readPage(query)
  const job = await getJob(tx, jobId)
  const owners = await ownersOf(tx, job)
  const condition = codeCondition(query, owners.numbers)
  const from = `from journal j where j.job_no = any($1::int[]) and j.error_kind is not null
    ${condition === null ? '' : `and ${condition}`}`
  const [count] = await tx.query<{ total: number }>(`select count(*) as total ${from}`, [owners.numbers])
  const rows = await tx.query<JournalRow>(
    `select j.* ${from} order by j.job_no, j.seq limit ${limit} offset ${offset}`,
    [owners.numbers],
  )
  const snapshot = snapshotOf(job)
  const records = rows.map((row) => errorRow(owners, row, snapshot))
  return { records, totalRecords: count!.total }
}

/** One failed record as screens list it. */
export function errorRow(
  owners: Owners,
  row: JournalRow,
  snapshot: ReturnType<typeof snapshotOf>,
): Record<string, unknown> {
  const { field, value, advice, isFixable } = explainFault(row.error_kind!, row.error ?? '', row.folio_error)
  return {
    order: orderOf(owners, row),
    title: row.title,
    controlNumber: row.control_number,
    kind: row.error_kind,
    text: row.error,
    field,
    value,
    marcFields: mappedFrom(snapshot, field),
    advice,
    isFixable,
    folioError: row.folio_error,
    byteOffset: row.byte_offset,
  }
}

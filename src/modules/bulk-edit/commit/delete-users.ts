import type { Transaction } from '../../../kernel/db/database.ts'
import { removeUsers } from '../../login/index.ts'
import type { RecordRange } from '../edit/edit-records.ts'
import type { OperationRow } from '../operation/operation.ts'
import type { RecordOutcome } from './record-outcome.ts'

/** Deletes a range of matched users, as far as they have no open business; what they were is kept as what was written. */
export async function deleteUsers(
  tx: Transaction,
  { hr_id: no }: OperationRow,
  { after, last }: RecordRange,
): Promise<RecordOutcome[]> {
  const matched = await tx.query<{ no: number; id: string; identifier: string }>(
    `select no, record_id as id, identifier from bulk_record
     where operation_no = $1 and no > $2 and no <= $3 order by no`,
    [no, after, last],
  )
  const results = await removeUsers(
    tx,
    matched.map(({ id }) => id),
  )
  return matched.map((each, i) => {
    const result = results[i]!
    if (result.ok) return { ...each, state: 'written', doc: result.text }
    return { ...each, state: 'refused', message: result.problem.message }
  })
}

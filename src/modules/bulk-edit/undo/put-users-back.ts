import type { Transaction } from '../../../kernel/db/database.ts'
import { editedSince, goneReason, noCounts, refusedReason, saysTheSame } from '../../undo/index.ts'
import type { Left, PutBack, Reason } from '../../undo/index.ts'
import { updateUsers } from '../../users/index.ts'
import type { Document } from '../contracts.ts'
import type { OperationRow } from '../operation/operation.ts'
import { RECORD_STATE } from '../operation/problem-stage.ts'

type Row = { id: string; seq: number; earlier: string; written: string; stored: string | null }

/**
 * Puts users back as they were matched. Users have no history, so the bulk edit kept what they were and what it made of
 * them; one that says something else than that was changed since and stays.
 */
export async function putUsersBack(
  tx: Transaction,
  { writer }: { writer: { userId: string } },
  operation: OperationRow,
  range: { after: number; last: number },
): Promise<{ records: number; done: PutBack }> {
  const rows = await readUsers(tx, operation, range)
  const left: Left[] = []
  const leave = ({ id, seq }: Row, reason: Reason) => left.push({ kind: 'user', id, hrid: null, seq, reason })
  const changed: Row[] = []
  for (const row of rows) {
    if (row.stored === null) leave(row, goneReason('bulk edit'))
    else if (saysTheSame(row.stored, row.earlier)) continue
    else if (saysTheSame(row.stored, row.written)) changed.push(row)
    else leave(row, editedSince('bulk edit'))
  }
  const documents = changed.map(({ earlier }) => JSON.parse(earlier) as Document)
  const outcomes = await updateUsers(tx, writer.userId, documents)
  changed.forEach((row, i) => {
    const outcome = outcomes[i]!
    if (!outcome.ok) leave(row, refusedReason(outcome.problem.message))
  })
  const counts = noCounts()
  counts.restored.user = outcomes.filter(({ ok }) => ok).length
  return { records: rows.length, done: { counts, left, settled: [] } }
}

async function readUsers(
  tx: Transaction,
  { hr_id: no }: OperationRow,
  { after, last }: { after: number; last: number },
): Promise<Row[]> {
  const written = `from bulk_record r
     where r.operation_no = $1 and r.no > $2 and r.no <= $3 and r.state = ${RECORD_STATE.written}`
  await tx.query(`select from users where id in (select record_id ${written}) order by id for update`, [
    no,
    after,
    last,
  ])
  return tx.query<Row>(
    `select r.record_id as id, r.no as seq, r.doc as earlier, r.edited_doc as written,
       (select u.doc from users u where u.id = r.record_id) as stored
     ${written} order by r.no`,
    [no, after, last],
  )
}

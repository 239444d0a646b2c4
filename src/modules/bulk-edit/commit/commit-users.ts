import type { Transaction } from '../../../kernel/db/database.ts'
import { updateUsers } from '../../users/index.ts'
import type { Document, RecordProblem } from '../contracts.ts'
import type { RecordRange } from '../edit/edit-records.ts'
import type { OperationRow } from '../operation/operation.ts'
import type { ReadyRules } from '../operation/operation-rules.ts'
import { GONE, NO_CHANGE, conflictMessage } from './record-outcome.ts'
import type { RecordOutcome } from './record-outcome.ts'
import { applyRules } from '../rules/index.ts'

type Matched = {
  no: number
  id: string
  identifier: string
  edited: string | null
  is_edited: boolean | null
  stored: string | null
  is_same: boolean | null
}

type Changed = Matched & { after: Document; ruleProblems: readonly RecordProblem[] }

/**
 * Writes what the rules, or an edited file, make of a range of users, as far as nobody else has changed them since they were
 * matched. The rows are locked before they are compared.
 */
export async function commitUsers(
  tx: Transaction,
  operation: OperationRow,
  { compiled, facts }: ReadyRules,
  { after, last }: RecordRange,
): Promise<RecordOutcome[]> {
  const isManual = operation.approach === 'MANUAL'
  const matched = await readUsers(tx, operation, after, last)
  const outcomes: RecordOutcome[] = []
  const changed: Changed[] = []
  for (const each of matched) {
    const { no, id, identifier, stored, is_same: isSame } = each
    // A row that was taken out of an edited file, or could not be read, asks for nothing.
    if (isManual && each.edited === null) continue
    if (stored === null) outcomes.push({ no, id, identifier, state: 'refused', message: GONE })
    else if (!isSame)
      outcomes.push({ no, id, identifier, state: 'refused', message: conflictMessage(), isConflict: true })
    else {
      const before = JSON.parse(stored) as Document
      const outcome = isManual ? editedUser(each, before) : applyRules(compiled, before, facts)
      const { record: edited, problems: ruleProblems } = outcome
      if (edited !== before) changed.push({ ...each, after: edited, ruleProblems })
      else if (ruleProblems.length > 0) outcomes.push({ no, id, identifier, state: 'refused', ruleProblems })
      else outcomes.push({ no, id, identifier, state: 'unchanged', message: NO_CHANGE })
    }
  }
  return [...outcomes, ...(await write(tx, operation, changed))]
}

/** What an edited file makes of a user; the very stored document where it says the same. */
function editedUser({ edited, is_edited: isEdited }: Matched, before: Document) {
  return { record: isEdited ? (JSON.parse(edited!) as Document) : before, problems: [] }
}

async function readUsers(
  tx: Transaction,
  { hr_id: no }: OperationRow,
  after: number,
  last: number,
): Promise<Matched[]> {
  await tx.query(
    `select from users u
     where u.id in (select record_id from bulk_record where operation_no = $1 and no > $2 and no <= $3)
     order by u.id for update`,
    [no, after, last],
  )
  return tx.query<Matched>(
    `select r.no, r.record_id as id, r.identifier, r.edited_doc as edited, u.doc as stored, r.edited_doc <> r.doc as is_edited, u.doc = r.doc as is_same
     from bulk_record r left join users u on u.id = r.record_id
     where r.operation_no = $1 and r.no > $2 and r.no <= $3 order by r.no`,
    [no, after, last],
  )
}

async function write(
  tx: Transaction,
  operation: OperationRow,
  changed: readonly Changed[],
): Promise<RecordOutcome[]> {
  if (changed.length === 0) return []
  const results = await updateUsers(
    tx,
    operation.user_id,
    changed.map(({ after }) => after),
  )
  return changed.map(({ no, id, identifier, ruleProblems }, i) => {
    const result = results[i]!
    const told = { no, id, identifier, ruleProblems }
    if (result.ok) return { ...told, state: 'written', doc: result.text }
    return { ...told, state: 'refused', message: result.problem.message }
  })
}

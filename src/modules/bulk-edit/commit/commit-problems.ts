import type { Transaction } from '../../../kernel/db/database.ts'
import { linksToRecords } from './conflict-links.ts'
import type { RecordProblem } from '../contracts.ts'
import type { RecordRange } from '../edit/edit-records.ts'
import type { OperationRow } from '../operation/operation.ts'
import { keepProblems, messagesOfRange } from '../operation/problems.ts'
import { STAGE } from '../operation/problem-stage.ts'
import type { RecordOutcome } from './record-outcome.ts'

/**
 * Keeps what is to be said of a committed range of records. The rules may say more than they did at the review, of a value
 * that somebody has deleted since: only what the review has not said of a record is kept.
 */
export async function keepCommitProblems(
  tx: Transaction,
  operation: OperationRow,
  range: RecordRange,
  outcomes: readonly RecordOutcome[],
): Promise<void> {
  const conflicts = outcomes.flatMap(({ id, isConflict }) => (isConflict ? [id] : []))
  const links = await linksToRecords(tx, operation.entity_type, conflicts)
  const hasRuleProblems = outcomes.some(
    ({ ruleProblems }) => ruleProblems !== undefined && ruleProblems.length > 0,
  )
  const reviewed = hasRuleProblems
    ? await messagesOfRange(tx, operation.hr_id, STAGE.rules, range)
    : new Map<number, ReadonlySet<string>>()
  const problems = outcomes.flatMap((outcome) => {
    const { id, no: place, identifier, isConflict } = outcome
    const link = isConflict ? links.get(id) : undefined
    return problemsOf(outcome, reviewed.get(place)).map((problem, ordinal) => ({
      ...problem,
      place,
      ordinal,
      identifier,
      ...(link === undefined || problem.message !== outcome.message ? {} : { link }),
    }))
  })
  await keepProblems(tx, operation.hr_id, STAGE.commit, problems)
}

function problemsOf(
  { state, message, marcMessage, ruleProblems = [], belowProblems = [] }: RecordOutcome,
  reviewed: ReadonlySet<string> | undefined,
): RecordProblem[] {
  const type = state === 'refused' ? 'ERROR' : 'WARNING'
  const own = [message, marcMessage].flatMap((text) =>
    text === undefined ? [] : [{ type, message: text } as const],
  )
  const added = ruleProblems.filter((problem) => !reviewed?.has(problem.message))
  return [...added, ...own, ...belowProblems]
}

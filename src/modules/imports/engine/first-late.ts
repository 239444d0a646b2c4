import type { Transaction } from '../../../kernel/db/database.ts'
import type { MatchQuestion } from '../matching/pure.ts'
import { answerQuestions } from './answer-questions.ts'
import type { ComputedChunk } from './chunk-messages.ts'
import type { Hit } from './questions.ts'

/**
 * Asks the matches again whose hits the rows, now stored, may have changed.
 * @returns the place of the first record that would have found something else for what records before it have written,
 *   or null: then the rows are as if each record had been stored before the next one.
 */
export async function firstLate(
  tx: Transaction,
  { rechecks, firstTouches }: Pick<ComputedChunk, 'rechecks' | 'firstTouches'>,
  matches: readonly MatchQuestion[],
): Promise<number | null> {
  if (rechecks.length === 0) return null
  const touchedAt = new Map(firstTouches)
  const questions = rechecks.map(({ question }) => question)
  const answers = (await answerQuestions(tx, questions, matches)) as Hit[][]
  for (const [index, { place, hits }] of rechecks.entries()) {
    const isLate = differences(hits, answers[index]!).some(
      ({ id, externalId }) => (touchedAt.get(externalId ?? id) ?? place) < place,
    )
    if (isLate) return place
  }
  return null
}

/** The hits that only one of two lists has. */
function differences(before: readonly Hit[], after: readonly Hit[]): Hit[] {
  const without = (list: readonly Hit[], other: readonly Hit[]) => {
    const ids = new Set(other.map(({ id }) => id))
    return list.filter(({ id }) => !ids.has(id))
  }
  return [...without(before, after), ...without(after, before)]
}

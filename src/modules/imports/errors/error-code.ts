import { quoteLiteral } from '../../../kernel/db/database.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import type { QueryParameters } from '../../../kernel/http/route.ts'
import { FAULT_KINDS } from '../record-fault.ts'

// Errors are grouped by their text where one repeats, such as an unknown location, else by their kind. The code of a group
// is the kind, and behind a point which text of it: the beginning of its MD5, or `other` for the texts that have no group of their own.

/** Texts of one kind that get a group of their own. */
export const TEXTS_PER_KIND = 50

/** The code of a text, as SQL over a journal row `j`. */
export const TEXT_CODE = `left(md5(j.error), 8)`

/**
 * The condition on journal rows `j` of the jobs with these numbers that a `code` parameter asks for; null without one.
 * @throws Problem 400 for a code that no group can have
 */
export function codeCondition(query: QueryParameters, numbers: readonly number[]): string | null {
  const code = query.get('code')
  if (code === undefined || code === '') return null
  const [kind = '', text, ...more] = code.split('.')
  const isCode =
    Object.hasOwn(FAULT_KINDS, kind) &&
    more.length === 0 &&
    (text === undefined || text === 'other' || /^[0-9a-f]{8}$/.test(text))
  if (!isCode)
    throw textProblem(
      400,
      `'code' parameter is incorrect. parameter value {${code}} is not valid: must be the code of a group of errors`,
    )
  const ofKind = `j.error_kind = ${quoteLiteral(kind)}`
  if (text === undefined) return ofKind
  if (text !== 'other') return `${ofKind} and ${TEXT_CODE} = ${quoteLiteral(text)}`
  return `${ofKind} and j.error not in (
    select j.error from journal j where j.job_no = any(array[${numbers.join(', ')}]::int[]) and ${ofKind}
    group by j.error having count(*) > 1 order by count(*) desc, ${TEXT_CODE} limit ${TEXTS_PER_KIND})`
}

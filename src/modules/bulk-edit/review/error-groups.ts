import type { Transaction } from '../../../kernel/db/database.ts'
import type { Page } from '../../../kernel/http/parameters.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import type { Answer, ApiRequest } from '../../../kernel/http/route.ts'
import { answerList } from '../../../kernel/lists/index.ts'
import { getOperation } from '../operation/operation.ts'
import { STAGE } from '../operation/problem-stage.ts'

/** Steps about which something is said: the match, the review, and the commit with what the review said already. */
const STAGES: Readonly<Record<string, readonly number[]>> = {
  matching: [STAGE.matching],
  review: [STAGE.rules],
  commit: [STAGE.rules, STAGE.commit],
}

/** What problems have in common: their words without the identifiers, ids and versions that differ from record to record. */
const CAUSE = `regexp_replace(regexp_replace(message, ' record - .* on the tenant .*$', ' record'),
  '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\\d+', '#', 'gi')`

const MOST_GROUPS = 100

/** @throws Problem 400 naming the parameter */
export function readStage(text: string | undefined): readonly number[] {
  if (text === undefined || !Object.hasOwn(STAGES, text))
    throw textProblem(
      400,
      `'stage' parameter is incorrect. It must be one of ${Object.keys(STAGES).join(', ')}`,
    )
  return STAGES[text]!
}

/** What was said in a step, by its cause: errors before warnings, the commonest first. @throws Problem 404 */
export async function readErrorGroups(
  tx: Transaction,
  id: string,
  stages: readonly number[],
): Promise<Record<string, unknown>> {
  const { hr_id: no } = await getOperation(tx, id)
  const rows = await tx.query<{
    is_warning: boolean
    cause: string
    message: string
    count: number
    identifiers: string[]
  }>(
    `select is_warning, ${CAUSE} as cause, min(message) as message, count(*)::int as count,
       (array_agg(identifier order by place))[1:5] as identifiers
     from bulk_problem where operation_no = $1 and stage = any($2::smallint[])
     group by 1, 2 order by 1, 4 desc, 2 limit ${MOST_GROUPS}`,
    [no, stages],
  )
  return {
    groups: rows.map(({ is_warning: isWarning, ...group }) => ({
      type: isWarning ? 'WARNING' : 'ERROR',
      ...group,
    })),
  }
}

/** The identifiers of a group with what is said of each, in the order of the list. @throws Problem 404 */
export async function answerGroup(
  request: ApiRequest,
  id: string,
  stages: readonly number[],
  cause: string,
  page: Page,
): Promise<Answer> {
  const { hr_id: no } = await request.transaction((tx) => getOperation(tx, id))
  const found = `from bulk_problem where operation_no = $1 and stage = any($2::smallint[]) and ${CAUSE} = $3`
  return answerList<{ identifier: string; message: string; link: string | null }>(
    request,
    {
      listKey: 'errors',
      statement: {
        select: `select identifier, message, link ${found} order by place, stage, ordinal
          limit ${page.limit} offset ${page.offset}`,
        count: `select count(*) as total ${found}`,
        params: [no, stages, cause],
      },
      write: (_tx, rows) =>
        rows.map(({ identifier, message, link }) =>
          JSON.stringify({ identifier, message, ...(link === null ? {} : { link }) }),
        ),
    },
    { ...page, isCounted: true },
  )
}

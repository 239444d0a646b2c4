import type { CqlSource } from '../../formats/cql/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody, readPage } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import { answerList, listStatement, rmbTail, storedTexts } from '../../kernel/lists/index.ts'
import type { ListQuery } from '../../kernel/lists/index.ts'

const count = { type: 'integer', minimum: 0, maximum: 2_147_483_647 }
const checkRetrieve = compileValidator({
  type: 'object',
  properties: { query: { type: 'string' }, limit: count, offset: count, totalRecords: { type: 'string' } },
  additionalProperties: false,
})

/** The list parameters in the body of a `POST …/retrieve`. @throws Problem 400 or 422. */
export function listQueryOfBody(body: unknown): ListQuery {
  const sent = objectBody(body)
  checkRetrieve(sent)
  const { query, limit, offset, totalRecords } = sent as {
    query?: string | null
    limit?: number | null
    offset?: number | null
    totalRecords?: string | null
  }
  return { query: query ?? '', limit: limit ?? 10, offset: offset ?? 0, isCounted: totalRecords !== 'none' }
}

/** The list parameters of mod-inventory's lists. @throws Problem 400 when they are no numbers. */
export function businessListQuery(request: ApiRequest): ListQuery {
  for (const name of ['limit', 'offset']) {
    const text = request.query.get(name)
    if (text !== undefined && !/^\d+$/.test(text)) {
      throw textProblem(400, 'limit and offset must be numeric when supplied')
    }
  }
  return { query: request.query.get('query') ?? '', ...readPage(request.query), isCounted: true }
}

/** Which records a DELETE of a whole list is about. @throws Problem 400 when it does not say. */
export function deletionQuery(request: ApiRequest): string {
  const cql = request.query.get('query')?.trim()
  if (!cql) throw textProblem(400, 'Expected CQL but query parameter is empty')
  return cql
}

/** Where a list of records reads from, and what it calls them. */
type RecordList = { source: CqlSource; listKey: string }

/** Answers a list as FOLIO's storage does: records as they are stored. */
export async function answerStoredList(
  request: ApiRequest,
  { source, listKey }: RecordList,
  query: ListQuery,
): Promise<Answer> {
  const statement = listStatement(source, query)
  return answerList(request, { listKey, statement, write: storedTexts, tail: rmbTail }, query)
}

/** Answers a list as mod-inventory does: a batch of records at a time is turned into what clients see. */
export async function answerShownList<T>(
  request: ApiRequest,
  { source, listKey, represent }: RecordList & { represent: Represent<T> },
  query: ListQuery,
): Promise<Answer> {
  const statement = listStatement(source, query)
  const write = async (tx: Transaction, rows: readonly { doc: string }[]): Promise<string[]> => {
    const shown = await represent(
      tx,
      rows.map(({ doc }) => JSON.parse(doc) as T),
    )
    return shown.map((record) => JSON.stringify(record))
  }
  return answerList(request, { listKey, statement, write }, query)
}

type Represent<T> = (tx: Transaction, records: readonly T[]) => Promise<readonly object[]>

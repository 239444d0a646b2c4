import { textProblem } from '../../kernel/http/problems.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { streamPieces } from '../../kernel/lists/index.ts'
import { STREAM_TYPE } from './answer-rows.ts'
import { allOf } from './criterion.ts'
import type { Criterion } from './criterion.ts'
import { condition, statesWanted } from './record-filters.ts'
import { scanRecords } from './scan-records.ts'
import { parseExpression } from './search-expression.ts'
import { fieldCriterion, leaderCriterion } from './search-operands.ts'
import { checkIdentifierSearch } from './wire-schemas.ts'
import type { IdentifierSearchBody } from './wire-schemas.ts'

const MAX_INT = 2_147_483_647

/**
 * `POST /source-storage/stream/marc-record-identifiers`: ids of the instances whose MARC satisfies the expressions,
 * as a stream, and how many there are in all.
 */
export async function searchIdentifiers(request: ApiRequest): Promise<Answer> {
  checkIdentifierSearch(request.body)
  const body = request.body as IdentifierSearchBody
  const criterion = compileSearch(body)
  const filter = condition((bind) => [
    's.record_type = 0',
    's.external_id is not null',
    statesWanted(body.deleted ?? null),
    body.suppressFromDiscovery == null ? null : `s.is_suppressed = ${bind(body.suppressFromDiscovery)}`,
    criterion.sql === null ? null : criterion.sql(bind),
  ])
  const offset = body.offset ?? 0
  const end = offset + (body.limit ?? MAX_INT)
  return streamPieces(request, STREAM_TYPE, async function* pieces(tx) {
    let total = 0
    let start = '{"records":['
    let previous = ''
    // In the order of instances, so that one with two records is counted once.
    for await (const rows of scanRecords(tx, filter, criterion, 's.external_id, s.id')) {
      const ids: string[] = []
      for (const { external_id: id } of rows) {
        if (id === previous) continue
        previous = id
        if (total >= offset && total < end) ids.push(`"${id}"`)
        total += 1
      }
      if (ids.length === 0) continue
      yield start + ids.join(',')
      start = ','
    }
    yield `${start === ',' ? '' : start}],"totalCount":${total}}`
  })
}

function compileSearch({ leaderSearchExpression, fieldsSearchExpression }: IdentifierSearchBody): Criterion {
  const criteria: Criterion[] = []
  if (leaderSearchExpression != null) {
    criteria.push(parseExpression(leaderSearchExpression, 'leaderSearchExpression', leaderCriterion))
  }
  if (fieldsSearchExpression != null) {
    criteria.push(parseExpression(fieldsSearchExpression, 'marcFieldSearchExpression', fieldCriterion))
  }
  if (criteria.length === 0) {
    throw textProblem(400, "The 'leaderSearchExpression' and the 'fieldsSearchExpression' are missing")
  }
  return allOf(criteria)
}

import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { QueryParameters } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import { selectPage } from '../../kernel/lists/index.ts'
import { representItems } from './item-representation.ts'
import type { ItemRepresentation } from './item-representation.ts'
import type { Item } from './records.ts'

const ONLY_BOUND = 'onlyBoundWiths'
const ONLY_BOUND_ELSEWHERE = 'onlyBoundWithsSkipDirectlyLinkedItem'
const DEFAULT_LIMIT = 200
const MAX_LIMIT = 10_000

/**
 * The items of a holdings record with those that are bound into it: bound-with items first, then its own in
 * their order (folio-org/mod-inventory: ItemsByHoldingsRecordId.java).
 * @throws Problem 400 for a query that is not `holdingsRecordId==<uuid>` or unknown `relations`.
 */
export async function itemsByHoldings(
  tx: Transaction,
  query: QueryParameters,
): Promise<{ items: ItemRepresentation[]; totalRecords: number }> {
  const holdingsId = holdingsIdOf(query.get('query'))
  const relations = query.get('relations') || null
  if (relations !== null && relations !== ONLY_BOUND && relations !== ONLY_BOUND_ELSEWHERE) {
    throw textProblem(
      400,
      `The only valid values of the request parameter 'relations' are: '${ONLY_BOUND}' and '${ONLY_BOUND_ELSEWHERE}'`,
    )
  }
  const isBound = 'exists (select from bound_with_part where itemid = item.id and holdingsrecordid = $1)'
  const conditions: Record<string, string> = {
    [ONLY_BOUND]: isBound,
    [ONLY_BOUND_ELSEWHERE]: `${isBound} and holdings_record_id <> $1`,
  }
  const where =
    relations === null
      ? `id in (
          select itemid from bound_with_part where holdingsrecordid = $1
          union select id from item where holdings_record_id = $1)`
      : conditions[relations]
  const page = {
    limit: wholeNumber(query.get('limit'), DEFAULT_LIMIT, MAX_LIMIT),
    offset: wholeNumber(query.get('offset'), 0),
  }
  const statement = {
    select: `select doc from item where ${where}
      order by (${isBound}) desc, item_order, id limit ${page.limit} offset ${page.offset}`,
    count: `select count(*) as total from item where ${where}`,
    params: [holdingsId],
  }
  const { rows, total } = await selectPage<{ doc: string }>(tx, statement, page)
  const items = await representItems(
    tx,
    rows.map(({ doc }) => JSON.parse(doc) as Item),
  )
  return { items, totalRecords: total }
}

function holdingsIdOf(query: string | undefined): string {
  const id = /holdingsRecordId\s*==?\s*"?([0-9a-f-]{36})"?/i.exec(query ?? '')?.[1]
  if (!isUuid(id)) {
    throw textProblem(
      400,
      `Items must be retrieved by 'holdingsRecordId' from this API: query=holdingsRecordId==[a UUID]. Query was: ${query ?? null}`,
    )
  }
  return id
}

/** FOLIO falls back to the default for what is no number and cuts what is too large. */
function wholeNumber(text: string | undefined, fallback: number, max = 2_147_483_647): number {
  return text !== undefined && /^\d+$/.test(text) ? Math.min(Number(text), max) : fallback
}

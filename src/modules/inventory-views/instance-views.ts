import type { Transaction } from '../../kernel/db/database.ts'

const OF_HOLDINGS = 'from holdings_record h where h.instance_id = instance.id'
const OF_BOUND_ITEMS = `from holdings_record h
  join bound_with_part part on part.holdingsrecordid = h.id join item i on i.id = part.itemid
  where h.instance_id = instance.id`
const OF_OWN_ITEMS = `from holdings_record h join item i on i.holdings_record_id = h.id where h.instance_id = instance.id`
// An item of two holdings of the instance counts once.
const ALL_ITEMS = `from item i where i.id in (
  select i.id ${OF_OWN_ITEMS} union select i.id ${OF_BOUND_ITEMS})`

function views(items: string): string {
  return `
select '{"instanceId":"' || instance.id || '","instance":' || instance.doc::text
  || ',"holdingsRecords":[' || coalesce((select string_agg(h.doc::text, ',' order by h.id) ${OF_HOLDINGS}), '')
  || '],"items":[' || coalesce((select string_agg(i.doc::text, ',' order by i.holdings_record_id, i.item_order, i.id) ${items}), '')
  || '],"isBoundWith":' || exists (select ${OF_BOUND_ITEMS}) || '}' as doc
from unnest($1::uuid[]) with ordinality as asked (id, place)
join instance on instance.id = asked.id
order by asked.place`
}

const OWN_VIEWS = views(OF_OWN_ITEMS)
const BOUND_VIEWS = views(ALL_ITEMS)

/**
 * Instances with their holdings records and items, as JSON texts in the order of `ids`. Stored documents are put
 * together as texts, none is parsed; one statement for any number.
 */
export async function readViews(
  tx: Transaction,
  ids: readonly string[],
  withBound: boolean,
): Promise<string[]> {
  const rows = await tx.query<{ doc: string }>(withBound ? BOUND_VIEWS : OWN_VIEWS, [ids])
  return rows.map(({ doc }) => doc)
}

import type { Transaction } from '../../kernel/db/database.ts'
import type { Holdings, Instance, Item } from '../inventory/index.ts'

/** An item as it hangs below an instance; by a bound-with that is another holdings record than the item's own. */
export type TreeItem = { holdingsId: string; item: Item }

/** An instance with all holdings records and items below it, those that are bound in among them. */
export type InstanceTree = { instance: Instance; holdings: Holdings[]; items: TreeItem[] }

const INSTANCES = `
select instance.doc as instance,
  (select count(*)::int from holdings_record h where h.instance_id = instance.id) as "holdingsCount"
from unnest($1::uuid[]) with ordinality as asked (id, place)
join instance on instance.id = asked.id
order by asked.place`

// The documents of an instance come as one text. Of 15,000 holdings that takes PostgreSQL 38 ms of processor time and this
// process 32; as rows of their own with a few columns it took 28 and 100, put in order by PostgreSQL 51 and 32
// (2026-12-01, 2-core virtual machine). Each part walks from the instance's holdings, by their index.
const BRANCHES = `
select
  (select '[' || string_agg(h.doc::text, ',') || ']'
   from holdings_record h where h.instance_id = asked.id) as holdings,
  case when asked.has_items then
    (select '[' || string_agg(i.doc::text, ',') || ']'
     from holdings_record h join item i on i.holdings_record_id = h.id
     where h.instance_id = asked.id) end as own,
  case when asked.has_items then
    (select '[' || string_agg('{"holdingsId":"' || h.id || '","item":' || i.doc::text || '}', ',') || ']'
     from holdings_record h
     join bound_with_part part on part.holdingsrecordid = h.id
     join item i on i.id = part.itemid
     where h.instance_id = asked.id and i.holdings_record_id <> h.id) end as bound
from unnest($1::uuid[], $2::boolean[]) with ordinality as asked (id, has_items, place)
order by asked.place`

/** An instance and whether the items below it are wanted. */
export type InstanceRoot = { instance: Instance; hasItems: boolean }

/**
 * The trees of instances in the order of `ids`; unknown ids are left out. Holdings records come in the order of their ids,
 * which is that of their creation for ids made here; items in the order that they have in their holdings record. Two
 * statements for any number.
 */
export async function readTrees(tx: Transaction, ids: readonly string[]): Promise<InstanceTree[]> {
  return readBranches(tx, await readInstances(tx, ids))
}

/** Instances in the order of `ids`, each with the number of its holdings records; unknown ids are left out. */
export async function readInstances(
  tx: Transaction,
  ids: readonly string[],
): Promise<(InstanceRoot & { holdingsCount: number })[]> {
  if (ids.length === 0) return []
  const rows = await tx.query<{ instance: string; holdingsCount: number }>(INSTANCES, [ids])
  return rows.map(({ instance, holdingsCount }) => ({
    instance: JSON.parse(instance) as Instance,
    hasItems: true,
    holdingsCount,
  }))
}

/** The trees of instances, with items where `hasItems`; one statement for any number. */
export async function readBranches(tx: Transaction, roots: readonly InstanceRoot[]): Promise<InstanceTree[]> {
  if (roots.length === 0) return []
  const rows = await tx.query<Record<'holdings' | 'own' | 'bound', string | null>>(BRANCHES, [
    roots.map(({ instance }) => instance.id),
    roots.map(({ hasItems }) => hasItems),
  ])
  return rows.map(({ holdings, own, bound }, place) => ({
    instance: roots[place]!.instance,
    holdings: inOrder(parseList<Holdings>(holdings)),
    items: treeItems(parseList<Item>(own), parseList<TreeItem>(bound)),
  }))
}

function parseList<T>(text: string | null): T[] {
  return text === null ? [] : (JSON.parse(text) as T[])
}

function inOrder(holdings: Holdings[]): Holdings[] {
  return holdings.sort((one, other) => compare(one.id!, other.id!))
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** Each item once: where it hangs by its own holdings record, else where it is bound in first. */
function treeItems(own: readonly Item[], bound: readonly TreeItem[]): TreeItem[] {
  const items = own.map((item) => ({ holdingsId: item.holdingsRecordId!, item }))
  if (bound.length > 0) {
    const seen = new Set(own.map(({ id }) => id))
    for (const one of [...bound].sort((first, second) => compare(first.holdingsId, second.holdingsId))) {
      if (!seen.has(one.item.id)) items.push(one)
      seen.add(one.item.id)
    }
  }
  return items.sort(
    (one, other) =>
      compare(one.holdingsId, other.holdingsId) ||
      (one.item.order ?? 0) - (other.item.order ?? 0) ||
      compare(one.item.id!, other.item.id!),
  )
}

/** What discovery may show of a tree: neither suppressed records nor the items of suppressed holdings. */
export function withoutSuppressed({ instance, holdings, items }: InstanceTree): InstanceTree {
  const shown = holdings.filter(({ discoverySuppress }) => !discoverySuppress)
  const ids = new Set(shown.map(({ id }) => id))
  return {
    instance,
    holdings: shown,
    items: items.filter(({ item, holdingsId }) => !item.discoverySuppress && ids.has(holdingsId)),
  }
}

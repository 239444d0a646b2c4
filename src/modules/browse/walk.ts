import type { Transaction } from '../../kernel/db/database.ts'
import { KINDS, SHELF_COLUMNS, browseKey, browseShelfKey } from './kinds.ts'
import type { Algorithm, Kind } from './kinds.ts'
import type { Scope } from './scope.ts'
import { aliveOf, isAlive } from './alive.ts'

/** A value on a page. */
export type BrowseValue = {
  id: string
  value: string
  authority_id: string | null
  call_number: string | null
  prefix: string | null
  suffix: string | null
  base_id: string | null
  type_id: string
  source_id: string
}

/** Where a walk begins: on the anchor, or just before or behind it. */
export type Side = '<' | '<=' | '=' | '>=' | '>'

const COLUMNS = `v.id, v.value, v.authority_id, v.call_number, v.prefix, v.suffix, v.base_id, v.group_id`
/** These kinds have an index of all their values; the others' few groups are walked side by side. */
const WALKED_WHOLE: ReadonlySet<Kind> = new Set([KINDS.subject, KINDS.contributor, KINDS.heading])

/**
 * The values of a scope nearest to an anchor on one side of it, nearest first (`=`: those that file as it does). Reads
 * about as many index entries as it returns rows, once a group.
 */
export async function walk(
  tx: Transaction,
  scope: Scope,
  algorithm: Algorithm,
  from: { anchor: string; side: Side },
  limit: number,
): Promise<BrowseValue[]> {
  const params: unknown[] = [...(scope.condition?.params ?? [])]
  const bind = (value: unknown) => `$${params.push(value)}`
  const shelf = SHELF_COLUMNS[algorithm]
  const columns = shelf === 'key' ? ['v.key'] : [`v.${shelf}`, 'v.key']
  const anchor = [browseKey(from.anchor)]
  if (shelf !== 'key') anchor.unshift(browseShelfKey(from.anchor, algorithm))
  const bounds = anchor.map((key) => bind(key))
  const conditions = [`(${columns.join(', ')}) ${from.side} (${bounds.join(', ')})`, aliveOf(scope.kind)]
  if (shelf !== 'key') conditions.push(`v.${shelf} is not null`)
  if (scope.condition !== null) conditions.push(scope.condition.sql)
  const where = conditions.join(' and ')
  const order = orderOf(columns, from.side.startsWith('<'))
  const most = bind(limit)
  // What the sort asks for comes out of the inner select as well.
  const selected = `${COLUMNS}, ${columns.join(', ')}`
  const isPlaced = scope.kind === KINDS.placedCallNumber
  const nearest =
    scope.groups === null && WALKED_WHOLE.has(scope.kind)
      ? `select ${selected} from browse_value v where v.kind = ${scope.kind} and ${where} order by ${order} limit ${most}`
      : `select v.* from unnest(${bind((scope.groups ?? scope.allGroups).map(({ id }) => id))}::int[]) as asked (id)
         cross join lateral (
           select ${selected} from browse_value v where v.group_id = asked.id and ${where}
           order by ${order} limit ${most}
         ) v order by ${order}${isPlaced ? '' : ` limit ${most}`}`
  const rows = await tx.query<BrowseValue>(
    `select v.id, v.value, v.authority_id, v.call_number, v.prefix, v.suffix, v.base_id, g.type_id, g.source_id
     from (${nearest}) v join browse_group g on g.id = v.group_id order by ${order}`,
    params,
  )
  return isPlaced ? onceEach(rows, limit) : rows
}

/** A number stands in several places, but is shown once. */
function onceEach(rows: readonly BrowseValue[], limit: number): BrowseValue[] {
  return [...new Map(rows.map((row) => [row.base_id, row])).values()].slice(0, limit)
}

/** Values that file alike: FOLIO puts those with an authority first. */
function orderOf(columns: readonly string[], isBackward: boolean): string {
  const ties = ['v.value', 'coalesce(v.base_id, v.id)', 'v.id']
  return isBackward
    ? [...columns, 'v.authority_id'].map((column) => `${column} desc`).join(', ') +
        ties.map((column) => `, ${column} desc`).join('')
    : [...columns, 'v.authority_id', ...ties].join(', ')
}

/** How many values of a scope there are: of whole groups by their totals, else counted. */
export async function countValues(tx: Transaction, scope: Scope): Promise<number> {
  const groups = scope.groups ?? scope.allGroups
  const ids = groups.map(({ id }) => id)
  if (ids.length === 0) return 0
  const isPlaced = scope.kind === KINDS.placedCallNumber
  if (scope.condition === null) {
    if (isPlaced && new Set(groups.map((group) => group.source_id)).size > 1) return countInPlaces(tx, ids)
    const totals = await readTotals(tx, ids)
    return [...totals.values()].reduce((sum, total) => sum + total, 0)
  }
  const params = [...scope.condition.params, ids]
  const [row] = await tx.query<{ total: number }>(
    `select ${isPlaced ? 'count(distinct v.base_id)' : 'count(*)'} as total from browse_value v
     where v.group_id = any($${params.length}::int[]) and ${aliveOf(scope.kind)} and ${scope.condition.sql}`,
    params,
  )
  return row!.total
}

/** Call numbers in any of several places. Read from an index alone: a number counts once, which totals can't tell. */
async function countInPlaces(tx: Transaction, groupIds: readonly number[]): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    `with dead as (
       select distinct v.base_id
       from (select distinct value_id from browse_doubt) doubt join browse_value v on v.id = doubt.value_id
       where v.group_id = any($1::int[]) and not (${isAlive})
     ), gone as (
       select count(*) as count from dead where not exists (
         select from browse_value v
         where v.group_id = any($1::int[]) and v.base_id = dead.base_id and ${aliveOf(KINDS.placedCallNumber)}
       )
     )
     select count(*) - (select count from gone) as total
     from (
       select distinct v.base_id from browse_value v where v.group_id = any($1::int[]) and v.base_id is not null
     ) numbers`,
    [groupIds],
  )
  return row!.total
}

/** The number of living values of groups, by id: what is settled, what changed since, less those that died since. */
export async function readTotals(tx: Transaction, groupIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.query<{ id: number; total: number }>(
    `with changed as (
       select group_id, sum(change) as change from browse_group_change group by group_id
     ), dead as (
       select v.group_id, count(*) as dead
       from (select distinct value_id from browse_doubt) doubt join browse_value v on v.id = doubt.value_id
       where not (${isAlive}) group by v.group_id
     )
     select g.id, g.total + coalesce(changed.change, 0) - coalesce(dead.dead, 0) as total
     from browse_group g left join changed on changed.group_id = g.id left join dead on dead.group_id = g.id
     where g.id = any($1::int[])`,
    [groupIds],
  )
  return new Map(rows.map(({ id, total }) => [id, Number(total)]))
}

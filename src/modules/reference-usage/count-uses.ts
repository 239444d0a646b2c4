import type { Transaction } from '../../kernel/db/database.ts'
import { FACET_SEPARATOR, facetCode } from '../inventory/index.ts'
import type { UseKind, UsedList } from './used-lists.ts'

/** How many records of each kind use a value. */
export type UseCounts = Partial<Record<UseKind | 'profile' | 'rule', number>>

/** Counts by the id of the value; values that nothing uses are left out. */
export type Usage = Record<string, UseCounts>

type Use = UsedList['uses'][number]

/** Counts the records that use each value of a list. A record counts once, however often it has the value. */
export async function countUses(tx: Transaction, list: UsedList): Promise<Usage> {
  const usage: Usage = {}
  const add = (id: string, kind: UseKind, total: number): void => {
    const counts = (usage[id] ??= {})
    counts[kind] = (counts[kind] ?? 0) + total
  }
  for (const use of list.uses) {
    const rows = use.facet === undefined ? await countRows(tx, use) : await countFacet(tx, list, use.facet)
    for (const { id, total } of rows) add(id, use.kind, total)
  }
  return usage
}

type CountRow = { id: string; total: number }

function countRows(tx: Transaction, { table, column, paths = [] }: Use): Promise<CountRow[]> {
  if (column !== undefined) {
    return tx.query<CountRow>(
      `select ${column}::text as id, count(*) as total from ${table} where ${column} is not null group by ${column}`,
    )
  }
  const values = paths.map((path) => valuesAt('source.doc', path.split('.'), 0)).join(' union all ')
  return tx.query<CountRow>(
    `select held.id, count(*) as total from ${table} as source cross join lateral (
       select distinct id from (${values}) as each_value (id)
     ) as held
     where held.id is not null group by held.id`,
  )
}

/** A select of the texts that a JSON value holds at a path. */
function valuesAt(value: string, [name, ...rest]: string[], depth: number): string {
  if (name === undefined) return `select ${value} #>> '{}'`
  if (!name.endsWith('[]')) {
    return rest.length === 0
      ? `select ${value} ->> '${name}'`
      : valuesAt(`${value} -> '${name}'`, rest, depth)
  }
  // Text to jsonb: the documents of some tables are json, of others jsonb.
  const array = `(${value} -> '${name.slice(0, -2)}')::jsonb`
  const entry = `entry${depth}`
  return `select held${depth}.id from jsonb_array_elements(
      case jsonb_typeof(${array}) when 'array' then ${array} else '[]' end
    ) as list${depth} (${entry}) cross join lateral (${valuesAt(entry, rest, depth + 1)}) as held${depth} (id)`
}

async function countFacet(tx: Transaction, { table }: UsedList, letter: string): Promise<CountRow[]> {
  const ids = await tx.query<{ id: string }>(`select id::text as id from ${table}`)
  const byCode = new Map(ids.map(({ id }) => [facetCode(id), id]))
  const groups = await tx.query<{ facets: string; total: number }>(
    'select facets, count(*) as total from instance group by facets',
  )
  const totals = new Map<string, number>()
  for (const { facets, total } of groups) {
    for (const entry of facets.split(FACET_SEPARATOR)) {
      const id = entry.startsWith(`${letter}:`) ? byCode.get(entry.slice(2)) : undefined
      if (id !== undefined) totals.set(id, (totals.get(id) ?? 0) + total)
    }
  }
  return [...totals].map(([id, total]) => ({ id, total }))
}

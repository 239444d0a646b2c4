import type { Transaction } from '../../kernel/db/database.ts'
import { quotedAlias } from './compile-fql.ts'
import type { Column } from './column.ts'
import { findColumn, rootOf, sourceOf } from './entity-types.ts'
import type { EntityType, Source } from './entity-types.ts'

type Shown = { name: string; source: Source; column: Column }

/** The names of what is shown when nothing is asked for: all columns that a screen may show. */
export function visibleFields({ sources }: EntityType): string[] {
  return sources.flatMap(({ alias, columns }) =>
    columns.filter(({ isHidden }) => !isHidden).map(({ name }) => `${alias}.${name}`),
  )
}

/** The name of the column with a record's id. */
export function idFieldOf(entityType: EntityType): string {
  return `${rootOf(entityType).alias}.id`
}

/**
 * The contents of records as JSON texts, in the order of `ids`; fields without a value are left out, as are those that
 * the entity type has not. A record that is gone has its id and `_deleted` (folio-org/mod-fqm-manager: ResultSetService).
 */
export async function readContents(
  tx: Transaction,
  entityType: EntityType,
  fields: readonly string[],
  ids: readonly string[],
): Promise<string[]> {
  const idField = idFieldOf(entityType)
  const shown = [...new Set([...fields, idField])].flatMap((name): Shown[] => {
    const found = findColumn(entityType, name)
    return found === null ? [] : [{ name, ...found }]
  })
  const root = rootOf(entityType)
  const columns = shown.map(({ source, column }, i) => `${column.shown(quotedAlias(source))} as c${i}`)
  const rows = await tx.query<Record<string, string | null>>(
    `select ${quotedAlias(root)}.id as id, ${columns.join(',\n  ')}
     from ${root.table} as ${quotedAlias(root)}
     ${joins(entityType, shown)}
     where ${quotedAlias(root)}.id = any($1::uuid[])`,
    [ids],
  )
  const names = shown.map(({ name }) => JSON.stringify(name))
  const byId = new Map(rows.map((row) => [row.id, writeRow(names, row)]))
  return ids.map((id) => byId.get(id) ?? `{"_deleted":true,${JSON.stringify(idField)}:${JSON.stringify(id)}}`)
}

function writeRow(names: readonly string[], row: Record<string, string | null>): string {
  const parts = names.flatMap((name, i) => {
    const value = row[`c${i}`]
    return value === null || value === undefined || value === 'null' ? [] : [`${name}:${value}`]
  })
  return `{${parts.join(',')}}`
}

/** The joins that lead to the sources of what is shown, each after those that it needs. */
function joins(entityType: EntityType, shown: readonly Shown[]): string {
  const reached = new Map<string, string>()
  const add = (source: Source) => {
    if (source.link === null || reached.has(source.alias)) return
    const from = sourceOf(entityType, source.link.from)
    add(from)
    const alias = quotedAlias(source)
    reached.set(
      source.alias,
      `left join ${source.table} as ${alias} on ${alias}.id = ${source.link.key(quotedAlias(from))}`,
    )
  }
  for (const { source } of shown) add(source)
  return [...reached.values()].join('\n')
}

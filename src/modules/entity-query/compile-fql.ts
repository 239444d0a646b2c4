import { ValueError, compileTest, newParameters } from './compile-match.ts'
import type { Parameters } from './compile-match.ts'
import { findField, rootOf, sourceOf } from './entity-types.ts'
import type { EntityType, Source } from './entity-types.ts'
import { FqlError, parseFql } from './parse-fql.ts'
import type { Condition } from './parse-fql.ts'
import { invalidQuery } from './query-problems.ts'

/** A query as parts of a statement over the table of the entity type's records, under their alias. */
export type CompiledFql = { from: string; id: string; where: string; params: readonly unknown[] }

/** The alias of a source in a statement. */
export function quotedAlias({ alias }: Source): string {
  return `"${alias}"`
}

/**
 * Turns a query into a condition. Nothing of its text stands in the SQL but as a parameter. What is asked of a joined
 * record is asked of its id, `effective_location_id in (…)`, so that an index on that id serves.
 *
 * @param firstParam the number of the first parameter, when the statement has others before
 * @throws Problem 400 with a reason for each field
 */
export function compileFql(entityType: EntityType, fqlQuery: string, firstParam = 1): CompiledFql {
  const parameters = newParameters(firstParam)
  const faults = new Map<string, string>()
  const conditions: string[] = []
  for (const condition of parsed(fqlQuery)) {
    try {
      conditions.push(compileCondition(entityType, condition, parameters))
    } catch (error) {
      if (!(error instanceof ValueError)) throw error
      faults.set(condition.field, error.message)
    }
  }
  if (faults.size > 0) throw invalidQuery(fqlQuery, faults)
  const root = rootOf(entityType)
  return {
    from: `${root.table} as ${quotedAlias(root)}`,
    id: `${quotedAlias(root)}.id`,
    where: conditions.join('\n  and '),
    params: parameters.values,
  }
}

function parsed(fqlQuery: string): Condition[] {
  try {
    return parseFql(fqlQuery)
  } catch (error) {
    if (!(error instanceof FqlError)) throw error
    throw invalidQuery(fqlQuery, new Map([[error.field, error.message]]))
  }
}

function compileCondition(
  entityType: EntityType,
  { field: name, tests, isNegated }: Condition,
  parameters: Parameters,
): string {
  const found = findField(entityType, name)
  if (found === null) {
    throw new ValueError(`Field ${name} is not present in definition of entity type ${entityType.name}`)
  }
  const { source, field } = found
  const { match } = field
  if (match === null) throw new ValueError(`Field ${name} can't be queried`)
  try {
    const holds = tests.map((test) => compileTest(match, quotedAlias(source), test, parameters))
    const sql = reach(
      entityType,
      source,
      holds.length === 0 ? 'true' : holds.map((one) => `(${one})`).join(' and '),
    )
    // "is not true" and not "not": a record without the field, for which the condition is null, is in.
    return isNegated ? `(${sql}) is not true` : `(${sql})`
  } catch (error) {
    throw error instanceof ValueError ? new ValueError(`Field ${name} ${error.message}`) : error
  }
}

/** A condition on a source as one on the entity type's records. */
function reach(entityType: EntityType, source: Source, condition: string): string {
  if (source.link === null) return condition
  const from = sourceOf(entityType, source.link.from)
  const alias = quotedAlias(source)
  const key = source.link.key(quotedAlias(from))
  return reach(
    entityType,
    from,
    `${key} in (select ${alias}.id from ${source.table} as ${alias} where ${condition})`,
  )
}

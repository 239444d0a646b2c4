import { CqlError } from './error.ts'
import type { CqlModifier, CqlTerm } from './nodes.ts'
import { printNode } from './print.ts'

/** What the plain modifiers of a relation or sort key ask for; undefined where they leave it to the field. */
export type Modifiers = {
  readonly ignoreCase?: boolean
  readonly ignoreAccents?: boolean
  readonly isNumber: boolean
  readonly isDescending: boolean
  /** Those that begin with `@` and pick properties of array elements. */
  readonly properties: readonly CqlModifier[]
}

/** One search clause, its index resolved and its modifiers read. */
export type Clause = { readonly node: CqlTerm; readonly comparator: string; readonly modifiers: Modifiers }

/**
 * Reads modifiers; of contradicting ones the last counts, as in RMB.
 *
 * @throws CqlError for one that FOLIO does not know either
 */
export function readModifiers(list: readonly CqlModifier[]): Modifiers {
  const read: { -readonly [key in keyof Modifiers]: Modifiers[key] } = {
    isNumber: false,
    isDescending: false,
    properties: list.filter(({ name }) => name.startsWith('@')),
  }
  for (const { name } of list) {
    if (name === 'ignorecase' || name === 'respectcase') read.ignoreCase = name === 'ignorecase'
    else if (name === 'ignoreaccents' || name === 'respectaccents')
      read.ignoreAccents = name === 'ignoreaccents'
    else if (name === 'number' || name === 'string') read.isNumber = name === 'number'
    else if (name === 'sort.ascending' || name === 'sort.descending')
      read.isDescending = name === 'sort.descending'
    else if (name !== 'masked' && !name.startsWith('@'))
      throw new CqlError(`CQL: Unsupported modifier ${name}`)
  }
  return read
}

/** The clause of a term node. */
export function clauseOf(node: CqlTerm): Clause {
  return { node, comparator: node.relation.comparator, modifiers: readModifiers(node.relation.modifiers) }
}

/** Refuses modifiers that pick properties, where the field has none to pick. */
export function refuseProperties(clause: Clause): void {
  const property = clause.modifiers.properties[0]
  if (property !== undefined) throw new CqlError(`CQL: Unsupported relation modifier ${property.name}`)
}

/** The error for a relation that no field knows. */
export function unknownRelation(clause: Clause): CqlError {
  return new CqlError(`Relation ${clause.comparator} not implemented yet: ${printNode(clause.node)}`)
}

/** True for the relations that compare words. */
export function isWordRelation(comparator: string): boolean {
  return comparator === '=' || comparator === 'adj' || comparator === 'all' || comparator === 'any'
}

/** True for the relations that compare order. */
export function isOrderRelation(comparator: string): boolean {
  return comparator === '<' || comparator === '<=' || comparator === '>' || comparator === '>='
}

import type { CqlModifier, CqlNode, CqlQuery, CqlRelation } from './nodes.ts'

const bareText = /^[\p{L}\p{N}@_*?.:-]+$/u
const keywords: ReadonlySet<string> = new Set(['and', 'or', 'not', 'prox', 'sortby'])

/**
 * Writes a query as text that `parseCql` reads back to the same query. A query without a root but with sort
 * keys gets `cql.allRecords=1`.
 */
export function printCql(query: CqlQuery): string {
  if (query.root === null && query.sort.length === 0) return ''
  const where = query.root === null ? 'cql.allRecords=1' : printNode(query.root)
  if (query.sort.length === 0) return where
  const keys = query.sort.map((key) => printText(key.index) + printModifiers(key.modifiers))
  return `${where} sortBy ${keys.join(' ')}`
}

/** Writes one node of a query; used in messages as well. */
export function printNode(node: CqlNode): string {
  // Chains are deep on the left, one level an operator, so that side is walked and not recursed into.
  const parts: string[] = []
  let current = node
  while (current.type === 'boolean') {
    const right =
      current.right.type === 'boolean' ? `(${printNode(current.right)})` : printNode(current.right)
    parts.push(`${current.operator}${printModifiers(current.modifiers)} ${right}`)
    current = current.left
  }
  parts.push(`${printText(current.index)} ${printRelation(current.relation)} ${printText(current.term)}`)
  return parts.toReversed().join(' ')
}

function printRelation(relation: CqlRelation): string {
  return relation.comparator + printModifiers(relation.modifiers)
}

function printModifiers(modifiers: readonly CqlModifier[]): string {
  return modifiers
    .map(({ name, comparison, value }) =>
      comparison === null ? `/${name}` : `/${name}${comparison}${printText(value ?? '')}`,
    )
    .join('')
}

function printText(text: string): string {
  return bareText.test(text) && !keywords.has(text.toLowerCase()) ? text : `"${text}"`
}

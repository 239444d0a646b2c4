import type { CqlNode } from '../../formats/cql/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { QueryParameters } from '../../kernel/http/route.ts'
import { partsOf } from './browse-query.ts'
import { PLACE_FIELD } from './fields.ts'
import type { Field, Group, Subject, Surroundings } from './fields.ts'
import { KINDS } from './kinds.ts'
import { countValues, readTotals } from './walk.ts'
import { readScope } from './scope.ts'
import type { Scope } from './scope.ts'
import { readCql, requestProblem, requiredParameter } from './search-problems.ts'

type Asked = { name: string; limit: number }
type FacetValue = { id: string; totalRecords: number }
type Facet = { values: FacetValue[]; totalRecords: number }
type FacetAnswer = { facets: Record<string, Facet>; totalRecords: number }

/**
 * Counts values by what they have in common. A facet's own condition in the query does not bind it, but puts the values
 * that it names first (folio-org/mod-search: FacetService, FacetQueryBuilder).
 * @throws Problem 400 for a facet that there is none of
 */
export async function readFacets(
  tx: Transaction,
  subject: Subject,
  query: QueryParameters,
  surroundings: Surroundings,
): Promise<FacetAnswer> {
  const { root } = readCql(requiredParameter(query, 'query'))
  requiredParameter(query, 'facet')
  const parts = root === null ? [] : partsOf(root)
  const facets: Record<string, Facet> = {}
  for (const text of query.all('facet').flatMap((list) => list.split(','))) {
    const asked = facetOf(text, subject)
    facets[asked.name] = await readFacet(tx, subject, parts, asked, surroundings)
  }
  return { facets, totalRecords: Object.keys(facets).length }
}

function facetOf(text: string, { fields }: Subject): Asked {
  const [, name, limit] = /^([A-Za-z.]+)(?::(\d{1,10}))?$/.exec(text.trim()) ?? []
  if (name === undefined) {
    throw requestProblem(
      "Invalid facet name format, must be '{facetName}' or '{facetName}:{facetLimit}'",
      'facet',
      text,
    )
  }
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field === undefined || !('isFacet' in field) || !field.isFacet) {
    throw requestProblem('Invalid facet value', 'facet', name)
  }
  return { name, limit: limit === undefined ? Number.POSITIVE_INFINITY : Number(limit) }
}

async function readFacet(
  tx: Transaction,
  subject: Subject,
  parts: readonly CqlNode[],
  { name, limit }: Asked,
  surroundings: Surroundings,
): Promise<Facet> {
  const own = parts.filter((part) => isOnlyAbout(part, name))
  const others = parts.filter((part) => !own.includes(part))
  const field = subject.fields[name]!
  // Numbers of a place are counted where the facet is the place, also when the query names none.
  const isByPlace = name === PLACE_FIELD && subject.kinds.placed !== undefined
  const counted = isByPlace ? { ...subject, kinds: { plain: subject.kinds.placed! } } : subject
  const scope = await readScope(tx, counted, others, surroundings)
  const totals = await countByField(tx, scope, field, surroundings)
  const chosen =
    own.length === 0 ? new Set<string>() : await chosenValues(tx, counted, own, field, surroundings)
  const values = [...totals]
    .filter(([, total]) => total > 0)
    .map(([id, totalRecords]) => ({ id, totalRecords }))
    .toSorted(
      (a, b) =>
        rank(b, chosen) - rank(a, chosen) || b.totalRecords - a.totalRecords || (a.id < b.id ? -1 : 1),
    )
    .slice(0, limit)
  return { values, totalRecords: values.length }
}

function rank({ id }: FacetValue, chosen: ReadonlySet<string>): number {
  return chosen.has(id) ? 1 : 0
}

function isOnlyAbout(node: CqlNode, field: string): boolean {
  if (node.type === 'term') return node.index === field
  return isOnlyAbout(node.left, field) && isOnlyAbout(node.right, field)
}

async function countByField(
  tx: Transaction,
  scope: Scope,
  field: Field,
  surroundings: Surroundings,
): Promise<Map<string, number>> {
  if (field.by === 'tenant') {
    return new Map([[field.read(surroundings), await countValues(tx, scope)]])
  }
  const byValue = new Map<string, Group[]>()
  for (const group of scope.groups ?? scope.allGroups) {
    const value = valueOf(field, group)
    if (value !== '') byValue.set(value, [...(byValue.get(value) ?? []), group])
  }
  const counts = new Map<string, number>()
  const isSummed =
    scope.condition === null && [...byValue.values()].every((groups) => isInOnePlace(scope, groups))
  const totals = isSummed
    ? await readTotals(
        tx,
        [...byValue.values()].flat().map(({ id }) => id),
      )
    : null
  for (const [value, groups] of byValue) {
    const sum = groups.reduce((all, { id }) => all + (totals?.get(id) ?? 0), 0)
    counts.set(value, totals === null ? await countValues(tx, { ...scope, groups }) : sum)
  }
  return counts
}

/** A number in several places counts once, which the sum of their totals can't tell. */
function isInOnePlace({ kind }: Scope, groups: readonly Group[]): boolean {
  return kind !== KINDS.placedCallNumber || new Set(groups.map((group) => group.source_id)).size === 1
}

function valueOf(field: Field, group: Group): string {
  if (field.by !== 'group') return ''
  return field.read(group) || (field.meaning === 'nullable' ? 'NULL' : '')
}

/** The values of a field that its own condition in the query chooses. */
async function chosenValues(
  tx: Transaction,
  subject: Subject,
  own: readonly CqlNode[],
  field: Field,
  surroundings: Surroundings,
): Promise<Set<string>> {
  const { groups, allGroups } = await readScope(tx, subject, own, surroundings)
  return new Set((groups ?? allGroups).map((group) => valueOf(field, group)))
}

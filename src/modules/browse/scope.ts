import { literalOf } from '../../formats/cql/index.ts'
import type { CqlNode, CqlTerm } from '../../formats/cql/index.ts'
import { fold } from '../../formats/text/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { faultsProblem } from '../../kernel/http/problems.ts'
import { PLACE_FIELD } from './fields.ts'
import type { Field, Group, Subject, Surroundings } from './fields.ts'
import { browseKey } from './kinds.ts'
import type { Kind } from './kinds.ts'
import { requestProblem, unknownField } from './search-problems.ts'

/** Which values a request is about. */
export type Scope = {
  kind: Kind
  /** The groups whose values pass; null when all groups of the kind do. */
  groups: readonly Group[] | null
  /** All groups of the kind. */
  allGroups: readonly Group[]
  /** A further SQL condition on a value `v`, with parameters from `$1`; null when there is none. */
  condition: { sql: string; params: readonly unknown[] } | null
}

const EVERYTHING = new Set(['cql.allRecords', 'cql.allrecords'])

/**
 * Finds what passes all of `filters`. What a whole group has in common is decided here, so that the database walks
 * along the groups' own indexes and their totals need not be counted.
 * @throws Problem 400 for a field that is not known
 */
export async function readScope(
  tx: Transaction,
  subject: Subject,
  filters: readonly CqlNode[],
  surroundings: Surroundings,
): Promise<Scope> {
  const { kinds } = subject
  const isPlaced = kinds.placed !== undefined && filters.some((node) => names(node, PLACE_FIELD))
  const kind = isPlaced ? kinds.placed! : kinds.plain
  const allGroups = await readGroups(tx, kind)
  const compiler = new FilterCompiler(subject, allGroups, surroundings)
  const params: unknown[] = []
  const conditions: string[] = []
  let groups: readonly Group[] | null = null
  for (const node of filters) {
    const test = compiler.groupTest(node)
    if (test !== null) groups = (groups ?? allGroups).filter(test)
    else conditions.push(compiler.condition(node, params))
  }
  const sql = conditions.map((text) => `(${text})`).join(' and ')
  return { kind, groups, allGroups, condition: conditions.length === 0 ? null : { sql, params } }
}

/** The groups of a kind. */
export async function readGroups(tx: Transaction, kind: Kind): Promise<Group[]> {
  return tx.query<Group>(
    'select id, kind, type_id, source_id, total from browse_group where kind = $1 order by id',
    [kind],
  )
}

/** True when a query names the field. */
export function names(node: CqlNode, field: string): boolean {
  if (node.type === 'term') return node.index === field
  return names(node.left, field) || names(node.right, field)
}

const ALIKE = ['=', '==', '<>', 'any', 'all', 'adj']
const RANGES = ['<', '<=', '>', '>=']

type GroupTest = (group: Group) => boolean

class FilterCompiler {
  readonly #subject: Subject
  readonly #groups: readonly Group[]
  readonly #surroundings: Surroundings

  constructor(subject: Subject, groups: readonly Group[], surroundings: Surroundings) {
    this.#subject = subject
    this.#groups = groups
    this.#surroundings = surroundings
  }

  /** What decides the query by the group alone; null when the value itself must be looked at. */
  groupTest(node: CqlNode): GroupTest | null {
    if (node.type === 'term') return this.#termTest(node)
    const left = this.groupTest(node.left)
    const right = this.groupTest(node.right)
    if (left === null || right === null) return null
    if (node.operator === 'and') return (group) => left(group) && right(group)
    if (node.operator === 'or') return (group) => left(group) || right(group)
    return (group) => left(group) && !right(group)
  }

  /** The query as SQL over a value `v`. */
  condition(node: CqlNode, params: unknown[]): string {
    const test = this.groupTest(node)
    if (test !== null) {
      params.push(this.#groups.filter(test).map(({ id }) => id))
      return `v.group_id = any($${params.length}::int[])`
    }
    if (node.type === 'term') return this.#termCondition(node, params)
    const left = this.condition(node.left, params)
    const right = this.condition(node.right, params)
    if (node.operator === 'not') return `(${left}) and not (${right})`
    return `(${left}) ${node.operator} (${right})`
  }

  #termTest(node: CqlTerm): GroupTest | null {
    if (EVERYTHING.has(node.index)) return () => true
    const field = this.#field(node)
    if (field.by === 'tenant') {
      const isMet = termMatcher(node)(field.read(this.#surroundings).toLowerCase())
      return () => isMet
    }
    if (field.by !== 'group') return null
    const matches = this.#groupMatcher(node, field)
    return (group) => matches(field.read(group).toLowerCase())
  }

  #groupMatcher(node: CqlTerm, field: Field & { by: 'group' }): (value: string) => boolean {
    const term = literalOf(node.term).toLowerCase()
    if (field.meaning === 'nullable' && term === 'null') return termMatcher({ ...node, term: '' }, true)
    const types = field.meaning === 'option' ? this.#surroundings.callNumberTypes.get(term) : undefined
    if (types === undefined) return termMatcher(node)
    const isNegated = node.relation.comparator === '<>'
    return (value) => (types.length === 0 || types.includes(value)) !== isNegated
  }

  #termCondition(node: CqlTerm, params: unknown[]): string {
    const field = this.#field(node)
    if (field.by === 'key') return keyCondition(node, params)
    if (field.by === 'text') return textCondition(field.sql, node, params)
    if (field.by === 'some') return field.sql(textCondition(field.column, node, params))
    if (field.by === 'instant') return instantCondition(field.sql, node, params)
    throw new Error(`The field ${node.index} is not asked of a value.`)
  }

  /** @throws Problem 400 for a field that is not known, or that cannot be compared so */
  #field({ index, relation }: CqlTerm): Field {
    const { anchorField, fields } = this.#subject
    if (index !== anchorField && !Object.hasOwn(fields, index)) throw unknownField(index)
    const field: Field = index === anchorField ? { by: 'key' } : fields[index]!
    const known = field.by === 'key' || field.by === 'instant' ? [...ALIKE, ...RANGES] : ALIKE
    if (known.includes(relation.comparator)) return field
    const message = `The field ${index} cannot be compared by '${relation.comparator}'`
    throw requestProblem(message, index, relation.comparator)
  }
}

/** Compares a whole text in lower case; `=""` asks whether there is one, `==""` whether there is none. */
function termMatcher({ relation, term }: CqlTerm, isWhole = false): (value: string) => boolean {
  const { comparator } = relation
  if (term === '' && comparator === '=' && !isWhole) return (value) => value !== ''
  if (comparator === '<>') {
    const same = termMatcher({ relation: { ...relation, comparator: '==' }, term } as CqlTerm)
    return (value) => !same(value)
  }
  if (comparator === 'any') {
    const words = term.toLowerCase().split(/\s+/)
    return (value) => words.includes(value)
  }
  const pattern = maskPattern(term.toLowerCase())
  return (value) => pattern.test(value)
}

/** A term as a regular expression in which `*` stands for any characters, unless a backslash is before it. */
function maskPattern(term: string): RegExp {
  const parts = [...term.matchAll(/\\(.)|\*|[^\\*]+|\\$/gsu)].map(([part, escaped]) => {
    if (part === '*') return '.*'
    return (escaped ?? part).replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  })
  return new RegExp(`^${parts.join('')}$`, 'su')
}

function textCondition(sql: string, { relation, term }: CqlTerm, params: unknown[]): string {
  const { comparator } = relation
  const text = `coalesce(lower(${sql}), '')`
  if (term === '' && comparator === '=') return `${text} <> ''`
  const bind = (value: unknown) => {
    params.push(value)
    return `$${params.length}`
  }
  if (comparator === 'any') return `${text} = any(${bind(term.toLowerCase().split(/\s+/))}::text[])`
  if (/(?<!\\)\*/.test(term)) {
    const like = maskPattern(term.toLowerCase()).source
    return `${text} ${comparator === '<>' ? '!~' : '~'} ${bind(like)}`
  }
  const bound = bind(literalOf(term).toLowerCase())
  // The bare column beside it, so that its index can be used.
  if (comparator === '<>') return `${text} <> ${bound}`
  return literalOf(term) === '' ? `${text} = ${bound}` : `(${sql}) = ${bound}`
}

/** Values themselves are compared by what they file by. */
function keyCondition({ relation, term }: CqlTerm, params: unknown[]): string {
  const { comparator } = relation
  if (!RANGES.includes(comparator))
    return textCondition('v.key', { relation, term: fold(term) } as CqlTerm, params)
  params.push(browseKey(literalOf(term)))
  return `v.key ${comparator} $${params.length}`
}

const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const DAY_MS = 86_400_000

function instantCondition(sql: string, { index, relation, term }: CqlTerm, params: unknown[]): string {
  const text = literalOf(term)
  const instant = new Date(text)
  if (!INSTANT.test(text) || Number.isNaN(instant.getTime())) {
    const parameters = [{ key: index, value: text }]
    const message = 'Invalid date format'
    throw faultsProblem([{ message, type: 'ValidationException', code: 'validation_error', parameters }], 422)
  }
  const { comparator } = relation
  params.push(instant)
  const bound = `$${params.length}::timestamptz`
  if ([...RANGES, '<>'].includes(comparator)) return `${sql} ${comparator} ${bound}`
  if (text.length > 10) return `${sql} = ${bound}`
  params.push(new Date(instant.getTime() + DAY_MS))
  return `${sql} >= ${bound} and ${sql} < $${params.length}::timestamptz`
}

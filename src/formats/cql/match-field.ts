import { isWordRelation, refuseProperties } from './clause.ts'
import type { Clause, Modifiers } from './clause.ts'
import { CqlError } from './error.ts'
import { isbnText, matchElements, matchIsbn } from './match-elements.ts'
import { isNumber, matchNumber, matchText, matchWhole, sortText } from './match-text.ts'
import type { TextOperand, WordVector } from './match-text.ts'
import { matchTimestamp } from './match-timestamp.ts'
import { matchUuid, matchUuids } from './match-uuid.ts'
import { literal } from './parameters.ts'
import type { Parameters } from './parameters.ts'
import { literalOf } from './term.ts'
import type { CqlField, CqlSource } from './source.ts'

/** Most names in one path: each is one more operator in the statement. */
export const longestPath = 30

/** A field of a source with the names that lead to it in the document. */
export type FieldAt = {
  readonly source: CqlSource
  readonly path: readonly string[]
  readonly field: CqlField
}

/** Finds a field by index name; one that is not declared is text in the document. */
export function fieldAt(source: CqlSource, name: string): FieldAt {
  const field = Object.hasOwn(source.fields, name) ? source.fields[name] : undefined
  const path = literalOf(name).split('.')
  if (path.length > longestPath) throw new CqlError(`CQL: The index name has more than ${longestPath} parts`)
  return { source, path, field: field ?? { kind: 'text' } }
}

/** The condition of one clause on a field. */
export function matchField(at: FieldAt, clause: Clause, parameters: Parameters): string {
  const { field } = at
  switch (field.kind) {
    case 'uuid':
      return matchUuid(field.column, clause, parameters)
    case 'elements': {
      const whole = textOf(at)
      return matchElements(field, documentAt(at), whole, clause, parameters)
    }
    default:
  }
  refuseProperties(clause)
  switch (field.kind) {
    case 'isbn':
      return matchIsbn(field, documentAt(at), vectorOf(field), clause, parameters)
    case 'timestamp':
      return matchTimestamp(field.column, clause, parameters)
    case 'number':
      return matchNumberColumn(at, field.column, clause, parameters)
    case 'boolean':
      return matchBooleanColumn(at, field.column, clause, parameters)
    default:
      return matchText(textOf(at), clause, parameters)
  }
}

/**
 * The condition that one of several clauses on a field is met, as one list where the field allows it; null
 * where they must be joined by or. The clauses have the same relation and modifiers.
 */
export function matchAny(at: FieldAt, clauses: readonly Clause[], parameters: Parameters): string | null {
  const { field } = at
  const first = clauses[0]
  if (first === undefined) return null
  if (field.kind === 'uuid') return matchUuids(field.column, clauses, parameters)
  if (first.comparator !== '==' || first.modifiers.properties.length > 0) return null
  const isText = ['text', 'lowered', 'words', 'expression'].includes(field.kind)
  return isText ? matchWhole(textOf(at), clauses, parameters) : null
}

/** The sort expressions of a field, most significant first. */
export function sortField(at: FieldAt, modifiers: Modifiers): readonly string[] {
  const { field } = at
  switch (field.kind) {
    case 'uuid':
    case 'timestamp':
    case 'number':
    case 'boolean':
      return [field.column]
    case 'isbn':
      return sortText(isbnText(field, documentAt(at)), modifiers)
    default:
      return sortText(textOf(at), modifiers)
  }
}

function matchNumberColumn(at: FieldAt, column: string, clause: Clause, parameters: Parameters): string {
  const { comparator, node } = clause
  const isWordsOnly = isWordRelation(comparator) && comparator !== '='
  if (!isWordsOnly && isNumber(literalOf(node.term))) return matchNumber(column, clause, parameters)
  return matchText(textOf(at), clause, parameters)
}

function matchBooleanColumn(at: FieldAt, column: string, clause: Clause, parameters: Parameters): string {
  const { comparator, node, modifiers } = clause
  const term = node.term.toLowerCase()
  const isPlain =
    (term === 'true' || term === 'false') && !modifiers.isNumber && modifiers.ignoreCase !== false
  if (isPlain && (isWordRelation(comparator) || comparator === '==')) return `${column} = ${term}`
  if (isPlain && comparator === '<>') return `${column} <> ${term}`
  return matchText(textOf(at), clause, parameters)
}

function textOf(at: FieldAt): TextOperand {
  const { field } = at
  switch (field.kind) {
    case 'text':
    case 'words': {
      const written = documentText(at)
      const vector = field.kind === 'words' ? vectorOf(field) : undefined
      const isFolded = field.folded === true && field.column !== undefined
      return {
        raw: isFolded ? written : (field.column ?? written),
        spoken: field.column ?? written,
        ...(isFolded ? { stored: { form: 'fold', sql: field.column ?? written } } : {}),
        ...(vector === undefined ? {} : { words: vector, hasOnlyWords: field.column === undefined }),
        ...rulesOf(field),
      }
    }
    case 'lowered': {
      const isLowered = field.lowered === true
      return {
        raw: isLowered ? documentText(at) : field.column,
        spoken: field.column,
        ...(isLowered ? { stored: { form: 'lowered', sql: field.column } } : {}),
        ...rulesOf({ ...field, ignoreAccents: false }),
      }
    }
    case 'expression': {
      const text = `((${field.sql}) collate "C")`
      return { raw: text, spoken: text, ...rulesOf(field) }
    }
    case 'number':
    case 'boolean': {
      const text = `(${field.column}::text collate "C")`
      return { raw: text, spoken: text, ...rulesOf({}) }
    }
    default: {
      const written = documentText(at)
      const vector = field.kind === 'elements' ? vectorOf(field) : undefined
      return {
        raw: written,
        spoken: written,
        ...(vector === undefined ? {} : { words: vector }),
        ...rulesOf({}),
      }
    }
  }
}

function rulesOf(field: {
  readonly ignoreCase?: boolean
  readonly ignoreAccents?: boolean
  readonly sort?: readonly string[]
}): Pick<TextOperand, 'ignoreCase' | 'ignoreAccents' | 'sort'> {
  return {
    ignoreCase: field.ignoreCase ?? true,
    ignoreAccents: field.ignoreAccents ?? true,
    ...(field.sort === undefined ? {} : { sort: field.sort }),
  }
}

function vectorOf(field: { readonly vector?: string; readonly prefix?: string }): WordVector | undefined {
  return field.vector === undefined ? undefined : { vector: field.vector, prefix: field.prefix ?? '' }
}

/**
 * What lies at a path of the document, as jsonb. One `->` a name and not `#>`, which takes the name `0` for
 * the first element of an array.
 */
function documentAt({ source, path, field }: FieldAt): string {
  const declared = field.kind === 'elements' || field.kind === 'isbn' ? field.path : undefined
  const isIdentifiers = field.kind === 'isbn' && declared === undefined
  const names = declared ?? (isIdentifiers ? ['identifiers'] : path)
  return `(${source.document}${names.map((name) => ` -> ${literal(name)}`).join('')})::jsonb`
}

/** The same as text: of a text its characters, of arrays and objects jsonb's spelling whatever the writer's was. */
function documentText(at: FieldAt): string {
  return `(${documentAt(at)} #>> '{}' collate "C")`
}

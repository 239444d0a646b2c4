import { normalizeDigits } from '../text/index.ts'
import { isWordRelation } from './clause.ts'
import type { Clause } from './clause.ts'
import { CqlError } from './error.ts'
import { either, matchText, matchWords, narrowByWords } from './match-text.ts'
import type { TextOperand, WordVector } from './match-text.ts'
import type { CqlModifier } from './nodes.ts'
import { literal } from './parameters.ts'
import type { Parameters } from './parameters.ts'
import { wordPattern } from './term.ts'
import type { CqlElementsField, CqlIsbnField } from './source.ts'

/**
 * The condition of a clause on an array of objects. Without `@` modifiers the whole array is a text. With
 * them one element must meet all: the term in its subfield, or in any of the properties named without a
 * value, and the words of each value in the property named with it.
 * Source: folio-org/raml-module-builder: README.md, CQL2PgJSON.java (arrayNode).
 *
 * @param list the array as an SQL expression of type jsonb
 * @throws CqlError with FOLIO's texts for a property that is not declared or compared otherwise than by `=`
 */
export function matchElements(
  field: CqlElementsField,
  list: string,
  whole: TextOperand,
  clause: Clause,
  parameters: Parameters,
): string {
  if (clause.modifiers.properties.length === 0) return matchText(whole, clause, parameters)
  const searched: string[] = []
  const conditions: string[] = []
  for (const modifier of clause.modifiers.properties) {
    const property = propertyOf(field, modifier)
    if (modifier.value === null) searched.push(property)
    else if (modifier.comparison === '=') {
      conditions.push(matchWords(elementText(property), '=', modifier.value, parameters))
    } else {
      throw new CqlError(`CQL: Unsupported comparison for relation modifier ${modifier.name}`)
    }
  }
  if (searched.length === 0) searched.push(field.subfield)
  const found = either(searched.map((property) => matchText(elementText(property), clause, parameters)))
  const inElement = someElement(list, [found, ...conditions].join(' and '))
  const isInVector = searched.every((property) => property === field.subfield)
  const isWords = isWordRelation(clause.comparator) && !clause.modifiers.isNumber
  const narrowed =
    isInVector && isWords
      ? narrowByWords(whole.words, clause.comparator, wordPattern(clause.node.term), parameters)
      : null
  return narrowed === null ? inElement : `(${narrowed} and ${inElement})`
}

/**
 * The condition of a clause on the ISBNs of a list of identifiers. The term loses blanks and hyphens like the
 * stored values; word relations compare with all ISBNs of the record, the others with each.
 *
 * @param list the identifiers as an SQL expression of type jsonb
 */
export function matchIsbn(
  field: CqlIsbnField,
  list: string,
  vector: WordVector | undefined,
  clause: Clause,
  parameters: Parameters,
): string {
  const term = normalizeDigits(clause.node.term.trim())
  const normalised: Clause = { ...clause, node: { ...clause.node, term } }
  if (isWordRelation(clause.comparator)) {
    const operand = isbnText(field, list)
    const narrowed = vector === undefined ? operand : { ...operand, words: { ...vector, isCoarse: true } }
    return matchText(narrowed, normalised, parameters)
  }
  const value = `octavo.normalize_digits(element.value ->> 'value')`
  const operand = { raw: value, spoken: value, ignoreCase: true, ignoreAccents: true }
  const isOfType = `element.value ->> 'identifierTypeId' = ${literal(field.typeId)}`
  return someElement(list, `${isOfType} and ${matchText(operand, normalised, parameters)}`)
}

/** All ISBNs of a record as one text. */
export function isbnText(field: CqlIsbnField, list: string): TextOperand {
  const text = `octavo.isbns(${list}, ${literal(field.typeId)})`
  return { raw: text, spoken: text, ignoreCase: true, ignoreAccents: true }
}

function propertyOf(field: CqlElementsField, modifier: CqlModifier): string {
  const wanted = modifier.name.slice(1)
  const property = [...field.modifiers, field.subfield].find((name) => name.toLowerCase() === wanted)
  if (property === undefined) throw new CqlError(`CQL: Unsupported relation modifier ${modifier.name}`)
  return property
}

function elementText(property: string): TextOperand {
  const text = `(element.value ->> ${literal(property)})`
  return { raw: text, spoken: text, ignoreCase: true, ignoreAccents: true }
}

function someElement(list: string, condition: string): string {
  const elements = `jsonb_array_elements(case jsonb_typeof(${list}) when 'array' then ${list} else '[]' end)`
  return `exists (select from ${elements} as element (value) where ${condition})`
}

import { isoDate } from './edifact-date.ts'
import { EdifactExpressionError } from './errors.ts'
import { componentsOf, type EdifactSegment } from './segment.ts'

/**
 * `TAG+v1+v2?Q[n-m]`: takes components `from` to `to` (from 1) of element `element` (from 1) of every segment with
 * the tag whose elements begin with `firstComponents`, and whose last component is `qualifier` if one is asked for.
 */
export type SegmentQuery = {
  kind: 'query'
  tag: string
  firstComponents: string[]
  element: number
  qualifier: string | null
  from: number
  to: number
}

/** One alternative of a mapping expression. */
export type EdifactAlternative =
  | SegmentQuery
  /** Queries and texts one behind the other. */
  | { kind: 'several'; parts: (SegmentQuery | { kind: 'text'; text: string })[] }
  | { kind: 'literal'; text: string }
  /** `{POL_title}`: a fact of the matched order line, its name in capitals. */
  | { kind: 'orderLine'; name: string }
  | { kind: 'invalid'; message: string }

/** A mapping expression: the first alternative that gives something counts. */
export type EdifactExpression = {
  alternatives: EdifactAlternative[]
  /** FOLIO's text for every part that cannot be used. */
  faults: string[]
}

/** Where values come from that are not in the segments. */
export type ExpressionSources = {
  /** Fact of the order line by its name in capitals, such as POL_TITLE. */
  orderLine?: (name: string) => string | null
  /** What stands for a quoted literal, such as the id of the accepted value with that label. */
  literal?: (text: string) => string
}

const queryPattern = /^([A-Z]{3})([+<])((?:\w|\2)*)(?:\?(\w+))?\[([1-9])(?:-([1-9]))?\]$/u
const literalPattern = /^"([^"]+)"$/u
const textPattern = /^"([^"]*)"$/u
const orderLinePattern = /^\{(\w+)\}$/u
/** A blank that is not inside quotation marks. */
const partBorder = /\s(?=(?:[^"]*"[^"]*")*[^"]*$)/u

/**
 * Reads the value of a rule in an EDIFACT mapping profile: `DTM+137[2]`, `{POL_title}; else IMD+L+050+[4-5]`,
 * `IMD+L+085+[4] "--" IMD+L+086+[4]`, `"Open"`. It never throws: FOLIO finds a fault only when it comes to the
 * part, so a fault becomes an alternative that `readExpression` stumbles over.
 * Source: folio-org/data-import-processing-core: EdifactRecordReader.java.
 */
export function parseEdifactExpression(text: string): EdifactExpression {
  if (text.trim() === '') return { alternatives: [], faults: [] }
  const alternatives = text.split('; else ').map(parseAlternative)
  return { alternatives, faults: alternatives.flatMap(faultsOf) }
}

function parseAlternative(text: string): EdifactAlternative {
  const literal = literalPattern.exec(text)
  if (literal !== null) return { kind: 'literal', text: literal[1]! }
  const name = orderLinePattern.exec(text)
  if (name !== null) return { kind: 'orderLine', name: name[1]!.toUpperCase() }
  return parseQuery(text) ?? parseSeveral(text) ?? { kind: 'invalid', message: invalidText(text) }
}

function parseQuery(text: string): SegmentQuery | null {
  const match = queryPattern.exec(text)
  if (match === null) return null
  const [, tag = '', separator = '', path = '', qualifier = null, from = '', to = from] = match
  const firstComponents = path.split(separator)
  const element = firstComponents.length
  // What FOLIO's `split` leaves: empty places at the end ask for nothing, but `TAG+[n]` asks for an empty one.
  if (path !== '' || qualifier !== null) {
    while (firstComponents.at(-1) === '') firstComponents.pop()
  }
  return { kind: 'query', tag, firstComponents, element, qualifier, from: Number(from), to: Number(to) }
}

function parseSeveral(text: string): EdifactAlternative | null {
  const parts = text.split(partBorder).map((part) => parseQuery(part) ?? parseText(part))
  if (parts.length < 2 || !parts.every((part) => part !== null)) return null
  const isText = (at: number): boolean => parts.at(at)?.kind === 'text'
  const isBroken = isText(0) || isText(-1) || parts.some((_, at) => at > 0 && isText(at) && isText(at - 1))
  return isBroken ? null : { kind: 'several', parts }
}

function parseText(part: string): { kind: 'text'; text: string } | null {
  const match = textPattern.exec(part)
  return match === null ? null : { kind: 'text', text: match[1]! }
}

function faultsOf(alternative: EdifactAlternative): string[] {
  if (alternative.kind === 'invalid') return [alternative.message]
  const parts = alternative.kind === 'several' ? alternative.parts : [alternative]
  return parts.flatMap((part) => (part.kind === 'query' && part.from > part.to ? [rangeText(part)] : []))
}

function invalidText(text: string): string {
  return `The specified mapping expression '${text}' is invalid`
}

function rangeText({ from, to }: SegmentQuery): string {
  return `The specified components data range is invalid: from '${from}' to '${to}'. From index must be less than or equal to the end index.`
}

/**
 * Value of an expression over the segments of an invoice header or of one line; null when no alternative gives
 * anything but blanks. Values of several matching segments are put together without separator. Dates of a DTM
 * query that stands alone come out as yyyy-MM-dd.
 * @throws EdifactExpressionError with FOLIO's text for a part that is wrong, or for a value that is no date.
 */
export function readExpression(
  { alternatives }: EdifactExpression,
  segments: readonly EdifactSegment[],
  sources: ExpressionSources = {},
): string | null {
  for (const alternative of alternatives) {
    const value = readAlternative(alternative, segments, sources)
    if (value.trim() !== '') return value
  }
  return null
}

function readAlternative(
  alternative: EdifactAlternative,
  segments: readonly EdifactSegment[],
  { orderLine, literal }: ExpressionSources,
): string {
  switch (alternative.kind) {
    case 'query': {
      const values = queryValues(alternative, segments)
      return (alternative.tag === 'DTM' ? values.map(dateText) : values).join('')
    }
    case 'several':
      return alternative.parts
        .map((part) => (part.kind === 'text' ? part.text : queryValues(part, segments).join('')))
        .join('')
    case 'literal':
      return literal?.(alternative.text) ?? alternative.text
    case 'orderLine':
      return orderLine?.(alternative.name) ?? ''
    default:
      throw new EdifactExpressionError(alternative.message)
  }
}

/**
 * Values of one segment query for each line: number of the line (from 1) to text, without the lines that have no
 * matching segment. Order lines are looked up with these; dates stay as they are.
 * @throws EdifactExpressionError when the text is anything but a segment query.
 */
export function readLineValues(
  text: string,
  lines: readonly (readonly EdifactSegment[])[],
): Map<number, string> {
  const query = parseQuery(text)
  if (query === null) throw new EdifactExpressionError(invalidText(text))
  const found = new Map<number, string>()
  for (const [index, segments] of lines.entries()) {
    const values = queryValues(query, segments)
    if (values.length > 0) found.set(index + 1, values.join(''))
  }
  return found
}

function queryValues(query: SegmentQuery, segments: readonly EdifactSegment[]): string[] {
  const values: string[] = []
  for (const segment of segments) {
    if (!matches(query, segment)) continue
    if (query.from > query.to) throw new EdifactExpressionError(rangeText(query))
    const components = componentsOf(segment, query.element)
    values.push(components.slice(query.from - 1, query.to).join(''))
  }
  return values
}

function matches(
  { tag, firstComponents, element, qualifier }: SegmentQuery,
  segment: EdifactSegment,
): boolean {
  const { dataElements } = segment
  if (segment.tag !== tag || dataElements.length < Math.max(element, firstComponents.length)) return false
  if (qualifier !== null && dataElements.at(-1)?.components.at(-1)?.data !== qualifier) return false
  return firstComponents.every((wanted, at) => dataElements[at]!.components[0]!.data === wanted)
}

function dateText(value: string): string {
  if (value.trim() === '') return ''
  const date = isoDate(value)
  if (date === null) {
    throw new EdifactExpressionError(`The date '${value}' of a DTM segment is not in the form yyyyMMdd`)
  }
  return date
}

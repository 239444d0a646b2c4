import { CqlError } from './error.ts'

// The protocol of PostgreSQL counts parameters in 16 bits; the caller needs a few for itself.
const mostParameters = 32_000

/** The values of a statement, numbered in order; the same value of the same type gets the same number. */
export type Parameters = {
  readonly values: unknown[]
  readonly first: number
  readonly known: Map<string, string>
}

/** An empty list whose first value will be `$<first>`. */
export function newParameters(first: number): Parameters {
  return { values: [], first, known: new Map() }
}

/** Adds a value and returns how it stands in SQL: `$3::text`. */
export function parameter(parameters: Parameters, value: string, type: string): string {
  refuseNul(value)
  const key = `${type} ${value}`
  const known = parameters.known.get(key)
  if (known !== undefined) return known
  const added = add(parameters, value, type)
  parameters.known.set(key, added)
  return added
}

/** Adds a list and returns how it stands in SQL: `$3::uuid[]`. */
export function listParameter(parameters: Parameters, values: readonly string[], type: string): string {
  values.forEach(refuseNul)
  return add(parameters, [...values], `${type}[]`)
}

/**
 * Quotes a text as an SQL literal that is right under either setting of `standard_conforming_strings`. Used
 * where a parameter will not do: in `order by`, whose statement for counting has no such parameter.
 */
export function literal(text: string): string {
  refuseNul(text)
  const quoted = `'${text.replaceAll("'", "''")}'`
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted
}

/** The database can neither store nor be sent U+0000; parseCql refuses it with its position. */
function refuseNul(text: string): void {
  if (text.includes('\0')) throw new CqlError('CQL: The query contains the character U+0000')
}

function add(parameters: Parameters, value: unknown, type: string): string {
  if (parameters.values.length >= mostParameters) throw new CqlError('CQL: The query has too many terms')
  parameters.values.push(value)
  return `$${parameters.first + parameters.values.length - 1}::${type}`
}

import type { ComparisonPart, MatchFilter, MatchType, Qualifier } from './wire-schemas.ts'

const COMPARISONS: Record<
  Exclude<MatchType, 'EXACTLY_MATCHES'>,
  (existing: string, incoming: string) => boolean
> = {
  EXISTING_VALUE_CONTAINS_INCOMING_VALUE: (existing, incoming) => existing.includes(incoming),
  INCOMING_VALUE_CONTAINS_EXISTING_VALUE: (existing, incoming) => incoming.includes(existing),
  EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE: (existing, incoming) => existing.startsWith(incoming),
  INCOMING_VALUE_BEGINS_WITH_EXISTING_VALUE: (existing, incoming) => incoming.startsWith(existing),
  EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE: (existing, incoming) => existing.endsWith(incoming),
  INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE: (existing, incoming) => incoming.endsWith(existing),
}

/**
 * A test of one stored value against the values, qualifier and comparison part of a filter. Only the part to
 * compare of both sides is compared, so values match whether or not the caller has reduced them already.
 * A value of which nothing is left matches nothing.
 */
export function compileValueTest(filter: MatchFilter): (existing: string) => boolean {
  const part = filter.comparisonPartType ?? null
  const incoming = comparable(filter.values, part)
  const isQualified = qualifierTest(filter.qualifier, filter.qualifierValue)
  const matchType = filter.matchType ?? 'EXACTLY_MATCHES'
  const isMatch = matchType === 'EXACTLY_MATCHES' ? exactTest(incoming) : comparisonTest(matchType, incoming)
  return (existing) => {
    if (!isQualified(existing)) return false
    const reduced = reduce(existing, part)
    return reduced !== '' && isMatch(reduced)
  }
}

function exactTest(incoming: readonly string[]): (existing: string) => boolean {
  const values = new Set(incoming)
  return (existing) => values.has(existing)
}

function comparisonTest(
  matchType: Exclude<MatchType, 'EXACTLY_MATCHES'>,
  incoming: readonly string[],
): (existing: string) => boolean {
  const compare = COMPARISONS[matchType]
  return (existing) => incoming.some((value) => compare(existing, value))
}

/** The values reduced to the part to compare, without those of which nothing is left. */
export function comparable(values: readonly string[], part: ComparisonPart | null): string[] {
  return values.map((value) => reduce(value, part)).filter((value) => value !== '')
}

function reduce(value: string, part: ComparisonPart | null): string {
  if (part === 'NUMERICS_ONLY') return value.replaceAll(/[^0-9]/g, '')
  if (part === 'ALPHANUMERICS_ONLY') return value.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
  return value
}

function qualifierTest(
  qualifier: Qualifier | null | undefined,
  text: string | null | undefined,
): (existing: string) => boolean {
  if (qualifier == null || text == null) return () => true
  if (qualifier === 'BEGINS_WITH') return (existing) => existing.startsWith(text)
  if (qualifier === 'ENDS_WITH') return (existing) => existing.endsWith(text)
  return (existing) => existing.includes(text)
}

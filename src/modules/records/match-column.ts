import type { Candidate, Criterion } from './criterion.ts'
import { compileValueTest } from './match-values.ts'
import type { Bind } from './record-filters.ts'
import { readUuid } from './record-types.ts'
import type { MatchFilter, MatchType, Qualifier } from './wire-schemas.ts'

type MatchedColumn = 'external_hrid' | 'matched_id' | 'external_id'

/**
 * 001 is the HRID, 999 ff $s the matched id, $i the id of the inventory record
 * (folio-org/mod-source-record-storage: MatchField).
 */
function columnOf({ field, indicator1, indicator2, subfield }: MatchFilter): MatchedColumn | null {
  if (field === '001') return 'external_hrid'
  if (field !== '999' || indicator1 !== 'f' || indicator2 !== 'f') return null
  if (subfield === 's') return 'matched_id'
  return subfield === 'i' ? 'external_id' : null
}

/**
 * The criterion of a filter that a column of `source_record` answers; null for any other field. The part to
 * compare plays no role here, as in FOLIO.
 * @throws Problem 400 for a value that is no uuid where an id is matched exactly
 */
export function matchColumn(filter: MatchFilter): Criterion | null {
  const column = columnOf(filter)
  if (column === null) return null
  const matchType = filter.matchType ?? 'EXACTLY_MATCHES'
  const isId = column !== 'external_hrid'
  const values =
    matchType === 'EXACTLY_MATCHES' && isId
      ? filter.values.map(readUuid)
      : filter.values.filter((value) => value !== '')
  const test = compileValueTest({ ...filter, values, comparisonPartType: null })
  const text = isId ? `s.${column}::text` : `s.${column}`
  return {
    sql: (bind) => {
      const match =
        matchType === 'EXACTLY_MATCHES'
          ? `s.${column} = any(${bind(values)}::${isId ? 'uuid' : 'text'}[])`
          : `exists (select from unnest(${bind(values)}::text[]) as incoming (value) where ${COMPARISONS[matchType](text)})`
      return `(${match}${qualifierSql(text, filter.qualifier, filter.qualifierValue, bind)})`
    },
    isExact: true,
    holds: (_record, candidate: Candidate) => test(candidate[column] ?? ''),
  }
}

const COMPARISONS: Record<Exclude<MatchType, 'EXACTLY_MATCHES'>, (column: string) => string> = {
  EXISTING_VALUE_CONTAINS_INCOMING_VALUE: (column) => `strpos(${column}, value) > 0`,
  INCOMING_VALUE_CONTAINS_EXISTING_VALUE: (column) => `strpos(value, ${column}) > 0`,
  EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE: (column) => `starts_with(${column}, value)`,
  INCOMING_VALUE_BEGINS_WITH_EXISTING_VALUE: (column) => `starts_with(value, ${column})`,
  EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE: (column) => `right(${column}, length(value)) = value`,
  INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE: (column) => `right(value, length(${column})) = ${column}`,
}

function qualifierSql(
  column: string,
  qualifier: Qualifier | null | undefined,
  text: string | null | undefined,
  bind: Bind,
): string {
  if (qualifier == null || text == null || text === '') return ''
  const value = `${bind(text)}::text`
  if (qualifier === 'BEGINS_WITH') return ` and starts_with(${column}, ${value})`
  if (qualifier === 'ENDS_WITH') return ` and right(${column}, length(${value})) = ${value}`
  return ` and strpos(${column}, ${value}) > 0`
}

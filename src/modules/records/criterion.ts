import type { MarcRecord } from '../../formats/marc/index.ts'
import type { Bind } from './record-filters.ts'

/** A candidate of a scan; its MARC is decoded beside it. */
export type Candidate = {
  id: string
  matched_id: string
  external_id: string
  external_hrid: string | null
  marc: Buffer
}

/**
 * A test of records in two steps: SQL over `source_record s` that every record that passes satisfies (null where
 * SQL can tell nothing), and the test itself. When `isExact`, the SQL alone decides.
 */
export type Criterion = {
  sql: ((bind: Bind) => string) | null
  isExact: boolean
  holds: (record: MarcRecord, candidate: Candidate) => boolean
}

/** All of them hold. */
export function allOf(criteria: readonly Criterion[]): Criterion {
  if (criteria.length === 1) return criteria[0]!
  const known = criteria.flatMap(({ sql }) => sql ?? [])
  return {
    sql: known.length === 0 ? null : (bind) => `(${known.map((sql) => sql(bind)).join(' and ')})`,
    isExact: criteria.every(({ isExact }) => isExact),
    holds: (record, candidate) => criteria.every((criterion) => criterion.holds(record, candidate)),
  }
}

/** At least one of them holds. */
export function anyOf(criteria: readonly Criterion[]): Criterion {
  if (criteria.length === 1) return criteria[0]!
  const known = criteria.flatMap(({ sql }) => sql ?? [])
  return {
    sql: known.length < criteria.length ? null : (bind) => `(${known.map((sql) => sql(bind)).join(' or ')})`,
    isExact: criteria.every(({ isExact }) => isExact),
    holds: (record, candidate) => criteria.some((criterion) => criterion.holds(record, candidate)),
  }
}

// More alternatives cost PostgreSQL more than reading the records here.
const MAX_TEXTS = 20

/** True when at least one of the texts stands in the stored MARC; null for more texts than are worth looking for. */
export function containsAny(texts: readonly string[]): ((bind: Bind) => string) | null {
  if (texts.length > MAX_TEXTS || texts.some((text) => text === '')) return null
  // MARC that fits no pattern is stored as 0x1D and JSON, in which a text may stand escaped.
  return (bind) =>
    `(substr(s.marc, 1, 1) = '\\x1d'::bytea or ${texts
      .map((text) => `position(${bind(Buffer.from(text))}::bytea in s.marc) > 0`)
      .join(' or ')})`
}

import type { Lookup } from './lookup-keys.ts'
import type { MatchQuestion } from './match-question.ts'
import { comparisonSql, formsSql, keySql, scanKeySql } from './match-sql.ts'
import type { Put } from './match-sql.ts'
import { scopedRows, targetRows } from './match-tables.ts'
import type { Scope, TableNames } from './match-tables.ts'

/** A value looked for; `no` is its number in the answer. */
export type Probe = { no: number; value: string; within: Scope | null }

/** The same below one record. */
export type ScopedProbe = {
  no: number
  value: string
  kind: 'ids' | 'instanceIds' | 'holdingsIds'
  id: string
}

/** The same by a key of it, or by the keys up to `upper`. */
export type KeyedProbe = { no: number; value: string; key: string; upper: string | null }

/** Probes by the way in which they find. */
export type ProbeLists = {
  scoped: readonly ScopedProbe[]
  keyed: readonly KeyedProbe[]
  /** To be compared with every record, those with keys by them. */
  scannedByKey: readonly KeyedProbe[]
  scanned: readonly Probe[]
}

type Statement = { text: string; params: unknown[] }

type Build = {
  question: MatchQuestion
  tables: TableNames
  /** Adds a parameter. */
  bind: (value: unknown, type: string) => string
  put: Put
}

/** Hits of one ask that are of interest; one more is returned where there are more. */
export const MAX_HITS = 100

/**
 * One statement for all probes, its rows `no, id, external_id`; a record may come more than once for a probe. Null when
 * no probe can find anything.
 */
export function matchStatement(
  question: MatchQuestion,
  lookup: Lookup | null,
  probes: ProbeLists,
  tables: TableNames,
): Statement | null {
  const params: unknown[] = []
  const bind = (value: unknown, type: string): string => `$${params.push(value)}::${type}`
  const build: Build = { question, tables, bind, put: bind }
  const parts = [
    ...scopedParts(build, probes.scoped),
    ...(lookup === null || probes.keyed.length === 0 ? [] : [keyedPart(build, lookup, probes.keyed)]),
    ...(probes.scannedByKey.length === 0 ? [] : [scannedByKeyPart(build, probes.scannedByKey)]),
    ...(probes.scanned.length === 0 ? [] : [scannedPart(build, probes.scanned)]),
  ]
  if (parts.length === 0) return null
  const isScanning = probes.scannedByKey.length + probes.scanned.length > 0
  return { text: `${isScanning ? storedSql(build) : ''}${parts.join('\nunion all\n')}`, params }
}

function bindList<T>(build: Build, list: readonly T[], columns: [(row: T) => unknown, string][]): string {
  return `unnest(${columns.map(([of, type]) => build.bind(list.map(of), `${type}[]`)).join(', ')})`
}

/** Whether a row `t` has a text that fulfils the criterion with `asked.value`. */
function holdsSql({ question, put }: Build): string {
  const { from, where } = formsSql(question, put)
  return `exists (select from ${from} where ${where} and ${comparisonSql(question, 'compared.form', put)})`
}

/** Reads what lies below each id of the scopes by the index of the relation, and compares. */
function scopedParts(build: Build, probes: readonly ScopedProbe[]): string[] {
  const { id, externalId } = targetRows(build.question.target)
  return (['ids', 'instanceIds', 'holdingsIds'] as const).flatMap((kind) => {
    const own = probes.filter((probe) => probe.kind === kind)
    const rows = scopedRows(build.question.target, kind, build.tables)
    if (own.length === 0 || rows === null) return []
    const list = bindList(build, own, [
      [(probe) => probe.no, 'int'],
      [(probe) => probe.value, 'text'],
      [(probe) => probe.id, 'uuid'],
    ])
    return [
      `(select asked.no, hit.id, hit.external_id
from ${list} as asked (no, value, id)
cross join lateral (select asked.id) as scope
cross join lateral (
  select ${id} as id, ${externalId} as external_id from ${rows.from}
  where ${rows.where} and ${holdsSql(build)}
  limit ${MAX_HITS + 1}
) as hit)`,
    ]
  })
}

type Bound = [(probe: KeyedProbe) => unknown, string]

/** Looks each key up and compares what is found. */
function keyedPart(build: Build, lookup: Lookup, probes: readonly KeyedProbe[]): string {
  const { table, id, externalId, only } = targetRows(build.question.target)
  const isAnswered = isAnsweredByKey(build.question, lookup)
  const isRange = lookup.match === 'range'
  const list = bindList(build, probes, [
    [(probe) => probe.no, 'int'],
    [(probe) => probe.key, 'text'],
    ...(isRange ? [[(probe: KeyedProbe) => probe.upper, 'text'] satisfies Bound] : []),
    ...(isAnswered ? [] : [[(probe: KeyedProbe) => probe.value, 'text'] satisfies Bound]),
  ])
  const names = ['no', 'key', ...(isRange ? ['upper'] : []), ...(isAnswered ? [] : ['value'])]
  const conditions = [
    lookupSql(build, lookup),
    ...(only === null ? [] : [only]),
    ...(isAnswered ? [] : [holdsSql(build)]),
  ]
  return `(select asked.no, hit.id, hit.external_id
from ${list} as asked (${names.join(', ')})
cross join lateral (
  select ${id} as id, ${externalId} as external_id from ${build.tables[table]} as t
  where ${conditions.join(' and ')}
  limit ${MAX_HITS + 1}
) as hit)`
}

/** The key is the whole compared text, so nothing is left to compare. */
function isAnsweredByKey({ criterion, qualifier, range }: MatchQuestion, lookup: Lookup): boolean {
  return (
    lookup.by === 'column' &&
    lookup.column.isWhole &&
    qualifier === null &&
    range === null &&
    criterion === 'EXACTLY_MATCHES'
  )
}

function lookupSql({ question, put }: Build, lookup: Lookup): string {
  if (lookup.by === 'column') {
    const column = `t.${lookup.column.name}`
    if (lookup.match === 'range') return `${column} >= asked.key and ${column} < asked.upper`
    return lookup.column.type === 'uuid' ? `${column} = asked.key::uuid` : `${column} = asked.key`
  }
  const keys = keySql(question, lookup.index, put, 't.')
  if (lookup.match === 'grams') return `${keys} @> octavo.match_grams(array[asked.key], null, 'plain')`
  if (lookup.match === 'words') return `${keys} @> string_to_array(asked.key, ' ')`
  if (lookup.match === 'equal') {
    return lookup.index.kind === 'texts' ? `${keys} @> array[asked.key]` : `${keys} = asked.key`
  }
  return `${keys} >= asked.key and ${keys} < asked.upper`
}

/** Every text of every record, read once. */
function storedSql({ question, tables, put }: Build): string {
  const { table, id, externalId, only } = targetRows(question.target)
  const { from, where } = formsSql(question, put)
  return `with stored as materialized (
  select ${id} as id, ${externalId} as external_id, compared.form, split.key
  from ${tables[table]} as t
  cross join lateral ${from}
  cross join lateral ${scanKeySql(question)}
  where ${[where, ...(only === null ? [] : [only])].join(' and ')}
)
`
}

function scannedByKeyPart(build: Build, probes: readonly KeyedProbe[]): string {
  const list = bindList(build, probes, [
    [(probe) => probe.no, 'int'],
    [(probe) => probe.key, 'text'],
    [(probe) => probe.value, 'text'],
  ])
  const comparison = comparisonSql(build.question, 'stored.form', build.put)
  return firstRows(`${list} as asked (no, key, value)`, `stored.key = asked.key and ${comparison}`)
}

function scannedPart(build: Build, probes: readonly Probe[]): string {
  const list = bindList(build, probes, [
    [(probe) => probe.no, 'int'],
    [(probe) => probe.value, 'text'],
  ])
  const comparison = comparisonSql(build.question, 'stored.form', build.put)
  return firstRows(`${list} as asked (no, value)`, comparison)
}

function firstRows(asked: string, condition: string): string {
  return `(select no, id, external_id from (
  select no, id, external_id, row_number() over (partition by no) as place
  from (
    select distinct asked.no, stored.id, stored.external_id from ${asked} join stored on ${condition}
  ) as hit
) as numbered where place <= ${MAX_HITS + 1})`
}

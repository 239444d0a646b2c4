import type { Transaction } from '../../../kernel/db/database.ts'
import { hasUuidShape } from '../../../kernel/ids.ts'
import { formOf, storable } from './compare-values.ts'
import { cut, equalKeys, gramKey, lookupOf, prefixRange, rareWords, reversed } from './lookup-keys.ts'
import type { Lookup } from './lookup-keys.ts'
import type { MatchQuestion } from './match-question.ts'
import { isIndexReady } from './match-indexes.ts'
import { TABLES } from './match-tables.ts'
import type { Scope, TableNames } from './match-tables.ts'
import { MAX_HITS, matchStatement } from './match-statement.ts'
import type { Probe, ProbeLists, ScopedProbe } from './match-statement.ts'

export { MAX_HITS } from './match-statement.ts'
export type { Scope, TableNames } from './match-tables.ts'

/** What one record asks for: any of the values, in all records or within a scope. `n` is the caller's number of it. */
export type Ask = { n: number; values: readonly string[]; within: Scope | null }

/** A record found; of a MARC record the matched id, and the id of its inventory record. */
export type Match = { n: number; id: string; externalId: string | null }

/** Keys of one call above which values are compared with every record instead; each takes about 100 bytes. */
const MOST_KEYS = 200_000

/**
 * The stored records that fulfil the question for each ask, by id within an ask; at most `MAX_HITS` + 1 of each. One
 * query for all asks, and before it a look whether the index is there.
 *
 * Asks without scope use the column or index of the field (`ensureMatchIndexes`); without one every record is read,
 * which takes seconds for 100,000 records, and finds the same. Asks with a scope read the records in it.
 * `tables` names twins of the tables; they need the indexes of `like … including indexes` to be fast.
 */
export async function findMatches(
  tx: Transaction,
  question: MatchQuestion,
  asks: readonly Ask[],
  tables: TableNames = TABLES,
): Promise<Match[]> {
  if (question.field.kind === 'none') return []
  const { probes, askers } = probesOf(question, asks)
  if (probes.length === 0) return []
  const lookup = await usableLookup(tx, question, tables)
  const statement = matchStatement(question, lookup, sortProbes(question, lookup, probes), tables)
  if (statement === null) return []
  const rows = await tx.query<{ no: number; id: string; external_id: string | null }>(
    statement.text,
    statement.params,
  )
  return matchesOfAsks(rows, askers)
}

/** Same values in the same scope are looked for once. */
function probesOf(
  question: MatchQuestion,
  asks: readonly Ask[],
): { probes: Probe[]; askers: Map<number, number[]> } {
  const probes: Probe[] = []
  const numbers = new Map<string, number>()
  const askers = new Map<number, number[]>()
  for (const { n, values, within } of asks) {
    const scope = within === null ? '' : JSON.stringify(within)
    for (const given of question.range !== null && values.length > 0 ? [question.range.from] : values) {
      const value = formOf(storable(given), question.part, question.form)
      if (value === '') continue
      const name = `${scope} ${value}`
      let no = numbers.get(name)
      if (no === undefined) {
        no = probes.length
        numbers.set(name, no)
        askers.set(no, [])
        probes.push({ no, value, within })
      }
      askers.get(no)!.push(n)
    }
  }
  return { probes, askers }
}

/** The lookup of the question, if its index is built and of these tables. */
async function usableLookup(
  tx: Transaction,
  question: MatchQuestion,
  tables: TableNames,
): Promise<Lookup | null> {
  const lookup = lookupOf(question)
  if (lookup?.by !== 'index') return lookup
  return tables === TABLES && (await isIndexReady(tx, lookup.index.name)) ? lookup : null
}

function sortProbes(question: MatchQuestion, lookup: Lookup | null, probes: readonly Probe[]): ProbeLists {
  const sorted: { [List in keyof ProbeLists]: ProbeLists[List][number][] } = {
    scoped: [],
    keyed: [],
    scannedByKey: [],
    scanned: [],
  }
  for (const probe of probes) {
    const { no, value, within } = probe
    if (within !== null) {
      const [kind, ids] = Object.entries(within)[0] as [ScopedProbe['kind'], readonly string[]]
      sorted.scoped.push(...ids.map((id) => ({ no, value, kind, id })))
      continue
    }
    const target = lookup === null ? sorted.scannedByKey : sorted.keyed
    const keys = lookup === null ? scanKeys(question, value) : lookupKeys(question, lookup, value)
    if (keys === null || target.length + keys.length > MOST_KEYS) sorted.scanned.push(probe)
    else target.push(...keys.map((key) => ({ no, value, ...key })))
  }
  return sorted
}

type Key = { key: string; upper: string | null }

function lookupKeys(question: MatchQuestion, lookup: Lookup, value: string): Key[] | null {
  if (lookup.match === 'words') return [{ key: rareWords(value).join(' '), upper: null }]
  if (lookup.match === 'grams') {
    const key = gramKey(value)
    return key === null ? null : [{ key, upper: null }]
  }
  if (lookup.match === 'range') {
    if (question.range !== null) return [{ key: question.range.from, upper: question.range.below }]
    const isReversed = lookup.by === 'index' && lookup.index.kind === 'reversed'
    const { lower, upper } = prefixRange(isReversed ? reversed(value) : value)
    return upper === null ? null : [{ key: lower, upper }]
  }
  const keys = equalKeys(question, value)?.map((key) => ({ key, upper: null })) ?? null
  if (lookup.by !== 'column' || lookup.column.type !== 'uuid') return keys
  return keys?.filter(({ key }) => hasUuidShape(key)) ?? null
}

/** Keys by which a scan joins instead of comparing each text with each value. */
function scanKeys(question: MatchQuestion, value: string): Key[] | null {
  if (question.range !== null) return null
  if (question.criterion.startsWith('EXISTING_VALUE')) return null
  if (question.form === 'words') return [{ key: cut(rareWords(value)[0]!), upper: null }]
  return equalKeys(question, value)?.map((key) => ({ key, upper: null })) ?? null
}

function matchesOfAsks(
  rows: readonly { no: number; id: string; external_id: string | null }[],
  askers: ReadonlyMap<number, readonly number[]>,
): Match[] {
  const found = new Map<number, Map<string, Match>>()
  for (const { no, id, external_id: externalId } of rows) {
    for (const n of askers.get(no)!) {
      let own = found.get(n)
      if (own === undefined) found.set(n, (own = new Map()))
      own.set(id, { n, id, externalId })
    }
  }
  return [...found.values()].flatMap((own) =>
    [...own.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, MAX_HITS + 1),
  )
}

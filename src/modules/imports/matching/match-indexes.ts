import { quoteLiteral } from '../../../kernel/db/database.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { appendChunks, insertJob, sealJob } from '../../../kernel/jobs/ledger.ts'
import { ringBell } from '../../../kernel/jobs/runner.ts'
import { lookupOf } from './lookup-keys.ts'
import type { MatchIndex } from './lookup-keys.ts'
import type { MatchQuestion } from './match-question.ts'
import { keySql } from './match-sql.ts'
import type { Put } from './match-sql.ts'
import { TABLES, targetRows } from './match-tables.ts'

/** The kind under which the building of an index stands in the ledger of jobs. */
export const MATCH_INDEX_KIND = 'match-index'

/** What the job that builds an index works on. */
export type IndexToBuild = { name: string; question: MatchQuestion }

/**
 * Has the indexes built that answer these questions, in jobs of their own; does nothing for those that are there or
 * being built. Until an index is there, its question reads all records. Call it whenever a match may be asked soon.
 */
export async function ensureMatchIndexes(
  tx: Transaction,
  questions: readonly MatchQuestion[],
): Promise<void> {
  const wanted = new Map<string, MatchQuestion>()
  for (const question of questions) {
    const lookup = lookupOf(question)
    if (lookup?.by === 'index') wanted.set(lookup.index.name, question)
  }
  if (wanted.size === 0) return
  const names = [...wanted.keys()]
  // A built index that is gone or invalid was dropped or broken by hand.
  const missing = await tx.query<{ name: string }>(
    `insert into match_index (name, question)
     select name, question from unnest($1::text[], $2::json[]) as wanted (name, question)
     on conflict (name) do update set state = 'building', asked_at = clock_timestamp()
     where match_index.state = 'failed'
       or match_index.state = 'ready' and not exists (
         select from pg_index i where i.indexrelid = to_regclass(match_index.name) and i.indisvalid
       )
     returning name`,
    [names, names.map((name) => JSON.stringify(wanted.get(name)))],
  )
  if (missing.length === 0) return
  const jobId = newId()
  await insertJob(tx, { id: jobId, kind: MATCH_INDEX_KIND })
  const inputs = missing.map(({ name }): IndexToBuild => ({ name, question: wanted.get(name)! }))
  await appendChunks(tx, jobId, inputs)
  await sealJob(tx, jobId)
  await ringBell(tx)
}

/** Whether the index is built, so that a query may count on it. */
export async function isIndexReady(tx: Transaction, name: string): Promise<boolean> {
  const rows = await tx.query(
    'select from pg_index where indexrelid = to_regclass($1) and indisvalid and indisready',
    [name],
  )
  return rows.length > 0
}

/** An index definition has no parameters, so its values stand in it as literals. */
const literal: Put = (value, type) => {
  if (value === null) return `null::${type}`
  if (typeof value === 'string') return `${quoteLiteral(value)}::${type}`
  return `array[${value.map((text) => quoteLiteral(text)).join(', ')}]::${type}`
}

/**
 * The table of an index, and what stands after its name in `create index`. Without GIN's pending list: each of a
 * chunk's thousand lookups would read through it.
 */
export function indexDefinition(
  question: MatchQuestion,
  index: MatchIndex,
): { table: string; using: string } {
  const { table, only } = targetRows(question.target)
  const key = keySql(question, index, literal, '')
  const isGin = index.kind === 'texts' || index.kind === 'grams'
  const options = isGin ? ' with (fastupdate = off)' : ''
  const where = only === null ? '' : ` where ${only}`
  return { table: TABLES[table], using: `using ${isGin ? 'gin' : 'btree'} (${key})${options}${where}` }
}

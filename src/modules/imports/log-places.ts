import type { Transaction } from '../../kernel/db/database.ts'
import { sqlTexts } from './journal-row.ts'
import type { StepEntity } from './journal-row.ts'
import type { Owners } from './job-log.ts'

/** What the places of a log are counted in: all its records, those with an error or a step of an entity, or steps. */
export type Unit = 'records' | 'errors' | 'steps' | { entities: readonly StepEntity[] }

/** Where to begin to read: a row of the journal, and how many units are to be left out from there on. */
export type Place = { jobNo: number; seq: number; skip: number }

type ChunkCount = { job_no: number; first: number; count: number; units: number }

/** A chunk's units as SQL. No record has steps of two of the entities that are counted together. */
function unitsSql(unit: Unit): string {
  if (typeof unit === 'string') return `(c.counts ->> '${unit}')::int`
  return `(select coalesce(sum((value ->> 'records')::int), 0)::int
    from json_each(c.counts -> 'entities') where key in (${sqlTexts(unit.entities)}))`
}

/**
 * The chunks of a log that are done, in its order, with how many units each has. They are an index over the journal
 * that nobody has to keep: a record's rows and its chunk's counts commit together, so their sums are exact at any
 * moment, and a page deep in the log begins at the chunk that holds it.
 */
async function countChunks(tx: Transaction, owners: Owners, unit: Unit): Promise<ChunkCount[]> {
  return tx.asSystem(() =>
    tx.query<ChunkCount>(
      `select owner.no as job_no, (c.input ->> 'first')::int as first, (c.input ->> 'count')::int as count,
         ${unitsSql(unit)} as units
       from unnest($1::uuid[], $2::int[]) as owner (id, no)
       join octavo.chunk c on c.job_id = owner.id and c.counts is not null
       order by 1, 2`,
      [owners.ids, owners.numbers],
    ),
  )
}

/**
 * How many units a log has, and where its unit `offset` lies, counted from the front or from the back. `place` is null
 * when there are fewer.
 */
export async function findPlace(
  tx: Transaction,
  owners: Owners,
  unit: Unit,
  { offset, isBackward }: { offset: number; isBackward: boolean },
): Promise<{ total: number; place: Place | null }> {
  const chunks = await countChunks(tx, owners, unit)
  const total = chunks.reduce((sum, { units }) => sum + units, 0)
  let before = 0
  for (const { job_no: jobNo, first, count, units } of isBackward ? chunks.toReversed() : chunks) {
    if (offset < before + units) {
      return { total, place: { jobNo, seq: isBackward ? first + count - 1 : first, skip: offset - before } }
    }
    before += units
  }
  return { total, place: null }
}

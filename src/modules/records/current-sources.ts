import type { Transaction } from '../../kernel/db/database.ts'
import type { StoredSource } from './pure.ts'
import { ACTUAL, DELETED, OLD } from './record-types.ts'

/**
 * The current source records of inventory records, by the ids of those; with their MARC, or without when `withMarc` is
 * false. Where a deleted generation stands beside an actual one, the actual one is given.
 */
export async function currentSources(
  tx: Transaction,
  externalIds: readonly string[],
  withMarc: boolean,
): Promise<Map<string, StoredSource>> {
  const rows = await tx.query<{
    external_id: string
    id: string
    matched_id: string
    generation: number
    updated_at: string
    marc: Buffer | null
  }>(
    `select distinct on (s.external_id) s.external_id, s.id, s.matched_id, s.generation, s.updated_at::text,
       ${withMarc ? 's.marc' : 'null::bytea as marc'}
     from source_record s where s.external_id = any($1::uuid[]) and s.state in (${ACTUAL}, ${DELETED})
     order by s.external_id, s.state, s.generation desc`,
    [externalIds],
  )
  return new Map(
    rows.map(
      ({ external_id: externalId, id, matched_id: matchedId, generation, updated_at: updatedAt, marc }) => [
        externalId,
        { id, matchedId, generation, updatedAt, marc },
      ],
    ),
  )
}

/**
 * All source records in force of inventory records, by the ids of those: the current generation of each. More than one
 * is a fault that the record's owner must mend. Without MARC.
 */
export async function sourcesInForce(
  tx: Transaction,
  externalIds: readonly string[],
): Promise<Map<string, (StoredSource & { isDeleted: boolean })[]>> {
  const rows = await tx.query<Omit<StoredSource, 'marc'> & { isDeleted: boolean; externalId: string }>(
    `select distinct on (s.external_id, s.matched_id) s.external_id as "externalId", s.id,
       s.matched_id as "matchedId", s.generation, s.updated_at::text as "updatedAt",
       s.state = ${DELETED} as "isDeleted"
     from source_record s where s.external_id = any($1::uuid[]) and s.state in (${ACTUAL}, ${DELETED})
     order by s.external_id, s.matched_id, s.state, s.generation desc`,
    [externalIds],
  )
  const sources = new Map<string, (StoredSource & { isDeleted: boolean })[]>()
  for (const { externalId, ...source } of rows) {
    const own = sources.get(externalId)
    if (own === undefined) sources.set(externalId, [{ ...source, marc: null }])
    else own.push({ ...source, marc: null })
  }
  return sources
}

/** The MARC of generations, in compact form, by their row ids; those that are gone are missing. */
export async function readMarc(tx: Transaction, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const rows = await tx.query<{ id: string; marc: Buffer }>(
    'select id, marc from source_record where id = any($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(({ id, marc }) => [id, marc]))
}

/** Locks source records by their row ids. @returns true when all of them are still in force. */
export async function lockSources(tx: Transaction, ids: readonly string[]): Promise<boolean> {
  const found = await tx.execute(
    `select from source_record where id = any($1::uuid[]) and state in (${ACTUAL}, ${DELETED})
     order by id for no key update`,
    [ids],
  )
  return found === ids.length
}

/**
 * The instances whose current MARC record has one of these human-readable ids in 001, by that; those set for deletion
 * are among them, as in FOLIO's check of 004.
 */
export async function instancesOfMarcHrids(
  tx: Transaction,
  hrids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ hrid: string; id: string }>(
    `select s.external_hrid as hrid, i.id from source_record s join instance i on i.id = s.external_id
     where s.external_hrid = any($1::text[]) and s.record_type = 0 and s.state in (${ACTUAL}, ${DELETED})`,
    [hrids],
  )
  return new Map(rows.map(({ hrid, id }) => [hrid, id]))
}

/** Makes generations OLD, because newer ones are stored. */
export async function retireSources(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(
    `update source_record set state = ${OLD} where id = any($1::uuid[]) and state in (${ACTUAL}, ${DELETED})`,
    [ids],
  )
}

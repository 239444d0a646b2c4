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
 * SQL that counts the bibliographic records in force of an instance, as one row: `records` how many, `ids` their matched
 * ids in order, `matched_id` and `generation` of the first, and `version`, which tells this state of its MARC from every
 * other. More than one is a fault that the record's owner must mend; one that was deleted says nothing beside one that
 * was not. `instanceId` is an expression of type uuid.
 */
export function countedSources(instanceId: string): string {
  return `select count(*) as records, string_agg(matched_id::text, ', ' order by matched_id) as ids,
      min(matched_id::text) as matched_id, min(generation) as generation, min(version) as version
    from (
      select matched_id, generation, version, rank() over (order by state) as place
      from (
        select distinct on (s.matched_id) s.matched_id, s.state, s.generation,
          s.id::text || ' ' || s.updated_at::text as version
        from source_record s
        where s.external_id = ${instanceId} and s.record_type = 0 and s.state in (${ACTUAL}, ${DELETED})
        order by s.matched_id, s.state, s.generation desc
      ) in_force
    ) ranked where place = 1`
}

/**
 * The MARC of versions that `countedSources` has given, in compact form. Earlier generations are kept, so it is that of
 * the version unless somebody has changed the generation in place since; versions whose record is gone are missing.
 */
export async function readMarcVersions(
  tx: Transaction,
  versions: readonly string[],
): Promise<Map<string, Buffer>> {
  const idOf = (version: string) => version.slice(0, version.indexOf(' '))
  const rows = await tx.query<{ id: string; marc: Buffer }>(
    'select id, marc from source_record where id = any($1::uuid[])',
    [versions.map(idOf)],
  )
  const stored = new Map(rows.map(({ id, marc }) => [id, marc]))
  const found = new Map<string, Buffer>()
  for (const version of versions) {
    const marc = stored.get(idOf(version))
    if (marc !== undefined) found.set(version, marc)
  }
  return found
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

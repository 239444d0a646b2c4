import type { Transaction } from '../../../kernel/db/database.ts'
import { countedSources } from '../../records/index.ts'

/** The MARC record of an instance in the state in which it was found. */
export type InstanceMarc = {
  /** What tells this state of the MARC from every other: kept at the match, asked for again at the commit. */
  version: string
  matchedId: string
  generation: number
}

/** Why the MARC of an instance cannot be edited. */
export type MarcMissing = { problem: string }

const SOURCE_MISSING = 'SRS record associated with the instance is missing.'
const SEVERAL = 'Multiple SRS records are associated with the instance.'
const IDENTIFIED = 'The following SRS have been identified:'

/**
 * SQL of the join that brings in `marc`, the record of a MARC instance `t`: its `version`, null for other instances, and
 * `refusal`, the message for an instance that has none, or several, of which an edit would change but one
 * (folio-org/mod-bulk-operations: SrsService).
 */
export const MARC_OF_INSTANCE = `left join lateral (
    select version, case
      when records = 0 then '${SOURCE_MISSING}'
      when records > 1 then '${SEVERAL} ${IDENTIFIED} ' || ids || '.'
    end as refusal
    from (${countedSources('t.id')}) counted
  ) marc on t.source = 'MARC'`

/** The MARC records of instances, by the ids of those; every id has an entry. */
export async function readMarcOf(
  tx: Transaction,
  instanceIds: readonly string[],
): Promise<Map<string, InstanceMarc | MarcMissing>> {
  const rows = await tx.query<InstanceMarc & { id: string; records: number; ids: string | null }>(
    `select t.id, counted.records, counted.ids, counted.version, counted.matched_id as "matchedId", counted.generation
     from unnest($1::uuid[]) as t (id) cross join lateral (${countedSources('t.id')}) counted`,
    [instanceIds],
  )
  return new Map(
    rows.map(({ id, records, ids, version, matchedId, generation }): [string, InstanceMarc | MarcMissing] => {
      if (records === 0) return [id, { problem: SOURCE_MISSING }]
      if (records > 1) return [id, { problem: `${SEVERAL} ${IDENTIFIED} ${ids}.` }]
      return [id, { version, matchedId, generation }]
    }),
  )
}

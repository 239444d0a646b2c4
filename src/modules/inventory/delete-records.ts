import { compileCql, parseCql } from '../../formats/cql/index.ts'
import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { notFound } from '../../kernel/http/problems.ts'
import { recordSource } from './cql-sources.ts'
import { holdingsSpec, instanceSpec, itemSpec } from './record-spec.ts'
import { announceChanges } from './record-listeners.ts'
import type { AnyRecord, RecordSpec } from './record-spec.ts'
import type { RecordKind } from './records.ts'
import { stillReferenced } from './storage-problems.ts'
import { keepPrevious } from './store-rows.ts'
import type { Outcome, WriteOptions, Writer } from './write-outcome.ts'

/** The records to delete: by id, or all that a CQL query finds. */
export type Doomed = readonly string[] | { cql: string }

type Referrer = { table: string; column: string }

const INSTANCE_REFERRERS: readonly Referrer[] = [
  { table: 'holdings_record', column: 'instance_id' },
  { table: 'instance_relationship', column: 'superinstanceid' },
  { table: 'instance_relationship', column: 'subinstanceid' },
  { table: 'preceding_succeeding_title', column: 'precedinginstanceid' },
  { table: 'preceding_succeeding_title', column: 'succeedinginstanceid' },
]
const HOLDINGS_REFERRERS: readonly Referrer[] = [
  { table: 'item', column: 'holdings_record_id' },
  { table: 'bound_with_part', column: 'holdingsrecordid' },
]
const ITEM_REFERRERS: readonly Referrer[] = [{ table: 'bound_with_part', column: 'itemid' }]

const STEP = 1000

/**
 * Deletes instances; one that has holdings, related instances or titles stays and is refused.
 * @returns one outcome an id in order; for a query, one for each record that it found.
 */
export function deleteInstances(
  tx: Transaction,
  writer: Writer,
  doomed: Doomed,
  options: WriteOptions = {},
): Promise<Outcome[]> {
  return deleteRecords(tx, writer, instanceSpec, INSTANCE_REFERRERS, doomed, options)
}

/** Deletes holdings records; one that has items or is part of a bound-with stays. @returns outcomes as `deleteInstances`. */
export function deleteHoldings(
  tx: Transaction,
  writer: Writer,
  doomed: Doomed,
  options: WriteOptions = {},
): Promise<Outcome[]> {
  return deleteRecords(tx, writer, holdingsSpec, HOLDINGS_REFERRERS, doomed, options)
}

/** Deletes items; one that is part of a bound-with stays. @returns outcomes as `deleteInstances`. */
export function deleteItems(
  tx: Transaction,
  writer: Writer,
  doomed: Doomed,
  options: WriteOptions = {},
): Promise<Outcome[]> {
  return deleteRecords(tx, writer, itemSpec, ITEM_REFERRERS, doomed, options)
}

const REFERRERS = { instance: INSTANCE_REFERRERS, holdings: HOLDINGS_REFERRERS, item: ITEM_REFERRERS }

/**
 * What keeps records from being deleted: the first table that refers to each, by id; those that nothing refers to
 * are missing. Where the records are locked for deletion, no reference can be added meanwhile.
 */
export function findReferrers(
  tx: Transaction,
  kind: RecordKind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  return findUses(tx, REFERRERS[kind], ids)
}

async function deleteRecords<T extends AnyRecord>(
  tx: Transaction,
  writer: Writer,
  spec: RecordSpec<T>,
  referrers: readonly Referrer[],
  doomed: Doomed,
  options: WriteOptions,
): Promise<Outcome[]> {
  if (!('cql' in doomed)) return deleteByIds(tx, writer, spec, referrers, doomed, options)
  const { where, params } = compileCql(parseCql(doomed.cql), recordSource(spec.kind))
  const outcomes: Outcome[] = []
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await tx.query<{ id: string }>(
      `select id from ${spec.table} where (${where}) and id > $${params.length + 1} order by id limit ${STEP}`,
      [...params, last],
    )
    const ids = rows.map(({ id }) => id)
    outcomes.push(...(await deleteByIds(tx, writer, spec, referrers, ids, options)))
    if (ids.length < STEP) return outcomes
    last = ids.at(-1)!
  }
}

async function deleteByIds<T extends AnyRecord>(
  tx: Transaction,
  writer: Writer,
  spec: RecordSpec<T>,
  referrers: readonly Referrer[],
  ids: readonly string[],
  options: WriteOptions,
): Promise<Outcome[]> {
  if (ids.length === 0) return []
  const locked = await tx.query<{ id: string; version: number }>(
    `select id, version from ${spec.table} where id = any($1) order by id for update`,
    [ids],
  )
  const versions = new Map(locked.map(({ id, version }) => [id, version]))
  const uses = await findUses(tx, referrers, [...versions.keys()])
  const outcomes = ids.map((id): Outcome => {
    const version = versions.get(id)
    if (version === undefined) return { ok: false, problem: notFound() }
    const referrer = uses.get(id)
    if (referrer !== undefined) return { ok: false, problem: stillReferenced(spec.table, id, referrer) }
    return { ok: true, id, version, doc: '' }
  })
  const refused = outcomes.find((outcome) => !outcome.ok)
  if (options.allOrNothing && refused && !refused.ok) throw refused.problem
  const gone = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.id] : []))
  const at = options.at ?? now()
  await keepPrevious(tx, spec, gone, { writer, at, isDeletion: true, jobId: options.jobId })
  await tx.query(`delete from ${spec.table} where id = any($1)`, [gone])
  await announceChanges(tx, [{ kind: spec.kind, ids: gone, how: 'deleted' }])
  return outcomes
}

async function findUses(
  tx: Transaction,
  referrers: readonly Referrer[],
  ids: readonly string[],
): Promise<Map<string, string>> {
  const parts = referrers.map(
    ({ table, column }, i) =>
      `select ${i} as position, '${table}' as referrer, asked.id
       from unnest($1::uuid[]) as asked (id) where exists (select from ${table} where ${column} = asked.id)`,
  )
  const rows = await tx.query<{ id: string; referrer: string }>(
    `${parts.join(' union all ')} order by position desc`,
    [ids],
  )
  return new Map(rows.map(({ id, referrer }) => [id, referrer]))
}

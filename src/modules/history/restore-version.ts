import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import type { Actor } from '../../kernel/http/route.ts'
import {
  MARC_HOLDINGS_SOURCE,
  insertHoldings,
  insertInstances,
  insertItems,
  updateHoldings,
  updateInstances,
  updateItems,
} from '../inventory/index.ts'
import type { Holdings, Instance, Item, Outcome, WriteOptions } from '../inventory/index.ts'
import { RECORD_KINDS } from './record-kinds.ts'

export type RestorableKind = 'instance' | 'holdings' | 'item'

type Stored = Instance | Holdings | Item

/**
 * Writes an earlier document of a record again, as a new version; a record that was deleted is made anew with its old id.
 * A client may send the `_version` that it has seen, so that nobody's later edit is lost.
 * @returns the stored text
 * @throws Problem 422 for records that MARC rules, 409 when the record changed, and as any write
 */
export async function restoreVersion(
  tx: Transaction,
  actor: Actor | null,
  kind: RestorableKind,
  id: string,
  text: string,
  body: unknown,
): Promise<string> {
  const record = JSON.parse(text) as Stored
  refuseMarc(kind, record)
  const seen = readSeenVersion(body)
  const [stored] = await tx.query<{ version: number }>(
    `select version from ${RECORD_KINDS[kind].table} where id = $1`,
    [id],
  )
  const { _version: _dropped, metadata: _old, ...values } = record
  const restored = stored === undefined ? values : { ...values, _version: seen ?? stored.version }
  const options: WriteOptions = { allOrNothing: true, restores: true }
  const [outcome] = await writerOf(kind, stored === undefined)(tx, actor, restored, options)
  if (!outcome?.ok) throw outcome?.problem ?? new Error('A write ended without an outcome.')
  return outcome.doc
}

/** MARC would take its fields back with the next edit of the source record; that is what has to be restored. */
function refuseMarc(kind: RestorableKind, record: Stored): void {
  const isMarc =
    (kind === 'instance' && (record as Instance).source === 'MARC') ||
    (kind === 'holdings' && (record as Holdings).sourceId === MARC_HOLDINGS_SOURCE)
  if (!isMarc) return
  throw fieldProblem(
    'The record is controlled by its MARC record: restore that to an earlier generation',
    kind === 'instance' ? 'source' : 'sourceId',
    kind === 'instance' ? 'MARC' : MARC_HOLDINGS_SOURCE,
  )
}

function readSeenVersion(body: unknown): number | null {
  if (body === undefined) return null
  const { _version: seen } = objectBody(body)
  if (seen === undefined || seen === null) return null
  if (!Number.isInteger(seen))
    throw textProblem(400, `_version must be a whole number, but it is "${String(seen)}".`)
  return seen as number
}

type Write = (
  tx: Transaction,
  actor: Actor | null,
  record: Stored,
  options: WriteOptions,
) => Promise<Outcome[]>

function writerOf(kind: RestorableKind, isNew: boolean): Write {
  const writers: Record<RestorableKind, Write> = {
    instance: (tx, actor, record, options) =>
      (isNew ? insertInstances : updateInstances)(tx, actor, [record as Instance], options),
    holdings: (tx, actor, record, options) =>
      (isNew ? insertHoldings : updateHoldings)(tx, actor, [record as Holdings], options),
    item: (tx, actor, record, options) =>
      (isNew ? insertItems : updateItems)(tx, actor, [record as Item], options),
  }
  return writers[kind]
}

import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { isUuid } from '../../kernel/ids.ts'
import { changesItems, setEffectiveValues } from './effective-values.ts'
import { insertRecords } from './insert-records.ts'
import { itemRow } from './item-row.ts'
import { announceChanges } from './record-listeners.ts'
import { holdingsSpec, itemSpec } from './record-spec.ts'
import type { CallNumberComponents, Holdings, Item } from './records.ts'
import { nextStamp } from './stamp.ts'
import { missingReference } from './storage-problems.ts'
import { keepPrevious, replaceRows } from './store-rows.ts'
import { updateRecords } from './update-records.ts'
import type { UpdateDraft, UpdateRules } from './update-records.ts'
import { upsertRecords } from './upsert-records.ts'
import { accepted, refuse } from './write-outcome.ts'
import type { Draft, Outcome, WriteOptions, Writer } from './write-outcome.ts'

const CASCADE_STEP = 1000

/** Adds holdings records. @returns one outcome a record, in order. */
export function insertHoldings(
  tx: Transaction,
  writer: Writer,
  records: readonly Holdings[],
  options: WriteOptions = {},
): Promise<Outcome[]> {
  return insertRecords(tx, writer, holdingsSpec, records, options, refuseMissingInstances)
}

/**
 * Replaces holdings records by their ids. Where a location or a part of the call number changes, the items
 * get their new effective values in the same transaction. @returns one outcome a record, in order.
 */
export function updateHoldings(
  tx: Transaction,
  writer: Writer,
  records: readonly Holdings[],
  options: WriteOptions = {},
): Promise<Outcome[]> {
  const rules: UpdateRules<Holdings> = {
    prepare: (inner, drafts) =>
      refuseMissingInstances(
        inner,
        drafts.filter(({ record, stored }) => record.instanceId !== stored.record.instanceId),
      ),
    afterwards: (inner, drafts, at) => cascadeToItems(inner, writer, drafts, at, options),
  }
  return updateRecords(tx, writer, holdingsSpec, records, options, rules)
}

/** Replaces the holdings records that are stored and adds the others. @returns one outcome a record, in order. */
export function upsertHoldings(
  tx: Transaction,
  writer: Writer,
  records: readonly Holdings[],
  options: WriteOptions = {},
): Promise<Outcome[]> {
  const dated = { ...options, at: options.at ?? now() }
  return upsertRecords(
    tx,
    holdingsSpec,
    records,
    (list) => insertHoldings(tx, writer, list, dated),
    (list) => updateHoldings(tx, writer, list, dated),
  )
}

/** The instances found are locked against deletion, but for nothing else: any number may add holdings at once. */
async function refuseMissingInstances(tx: Transaction, drafts: readonly Draft<Holdings>[]): Promise<void> {
  const open = accepted(drafts)
  const ids = [...new Set(open.map(({ record }) => record.instanceId?.toLowerCase()))].filter(isUuid)
  if (open.length === 0) return
  const rows = await tx.query<{ id: string }>(
    'select id from instance where id = any($1) order by id for key share',
    [ids],
  )
  const found = new Set(rows.map(({ id }) => id))
  for (const draft of open) {
    const id = draft.record.instanceId ?? ''
    if (!found.has(id.toLowerCase()))
      refuse(draft, missingReference('holdings_record', 'instanceId', id, 'instance'))
  }
}

/**
 * Gives the items of changed holdings their new effective values, a thousand at a time. An item whose own
 * values hide the change stays untouched (folio-org/mod-inventory-storage: ItemService.updateItemsOnHoldingChanged).
 */
async function cascadeToItems(
  tx: Transaction,
  writer: Writer,
  drafts: readonly UpdateDraft<Holdings>[],
  at: Date,
  options: WriteOptions,
): Promise<void> {
  const changed = new Map(
    drafts
      .filter(({ stored, record }) => changesItems(stored.record, record))
      .map(({ id, record }) => [id, record]),
  )
  if (changed.size === 0) return
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await tx.query<{ id: string; version: number; doc: string }>(
      `select id, version, doc from item where holdings_record_id = any($1) and id > $2
       order by id limit ${CASCADE_STEP} for no key update`,
      [[...changed.keys()], last],
    )
    await recomputeItems(tx, writer, rows, changed, at, options)
    if (rows.length < CASCADE_STEP) return
    last = rows.at(-1)!.id
  }
}

async function recomputeItems(
  tx: Transaction,
  writer: Writer,
  rows: readonly { id: string; version: number; doc: string }[],
  holdings: ReadonlyMap<string, Holdings>,
  at: Date,
  options: WriteOptions,
): Promise<void> {
  const ids: string[] = []
  const fresh: ReturnType<typeof itemRow>[] = []
  for (const { id, version, doc } of rows) {
    const item = JSON.parse(doc) as Item
    const before = effectiveText(item)
    setEffectiveValues(item, holdings.get(item.holdingsRecordId!.toLowerCase())!)
    if (effectiveText(item) === before) continue
    ids.push(id)
    fresh.push(itemRow(item, nextStamp({ version, metadata: item.metadata }, at, writer?.userId)))
  }
  await keepPrevious(tx, itemSpec, ids, { writer, at, isDeletion: false, jobId: options.jobId })
  await replaceRows(tx, itemSpec, fresh)
  await announceChanges(tx, [{ kind: 'item', ids, how: 'updated' }])
}

function effectiveText(item: Item): string {
  const { callNumber, prefix, suffix, typeId }: CallNumberComponents =
    item.effectiveCallNumberComponents ?? {}
  return JSON.stringify([
    item.effectiveLocationId,
    item.effectiveShelvingOrder,
    callNumber,
    prefix,
    suffix,
    typeId,
  ])
}

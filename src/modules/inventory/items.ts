import { isoInstant, now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { isUuid } from '../../kernel/ids.ts'
import { fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import { filledOrAbsent } from './clean-record.ts'
import { setEffectiveValues } from './effective-values.ts'
import type { InheritedValues } from './effective-values.ts'
import { insertRecords } from './insert-records.ts'
import { itemSpec } from './record-spec.ts'
import type { Holdings, Item } from './records.ts'
import { updateRecords } from './update-records.ts'
import type { UpdateDraft, UpdateRules } from './update-records.ts'
import { keepStatusDate } from './server-values.ts'
import { upsertRecords } from './upsert-records.ts'
import { accepted, refuse } from './write-outcome.ts'
import type { Draft, Outcome, WriteOptions, Writer } from './write-outcome.ts'

/** `keepsStatusDate`: a status date that was sent stays, as in batches; a single item's is always now. */
export type ItemInsertOptions = WriteOptions & { keepsStatusDate?: boolean }

/**
 * Adds items, in their order: who gives no `order` comes after those that the holdings record has.
 * @returns one outcome a record, in order.
 */
export function insertItems(
  tx: Transaction,
  writer: Writer,
  records: readonly Item[],
  { keepsStatusDate = true, ...options }: ItemInsertOptions = {},
): Promise<Outcome[]> {
  return insertRecords(tx, writer, itemSpec, records, options, async (_tx, drafts, at) => {
    const holdings = await lockHoldings(tx, drafts, (id) =>
      fieldProblem('Holdings record does not exist', 'holdingsRecordId', id),
    )
    const open = accepted(drafts)
    for (const { record } of open) {
      setEffectiveValues(record, holdings.get(record.holdingsRecordId!.toLowerCase())!)
      const date = (keepsStatusDate && record.status?.date) || isoInstant(at)
      record.status = { ...record.status, date }
    }
    await assignOrder(tx, open)
  })
}

/** Replaces items by their ids. @returns one outcome a record, in order. */
export function updateItems(
  tx: Transaction,
  writer: Writer,
  records: readonly Item[],
  options: WriteOptions = {},
): Promise<Outcome[]> {
  return updateRecords(tx, writer, itemSpec, records, options, updateRules(options))
}

/** Replaces the items that are stored and adds the others. @returns one outcome a record, in order. */
export function upsertItems(
  tx: Transaction,
  writer: Writer,
  records: readonly Item[],
  options: WriteOptions = {},
): Promise<Outcome[]> {
  const dated = { ...options, at: options.at ?? now() }
  return upsertRecords(
    tx,
    itemSpec,
    records,
    (list) => insertItems(tx, writer, list, dated),
    (list) => updateItems(tx, writer, list, dated),
  )
}

/**
 * The holdings records of drafts, locked until the transaction ends: the lock makes writers of one holdings
 * record number their items one after the other, and holds off a change that the items inherit.
 */
async function lockHoldings(
  tx: Transaction,
  drafts: readonly Draft<Item>[],
  problem: (id: string) => Problem,
): Promise<Map<string, InheritedValues>> {
  return readHoldings(tx, drafts, 'order by id for no key update', problem)
}

async function readHoldings(
  tx: Transaction,
  drafts: readonly Draft<Item>[],
  lock: string,
  problem: (id: string) => Problem,
): Promise<Map<string, InheritedValues>> {
  const open = accepted(drafts)
  if (open.length === 0) return new Map()
  const ids = [...new Set(open.map(({ record }) => record.holdingsRecordId?.toLowerCase()))].filter(isUuid)
  const rows = await tx.query<{ id: string; doc: string }>(
    `select id, doc from holdings_record where id = any($1) ${lock}`,
    [ids],
  )
  const found = new Map(rows.map(({ id, doc }) => [id, JSON.parse(doc) as Holdings]))
  for (const draft of open) {
    const id = draft.record.holdingsRecordId ?? ''
    if (!found.has(id.toLowerCase())) refuse(draft, problem(id))
  }
  return found
}

/** Numbers items without `order` after the highest of their holdings record, which must be locked. */
async function assignOrder(tx: Transaction, drafts: readonly Draft<Item>[]): Promise<void> {
  if (drafts.every(({ record }) => typeof record.order === 'number')) return
  const ids = [...new Set(drafts.map(({ record }) => record.holdingsRecordId!.toLowerCase()))]
  const rows = await tx.query<{ id: string; highest: number | null }>(
    `select asked.id, (select max(item_order) from item where holdings_record_id = asked.id) as highest
     from unnest($1::uuid[]) as asked (id)`,
    [ids],
  )
  const highest = new Map(rows.map((row) => [row.id, row.highest ?? 0]))
  for (const { record } of drafts) {
    const id = record.holdingsRecordId!.toLowerCase()
    const order = typeof record.order === 'number' ? record.order : highest.get(id)! + 1
    record.order = order
    highest.set(id, Math.max(highest.get(id)!, order))
  }
}

function unknownHoldings(id: string): Problem {
  return textProblem(400, `holdingsRecordId not found: ${id}`)
}

function updateRules({ restores }: WriteOptions): UpdateRules<Item> {
  return {
    async prepare(tx, drafts, at) {
      const moved: UpdateDraft<Item>[] = []
      const changed: UpdateDraft<Item>[] = []
      for (const draft of accepted(drafts) as UpdateDraft<Item>[]) {
        if (!restores) keepStatusDate(draft.record, draft.stored.record, at)
        if (
          draft.record.holdingsRecordId?.toLowerCase() !== draft.stored.record.holdingsRecordId?.toLowerCase()
        ) {
          moved.push(draft)
        } else {
          draft.record.order ??= draft.stored.record.order
          if (!keepEffectiveValues(draft)) changed.push(draft)
        }
      }
      // Items that stay read their holdings without a lock: a change of the holdings that is under way waits
      // for these items, which are locked, and then computes them anew.
      inherit(changed, await readHoldings(tx, changed, '', unknownHoldings))
      const targets = await lockHoldings(tx, moved, unknownHoldings)
      inherit(moved, targets)
      if (!restores) for (const { record } of moved) record.order = null
      await assignOrder(tx, accepted(moved))
    },
  }
}

function inherit(drafts: readonly UpdateDraft<Item>[], holdings: ReadonlyMap<string, InheritedValues>): void {
  for (const { record } of accepted(drafts)) {
    setEffectiveValues(record, holdings.get(record.holdingsRecordId!.toLowerCase())!)
  }
}

const PLACES = ['temporaryLocationId', 'permanentLocationId'] as const
const NUMBERS = [
  'itemLevelCallNumber',
  'itemLevelCallNumberPrefix',
  'itemLevelCallNumberSuffix',
  'itemLevelCallNumberTypeId',
  'volume',
  'enumeration',
  'chronology',
  'copyNumber',
] as const

function isSame(names: readonly (keyof Item)[], { record, stored }: UpdateDraft<Item>): boolean {
  return names.every((name) => (record[name] ?? null) === (stored.record[name] ?? null))
}

/**
 * Keeps the effective values of an item that stays with its holdings, as far as what they are computed from does; a place
 * of its own hides that of the holdings. False when the holdings must be read for them.
 */
function keepEffectiveValues(draft: UpdateDraft<Item>): boolean {
  const { record, stored } = draft
  const ownPlace = filledOrAbsent(record.temporaryLocationId) ?? filledOrAbsent(record.permanentLocationId)
  const isInPlace = isSame(PLACES, draft)
  if (!isSame(NUMBERS, draft) || (!isInPlace && ownPlace === undefined)) return false
  record.effectiveCallNumberComponents = stored.record.effectiveCallNumberComponents
  record.effectiveShelvingOrder = stored.record.effectiveShelvingOrder
  record.effectiveLocationId = isInPlace ? stored.record.effectiveLocationId : ownPlace
  return true
}

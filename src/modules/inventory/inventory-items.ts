import { isoInstant, now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { findUser } from '../users/index.ts'
import { businessProblem } from './business-problems.ts'
import { representItems } from './item-representation.ts'
import type { ItemRepresentation } from './item-representation.ts'
import { isItemStatus } from './item-statuses.ts'
import type { ItemStatus } from './item-statuses.ts'
import { insertItems, updateItems } from './items.ts'
import { SHARED_ITEM_FIELDS } from './record-schemas.ts'
import { itemSpec } from './record-spec.ts'
import type { CirculationNote, Item } from './records.ts'
import { itemBodies } from './storage-bodies.ts'
import type { StorageProblem } from './storage-problems.ts'
import { lockRecords } from './update-records.ts'

const NOT_FOUND = 'No item found'

/** Adds an item that came in the business representation. @returns its representation as stored. */
export async function createItem(
  tx: Transaction,
  actor: Actor | null,
  body: unknown,
): Promise<ItemRepresentation> {
  const sent = { ...objectBody(body) }
  checkStatus(sent.status)
  const item = itemBodies.whole(asStorageItem(sent))
  await signCirculationNotes(tx, actor, item, [])
  const [outcome] = await insertItems(tx, actor, [item], { allOrNothing: true, keepsStatusDate: false })
  if (!outcome?.ok) throw outcome?.problem ?? new Error('An item was neither stored nor refused.')
  const [representation] = await representItems(tx, [JSON.parse(outcome.doc) as Item])
  return representation!
}

/** Replaces an item by one in the business representation. @throws Problem 404, 409, 422 and storage's. */
export async function replaceItem(
  tx: Transaction,
  actor: Actor | null,
  id: string,
  body: unknown,
): Promise<void> {
  const sent = { ...objectBody(body) }
  checkStatus(sent.status)
  await saveItem(tx, actor, id, () => itemBodies.whole(asStorageItem({ ...sent, id })))
}

/** Replaces the fields of an item that are sent; null removes one. */
export async function patchItem(
  tx: Transaction,
  actor: Actor | null,
  id: string,
  body: unknown,
): Promise<void> {
  const sent = { ...objectBody(body) }
  if (sent.status !== undefined) checkStatus(sent.status)
  const changes = { ...itemBodies.partial(asStorageItem({ ...sent, id })), id }
  await saveItem(tx, actor, id, (stored) => itemBodies.merge(stored, changes, 'Item'))
}

async function saveItem(
  tx: Transaction,
  actor: Actor | null,
  id: string,
  makeItem: (stored: Item) => Item,
): Promise<void> {
  const stored = (await lockRecords(tx, itemSpec, [id])).get(id)?.record
  if (!stored) throw notFound(NOT_FOUND)
  const item = makeItem(stored)
  if (item.hrid !== stored.hrid) throw businessProblem('HRID can not be updated', 'hrid', item.hrid)
  if (stored.status?.name === 'Claimed returned' && item.status?.name === 'Missing') {
    throw businessProblem('Claimed returned item cannot be marked as missing', 'status.name', 'Missing')
  }
  await signCirculationNotes(tx, actor, item, stored.circulationNotes ?? [])
  await updateItems(tx, actor, [item], { allOrNothing: true, skipsUnchanged: true })
}

/** The refusal of a barcode that another item has, or the text of storage's other faults. */
export function barcodeProblem(fault: StorageProblem, body: unknown): Problem {
  if (fault.duplicate === 'barcode') {
    const { barcode } = body as Item
    return textProblem(400, `Barcode must be unique, ${barcode} is already assigned to another item`)
  }
  return textProblem(400, fault.message.replace('Cannot set item.', 'Cannot set item '))
}

function checkStatus(status: unknown): void {
  if (typeof status !== 'object' || status === null)
    throw businessProblem('Status is a required field', 'status', null)
  const { name } = status as { name?: unknown }
  if (!isItemStatus(name)) {
    throw businessProblem(
      'Undefined status specified',
      'status.name',
      name === undefined ? null : String(name),
    )
  }
}

const REFERENCES = {
  materialType: 'materialTypeId',
  permanentLoanType: 'permanentLoanTypeId',
  temporaryLoanType: 'temporaryLoanTypeId',
  permanentLocation: 'permanentLocationId',
  temporaryLocation: 'temporaryLocationId',
} as const

/** The stored form of a sent item: known fields only, ids in place of `{id}` objects. */
function asStorageItem(sent: Record<string, unknown>): Record<string, unknown> {
  const item: Record<string, unknown> = {}
  for (const name of SHARED_ITEM_FIELDS) {
    if (sent[name] !== undefined) item[name] = sent[name]
  }
  for (const [name, field] of Object.entries(REFERENCES)) {
    if (sent[name] === undefined) continue
    item[field] = (sent[name] as { id?: unknown } | null)?.id ?? null
  }
  return item
}

/** New and changed circulation notes carry who wrote them and when; the others keep what they have. */
async function signCirculationNotes(
  tx: Transaction,
  actor: Actor | null,
  item: Item,
  stored: NonNullable<Item['circulationNotes']>,
): Promise<void> {
  const notes = (item.circulationNotes ?? []).filter((note) => note !== null && note !== undefined)
  if (notes.length === 0) return
  const known = new Map(stored.flatMap((note) => (note?.id ? [[note.id, note] as const] : [])))
  let source: CirculationNote['source']
  const signed: CirculationNote[] = []
  for (const note of notes) {
    const before = note.id ? known.get(note.id) : undefined
    if (before && isSameNote(before, note)) {
      signed.push(before)
      continue
    }
    source ??= await sourceOf(tx, actor)
    signed.push({ ...note, ...(source ? { source } : {}), date: isoInstant(now()) })
  }
  item.circulationNotes = signed
}

function isSameNote(before: CirculationNote, note: CirculationNote): boolean {
  return (
    before.note === note.note &&
    before.noteType === note.noteType &&
    (before.staffOnly ?? false) === (note.staffOnly ?? false)
  )
}

async function sourceOf(tx: Transaction, actor: Actor | null): Promise<CirculationNote['source']> {
  if (!actor) return undefined
  const user = await findUser(tx, { id: actor.userId })
  const { lastName, firstName } = (user?.personal ?? {}) as { lastName?: string; firstName?: string }
  return {
    id: actor.userId,
    personal: { ...(lastName ? { lastName } : {}), ...(firstName ? { firstName } : {}) },
  }
}

/** Moves an item into another status. @throws Problem 404, and 422 from a status that does not allow it. */
export async function markItem(
  tx: Transaction,
  actor: Actor | null,
  id: string,
  mark: { status: ItemStatus; from: readonly ItemStatus[] },
): Promise<ItemRepresentation> {
  const stored = (await lockRecords(tx, itemSpec, [id])).get(id)?.record
  if (!stored) throw notFound(NOT_FOUND)
  const current = stored.status?.name ?? ''
  if (!mark.from.includes(current as ItemStatus)) {
    throw businessProblem(`Item is not allowed to be marked as ${mark.status}`, 'status.name', current)
  }
  const [outcome] = await updateItems(tx, actor, [{ ...stored, status: { name: mark.status } }], {
    allOrNothing: true,
  })
  if (!outcome?.ok) throw outcome?.problem ?? new Error('An item was neither stored nor refused.')
  const [representation] = await representItems(tx, [JSON.parse(outcome.doc) as Item])
  return representation!
}

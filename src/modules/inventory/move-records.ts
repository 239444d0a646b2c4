import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import { businessProblem } from './business-problems.ts'
import { updateHoldings } from './holdings.ts'
import { updateItems } from './items.ts'
import { holdingsSpec, itemSpec } from './record-spec.ts'
import { lockRecords } from './update-records.ts'
import type { Outcome } from './write-outcome.ts'

/** Which records did not move; the others have. */
export type MoveAnswer = { nonUpdatedIds: string[] }

/**
 * Moves items to another holdings record, where they come after those that it has; effective values follow.
 * @throws Problem 422 for missing fields or an unknown target.
 */
export async function moveItems(tx: Transaction, actor: Actor | null, body: unknown): Promise<MoveAnswer> {
  const { target, ids } = readMove(body, 'toHoldingsRecordId', 'itemIds')
  await requireTarget(tx, 'holdings_record', target, `Holding with id=${target} not found`, 'no key update')
  const stored = await lockRecords(tx, itemSpec, ids.filter(isUuid))
  // In the order in which they were named: it is the order in which they will stand on the shelf list.
  const moved = [...new Set(ids)].flatMap((id) => {
    const record = stored.get(id)?.record
    return record === undefined ? [] : [{ ...record, holdingsRecordId: target }]
  })
  return notMoved(ids, await updateItems(tx, actor, moved))
}

/** Moves holdings records with their items to another instance. @throws Problem 422 as `moveItems`. */
export async function moveHoldings(tx: Transaction, actor: Actor | null, body: unknown): Promise<MoveAnswer> {
  const { target, ids } = readMove(body, 'toInstanceId', 'holdingsRecordIds')
  await requireTarget(tx, 'instance', target, `Instance with id=${target} not found`, 'key share')
  const stored = await lockRecords(tx, holdingsSpec, ids.filter(isUuid))
  const moved = [...stored.values()].map(({ record }) => ({ ...record, instanceId: target }))
  return notMoved(ids, await updateHoldings(tx, actor, moved))
}

function readMove(body: unknown, targetField: string, idsField: string): { target: string; ids: string[] } {
  const sent = objectBody(body)
  const target = sent[targetField]
  const ids = sent[idsField]
  if (typeof target !== 'string' || target === '') {
    throw businessProblem(`${targetField} is a required field`, targetField, null)
  }
  if (!Array.isArray(ids) || ids.length === 0) {
    throw businessProblem(`${labelOf(idsField)} ids aren't specified`, idsField, null)
  }
  return { target, ids: ids.map((id) => String(id).toLowerCase()) }
}

function labelOf(idsField: string): string {
  return idsField === 'itemIds' ? 'Item' : 'Holdings record'
}

async function requireTarget(
  tx: Transaction,
  table: string,
  id: string,
  message: string,
  lock: 'key share' | 'no key update',
): Promise<void> {
  const found = isUuid(id) ? await tx.query(`select from ${table} where id = $1 for ${lock}`, [id]) : []
  if (found.length === 0) throw businessProblem(message)
}

function notMoved(ids: readonly string[], outcomes: readonly Outcome[]): MoveAnswer {
  const moved = new Set(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.id] : [])))
  return { nonUpdatedIds: ids.filter((id) => !moved.has(id)) }
}

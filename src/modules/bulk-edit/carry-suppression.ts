import type { Transaction } from '../../kernel/db/database.ts'
import { MARC_HOLDINGS_SOURCE, RECORD_TYPES, lockRows } from '../inventory/index.ts'
import type { RecordCascade } from './commit-inventory.ts'
import type { Document, EntityType } from './contracts.ts'
import { INVENTORY_KIND } from './entity-kinds.ts'
import type { InventoryKind } from './entity-kinds.ts'
import type { OperationRow } from './operation.ts'
import { NO_ADMINISTRATIVE_CHANGE, NO_CHANGE } from './record-outcome.ts'
import type { RecordOutcome } from './record-outcome.ts'

/** A record below a committed one, with the suppression that it gets. */
type Below = { id: string; parentId: string; discoverySuppress: boolean }

const HOLDINGS = INVENTORY_KIND.HOLDINGS_RECORD!
const ITEMS = INVENTORY_KIND.ITEM!

/**
 * Gives records below committed ones the suppression of these, where the rules say so. MARC holdings and their items keep
 * theirs. A record whose own value did not change is told apart when something below it did.
 */
export async function carrySuppressionOn(
  tx: Transaction,
  operation: OperationRow,
  outcomes: readonly RecordOutcome[],
  cascades: readonly RecordCascade[],
): Promise<RecordOutcome[]> {
  const refused = new Set(outcomes.flatMap(({ state, no }) => (state === 'refused' ? [no] : [])))
  const open = cascades.filter(({ no }) => !refused.has(no))
  if (open.length === 0) return [...outcomes]
  const isOfInstances = operation.entity_type !== 'HOLDINGS_RECORD'
  const changed = new Map<string, 'holdings' | 'item'>()
  const carry = async (kind: InventoryKind, below: readonly Below[]) => {
    const { written, refusals } = await suppress(tx, operation, kind, below)
    for (const { parentId } of written) changed.set(parentId, kind.kind as 'holdings' | 'item')
    return refusals
  }
  const refusals = new Map<string, string>()
  if (isOfInstances) {
    const holdings = open.filter((one) => one.holdings)
    for (const [id, text] of await carry(HOLDINGS, await differing(tx, HOLDINGS_OF_INSTANCES, holdings)))
      refusals.set(id, text)
  }
  const ofItems = open.filter((one) => one.items)
  const items = isOfInstances ? ITEMS_OF_INSTANCES : ITEMS_OF_HOLDINGS
  for (const [id, text] of await carry(ITEMS, await differing(tx, items, ofItems))) refusals.set(id, text)
  const suppressed = new Map(open.map(({ id, discoverySuppress }) => [id, discoverySuppress]))
  return outcomes.map((outcome) => {
    const refusal = refusals.get(outcome.id)
    if (refusal !== undefined) return { ...outcome, message: refusal }
    const isUnchanged = outcome.message === NO_CHANGE || outcome.message === NO_ADMINISTRATIVE_CHANGE
    if (!isUnchanged || !changed.has(outcome.id)) return outcome
    const message = belowChanged(operation.entity_type, suppressed.get(outcome.id)!)
    return { ...outcome, message }
  })
}

/** The words for a record that stays as it is while those below it change (folio-org/mod-bulk-operations: Constants). */
function belowChanged(entity: EntityType, isSuppressed: boolean): string {
  const which = isSuppressed ? 'unsuppressed' : 'suppressed'
  return entity === 'HOLDINGS_RECORD'
    ? `No change in value for holdings record required, associated ${which} item(s) have been updated.`
    : `No change in value for instance required, associated ${which} holdings and items have been updated.`
}

const IS_SUPPRESSED = (alias: string) => `coalesce((${alias}.doc ->> 'discoverySuppress')::boolean, false)`
const ASKED = 'unnest($1::uuid[], $2::boolean[]) as asked (id, value)'

const ITEMS_OF_HOLDINGS = `
select item.id, asked.id as parent_id, asked.value
from ${ASKED} join item on item.holdings_record_id = asked.id
where ${IS_SUPPRESSED('item')} <> asked.value and $3::uuid is not null`

const HOLDINGS_OF_INSTANCES = `
select h.id, asked.id as parent_id, asked.value
from ${ASKED} join holdings_record h on h.instance_id = asked.id and h.source_id is distinct from $3::uuid
where ${IS_SUPPRESSED('h')} <> asked.value`

const ITEMS_OF_INSTANCES = `
select item.id, asked.id as parent_id, asked.value
from ${ASKED} join holdings_record h on h.instance_id = asked.id and h.source_id is distinct from $3::uuid
join item on item.holdings_record_id = h.id
where ${IS_SUPPRESSED('item')} <> asked.value`

async function differing(
  tx: Transaction,
  statement: string,
  cascades: readonly RecordCascade[],
): Promise<Below[]> {
  if (cascades.length === 0) return []
  const rows = await tx.query<{ id: string; parent_id: string; value: boolean }>(statement, [
    cascades.map(({ id }) => id),
    cascades.map(({ discoverySuppress }) => discoverySuppress),
    MARC_HOLDINGS_SOURCE,
  ])
  return rows.map(({ id, parent_id: parentId, value }) => ({ id, parentId, discoverySuppress: value }))
}

// An instance may have thousands of items.
const STEP = 1000

async function suppress(
  tx: Transaction,
  operation: OperationRow,
  kind: InventoryKind,
  below: readonly Below[],
): Promise<{ written: Below[]; refusals: Map<string, string> }> {
  const written: Below[] = []
  const refusals = new Map<string, string>()
  const inOrder = below.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (let start = 0; start < inOrder.length; start += STEP) {
    const step = inOrder.slice(start, start + STEP)
    const locked = await lockRows(
      tx,
      kind.table,
      step.map(({ id }) => id),
    )
    const there = step.filter(({ id }) => locked.has(id))
    const records = there.map(({ id, discoverySuppress }) => ({
      ...(locked.get(id)!.record as Document),
      discoverySuppress,
    }))
    const options = { jobId: operation.id, locked }
    const results = await kind.update(tx, { userId: operation.user_id }, records, options)
    there.forEach((one, i) => {
      const result = results[i]!
      if (result.ok) written.push(one)
      else refusals.set(one.parentId, result.problem.message)
    })
  }
  await keepBelow(tx, operation, kind, written)
  return { written, refusals }
}

async function keepBelow(
  tx: Transaction,
  { hr_id: no }: OperationRow,
  { kind }: InventoryKind,
  written: readonly Below[],
): Promise<void> {
  if (written.length === 0) return
  await tx.query(
    `insert into bulk_record_below (operation_no, record_type, record_id)
     select $1, $2, id from unnest($3::uuid[]) as id on conflict do nothing`,
    [no, RECORD_TYPES[kind], written.map(({ id }) => id)],
  )
}

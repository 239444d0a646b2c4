import type { Transaction } from '../../../kernel/db/database.ts'
import { MARC_HOLDINGS_SOURCE, RECORD_TYPES, lockRows } from '../../inventory/index.ts'
import type { RecordCascade } from './commit-inventory.ts'
import type { Document, EntityType, RecordProblem } from '../contracts.ts'
import { INVENTORY_KIND } from '../entity-kinds.ts'
import type { InventoryKind } from '../entity-kinds.ts'
import type { OperationRow } from '../operation/operation.ts'
import { NO_ADMINISTRATIVE_CHANGE, NO_CHANGE } from './record-outcome.ts'
import type { RecordOutcome } from './record-outcome.ts'

/** A record below a committed one, with the suppression that it gets. */
type Below = { id: string; parentId: string; discoverySuppress: boolean }

const HOLDINGS = INVENTORY_KIND.HOLDINGS_RECORD!
const ITEMS = INVENTORY_KIND.ITEM!

/**
 * Gives records below committed ones the suppression of these, where the rules say so. MARC holdings and their items keep
 * theirs. Nothing goes on from a record that was refused; that another rule cannot be applied to it is no such refusal. A record
 * whose own value did not change is told apart when something below it did, and records below that refuse are named.
 */
export async function carrySuppressionOn(
  tx: Transaction,
  operation: OperationRow,
  outcomes: readonly RecordOutcome[],
  cascades: readonly RecordCascade[],
): Promise<RecordOutcome[]> {
  const stopped = new Set(
    outcomes.flatMap(({ state, isLeftByRules, no }) => (state === 'refused' && !isLeftByRules ? [no] : [])),
  )
  const open = cascades.filter(({ no }) => !stopped.has(no))
  if (open.length === 0) return [...outcomes]
  const isOfInstances = operation.entity_type !== 'HOLDINGS_RECORD'
  const results: SuppressedBelow[] = []
  if (isOfInstances) {
    const holdings = open.filter((one) => one.holdings)
    results.push(
      await suppress(tx, operation, HOLDINGS, await differing(tx, HOLDINGS_OF_INSTANCES, holdings)),
    )
  }
  const ofItems = open.filter((one) => one.items)
  const items = isOfInstances ? ITEMS_OF_INSTANCES : ITEMS_OF_HOLDINGS
  results.push(await suppress(tx, operation, ITEMS, await differing(tx, items, ofItems)))
  const suppressed = new Map(open.map(({ id, discoverySuppress }) => [id, discoverySuppress]))
  return outcomes.map((outcome) => {
    const belowProblems = results.flatMap(({ refusals }) => refusalsBelow(refusals.get(outcome.id)))
    if (!results.some(({ changed }) => changed.has(outcome.id))) return { ...outcome, belowProblems }
    const message = belowChanged(operation.entity_type, suppressed.get(outcome.id)!)
    if (outcome.message === NO_CHANGE || outcome.message === NO_ADMINISTRATIVE_CHANGE)
      return { ...outcome, message, belowProblems }
    if (outcome.state === 'written') return { ...outcome, belowProblems }
    return { ...outcome, belowProblems: [{ type: 'WARNING', message }, ...belowProblems] }
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

/** What became of the records of a kind below others, by the ids of these. */
type SuppressedBelow = { changed: ReadonlySet<string>; refusals: ReadonlyMap<string, RefusedBelow> }

/** Why records below one were not changed, the first of them, and how many there are. */
type RefusedBelow = { messages: string[]; count: number }

const NOUNS = { instance: 'Instance', holdings: 'Holdings record', item: 'Item' } as const

// As many lines as somebody would look through; what is wrong with thousands is the same for all.
const MAX_REFUSALS_BELOW = 100

function refusalsBelow(refused: RefusedBelow | undefined): RecordProblem[] {
  if (refused === undefined) return []
  const { messages, count } = refused
  const more = count - messages.length
  const all = more === 0 ? messages : [...messages, `${more} more records below it were not changed.`]
  return all.map((message) => ({ type: 'ERROR', message }))
}

function addRefusal(refusals: Map<string, RefusedBelow>, parentId: string, message: string): void {
  let refused = refusals.get(parentId)
  if (refused === undefined) refusals.set(parentId, (refused = { messages: [], count: 0 }))
  refused.count += 1
  if (refused.messages.length < MAX_REFUSALS_BELOW) refused.messages.push(message)
}

// An instance may have thousands of items.
const STEP = 1000

async function suppress(
  tx: Transaction,
  operation: OperationRow,
  kind: InventoryKind,
  below: readonly Below[],
): Promise<SuppressedBelow> {
  const written: Below[] = []
  const refusals = new Map<string, RefusedBelow>()
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
    for (const [i, one] of there.entries()) {
      const result = results[i]!
      if (result.ok) {
        written.push(one)
        continue
      }
      const { hrid } = locked.get(one.id)!.record as Document
      const name = `${NOUNS[kind.kind]} ${String(hrid ?? one.id)}`
      addRefusal(refusals, one.parentId, `${name} below it was not changed: ${result.problem.message}`)
    }
  }
  await keepBelow(tx, operation, kind, written)
  return { changed: new Set(written.map(({ parentId }) => parentId)), refusals }
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

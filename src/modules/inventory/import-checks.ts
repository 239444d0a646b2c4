import { fold } from '../../formats/text/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { HridKind } from './hrids.ts'

const RECORD_TABLES: Record<HridKind, string> = {
  instances: 'instance',
  holdings: 'holdings_record',
  items: 'item',
}

/** Which of these barcode keys (`barcodeKey`) items have already. One query for the whole list. */
export async function findTakenBarcodes(tx: Transaction, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await tx.query<{ barcode_key: string }>(
    'select barcode_key from item where barcode_key = any($1::text[])',
    [keys],
  )
  return rows.map((row) => row.barcode_key)
}

/** Which of these human-readable ids records of a kind have already, case aside. One query for the whole list. */
export async function findTakenHrids(
  tx: Transaction,
  kind: HridKind,
  hrids: readonly string[],
): Promise<string[]> {
  if (hrids.length === 0) return []
  const rows = await tx.query<{ key: string }>(
    `select hrid_key as key from ${RECORD_TABLES[kind]} where hrid_key = any($1::text[])`,
    [hrids.map(fold)],
  )
  const taken = new Set(rows.map(({ key }) => key))
  return hrids.filter((hrid) => taken.has(fold(hrid)))
}

const LIST_TABLES: Record<string, string> = {
  locations: 'location',
  mtypes: 'material_type',
  loantypes: 'loan_type',
  holdingsTypes: 'holdings_type',
  callNumberTypes: 'call_number_type',
  illPolicies: 'ill_policy',
  itemDamageStatuses: 'item_damaged_status',
  instanceTypes: 'instance_type',
  instanceStatuses: 'instance_status',
}

/**
 * Which of these reference ids, by FOLIO's list name, do not exist any more. Those that do are locked against
 * deletion until the transaction ends, so that what is written now refers to something; not when `isLocking` is false.
 */
export async function findMissingReferences(
  tx: Transaction,
  references: Readonly<Record<string, readonly string[]>>,
  isLocking = true,
): Promise<string[]> {
  const lock = isLocking ? 'for key share' : ''
  const lists = Object.entries(references).filter(([list, ids]) => ids.length > 0 && list in LIST_TABLES)
  if (lists.length === 0) return []
  const locked = lists.map(
    ([list], index) =>
      `found_${index} as (select id from ${LIST_TABLES[list]} where id = any($${index + 1}::uuid[]) ${lock})`,
  )
  const rows = await tx.query<{ id: string }>(
    `with ${locked.join(', ')} ${lists.map((_, index) => `select id from found_${index}`).join(' union all ')}`,
    lists.map(([, ids]) => ids),
  )
  const found = new Set(rows.map((row) => row.id))
  return lists.flatMap(([, ids]) => ids.filter((id) => !found.has(id)))
}

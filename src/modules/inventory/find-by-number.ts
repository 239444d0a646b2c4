import { fold } from '../../formats/text/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { isUuid } from '../../kernel/ids.ts'
import { barcodeKey } from './item-row.ts'

/** By which of its numbers a record was found. */
export type NumberKind = 'barcode' | 'hrid' | 'id'

/** An instance as a list of hits shows it. */
export type FoundInstance = {
  id: string
  hrid: string
  title: string
  contributor: string | null
  date: string | null
}

/** A holdings record, with the title that it belongs to. */
export type FoundHoldings = {
  id: string
  hrid: string
  matched: NumberKind
  instanceId: string
  title: string
  callNumber: string | null
  location: string | null
}

/** An item, with the title that it belongs to. */
export type FoundItem = {
  id: string
  hrid: string
  matched: NumberKind
  barcode: string | null
  holdingsRecordId: string
  instanceId: string
  title: string
  volume: string | null
  location: string | null
  status: string | null
}

/** More records of one kind never share a number. */
const MAX_HITS = 10

const INSTANCE = `
  instance.id, instance.doc ->> 'hrid' as hrid, instance.doc ->> 'title' as title,
  instance.doc #>> '{contributors,0,name}' as contributor,
  coalesce(instance.doc #>> '{publication,0,dateOfPublication}', instance.doc #>> '{dates,date1}') as date`

/** Instances for which a condition on `instance` holds; its parameters are numbered from 1. */
export async function describeInstances(
  tx: Transaction,
  condition: string,
  parameters: readonly unknown[],
): Promise<FoundInstance[]> {
  return tx.query<FoundInstance>(
    `select ${INSTANCE} from instance where ${condition} order by instance.id limit ${MAX_HITS}`,
    [...parameters],
  )
}

/** How the exact value is looked for: each condition is answered by an index of its own. */
function keysOf(value: string) {
  const id = value.trim().toLowerCase()
  return { hrid: fold(value.trim()), id: isUuid(id) ? id : null, barcode: barcodeKey(value) }
}

/** The instance with this HRID or id. */
export async function findInstancesByNumber(
  tx: Transaction,
  value: string,
): Promise<(FoundInstance & { matched: NumberKind })[]> {
  const { hrid, id } = keysOf(value)
  const rows = await describeInstances(tx, 'instance.hrid_key = $1 or instance.id = $2::uuid', [hrid, id])
  return rows.map((row) => ({ ...row, matched: row.id === id ? 'id' : 'hrid' }))
}

/** The holdings record with this HRID or id. */
export async function findHoldingsByNumber(tx: Transaction, value: string): Promise<FoundHoldings[]> {
  const { hrid, id } = keysOf(value)
  return tx.query<FoundHoldings>(
    `select holdings.id, holdings.doc ->> 'hrid' as hrid,
       case when holdings.id = $2::uuid then 'id' else 'hrid' end as matched,
       holdings.instance_id as "instanceId", instance.doc ->> 'title' as title,
       holdings.doc ->> 'callNumber' as "callNumber", location.doc ->> 'name' as location
     from holdings_record holdings
     join instance on instance.id = holdings.instance_id
     left join location on location.id = holdings.effective_location_id
     where holdings.hrid_key = $1 or holdings.id = $2::uuid
     order by holdings.id limit ${MAX_HITS}`,
    [hrid, id],
  )
}

/** The item with this barcode, and those with this HRID or id. */
export async function findItemsByNumber(tx: Transaction, value: string): Promise<FoundItem[]> {
  const { hrid, id, barcode } = keysOf(value)
  return tx.query<FoundItem>(
    `select item.id, item.doc ->> 'hrid' as hrid,
       case when item.barcode_key = $3 then 'barcode' when item.id = $2::uuid then 'id' else 'hrid' end as matched,
       item.doc ->> 'barcode' as barcode, item.holdings_record_id as "holdingsRecordId",
       holdings.instance_id as "instanceId", instance.doc ->> 'title' as title,
       coalesce(item.doc ->> 'volume', item.doc ->> 'enumeration') as volume,
       location.doc ->> 'name' as location, item.status
     from item
     join holdings_record holdings on holdings.id = item.holdings_record_id
     join instance on instance.id = holdings.instance_id
     left join location on location.id = item.effective_location_id
     where item.barcode_key = $3 or item.hrid_key = $1 or item.id = $2::uuid
     order by (item.barcode_key = $3) desc nulls last, item.id limit ${MAX_HITS}`,
    [hrid, id, barcode],
  )
}

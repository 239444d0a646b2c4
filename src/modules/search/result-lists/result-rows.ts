import type { Transaction } from '../../../kernel/db/database.ts'
import type { Instance } from '../../inventory/index.ts'
import { joinedParts } from '../search-field.ts'
import type { ResultKindName } from './result-kinds.ts'

/** What a table of titles shows of one. */
export type TitleRow = {
  id: string
  hrid: string | null
  title: string
  contributors: string[]
  publishers: string[]
  /** As the record has it, such as "c1999-2004". */
  date: string | null
  instanceTypeId: string | null
  instanceFormatIds: string[]
  languages: string[]
  source: string | null
  updatedDate: string | null
  isStaffSuppressed: boolean
  isDiscoverySuppressed: boolean
  isSetForDeletion: boolean
  holdings: number
  items: number
  /** Items that stand on their shelf. */
  available: number
  /** Where copies are, those of items before those of holdings. */
  locationIds: string[]
  /** That of the first holdings that has one. */
  callNumber: string | null
}

/** What a table of holdings shows of one. */
export type HoldingsRow = {
  id: string
  instanceId: string
  title: string
  hrid: string
  callNumber: string | null
  locationId: string | null
  holdingsTypeId: string | null
  items: number
  available: number
  isDiscoverySuppressed: boolean
}

/** What a table of items shows of one. */
export type ItemRow = {
  id: string
  instanceId: string
  holdingsRecordId: string
  title: string
  hrid: string
  barcode: string | null
  status: string
  callNumber: string | null
  locationId: string | null
  materialTypeId: string | null
  volume: string | null
  copyNumber: string | null
  isDiscoverySuppressed: boolean
}

export type ResultRow = TitleRow | HoldingsRow | ItemRow

type Copies = {
  holdings: number
  items: number
  available: number
  location_ids: string[]
  call_number: string | null
}

/** What is left of a record that somebody deleted while its list was open: its place in the list. */
type Gone = { id: string; isDeleted: true }

/** The rows with these ids, in their order, with a fixed number of queries. */
export async function readRows(
  tx: Transaction,
  kind: ResultKindName,
  ids: readonly string[],
): Promise<(ResultRow | Gone)[]> {
  if (ids.length === 0) return []
  const found = await READERS[kind](tx, ids)
  const rows = new Map(found.map((row) => [row.id, row]))
  return ids.map((id) => rows.get(id) ?? { id, isDeleted: true })
}

async function readTitles(tx: Transaction, ids: readonly string[]): Promise<TitleRow[]> {
  const documents = await tx.query<{ doc: string }>('select doc from instance where id = any($1)', [ids])
  const copies = await countCopies(tx, ids)
  return documents.map(({ doc }) => {
    const instance = JSON.parse(doc) as Instance & { deleted?: boolean; metadata?: { updatedDate?: string } }
    const own = copies.get(instance.id!)
    return {
      id: instance.id!,
      hrid: instance.hrid ?? null,
      title: instance.title ?? '',
      contributors: texts(instance.contributors, 'name'),
      publishers: texts(instance.publication, 'publisher'),
      date: texts(instance.publication, 'dateOfPublication')[0] ?? null,
      instanceTypeId: instance.instanceTypeId ?? null,
      instanceFormatIds: (instance.instanceFormatIds ?? []) as string[],
      languages: (instance.languages ?? []) as string[],
      source: instance.source ?? null,
      updatedDate: instance.metadata?.updatedDate ?? null,
      isStaffSuppressed: instance.staffSuppress === true,
      isDiscoverySuppressed: instance.discoverySuppress === true,
      isSetForDeletion: instance.deleted === true,
      holdings: own?.holdings ?? 0,
      items: own?.items ?? 0,
      available: own?.available ?? 0,
      locationIds: own?.location_ids ?? [],
      callNumber: own?.call_number ?? null,
    }
  })
}

function texts(list: unknown, name: string): string[] {
  return ((list ?? []) as (Record<string, unknown> | null)[]).flatMap((entry) => {
    const value = entry?.[name]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
}

const HOLDINGS_CALL_NUMBER = joinedParts(
  ['callNumberPrefix', 'callNumber', 'callNumberSuffix'].map((part) => `h.doc ->> '${part}'`),
  ' ',
)

async function countCopies(tx: Transaction, ids: readonly string[]): Promise<Map<string, Copies>> {
  const rows = await tx.query<Copies & { id: string }>(
    `select h.instance_id as id, count(*)::int as holdings, sum(own.items)::int as items,
       sum(own.available)::int as available,
       array(
         select distinct place from unnest(
           coalesce(array_agg(coalesce(own.place, h.effective_location_id, h.permanent_location_id)), '{}')
         ) as places (place) where place is not null
       )::text[] as location_ids,
       (array_agg(number.call_number order by h.hrid_key)
         filter (where number.call_number is not null))[1] as call_number
     from holdings_record h
     cross join lateral (select ${HOLDINGS_CALL_NUMBER} as call_number) number
     cross join lateral (
       select count(*) as items, count(*) filter (where i.status = 'Available') as available,
         (array_agg(i.effective_location_id order by i.item_order))[1] as place
       from item i where i.holdings_record_id = h.id
     ) own
     where h.instance_id = any($1) group by h.instance_id`,
    [ids],
  )
  return new Map(rows.map(({ id, ...copies }) => [id, copies]))
}

async function readHoldings(tx: Transaction, ids: readonly string[]): Promise<HoldingsRow[]> {
  const rows = await tx.query<HoldingsRow>(
    `select h.id, h.instance_id as "instanceId", i.doc ->> 'title' as title, h.doc ->> 'hrid' as hrid,
       ${HOLDINGS_CALL_NUMBER} as "callNumber",
       coalesce(h.effective_location_id, h.permanent_location_id) as "locationId",
       h.doc ->> 'holdingsTypeId' as "holdingsTypeId",
       (select count(*)::int from item where item.holdings_record_id = h.id) as items,
       (select count(*)::int from item where item.holdings_record_id = h.id and item.status = 'Available')
         as available,
       coalesce(h.doc ->> 'discoverySuppress' = 'true', false) as "isDiscoverySuppressed"
     from holdings_record h join instance i on i.id = h.instance_id where h.id = any($1)`,
    [ids],
  )
  return rows
}

const ITEM_CALL_NUMBER = joinedParts(
  ['prefix', 'callNumber', 'suffix'].map((part) => `t.doc -> 'effectiveCallNumberComponents' ->> '${part}'`),
  ' ',
)
const ITEM_VOLUME = joinedParts(
  ['volume', 'enumeration', 'chronology'].map((part) => `t.doc ->> '${part}'`),
  ' ',
)

async function readItems(tx: Transaction, ids: readonly string[]): Promise<ItemRow[]> {
  return tx.query<ItemRow>(
    `select t.id, h.instance_id as "instanceId", h.id as "holdingsRecordId", i.doc ->> 'title' as title,
       t.doc ->> 'hrid' as hrid, t.doc ->> 'barcode' as barcode, t.status,
       ${ITEM_CALL_NUMBER} as "callNumber", t.effective_location_id as "locationId",
       t.material_type_id as "materialTypeId", ${ITEM_VOLUME} as volume, t.doc ->> 'copyNumber' as "copyNumber",
       coalesce(t.doc ->> 'discoverySuppress' = 'true', false) as "isDiscoverySuppressed"
     from item t join holdings_record h on h.id = t.holdings_record_id join instance i on i.id = h.instance_id
     where t.id = any($1)`,
    [ids],
  )
}

const READERS: Readonly<
  Record<ResultKindName, (tx: Transaction, ids: readonly string[]) => Promise<ResultRow[]>>
> = { instances: readTitles, holdings: readHoldings, items: readItems }

import type { Transaction } from '../../kernel/db/database.ts'
import type { Holdings, Item, List } from '../inventory/index.ts'
import type { InstanceTree } from './instance-trees.ts'

/** A location with the places that it belongs to, under the names that discovery shows. */
export type LocationNames = {
  id: string
  /** What the public is told; `locationName` is what staff see. */
  name: string
  locationName: string
  code: string | null
  isActive: boolean | null
  libraryId: string
  libraryName: string | null
  libraryCode: string | null
  campusId: string
  campusName: string | null
  institutionId: string
  institutionName: string | null
}

export type StatisticalCode = {
  id: string
  code: string
  name: string
  statisticalCodeType: string
  source: string
}

/** What the ids in trees stand for. */
export type ReferenceNames = {
  /** Name by id, of all reference lists but locations and statistical codes. */
  names: ReadonlyMap<string, string>
  locations: ReadonlyMap<string, LocationNames>
  statisticalCodes: ReadonlyMap<string, StatisticalCode>
}

const NAMED_LISTS = [
  'mode_of_issuance',
  'nature_of_content_term',
  'holdings_type',
  'call_number_type',
  'ill_policy',
  'electronic_access_relationship',
  'holdings_note_type',
  'item_note_type',
  'item_damaged_status',
  'material_type',
  'loan_type',
]

const NAMES = NAMED_LISTS.map(
  (table) => `select id, doc ->> 'name' as name from ${table} where id = any($1::uuid[])`,
).join(' union all ')

const LOCATIONS = `
select location.id, coalesce(nullif(location.doc ->> 'discoveryDisplayName', ''), location.doc ->> 'name') as name,
  location.doc ->> 'name' as "locationName", location.doc ->> 'code' as code,
  (location.doc ->> 'isActive')::boolean as "isActive",
  library.id as "libraryId", library.doc ->> 'name' as "libraryName", library.doc ->> 'code' as "libraryCode",
  campus.id as "campusId", campus.doc ->> 'name' as "campusName",
  institution.id as "institutionId", institution.doc ->> 'name' as "institutionName"
from location
left join loclibrary library on library.id = location.libraryid
left join loccampus campus on campus.id = location.campusid
left join locinstitution institution on institution.id = location.institutionid
where location.id = any($1::uuid[])`

const STATISTICAL_CODES = `
select code.id, code.doc ->> 'code' as code, code.doc ->> 'name' as name,
  type.doc ->> 'name' as "statisticalCodeType", type.doc ->> 'source' as source
from statistical_code code join statistical_code_type type on type.id = code.statisticalcodetypeid
where code.id = any($1::uuid[])`

/** Reads what the ids in trees stand for, with one statement a kind of name. */
export function readNames(tx: Transaction, trees: readonly InstanceTree[]): Promise<ReferenceNames> {
  return nameReader(tx)(trees)
}

/**
 * A reader of names for trees that come in pieces: it keeps what it has read, so a piece costs one statement for each kind of
 * name in which it has an id that none before it had.
 */
export function nameReader(tx: Transaction): (trees: readonly InstanceTree[]) => Promise<ReferenceNames> {
  const seen: Ids = { named: new Set(), locations: new Set(), codes: new Set() }
  const names = new Map<string, string>()
  const locations = new Map<string, LocationNames>()
  const statisticalCodes = new Map<string, StatisticalCode>()
  return async (trees) => {
    const ids = newIds(trees, seen)
    await addRows(tx, NAMES, ids.named, (row: { id: string; name: string }) => names.set(row.id, row.name))
    await addRows(tx, LOCATIONS, ids.locations, (row: LocationNames) => locations.set(row.id, row))
    await addRows(tx, STATISTICAL_CODES, ids.codes, (row: StatisticalCode) =>
      statisticalCodes.set(row.id, row),
    )
    return { names, locations, statisticalCodes }
  }
}

async function addRows<R extends { id: string }>(
  tx: Transaction,
  statement: string,
  ids: readonly string[],
  addRow: (row: R) => void,
): Promise<void> {
  if (ids.length === 0) return
  for (const row of await tx.query<R>(statement, [ids])) addRow(row)
}

type Id = string | null | undefined

type Ids = Record<'named' | 'locations' | 'codes', Set<string>>

/** The ids in trees that are not among the `seen` ones, which they join. */
function newIds(trees: readonly InstanceTree[], seen: Ids): Record<keyof Ids, readonly string[]> {
  const { named, locations, codes } = seen
  const before = { named: named.size, locations: locations.size, codes: codes.size }
  for (const { instance, holdings, items } of trees) {
    add(named, instance.modeOfIssuanceId)
    addAll(named, instance.natureOfContentTermIds)
    for (const one of holdings) addHoldings(seen, one)
    for (const { item } of items) addItem(seen, item)
  }
  // A set keeps the order in which its members came.
  return {
    named: [...named].slice(before.named),
    locations: [...locations].slice(before.locations),
    codes: [...codes].slice(before.codes),
  }
}

// Called for each record of a page, several times: a loop over a list of ids took three times as long.
function add(set: Set<string>, id: Id): void {
  if (id) set.add(id)
}

function addAll(set: Set<string>, ids: List<string>): void {
  if (ids) for (const id of ids) add(set, id)
}

function addHoldings({ named, locations, codes }: Ids, one: Holdings): void {
  add(named, one.holdingsTypeId)
  add(named, one.callNumberTypeId)
  add(named, one.illPolicyId)
  add(locations, one.permanentLocationId)
  add(locations, one.temporaryLocationId)
  add(locations, one.effectiveLocationId)
  if (one.notes) for (const note of one.notes) add(named, note?.holdingsNoteTypeId)
  if (one.electronicAccess) for (const access of one.electronicAccess) add(named, access?.relationshipId)
  addAll(codes, one.statisticalCodeIds)
}

function addItem({ named, locations, codes }: Ids, item: Item): void {
  add(named, item.materialTypeId)
  add(named, item.permanentLoanTypeId)
  add(named, item.temporaryLoanTypeId)
  add(named, item.itemDamagedStatusId)
  add(named, item.effectiveCallNumberComponents?.typeId)
  add(locations, item.effectiveLocationId)
  add(locations, item.permanentLocationId)
  add(locations, item.temporaryLocationId)
  if (item.notes) for (const note of item.notes) add(named, note?.itemNoteTypeId)
  if (item.electronicAccess) for (const access of item.electronicAccess) add(named, access?.relationshipId)
  addAll(codes, item.statisticalCodeIds)
}

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
export async function readNames(tx: Transaction, trees: readonly InstanceTree[]): Promise<ReferenceNames> {
  const { named, locations, codes } = idsOf(trees)
  return {
    names: await byId(tx, NAMES, named, ({ name }: { id: string; name: string }) => name),
    locations: await byId(tx, LOCATIONS, locations, (row: LocationNames) => row),
    statisticalCodes: await byId(tx, STATISTICAL_CODES, codes, (row: StatisticalCode) => row),
  }
}

async function byId<R extends { id: string }, V>(
  tx: Transaction,
  statement: string,
  ids: ReadonlySet<string>,
  valueOf: (row: R) => V,
): Promise<Map<string, V>> {
  if (ids.size === 0) return new Map()
  const rows = await tx.query<R>(statement, [[...ids]])
  return new Map(rows.map((row) => [row.id, valueOf(row)]))
}

type Id = string | null | undefined

// Called for each record of a page, several times: a loop over a list of ids took three times as long.
function add(set: Set<string>, id: Id): void {
  if (id) set.add(id)
}

function addAll(set: Set<string>, ids: List<string>): void {
  if (ids) for (const id of ids) add(set, id)
}

type IdSets = { named: Set<string>; locations: Set<string>; codes: Set<string> }

function idsOf(trees: readonly InstanceTree[]): IdSets {
  const sets = { named: new Set<string>(), locations: new Set<string>(), codes: new Set<string>() }
  for (const { instance, holdings, items } of trees) {
    add(sets.named, instance.modeOfIssuanceId)
    addAll(sets.named, instance.natureOfContentTermIds)
    for (const one of holdings) addHoldings(sets, one)
    for (const { item } of items) addItem(sets, item)
  }
  return sets
}

function addHoldings({ named, locations, codes }: IdSets, one: Holdings): void {
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

function addItem({ named, locations, codes }: IdSets, item: Item): void {
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

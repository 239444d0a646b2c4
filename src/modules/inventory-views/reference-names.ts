import type { Transaction } from '../../kernel/db/database.ts'
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

function idsOf(trees: readonly InstanceTree[]) {
  const named = new Set<string>()
  const locations = new Set<string>()
  const codes = new Set<string>()
  const add = (set: Set<string>, ...ids: readonly Id[]) => {
    for (const id of ids) if (id) set.add(id)
  }
  for (const { instance, holdings, items } of trees) {
    add(named, instance.modeOfIssuanceId, ...(instance.natureOfContentTermIds ?? []))
    for (const one of holdings) {
      add(named, one.holdingsTypeId, one.callNumberTypeId, one.illPolicyId)
      add(locations, one.permanentLocationId, one.temporaryLocationId, one.effectiveLocationId)
      for (const note of one.notes ?? []) add(named, note?.holdingsNoteTypeId)
      for (const access of one.electronicAccess ?? []) add(named, access?.relationshipId)
      add(codes, ...(one.statisticalCodeIds ?? []))
    }
    for (const { item } of items) {
      add(named, item.materialTypeId, item.permanentLoanTypeId, item.temporaryLoanTypeId)
      add(named, item.itemDamagedStatusId, item.effectiveCallNumberComponents?.typeId)
      add(locations, item.effectiveLocationId, item.permanentLocationId, item.temporaryLocationId)
      for (const note of item.notes ?? []) add(named, note?.itemNoteTypeId)
      for (const access of item.electronicAccess ?? []) add(named, access?.relationshipId)
      add(codes, ...(item.statisticalCodeIds ?? []))
    }
  }
  return { named, locations, codes }
}

import type { Transaction } from '../../kernel/db/database.ts'

type Document = Record<string, unknown>

/** How a person is told in a loan or request. */
export type Person = {
  firstName?: string
  lastName?: string
  middleName?: string
  preferredFirstName?: string
  barcode?: string
  patronGroup?: string
}

/** What a record about an item is shown with; null where it is gone. */
export type ItemParts = {
  item:
    | (Document & {
        effectiveCallNumberComponents?: { callNumber?: string; prefix?: string; suffix?: string }
      })
    | null
  holdings: Document | null
  instance: Document | null
  location: { name: string; code: string; libraryName: string | null } | null
  material_type: string | null
}

/** SQL of `ItemParts`, from the tables `item`, `holdings` and `instance` of a statement. */
export const ITEM_PARTS = `item.doc as item, json_build_object('instanceId', holdings.instance_id) as holdings,
  case when instance.id is not null then json_build_object('id', instance.id, 'hrid', instance.doc -> 'hrid',
    'title', instance.doc -> 'title', 'contributors', instance.doc -> 'contributors',
    'editions', instance.doc -> 'editions', 'publication', instance.doc -> 'publication',
    'physicalDescriptions', instance.doc -> 'physicalDescriptions') end as instance,
  (select jsonb_build_object('name', l.doc ->> 'name', 'code', l.doc ->> 'code', 'libraryName', library.doc ->> 'name')
   from location l left join loclibrary library on library.id = (l.doc ->> 'libraryId')::uuid
   where l.id = item.effective_location_id) as location,
  (select doc ->> 'name' from material_type where id = item.material_type_id) as material_type`

/** SQL of a person's names from the row `user`. */
export function BORROWER(user: string): string {
  const personal = ['firstName', 'lastName', 'middleName', 'preferredFirstName']
    .map((name) => `'${name}', ${user}.doc #>> '{personal,${name}}'`)
    .join(', ')
  return `case when ${user}.id is not null then jsonb_strip_nulls(jsonb_build_object(${personal},
    'barcode', ${user}.doc ->> 'barcode', 'patronGroup', ${user}.doc ->> 'patronGroup')) end`
}

const POINT = ['name', 'code', 'discoveryDisplayName', 'description', 'shelvingLagTime', 'pickupLocation']

/** SQL of the service point whose id an expression gives. */
export function servicePoint(id: string): string {
  const members = POINT.map((name) => `'${name}', doc -> '${name}'`).join(', ')
  return `(select jsonb_strip_nulls(jsonb_build_object(${members})) from service_point where id = (${id})::uuid)`
}

export function named(name: string | null | undefined): { name: string } | null {
  return name === null || name === undefined ? null : { name }
}

/** An object without the members that are null or undefined. */
export function withoutNulls(value: Document): Document {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== null && member !== undefined),
  )
}

/** Rows of a statement whose only parameter is a list of ids, each as one JSON object of its columns. */
export async function readJsonRows<T>(
  tx: Transaction,
  statement: string,
  ids: readonly string[],
): Promise<T[]> {
  const rows = await tx.query<{ row: string }>(
    `select row_to_json(parts) as row from (${statement}) as parts`,
    [ids],
  )
  return rows.map(({ row }) => JSON.parse(row) as T)
}

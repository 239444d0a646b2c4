import type { Item, Named } from './records.ts'

/** The fields that `/inventory/items` wraps into objects, and the ids that the form has instead. */
const WRAPPED = {
  materialTypeId: 'materialType',
  permanentLoanTypeId: 'permanentLoanType',
  temporaryLoanTypeId: 'temporaryLoanType',
  permanentLocationId: 'permanentLocation',
  temporaryLocationId: 'temporaryLocation',
} as const

type WrappedId = keyof typeof WRAPPED

/** An item as the form has it: types and locations by their ids. */
export type ItemFormValues = Omit<Item, (typeof WRAPPED)[WrappedId]> & { [Name in WrappedId]?: string }

/** Fields that the server adds for reading. */
const READ_ONLY: readonly string[] = [
  'effectiveLocation',
  'effectiveCallNumberComponents',
  'effectiveShelvingOrder',
  'title',
  'callNumber',
  'contributorNames',
  'isBoundWith',
  'boundWithTitles',
]

export function itemFormValues(item: Item): ItemFormValues {
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(item).filter(([field]) => !READ_ONLY.includes(field)),
  )
  for (const [id, field] of Object.entries(WRAPPED)) {
    const wrapped = values[field] as Named | undefined
    delete values[field]
    if (wrapped !== undefined) values[id] = wrapped.id
  }
  return values as ItemFormValues
}

export function itemOfFormValues(values: ItemFormValues): Item {
  const item: Record<string, unknown> = { ...values }
  for (const [id, field] of Object.entries(WRAPPED)) {
    const value = item[id]
    delete item[id]
    if (value) item[field] = { id: value }
  }
  return withoutBlanks(item) as Item
}

/** The record without texts that are empty, which the server would keep as they are. */
export function withoutBlanks<T extends object>(record: T): T {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== '' && value !== undefined),
  ) as T
}

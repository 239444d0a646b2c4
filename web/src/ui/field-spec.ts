import type { ReferenceListName } from '../lib/reference-lists.ts'
import { valueAt, withValueAt } from '../lib/paths.ts'
import { isSameValue } from '../lib/record-compare.ts'
import { formText } from '#text/form.ts'
import type { FieldErrors } from './record-form.ts'

type Shared = {
  /** Where the value is in the record: `barcode`, `dates.date1`. */
  path: string
  label: string
  /** A line below the field. */
  hint?: string
  isRequired?: boolean
  /** Takes the whole width of its section. */
  isWide?: boolean
}

/** A field with one plain value, which may also stand in a row. */
export type PlainField = Shared &
  (
    | { kind: 'text'; maxLength?: number }
    | { kind: 'long' }
    | { kind: 'flag' }
    | { kind: 'choice'; options: readonly { value: string; label: string }[] }
    | { kind: 'reference'; list: ReferenceListName }
  )

/**
 * One field of a record: what it is called and how it is shown, typed in and compared. Pages, forms and conflicts of
 * a record are drawn from the same list of these.
 */
export type FieldSpec =
  | PlainField
  /** A list of texts. */
  | (Shared & { kind: 'texts'; isLong?: boolean })
  /** Any number of values of a reference list. */
  | (Shared & { kind: 'references'; list: ReferenceListName })
  /** Languages by their three-letter codes. */
  | (Shared & { kind: 'languages' })
  /** A list of rows with the same fields; `fresh` is what a new row begins with. */
  | (Shared & { kind: 'rows'; columns: readonly PlainField[]; fresh?: Readonly<Record<string, unknown>> })

export type FieldSection = { id: string; label: string; fields: readonly FieldSpec[] }

/** The id of the element in which a field is typed, so that an error can lead to it. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll('.', '-')}`
}

/** True when the record has nothing at that field. */
export function isFieldEmpty(record: object, { path }: FieldSpec): boolean {
  return isSameValue(valueAt(record, path), undefined)
}

function needed(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** What is missing in a record: required fields, and required columns of rows that have something. */
export function checkRequired(record: object, sections: readonly FieldSection[]): FieldErrors {
  const errors: Record<string, string> = {}
  for (const field of sections.flatMap(({ fields }) => fields)) {
    const value = valueAt(record, field.path)
    if (field.kind !== 'rows') {
      if (field.isRequired && needed(value)) errors[field.path] = formText.needed(field.label)
      continue
    }
    for (const [index, row] of ((value ?? []) as object[]).entries()) {
      for (const column of field.columns) {
        if (column.isRequired && needed(valueAt(row, column.path))) {
          errors[`${field.path}.${index}.${column.path}`] = formText.needed(column.label)
        }
      }
    }
  }
  return errors
}

/** Rows and lists without the entries that were left empty. */
export function withoutEmptyRows<T extends object>(record: T, sections: readonly FieldSection[]): T {
  let cleaned = record
  for (const { path } of sections.flatMap(({ fields }) => fields)) {
    const value = valueAt(cleaned, path)
    if (!Array.isArray(value)) continue
    cleaned = withValueAt(
      cleaned,
      path,
      value.filter((entry) => !isSameValue(entry, undefined)),
    )
  }
  return cleaned
}

/** What a field is called; an unknown one by its name in the record. */
export function fieldLabel(sections: readonly FieldSection[], path: string): string {
  const fields = sections.flatMap((section) => section.fields)
  const own = fields.find((field) => field.path === path || field.path.startsWith(`${path}.`))
  if (own !== undefined) return own.label
  const rows = fields.find((field) => path.startsWith(`${field.path}.`))
  if (rows?.kind !== 'rows') return rows?.label ?? path
  const [index, ...rest] = path.slice(rows.path.length + 1).split('.')
  const column = rows.columns.find((one) => one.path === rest.join('.'))
  return formText.inRow(rows.label, Number(index) + 1, column?.label ?? '')
}

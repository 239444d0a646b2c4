import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { faultsProblem } from '../../kernel/http/problems.ts'
import type { Fault } from '../../kernel/http/problems.ts'
import { readCustomFields } from './custom-fields.ts'
import type { CustomField } from './custom-fields.ts'

const MAX_SHORT = 150
const MAX_LONG = 1500

const NUMBERS = [
  /^-?\d+$/,
  /^-?\d*[,|.]\d+$/,
  /^-?\d{1,3}(\s\d{3})+([,|.]\d+)?$/,
  /^-?\d{1,3}(,\d{3})+(\.\d+)?$/,
]
const EMAIL =
  /^[^\s@<>()[\]\\,;:"]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/
const DATE = /^\d{4}-\d\d-\d\d$/

/** Checks a user's values of custom fields. @throws Problem as `checkValuesAgainst` */
export async function checkCustomValues(tx: Transaction, values: Document = {}): Promise<void> {
  if (Object.keys(values).length > 0) checkValuesAgainst(await readCustomFields(tx), values)
}

/**
 * Checks a user's values of custom fields against the definitions, with FOLIO's texts
 * (folio-org/folio-custom-fields: ValidationServiceImpl, validate/value).
 * @throws Problem 422 listing all faults; `key` is the field's refId
 */
export function checkValuesAgainst(definitions: readonly CustomField[], values: Document = {}): void {
  const fields = new Map(definitions.map((field) => [field.refId, field]))
  const faults = Object.entries(values).flatMap(([refId, value]) => {
    const field = fields.get(refId)
    if (!field) {
      return [fault(`Custom field with refId ${refId} is not found`, 'customFields', refId)]
    }
    const message = wrongValue(field, value)
    return message === null ? [] : [fault(message, refId, JSON.stringify(value))]
  })
  if (faults.length > 0) throw faultsProblem(faults)
}

function fault(message: string, key: string, value: string): Fault {
  return { message, type: '1', code: '-1', parameters: [{ key, value }] }
}

/** What is wrong with a value, or null. */
function wrongValue(field: CustomField, value: unknown): string | null {
  switch (field.type) {
    case 'SINGLE_CHECKBOX':
      return typeof value === 'boolean' ? null : `Field with type ${field.type} must be a boolean`
    case 'TEXTBOX_SHORT':
    case 'TEXTBOX_LONG':
      return firstOf(field.isRepeatable && Array.isArray(value) ? value : [value], (one) =>
        wrongText(field, one),
      )
    case 'DATE_PICKER':
      return firstOf(field.isRepeatable && Array.isArray(value) ? value : [value], (one) =>
        wrongDate(field, one),
      )
    default:
      return wrongChoice(field, value)
  }
}

function firstOf(values: readonly unknown[], check: (value: unknown) => string | null): string | null {
  for (const value of values) {
    const message = check(value)
    if (message !== null) return message
  }
  return null
}

function wrongText({ type, textField }: CustomField, value: unknown): string | null {
  if (typeof value !== 'string') return `Field with type ${type} must be a string`
  const wrong = wrongFormat(textField?.fieldFormat ?? 'TEXT', value)
  if (wrong !== null) return wrong
  const max = type === 'TEXTBOX_LONG' ? MAX_LONG : MAX_SHORT
  return value.length <= max ? null : `Maximum length of the value is ${max}`
}

function wrongFormat(format: string, value: string): string | null {
  if (format === 'EMAIL') return EMAIL.test(value) ? null : `Invalid Email format: ${value}`
  if (format === 'URL') return isWebAddress(value) ? null : `Invalid URL: ${value}`
  if (format === 'NUMBER') {
    return NUMBERS.some((form) => form.test(value)) ? null : `Invalid Number format: ${value}`
  }
  return value.trim() === '' ? 'Invalid Text format' : null
}

function isWebAddress(value: string): boolean {
  if (/\s/.test(value) || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return (protocol === 'http:' || protocol === 'https:') && hostname.includes('.')
}

function wrongDate({ type }: CustomField, value: unknown): string | null {
  if (typeof value !== 'string') return `Field with type ${type} must be a string`
  const day = new Date(`${value}T00:00:00Z`)
  const isDay = DATE.test(value) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
  return isDay ? null : `Invalid date format: ${value}`
}

function wrongChoice(field: CustomField, value: unknown): string | null {
  const { type, refId, isRepeatable, selectField } = field
  const isList = Array.isArray(value)
  if (isRepeatable && !isList) return `Field with type ${type} must be an array`
  const isOne = !isRepeatable && type !== 'MULTI_SELECT_DROPDOWN'
  const options = selectField?.options.values ?? []
  return firstOf(isList && !isOne ? value : [value], (one) => {
    if (typeof one !== 'string') return `Field with type ${type} must be a string`
    if (options.some(({ id }) => id === one)) return null
    return `Field ${refId} can only have following values: ${JSON.stringify(options)}`
  })
}

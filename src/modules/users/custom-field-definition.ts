import { Problem } from '../../kernel/http/problems.ts'
import { isSelectable } from './custom-fields.ts'
import type { CustomField, FieldOption, FieldType } from './custom-fields.ts'

const MAX_NAME = 65
const MAX_HELP = 100
const MAX_OPTION = 100
const MAX_RADIO_OPTIONS = 5
const MAX_DROPDOWN_OPTIONS = 200
// A sent option may have any id of five digits; those that are given here follow the highest.
const ACCORDIONS = [
  'user_information',
  'extended_information',
  'contact_information',
  'default',
  'fees_fines',
  'loans',
  'requests',
]

const SPECIAL_PARTS: Record<FieldType, string | null> = {
  RADIO_BUTTON: 'selectField',
  SINGLE_SELECT_DROPDOWN: 'selectField',
  MULTI_SELECT_DROPDOWN: 'selectField',
  SINGLE_CHECKBOX: 'checkboxField',
  TEXTBOX_SHORT: 'textField',
  TEXTBOX_LONG: 'textField',
  DATE_PICKER: null,
}

/** The refusal of a definition: one error, not a list (folio-org/folio-custom-fields: CustomFieldExceptionHandlers). */
export function definitionProblem(message: string, key: string, value: unknown): Problem {
  const parameters = [{ key, value: typeof value === 'string' ? value : JSON.stringify(value ?? null) }]
  return new Problem(422, { message, type: '1', code: '-1', parameters }, message)
}

/**
 * The rules of a definition that its schema does not say, with FOLIO's texts (folio-org/folio-custom-fields:
 * validate/definition; folio-org/mod-users: DisplayInAccordionValidator).
 * @throws Problem 422 for the first that is broken
 */
export function checkDefinition(field: CustomField): void {
  const { name, helpText, displayInAccordion, type } = field
  if (name.length > MAX_NAME) {
    throw definitionProblem(`The 'name' length cannot be more than ${MAX_NAME}`, 'name', name)
  }
  if (typeof helpText === 'string' && helpText.length > MAX_HELP) {
    throw definitionProblem(`The 'helpText' length cannot be more than ${MAX_HELP}`, 'helpText', helpText)
  }
  if (typeof displayInAccordion === 'string' && !ACCORDIONS.includes(displayInAccordion)) {
    throw definitionProblem(
      `Display in accordion value must be one of: [${ACCORDIONS.join(', ')}]`,
      'displayInAccordion',
      displayInAccordion,
    )
  }
  for (const part of ['selectField', 'checkboxField', 'textField']) {
    if (field[part] === undefined || SPECIAL_PARTS[type] === part) continue
    throw definitionProblem(`Attribute ${part} is not allowed for field of type ${type}`, part, field[part])
  }
  const mayRepeat =
    type === 'TEXTBOX_SHORT' ||
    type === 'TEXTBOX_LONG' ||
    type === 'SINGLE_SELECT_DROPDOWN' ||
    type === 'DATE_PICKER'
  if (field.isRepeatable && !mayRepeat) {
    throw definitionProblem(
      `Repeatable is not supported by custom field of type ${type}`,
      'isRepeatable',
      true,
    )
  }
  if (type === 'SINGLE_CHECKBOX' && field.checkboxField === undefined) {
    throw definitionProblem(
      `The 'checkBox' property should be defined for '${type}' custom field type.`,
      'checkboxField',
      null,
    )
  }
  if (isSelectable(field)) checkSelectField(field)
}

function checkSelectField({ type, selectField }: CustomField): void {
  if (selectField === undefined) {
    throw definitionProblem("The 'selectField' property should be defined", 'selectField', null)
  }
  const { multiSelect, options } = selectField
  const isMulti = type === 'MULTI_SELECT_DROPDOWN'
  checkOptions(options.values, type === 'RADIO_BUTTON' ? MAX_RADIO_OPTIONS : MAX_DROPDOWN_OPTIONS)
  const defaults = options.values.filter((option) => option.default === true).length
  if (!isMulti && defaults > 1) {
    throw definitionProblem('The max defaults amount is 1', 'selectField.options.values', defaults)
  }
  if (multiSelect !== isMulti) {
    throw definitionProblem(
      `The 'multiSelect' property should be '${isMulti}'`,
      'selectField.multiSelect',
      multiSelect,
    )
  }
}

function checkOptions(options: readonly FieldOption[], max: number): void {
  const key = 'selectField.options.values'
  const refuse = (message: string) => definitionProblem(message, key, options.length)
  if (options.length === 0 || options.length > max) {
    throw refuse(`The options amount should be in range 1 - ${max}`)
  }
  const values = options.map(({ value }) => value)
  if (values.some((value) => value.trim() === '' || value.length > MAX_OPTION)) {
    throw refuse(`The option value cannot be blank or have more than ${MAX_OPTION} length`)
  }
  if (new Set(values).size < values.length) throw refuse('Option values should be unique')
  const ids = options.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (new Set(ids).size < ids.length) throw refuse('Option IDs should be unique')
}

/** The name by which values of a field stand in users: `Favorite food` is `favoriteFood`, the next one `favoriteFood_2`. */
export function newRefId(name: string, taken: readonly string[]): string {
  const words = name.toLowerCase().replaceAll(/(^|\s)(\S)/gu, (_all, gap: string, letter: string) => {
    return gap + letter.toUpperCase()
  })
  const letters = words
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[^a-zA-Z]/g, '')
  const base =
    letters === ''
      ? Buffer.from(name, 'utf8').toString('base64').replaceAll('=', '')
      : letters[0]!.toLowerCase() + letters.slice(1)
  const numbers = taken
    .filter((refId) => refId === base || refId.startsWith(`${base}_`))
    .map((refId) => (refId === base ? 1 : Number(refId.slice(base.length + 1))))
    .filter((number) => Number.isInteger(number))
  return numbers.length === 0 ? base : `${base}_${Math.max(...numbers) + 1}`
}

/** Fills what a sent definition may leave out: the format of a text, the order of options and their ids. */
export function completeDefinition(field: CustomField): void {
  if (SPECIAL_PARTS[field.type] === 'textField') field.textField ??= { fieldFormat: 'TEXT' }
  if (!isSelectable(field) || field.selectField === undefined) return
  const { options } = field.selectField
  options.sortingOrder ??= 'CUSTOM'
  const byValue = (one: FieldOption, other: FieldOption) => (one.value < other.value ? -1 : 1)
  if (options.sortingOrder === 'ASC') options.values.sort(byValue)
  if (options.sortingOrder === 'DESC') options.values.sort((one, other) => byValue(other, one))
  let last = Math.max(0, ...options.values.map(({ id = 'opt_0' }) => Number(id.slice('opt_'.length))))
  for (const option of options.values) {
    option.default ??= false
    option.id ??= `opt_${(last += 1)}`
  }
}

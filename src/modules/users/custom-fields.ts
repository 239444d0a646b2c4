import { defineCollection } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { JsonSchema } from '../../kernel/http/validation.ts'

const text = { type: 'string' }

export const FIELD_TYPES = [
  'RADIO_BUTTON',
  'SINGLE_CHECKBOX',
  'SINGLE_SELECT_DROPDOWN',
  'MULTI_SELECT_DROPDOWN',
  'TEXTBOX_SHORT',
  'TEXTBOX_LONG',
  'DATE_PICKER',
] as const

export type FieldType = (typeof FIELD_TYPES)[number]

export type FieldOption = { id?: string; value: string; default?: boolean }

/** The definition of a field that the library adds to its users. */
export type CustomField = Document & {
  id: string
  name: string
  refId: string
  type: FieldType
  entityType: string
  order: number
  isRepeatable: boolean
  textField?: { fieldFormat: 'TEXT' | 'EMAIL' | 'URL' | 'NUMBER' }
  selectField?: {
    multiSelect: boolean
    options: { values: FieldOption[]; sortingOrder?: 'ASC' | 'DESC' | 'CUSTOM' }
  }
}

const option: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['value'],
  properties: {
    id: { type: 'string', pattern: '^opt_\\d{1,5}$' },
    value: text,
    default: { type: 'boolean' },
  },
}

const selectField: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['multiSelect', 'options'],
  properties: {
    multiSelect: { type: 'boolean' },
    options: {
      type: 'object',
      additionalProperties: false,
      required: ['values'],
      properties: {
        values: { type: 'array', items: option },
        sortingOrder: { type: 'string', enum: ['ASC', 'DESC', 'CUSTOM'] },
      },
    },
  },
}

/** Definitions of custom fields (folio-org/folio-custom-fields: ramls/customField.json). */
export const customFields = defineCollection({
  path: '/custom-fields',
  listKey: 'customFields',
  table: 'custom_fields',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'type', 'entityType'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: { type: 'string', minLength: 1 },
      refId: text,
      type: { type: 'string', enum: FIELD_TYPES },
      entityType: { type: 'string', maxLength: 600 },
      visible: { type: 'boolean', default: true },
      required: { type: 'boolean', default: false },
      isRepeatable: { type: 'boolean', default: false },
      order: { type: 'integer' },
      helpText: text,
      checkboxField: {
        type: 'object',
        additionalProperties: false,
        properties: { default: { type: 'boolean', default: false } },
      },
      selectField,
      textField: {
        type: 'object',
        additionalProperties: false,
        required: ['fieldFormat'],
        properties: { fieldFormat: { type: 'string', enum: ['TEXT', 'EMAIL', 'URL', 'NUMBER'] } },
      },
      displayInAccordion: text,
    },
  },
  permissions: 'user-settings.custom-fields',
  interface: { module: 'mod-users-19.6.0', id: 'custom-fields', version: '3.1' },
  unique: [{ fields: ['refId'], match: 'exact' }],
  cqlFields: { order: { kind: 'number', column: "(custom_fields.doc ->> 'order')::integer" } },
  notFoundProblem: (id) => textProblem(404, `CustomField not found by id: ${id}`),
})

/** All definitions in their order. There are a few dozen at most. */
export async function readCustomFields(tx: Transaction): Promise<CustomField[]> {
  const rows = await tx.query<{ doc: string }>(
    "select doc from custom_fields order by (doc ->> 'order')::integer, id",
  )
  return rows.map(({ doc }) => JSON.parse(doc) as CustomField)
}

/** Whether values are ids of options. */
export function isSelectable({ type }: Pick<CustomField, 'type'>): boolean {
  return type === 'RADIO_BUTTON' || type === 'SINGLE_SELECT_DROPDOWN' || type === 'MULTI_SELECT_DROPDOWN'
}

import { defineCollection } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'

const text = { type: 'string' }
const permissions = 'converter-storage.field-protection-settings'

/**
 * MARC fields that an import must not overwrite (folio-org/mod-di-converter-storage:
 * MarcFieldProtectionSettingsServiceImpl; schema in folio-org/data-import-raml-storage).
 */
export const fieldProtections = defineCollection({
  path: '/field-protection-settings/marc',
  listKey: 'marcFieldProtectionSettings',
  table: 'marc_field_protection_settings',
  schema: {
    type: 'object',
    required: ['field'],
    additionalProperties: false,
    properties: {
      field: text,
      indicator1: text,
      indicator2: text,
      subfield: text,
      data: text,
      source: { type: 'string', enum: ['SYSTEM', 'USER'] },
      override: { type: 'boolean', default: false },
    },
  },
  permissions: {
    list: `${permissions}.collection.get`,
    get: `${permissions}.item.get`,
    post: `${permissions}.post`,
    put: `${permissions}.put`,
    delete: `${permissions}.delete`,
  },
  interface: { module: 'mod-di-converter-storage-2.5.0', id: 'field-protection-settings', version: '1.2' },
  putAnswersRecord: true,
  validate: (_tx, record, stored) => {
    if (stored === null) delete record.id
    else refuseSystemSetting(stored, 'updated')
  },
  beforeDelete: (_tx, stored) => refuseSystemSetting(stored, 'deleted'),
  notFoundProblem: (id) => textProblem(404, `MARC field protection setting with id '${id}' was not found`),
})

function refuseSystemSetting(stored: Document, action: 'updated' | 'deleted'): void {
  if (stored.source === 'SYSTEM') {
    throw textProblem(400, `MARC field protection setting with source SYSTEM cannot be ${action}`)
  }
}

/** The tenant's MARC field protections as they are now. */
export async function readFieldProtections(tx: Transaction): Promise<FieldProtection[]> {
  const rows = await tx.query<{ doc: string }>('select doc from marc_field_protection_settings order by id')
  return rows.map(({ doc }) => JSON.parse(doc) as FieldProtection)
}

/** A MARC field that an import leaves alone; `*` is any. */
export type FieldProtection = {
  id: string
  field: string
  indicator1?: string
  indicator2?: string
  subfield?: string
  data?: string
  source?: 'SYSTEM' | 'USER'
}

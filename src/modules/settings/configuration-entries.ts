import { defineCollection } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { Problem } from '../../kernel/http/problems.ts'
import { rmbTail } from '../../kernel/lists/index.ts'

const text = { type: 'string' }

const DUPLICATE = 'Cannot have more than one tenant or user record with the same module, config name and code'

/**
 * Entries of FOLIO's older configuration store, which many screens still use
 * (folio-org/mod-configuration: ramls/_schemas/kv_configuration.schema, ConfigAPI, db_scripts/schema.json).
 */
export const configurationEntries = defineCollection({
  path: '/configurations/entries',
  listKey: 'configs',
  table: 'config_data',
  schema: {
    type: 'object',
    required: ['module', 'configName'],
    additionalProperties: false,
    properties: {
      module: text,
      configName: text,
      code: text,
      description: text,
      default: { type: 'boolean' },
      enabled: { type: 'boolean', default: true },
      value: text,
      userId: text,
    },
  },
  permissions: 'configuration.entries',
  interface: { module: 'mod-configuration-5.12.0', id: 'configuration', version: '2.0' },
  unique: [
    {
      fields: ['module', 'configName', 'code', 'userId'],
      nullsAreEqual: true,
      where: `(doc -> 'enabled') = 'true'`,
    },
  ],
  duplicateProblem: ({ module, configName, code, userId }) =>
    new Problem(422, { errors: [{ message: DUPLICATE, module, configName, code, userId }] }, DUPLICATE),
  listTail: rmbTail,
  location: (id) => `/configurations/entries/${id}`,
})

/** The entries of the library (not those of a user) with these properties, in no order. */
export async function findConfigurations(
  tx: Transaction,
  key: { module?: string; configName?: string; code?: string },
): Promise<Document[]> {
  const rows = await tx.query<{ doc: string }>(
    `select doc from config_data where doc @> $1::jsonb and not doc ? 'userId'`,
    [JSON.stringify(key)],
  )
  return rows.map(({ doc }) => JSON.parse(doc) as Document)
}

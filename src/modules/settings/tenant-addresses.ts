import { defineCollection } from '../../kernel/collections/index.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { resultInfoTail } from './result-info.ts'

const text = { type: 'string' }

/** Addresses of the library itself (folio-org/mod-settings: TenantAddressesService, tenantAddress.json). */
export const tenantAddresses = defineCollection({
  path: '/tenant-addresses',
  listKey: 'addresses',
  table: 'tenant_addresses',
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: { name: text, address: text },
  },
  permissions: 'tenant-addresses',
  interface: { module: 'mod-settings-1.3.1', id: 'tenant-addresses', version: '1.0' },
  defaultLimit: 50,
  unique: [{ fields: ['name'], match: 'exact' }],
  validate: (_tx, { name }) => {
    if (typeof name !== 'string' || name.trim() === '') throw textProblem(400, 'name missing')
  },
  duplicateProblem: () => textProblem(422, 'name already exists'),
  notFoundProblem: () => textProblem(404, 'Not Found'),
  listTail: resultInfoTail,
})

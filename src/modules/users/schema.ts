import { collectionDdl } from '../../kernel/collections/index.ts'
import { readBeside } from '../../kernel/module.ts'
import { addressTypes, departments, groups, proxies } from './collections.ts'
import { customFields } from './custom-fields.ts'
import { stagingUsers } from './staging-users.ts'
import { userSettings } from './user-settings.ts'
import { users } from './users.ts'

/** Functions that the users of all tenants are indexed with. */
export const usersSystemSchema = readBeside(import.meta.dirname, 'system-schema.sql')

/** The tenant's tables of this module. */
export const usersSchema = [
  ...[groups, addressTypes, departments, users, proxies, customFields, userSettings, stagingUsers].map(
    collectionDdl,
  ),
  readBeside(import.meta.dirname, 'user-columns.sql'),
].join('\n')

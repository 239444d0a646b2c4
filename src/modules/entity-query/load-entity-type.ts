import type { Transaction } from '../../kernel/db/database.ts'
import { readCustomFields } from '../users/index.ts'
import { customColumns } from './custom-columns.ts'
import { ENTITY_TYPES, ENTITY_TYPE_IDS, rootOf } from './entity-types.ts'
import type { EntityType } from './entity-types.ts'

/**
 * The entity type with an id, as it is in this tenant: users have a column for each custom field. Null when there is
 * none.
 */
export async function loadEntityType(tx: Transaction, id: string): Promise<EntityType | null> {
  const entityType = ENTITY_TYPES.find((one) => one.id === id.toLowerCase())
  if (entityType?.id !== ENTITY_TYPE_IDS.user) return entityType ?? null
  const columns = customColumns(await readCustomFields(tx))
  const root = rootOf(entityType)
  return {
    ...entityType,
    sources: [{ ...root, columns: [...root.columns, ...columns] }, ...entityType.sources.slice(1)],
  }
}

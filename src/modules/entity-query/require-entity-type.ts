import type { Transaction } from '../../kernel/db/database.ts'
import { requiredPermissions } from './entity-types.ts'
import type { EntityType } from './entity-types.ts'
import { loadEntityType } from './load-entity-type.ts'
import { entityTypeNotFound, permissionsMissing } from './query-problems.ts'

/** What a user lacks of the permissions that an entity type asks for. */
export function missingPermissions(entityType: EntityType, permissions: ReadonlySet<string>): string[] {
  return requiredPermissions(entityType).filter((permission) => !permissions.has(permission))
}

/**
 * The entity type with an id, for somebody who may query it.
 * @throws Problem 404 when there is none, 403 naming the permissions that are missing
 */
export async function requireEntityType(
  tx: Transaction,
  { permissions }: { permissions: ReadonlySet<string> },
  id: string,
): Promise<EntityType> {
  const entityType = await loadEntityType(tx, id)
  if (entityType === null) throw entityTypeNotFound(id)
  const missing = missingPermissions(entityType, permissions)
  if (missing.length > 0) throw permissionsMissing(missing)
  return entityType
}

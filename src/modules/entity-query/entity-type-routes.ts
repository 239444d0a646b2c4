import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { readFlag } from '../../kernel/http/parameters.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import { describeEntityType } from './describe-entity-type.ts'
import { ENTITY_TYPES } from './entity-types.ts'
import { readFieldValues } from './field-values.ts'
import { invalidRequest } from './query-problems.ts'
import { missingPermissions, requireEntityType } from './require-entity-type.ts'

/** The version of the fields' names (folio-org/mod-fqm-manager: MigrationConfiguration); names of older ones are unknown. */
const FQM_VERSION = '24'

/** What can be queried: the entity types, one with its fields, the values of a field. */
export function entityTypeRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/entity-types',
      permissions: ['fqm.entityTypes.collection.get'],
      handler: (request) => Promise.resolve(listEntityTypes(request)),
    },
    {
      method: 'GET',
      path: '/entity-types/:id',
      permissions: ['fqm.entityTypes.item.get'],
      handler: async (request) => {
        const includeHidden = readFlag(request.query, 'includeHidden', false)
        const entityType = await request.transaction((tx) =>
          requireEntityType(tx, request, request.params.id!),
        )
        return ok(describeEntityType(entityType, includeHidden))
      },
    },
    {
      method: 'GET',
      path: '/entity-types/:id/columns/:name/values',
      permissions: ['fqm.entityTypes.item.columnValues.get'],
      handler: (request) => answerValues(request, request.params.name),
    },
    {
      method: 'GET',
      path: '/entity-types/:id/field-values',
      permissions: ['fqm.entityTypes.item.columnValues.get'],
      handler: (request) => answerValues(request, request.query.get('field')),
    },
    {
      method: 'GET',
      path: '/fqm/version',
      permissions: ['fqm.version.get'],
      handler: () => Promise.resolve(ok(FQM_VERSION)),
    },
  ]
}

/** The list shows what the user may query; with `includeInaccessible` all, with the permissions that are missing. */
function listEntityTypes({ query, permissions }: ApiRequest): Answer {
  const ids = query
    .all('ids')
    .flatMap((list) => list.split(','))
    .filter((id) => id !== '')
  const unknown = ids.find((id) => !hasUuidShape(id))
  if (unknown !== undefined) throw invalidRequest('ids', `must be UUIDs, not ${unknown}`)
  const isAll = readFlag(query, 'includeInaccessible', false)
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  const entityTypes = ENTITY_TYPES.filter(({ id }) => wanted.size === 0 || wanted.has(id)).flatMap(
    (entityType) => {
      const missing = missingPermissions(entityType, permissions)
      if (missing.length > 0 && !isAll) return []
      const { id, label } = entityType
      const summary = { id, label, isCustom: false, crossTenantQueriesEnabled: false }
      return [isAll ? { ...summary, missingPermissions: missing } : summary]
    },
  )
  return ok({ entityTypes, _version: FQM_VERSION })
}

async function answerValues(request: ApiRequest, name: string | undefined): Promise<Answer> {
  if (name === undefined || name === '') throw invalidRequest('field', 'must be given')
  return request.transaction(async (tx) => {
    const entityType = await requireEntityType(tx, request, request.params.id!)
    return ok({ content: await readFieldValues(tx, entityType, name, request.query.get('search') ?? '') })
  })
}

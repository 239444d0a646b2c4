import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import { isUuid } from '../../kernel/ids.ts'
import { businessProblem } from './business-problems.ts'

const text = { type: 'string' }

const checkPairs = compileValidator({
  type: 'object',
  required: ['tenantItemPairs'],
  additionalProperties: false,
  properties: {
    tenantItemPairs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tenantId', 'itemId'],
        additionalProperties: false,
        properties: { tenantId: text, itemId: text },
      },
    },
  },
})

type Pair = { tenantId: string; itemId: string }

/**
 * What screens ask of a consortium, answered for a library that is in none: items of its own tenant, and that nothing can
 * be given to another tenant (folio-org/mod-inventory: TenantItems, UpdateOwnershipApi).
 */
export function consortiumRoutes(): Route[] {
  return [
    {
      method: 'POST',
      path: '/inventory/tenant-items',
      permissions: ['inventory.tenant-items.collection.get'],
      handler: async (request) => {
        const body = objectBody(request.body)
        checkPairs(body)
        const pairs = body.tenantItemPairs as Pair[]
        const ids = pairs.flatMap(({ tenantId, itemId }) => (tenantId === request.tenant ? itemId : []))
        const items = await request.transaction((tx) => readItems(tx, ids.filter(isUuid)))
        const tenantItems = items.map((doc) => ({
          item: JSON.parse(doc) as object,
          tenantId: request.tenant,
        }))
        return ok({ tenantItems, totalRecords: tenantItems.length })
      },
    },
    ownershipRoute('items', ['toHoldingsRecordId', 'itemIds', 'targetTenantId']),
    ownershipRoute('holdings', ['toInstanceId', 'holdingsRecordIds', 'targetTenantId']),
  ]
}

/** Stored items in the order of `ids`, each once; unknown ids are left out. */
async function readItems(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ doc: string }>(
    `select item.doc from unnest($1::uuid[]) with ordinality as asked (id, place)
     join item on item.id = asked.id group by item.id order by min(asked.place)`,
    [ids],
  )
  return rows.map(({ doc }) => doc)
}

function ownershipRoute(kind: 'items' | 'holdings', required: readonly string[]): Route {
  return {
    method: 'POST',
    path: `/inventory/${kind}/update-ownership`,
    permissions: [`inventory.${kind}.update-ownership.item.post`],
    handler: async ({ body, tenant }) => {
      const sent = objectBody(body)
      for (const name of required) {
        const value = sent[name]
        const isMissing = Array.isArray(value) ? value.length === 0 : value === undefined || value === null
        if (isMissing) throw businessProblem(`${name} is a required field`, name, null)
      }
      if (sent.targetTenantId === tenant) {
        throw businessProblem(
          'targetTenantId field cannot be equal to source tenant id',
          'targetTenantId',
          tenant,
        )
      }
      throw textProblem(400, `${tenant} tenant is not in consortia`)
    },
  }
}

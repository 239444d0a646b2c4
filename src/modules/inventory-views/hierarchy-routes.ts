import type { Transaction } from '../../kernel/db/database.ts'
import type { ApiRequest, Route } from '../../kernel/http/route.ts'
import { answerPieces } from '../../kernel/lists/index.ts'
import { readAskedInstances } from './asked-instances.ts'
import { instanceRecord } from './instance-records.ts'
import { readTrees, withoutSuppressed } from './instance-trees.ts'
import type { InstanceTree } from './instance-trees.ts'
import { readNames } from './reference-names.ts'
import type { ReferenceNames } from './reference-names.ts'
import { readChangedBetween, updatedInstances } from './updated-instances.ts'

// Trees of serials run into hundreds of holdings each; so many are in memory together.
const TREES_AT_ONCE = 50

const PERMISSION = 'inventory-storage.inventory-hierarchy'

/** `/inventory-hierarchy`: objects one after the other, without a list around them, as FOLIO streams them. */
export function hierarchyRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/inventory-hierarchy/updated-instance-ids',
      permissions: [`${PERMISSION}.updated-instances-ids.collection.get`],
      handler: async (request) => {
        const wanted = readChangedBetween(request.query)
        return answerPieces(request, true, async function* pieces(tx) {
          for await (const rows of updatedInstances(tx, wanted)) {
            yield rows
              .map((row) =>
                JSON.stringify({
                  instanceId: row.id,
                  source: row.source ?? '',
                  updatedDate: row.at.toISOString(),
                  suppressFromDiscovery: String(row.isSuppressed),
                  deleted: String(row.isDeleted),
                }),
              )
              .join('')
          }
        })
      },
    },
    {
      method: 'POST',
      path: '/inventory-hierarchy/items-and-holdings',
      permissions: [`${PERMISSION}.items-and-holdings.collection.post`],
      handler: (request) => streamTrees(request, instanceRecord),
    },
  ]
}

/** Answers a POST of instance ids with one object an instance, made of its tree. */
export function streamTrees(
  request: ApiRequest,
  write: (tree: InstanceTree, reference: ReferenceNames) => object,
) {
  const { ids, skipSuppressed } = readAskedInstances(request.body)
  return answerPieces(request, ids.length > TREES_AT_ONCE, async function* pieces(tx: Transaction) {
    for (let start = 0; start < ids.length; start += TREES_AT_ONCE) {
      const trees = await readTrees(tx, ids.slice(start, start + TREES_AT_ONCE))
      const shown = skipSuppressed ? trees.map(withoutSuppressed) : trees
      const reference = await readNames(tx, shown)
      yield shown.map((tree) => JSON.stringify(write(tree, reference))).join('')
    }
  })
}

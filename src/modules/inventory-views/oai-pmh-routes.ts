import type { Route } from '../../kernel/http/route.ts'
import { answerPieces } from '../../kernel/lists/index.ts'
import type { Maybe } from '../inventory/index.ts'
import { callNumberOf, nameOf, namedAccess, publicNotes } from './instance-records.ts'
import { readTrees, withoutSuppressed } from './instance-trees.ts'
import type { InstanceTree, TreeItem } from './instance-trees.ts'
import { streamTrees } from './hierarchy-routes.ts'
import { readNames } from './reference-names.ts'
import type { ReferenceNames } from './reference-names.ts'
import { readChangedBetween, updatedInstances } from './updated-instances.ts'
import type { ChangedBetween } from './updated-instances.ts'

const PERMISSION = 'inventory-storage.oai-pmh-view'
const TREES_AT_ONCE = 50

/** `/oai-pmh-view`: the older form of the hierarchy feeds. Its names are small letters, and changes below count always. */
export function oaiPmhRoutes(): Route[] {
  const wanted = (query: Parameters<typeof readChangedBetween>[0]): ChangedBetween => ({
    ...readChangedBetween(query),
    ownChangesOnly: false,
    source: null,
  })
  return [
    {
      method: 'GET',
      path: '/oai-pmh-view/updatedInstanceIds',
      permissions: [`${PERMISSION}.updatedinstanceids.collection.get`],
      handler: async (request) => {
        const between = wanted(request.query)
        return answerPieces(request, true, async function* pieces(tx) {
          for await (const rows of updatedInstances(tx, between)) {
            yield rows
              .map((row) =>
                JSON.stringify({
                  instanceid: row.id,
                  updateddate: row.at.toISOString(),
                  suppressfromdiscovery: String(row.isSuppressed),
                  deleted: String(row.isDeleted),
                }),
              )
              .join('')
          }
        })
      },
    },
    {
      method: 'GET',
      path: '/oai-pmh-view/instances',
      permissions: [`${PERMISSION}.instances.collection.get`],
      handler: async (request) => {
        const between = wanted(request.query)
        return answerPieces(request, true, async function* pieces(tx) {
          for await (const rows of updatedInstances(tx, between)) {
            for (let start = 0; start < rows.length; start += TREES_AT_ONCE) {
              const step = rows.slice(start, start + TREES_AT_ONCE)
              const trees = await readTrees(
                tx,
                step.flatMap(({ id, isDeleted }) => (isDeleted ? [] : [id])),
              )
              const shown = between.skipSuppressed ? trees.map(withoutSuppressed) : trees
              const reference = await readNames(tx, shown)
              const byId = new Map(shown.map((tree) => [tree.instance.id!, tree]))
              yield step
                .map(({ id, at, isDeleted }) => {
                  const tree = byId.get(id)
                  return JSON.stringify({
                    instanceid: id,
                    updateddate: at.toISOString(),
                    deleted: String(isDeleted),
                    itemsandholdingsfields: tree ? fieldsOf(tree, reference) : '',
                  })
                })
                .join('')
            }
          }
        })
      },
    },
    {
      method: 'POST',
      path: '/oai-pmh-view/enrichedInstances',
      permissions: [`${PERMISSION}.enrichedinstances.collection.post`],
      handler: (request) =>
        streamTrees(request, (tree, reference) => ({
          instanceid: tree.instance.id,
          itemsandholdingsfields: fieldsOf(tree, reference),
        })),
    },
  ]
}

/** The items at active locations; an empty text where there is none (create_pmh_instance_view_function.sql). */
function fieldsOf({ instance, holdings, items }: InstanceTree, reference: ReferenceNames): object | '' {
  const isHidden = instance.discoverySuppress === true
  const byId = new Map(holdings.map((one) => [one.id, one]))
  const shown = items.filter(
    ({ item, holdingsId }) =>
      item.holdingsRecordId === holdingsId &&
      reference.locations.get(item.effectiveLocationId ?? '')?.isActive === true,
  )
  if (shown.length === 0) return ''
  return {
    instanceid: instance.id,
    suppressfromdiscovery: isHidden,
    items: shown.map((one) => itemFields(one, byId.get(one.holdingsId), isHidden, reference)),
  }
}

function itemFields(
  { item, holdingsId }: TreeItem,
  holdings: InstanceTree['holdings'][number] | undefined,
  isHidden: boolean,
  reference: ReferenceNames,
): object {
  return {
    id: item.id,
    callNumber: callNumberOf(item, reference),
    location: locationOf(reference, item.effectiveLocationId),
    volume: item.volume,
    enumeration: item.enumeration,
    materialType: nameOf(reference, item.materialTypeId),
    electronicAccess: namedAccess(reference, [
      ...(item.electronicAccess ?? []),
      ...(holdings?.electronicAccess ?? []),
    ]),
    suppressFromDiscovery:
      isHidden || holdings?.discoverySuppress === true || item.discoverySuppress === true,
    notes: publicNotes(reference, item.notes, 'itemNoteTypeId', 'itemNoteTypeName'),
    barcode: item.barcode,
    chronology: item.chronology,
    copyNumber: item.copyNumber,
    holdingsRecordId: holdingsId,
  }
}

function locationOf({ locations }: ReferenceNames, id: Maybe<string>): object | undefined {
  const found = id ? locations.get(id) : undefined
  if (!found) return undefined
  const { name, institutionId, institutionName, campusId, campusName, libraryId, libraryName } = found
  return {
    location: { institutionId, institutionName, campusId, campusName, libraryId, libraryName },
    name,
  }
}

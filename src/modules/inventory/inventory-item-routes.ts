import { uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound } from '../../kernel/http/problems.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { itemSource } from './cql-sources.ts'
import { deleteItems } from './delete-records.ts'
import { barcodeProblem, createItem, markItem, patchItem, replaceItem } from './inventory-items.ts'
import { representItems } from './item-representation.ts'
import { STATUS_MARKS } from './item-statuses.ts'
import { itemsByHoldings } from './items-by-holdings.ts'
import { answerShownList, businessListQuery, deletionQuery, listQueryOfBody } from './list-records.ts'
import { moveHoldings, moveItems } from './move-records.ts'
import { readRecord } from './read-records.ts'
import type { Item } from './records.ts'
import { worded } from './storage-problems.ts'

const PATH = '/inventory/items'
const PERMISSION = 'inventory.items'

/** `/inventory/items`: items with their titles and names, and what is done with them. */
export function inventoryItemRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: PATH,
      permissions: [`${PERMISSION}.collection.get`],
      handler: (request) => answerShownList(request, itemList, businessListQuery(request)),
    },
    {
      method: 'POST',
      path: `${PATH}/retrieve`,
      permissions: [`${PERMISSION}.retrieve.collection.post`],
      handler: (request) => answerShownList(request, itemList, listQueryOfBody(request.body)),
    },
    {
      method: 'POST',
      path: PATH,
      permissions: [`${PERMISSION}.item.post`],
      handler: async (request) => {
        const item = await worded(
          (fault) => barcodeProblem(fault, request.body),
          () => request.transaction((tx) => createItem(tx, request.actor, request.body)),
        )
        return { status: 201, body: item }
      },
    },
    {
      method: 'GET',
      path: `${PATH}/:id`,
      permissions: [`${PERMISSION}.item.get`],
      handler: getItem,
    },
    ...changeRoutes(),
    ...STATUS_MARKS.map((mark): Route => ({
      method: 'POST',
      path: `${PATH}/:id/${mark.mark}`,
      permissions: [`${PERMISSION}.item.${mark.mark}.post`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return ok(await request.transaction((tx) => markItem(tx, request.actor, id, mark)))
      },
    })),
    {
      method: 'GET',
      path: '/inventory/items-by-holdings-id',
      permissions: ['inventory.items-by-holdings-id.collection.get'],
      handler: async (request) => ok(await request.transaction((tx) => itemsByHoldings(tx, request.query))),
    },
    {
      method: 'POST',
      path: `${PATH}/move`,
      permissions: ['inventory.items.move.item.post'],
      handler: async (request) =>
        ok(await request.transaction((tx) => moveItems(tx, request.actor, request.body))),
    },
    {
      method: 'POST',
      path: '/inventory/holdings/move',
      permissions: ['inventory.holdings.move.item.post'],
      handler: async (request) =>
        ok(await request.transaction((tx) => moveHoldings(tx, request.actor, request.body))),
    },
  ]
}

function changeRoutes(): Route[] {
  return [
    {
      method: 'PUT',
      path: `${PATH}/:id`,
      permissions: [`${PERMISSION}.item.put`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await worded(
          (fault) => barcodeProblem(fault, request.body),
          () => request.transaction((tx) => replaceItem(tx, request.actor, id, request.body)),
        )
        return noContent()
      },
    },
    {
      method: 'PATCH',
      path: `${PATH}/:id`,
      permissions: [`${PERMISSION}.item.patch.execute`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await worded(
          (fault) => barcodeProblem(fault, request.body),
          () => request.transaction((tx) => patchItem(tx, request.actor, id, request.body)),
        )
        return noContent()
      },
    },
    {
      method: 'DELETE',
      path: `${PATH}/:id`,
      permissions: [`${PERMISSION}.item.delete`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await request.transaction((tx) => deleteItems(tx, request.actor, [id], { allOrNothing: true }))
        return noContent()
      },
    },
    {
      method: 'DELETE',
      path: PATH,
      permissions: [`${PERMISSION}.collection.delete`],
      handler: async (request) => {
        const cql = deletionQuery(request)
        await request.transaction((tx) => deleteItems(tx, request.actor, { cql }, { allOrNothing: true }))
        return noContent()
      },
    },
  ]
}

const itemList = { source: itemSource, listKey: 'items', represent: representItems }

async function getItem(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const item = await request.transaction(async (tx) => {
    const text = await readRecord(tx, 'item', id)
    return text === null ? undefined : (await representItems(tx, [JSON.parse(text) as Item]))[0]
  })
  if (!item) throw notFound()
  return ok(item)
}

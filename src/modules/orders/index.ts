import {
  answerDocuments,
  collectionDdl,
  collectionRoutes,
  getShownDocument,
} from '../../kernel/collections/index.ts'
import type { Collection } from '../../kernel/collections/index.ts'
import { uuidParameter } from '../../kernel/http/parameters.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Module } from '../../kernel/module.ts'
import { orderLines, pieces, purchaseOrders, titles } from './order-storage.ts'

const collections = [purchaseOrders, orderLines, titles, pieces]

const COLUMNS = `
alter table titles add column instance_id uuid generated always as ((doc ->> 'instanceId')::uuid) stored;
create index titles_instance on titles (instance_id);
alter table pieces add column holding_id uuid generated always as ((doc ->> 'holdingId')::uuid) stored;
create index pieces_holding on pieces (holding_id);
create index po_line_locations on po_line using gin ((doc -> 'locations') jsonb_path_ops);`

/** Reads what storage keeps, under the path that screens ask. */
function readRoutes(path: string, permission: string, stored: Collection): Route[] {
  return [
    {
      method: 'GET',
      path,
      permissions: [`${permission}.collection.get`],
      description: { summary: `Lists ${stored.listKey} (CQL)` },
      handler: (request) => answerDocuments(request, stored),
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      permissions: [`${permission}.item.get`],
      description: { summary: `One of the ${stored.listKey}` },
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return ok(new JsonText(await request.transaction((tx) => getShownDocument(tx, stored, id))))
      },
    },
  ]
}

/** The order lines that a holdings record is a place of, or that pieces of it belong to. */
const holdingSummary: Route = {
  method: 'GET',
  path: '/orders/holding-summary/:id',
  permissions: ['orders.holding-summary.collection.get'],
  description: { summary: 'Order lines that use a holdings record' },
  handler: async (request) => {
    const id = uuidParameter(request.params)
    const rows = await request.transaction((tx) =>
      tx.query<{ summary: string }>(
        `select jsonb_strip_nulls(jsonb_build_object(
           'poLineId', line.id, 'poLineNumber', line.doc -> 'poLineNumber',
           'polReceiptStatus', line.doc -> 'receiptStatus', 'orderType', o.doc -> 'orderType',
           'orderStatus', o.doc -> 'workflowStatus', 'orderSentDate', o.doc -> 'dateOrdered',
           'orderCloseReason', o.doc -> 'closeReason')) as summary
         from po_line line join purchase_order o on o.id = line.purchaseorderid
         where line.doc -> 'locations' @> jsonb_build_array(jsonb_build_object('holdingId', $1::text))
           or line.id in (select polineid from pieces where holding_id = $1::uuid)
         order by line.doc ->> 'poLineNumber', line.id`,
        [id],
      ),
    )
    const summaries = rows.map(({ summary }) => summary).join(',')
    return ok(new JsonText(`{"holdingSummaries":[${summaries}],"totalRecords":${rows.length}}`))
  },
}

/** Orders as they are stored, and what inventory's screens read of them; ordering and receiving are not here yet. */
export const ordersModule: Module = {
  name: 'orders',
  schema: { tenant: [...collections.map(collectionDdl), COLUMNS].join('\n') },
  interfaces: [
    ...collections.flatMap((collection) => collection.interface ?? []),
    { module: 'mod-orders-13.1.0', id: 'orders.holding-summary', version: '1.0' },
  ],
  routes: () => [
    ...collections.flatMap(collectionRoutes),
    ...readRoutes('/orders/titles', 'orders.titles', titles),
    ...readRoutes('/orders/pieces', 'orders.pieces', pieces),
    holdingSummary,
  ],
}

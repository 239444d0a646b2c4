import { defineCollection } from '../../kernel/collections/index.ts'
import type { Collection, CollectionDeclaration } from '../../kernel/collections/index.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'
import type { JsonSchema } from '../../kernel/http/validation.ts'

const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }
const time = { type: 'string', format: 'date-time' }
const flag = { type: 'boolean' }
const whole = { type: 'integer' }
const list = { type: 'array' }
const part = { type: 'object' }

const MODULE = 'mod-orders-storage-13.8.0'

type OrderList = Pick<CollectionDeclaration, 'references' | 'unique' | 'duplicateProblem' | 'cqlFields'> & {
  name: string
  listKey: string
  table: string
  required: readonly string[]
  properties: Record<string, JsonSchema>
}

function orderList({ name, listKey, table, required, properties, ...rest }: OrderList): Collection {
  return defineCollection({
    path: `/orders-storage/${name}`,
    listKey,
    table,
    permissions: `orders-storage.${name}`,
    interface: { module: MODULE, id: `orders-storage.${name}`, version: '9.0' },
    schema: { type: 'object', additionalProperties: false, required: [...required], properties },
    ...rest,
  })
}

/** Orders (folio-org/acq-models: mod-orders-storage/schemas/purchase_order.json). */
export const purchaseOrders = orderList({
  name: 'purchase-orders',
  listKey: 'purchaseOrders',
  table: 'purchase_order',
  required: ['orderType', 'vendor'],
  properties: {
    poNumber: { type: 'string', pattern: '^[a-zA-Z0-9]{1,22}$' },
    poNumberPrefix: text,
    poNumberSuffix: text,
    orderType: { enum: ['One-Time', 'Ongoing'] },
    ongoing: part,
    vendor: uuid,
    workflowStatus: { enum: ['Pending', 'Open', 'Closed'], default: 'Pending' },
    approved: flag,
    approvedById: uuid,
    approvalDate: time,
    assignedTo: uuid,
    billTo: uuid,
    shipTo: uuid,
    template: uuid,
    openedById: uuid,
    dateOrdered: time,
    closeReason: part,
    manualPo: flag,
    reEncumber: flag,
    notes: list,
    acqUnitIds: list,
    tags: part,
    customFields: part,
    nextPolNumber: whole,
    fiscalYearId: uuid,
  },
  unique: [{ fields: ['poNumber'] }],
})

/** Order lines (folio-org/acq-models: mod-orders-storage/schemas/po_line.json). */
export const orderLines = orderList({
  name: 'po-lines',
  listKey: 'poLines',
  table: 'po_line',
  required: ['acquisitionMethod', 'orderFormat', 'purchaseOrderId', 'source', 'titleOrPackage'],
  properties: {
    purchaseOrderId: uuid,
    poLineNumber: { type: 'string', pattern: '^[a-zA-Z0-9]{1,22}-[0-9]{1,3}$' },
    source: { enum: ['User', 'API', 'EDI', 'MARC', 'EBSCONET'] },
    titleOrPackage: text,
    isPackage: flag,
    instanceId: uuid,
    packagePoLineId: uuid,
    edition: text,
    publisher: text,
    publicationDate: text,
    contributors: list,
    description: text,
    poLineDescription: text,
    collection: flag,
    agreementId: uuid,
    acquisitionMethod: uuid,
    automaticExport: flag,
    orderFormat: { enum: ['Electronic Resource', 'P/E Mix', 'Physical Resource', 'Other'] },
    selector: text,
    requester: text,
    rush: flag,
    donor: text,
    donorOrganizationIds: list,
    cancellationRestriction: flag,
    cancellationRestrictionNote: text,
    renewalNote: text,
    tags: part,
    customFields: part,
    cost: part,
    details: part,
    eresource: part,
    physical: part,
    fundDistribution: list,
    locations: list,
    searchLocationIds: list,
    vendorDetail: part,
    checkinItems: flag,
    receiptDate: time,
    receiptStatus: {
      enum: [
        'Awaiting Receipt',
        'Cancelled',
        'Fully Received',
        'Partially Received',
        'Pending',
        'Receipt Not Required',
        'Ongoing',
      ],
      default: 'Pending',
    },
    paymentStatus: {
      enum: [
        'Awaiting Payment',
        'Cancelled',
        'Fully Paid',
        'Partially Paid',
        'Payment Not Required',
        'Pending',
        'Ongoing',
      ],
      default: 'Pending',
    },
    claims: list,
    claimingActive: flag,
    claimingInterval: whole,
    suppressInstanceFromDiscovery: flag,
    lastEDIExportDate: time,
    alerts: list,
    reportingCodes: list,
    paymentTerms: part,
  },
  references: [{ field: 'purchaseOrderId', table: 'purchase_order' }],
})

/** Titles to be received (folio-org/acq-models: mod-orders-storage/schemas/title.json). */
export const titles = orderList({
  name: 'titles',
  listKey: 'titles',
  table: 'titles',
  required: ['title', 'poLineId'],
  properties: {
    title: text,
    poLineId: uuid,
    instanceId: uuid,
    expectedReceiptDate: time,
    productIds: list,
    contributors: list,
    publisher: text,
    edition: text,
    packageName: text,
    poLineNumber: text,
    publishedDate: text,
    receivingNote: text,
    subscriptionFrom: time,
    subscriptionTo: time,
    subscriptionInterval: whole,
    isAcknowledged: flag,
    nextSequenceNumber: { ...whole, default: 1 },
    claimingActive: flag,
    claimingInterval: whole,
    bindItemIds: list,
    acqUnitIds: list,
  },
  references: [{ field: 'poLineId', table: 'po_line' }],
  unique: [{ fields: ['poLineId', 'instanceId'], match: 'lowered' }],
  cqlFields: { instanceId: { kind: 'uuid', column: 'titles.instance_id' } },
  duplicateProblem: ({ poLineId }) =>
    fieldProblem('The title for poLine already exist', 'poLineId', poLineId, 'titleExist'),
})

/** What arrives of a title (folio-org/acq-models: mod-orders-storage/schemas/piece.json). */
export const pieces = orderList({
  name: 'pieces',
  listKey: 'pieces',
  table: 'pieces',
  required: ['format', 'poLineId', 'titleId', 'receivingStatus'],
  properties: {
    receivingStatus: {
      enum: ['Received', 'Expected', 'Late', 'Claim delayed', 'Claim sent', 'Unreceivable'],
    },
    displaySummary: text,
    caption: text,
    format: { enum: ['Physical', 'Electronic', 'Other'] },
    poLineId: uuid,
    titleId: uuid,
    locationId: uuid,
    holdingId: uuid,
    itemId: uuid,
    enumeration: text,
    chronology: text,
    copyNumber: text,
    supplement: flag,
    discoverySuppress: flag,
    displayOnHolding: flag,
    comment: text,
    receiptDate: time,
    receivedDate: time,
    receivingTenantId: text,
    displayToPublic: flag,
    sequenceNumber: whole,
    barcode: text,
    accessionNumber: text,
    callNumber: text,
    isBound: flag,
    bindItemId: uuid,
    bindItemTenantId: text,
    statusUpdatedDate: time,
    claimingInterval: whole,
    internalNote: text,
    externalNote: text,
  },
  references: [
    { field: 'poLineId', table: 'po_line' },
    { field: 'titleId', table: 'titles' },
  ],
  cqlFields: { holdingId: { kind: 'uuid', column: 'pieces.holding_id' } },
})

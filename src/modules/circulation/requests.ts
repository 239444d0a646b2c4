import { defineCollection } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'

const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }
const time = { type: 'string', format: 'date-time' }
const flag = { type: 'boolean' }

function object(properties: object) {
  return { type: 'object', additionalProperties: false, properties }
}

const OPEN = [
  'Open - Not yet filled',
  'Open - Awaiting pickup',
  'Open - In transit',
  'Open - Awaiting delivery',
]
const CLOSED = ['Closed - Filled', 'Closed - Cancelled', 'Closed - Unfilled', 'Closed - Pickup expired']
const FULFILLMENTS = ['Hold Shelf', 'Delivery']
const person = object({
  firstName: text,
  lastName: text,
  middleName: text,
  preferredFirstName: text,
  barcode: text,
  patronGroupId: uuid,
})
const callNumber = object({ callNumber: text, prefix: text, suffix: text })

/** Why requests are cancelled. */
export const cancellationReasons = defineCollection({
  path: '/cancellation-reason-storage/cancellation-reasons',
  listKey: 'cancellationReasons',
  table: 'cancellation_reason',
  permissions: 'circulation-storage.cancellation-reasons',
  interface: {
    module: 'mod-circulation-storage-17.4.0',
    id: 'cancellation-reason-storage',
    version: '1.1',
  },
  schema: {
    ...object({
      name: text,
      description: text,
      publicDescription: text,
      requiresAdditionalInformation: flag,
      source: text,
    }),
    required: ['name'],
  },
  unique: [{ fields: ['name'] }],
  usedBy: [{ table: 'request', path: 'cancellationReasonId' }],
})

/** Requests as they are stored (folio-org/mod-circulation-storage: ramls/request.json). */
export const requests = defineCollection({
  path: '/request-storage/requests',
  listKey: 'requests',
  table: 'request',
  permissions: 'circulation-storage.requests',
  interface: { module: 'mod-circulation-storage-17.4.0', id: 'request-storage', version: '6.2' },
  schema: {
    ...object({
      requestLevel: { enum: ['Item', 'Title'] },
      requestType: { enum: ['Hold', 'Recall', 'Page'] },
      ecsRequestPhase: { enum: ['Primary', 'Secondary', 'Intermediate'] },
      requestDate: time,
      patronComments: text,
      requesterId: uuid,
      proxyUserId: uuid,
      instanceId: uuid,
      holdingsRecordId: uuid,
      itemId: uuid,
      status: { enum: [...OPEN, ...CLOSED], default: OPEN[0] },
      cancellationReasonId: uuid,
      cancelledByUserId: uuid,
      cancellationAdditionalInformation: text,
      cancelledDate: time,
      position: { type: 'integer' },
      instance: object({
        title: text,
        hrid: text,
        identifiers: { type: 'array', items: object({ value: text, identifierTypeId: uuid }) },
      }),
      item: object({
        barcode: text,
        itemEffectiveLocationId: uuid,
        itemEffectiveLocationName: text,
        retrievalServicePointId: uuid,
        retrievalServicePointName: text,
        loanTypeId: uuid,
        loanTypeName: text,
      }),
      requester: person,
      proxy: person,
      fulfillmentPreference: { enum: FULFILLMENTS },
      // The spelling of clients from before request-storage 6.0.
      fulfilmentPreference: { enum: FULFILLMENTS },
      deliveryAddressTypeId: uuid,
      pickupServicePointId: uuid,
      requestExpirationDate: time,
      holdShelfExpirationDate: time,
      awaitingPickupRequestClosedDate: time,
      tags: object({ tagList: { type: 'array', items: text } }),
      searchIndex: object({
        callNumberComponents: callNumber,
        shelvingOrder: text,
        pickupServicePointName: text,
      }),
      itemLocationCode: text,
      isDcbReRequestCancellation: flag,
    }),
    required: ['requestLevel', 'requestType', 'requestDate', 'requesterId', 'instanceId'],
  },
  unique: [{ fields: ['itemId', 'position'], match: 'lowered', where: `doc ->> 'status' like 'Open%'` }],
  cqlFields: {
    requesterId: { kind: 'uuid', column: 'request.requester_id' },
    instanceId: { kind: 'uuid', column: 'request.instance_id' },
    itemId: { kind: 'uuid', column: 'request.item_id' },
  },
  validate: checkRequest,
  duplicateProblem: ({ itemId, position }) =>
    fieldProblem(
      'Cannot have more than one request with the same position in the queue',
      'itemId',
      `${itemId}, ${position}`,
    ),
})

async function checkRequest(tx: Transaction, request: Document): Promise<void> {
  const { fulfilmentPreference, cancellationReasonId: reason } = request
  delete request.fulfilmentPreference
  request.fulfillmentPreference ??= fulfilmentPreference
  if (request.fulfillmentPreference === undefined) {
    throw fieldProblem('must not be null', 'fulfillmentPreference', null)
  }
  if (reason === undefined) return
  const known = await tx.query('select from cancellation_reason where id = $1', [reason])
  if (known.length === 0) {
    throw fieldProblem(
      'Cancellation reason does not exist',
      'cancellationReasonId',
      reason,
      'INVALID_CANCELLATION_REASON',
    )
  }
}

/** How a user wants to get what they request; one row a user. */
export const requestPreferences = defineCollection({
  path: '/request-preference-storage/request-preference',
  listKey: 'requestPreferences',
  table: 'user_request_preference',
  permissions: 'circulation-storage.request-preferences',
  interface: {
    module: 'mod-circulation-storage-17.4.0',
    id: 'request-preference-storage',
    version: '2.0',
  },
  schema: {
    ...object({
      userId: uuid,
      holdShelf: flag,
      delivery: flag,
      defaultServicePointId: uuid,
      defaultDeliveryAddressTypeId: uuid,
      fulfillment: { enum: FULFILLMENTS },
    }),
    required: ['userId', 'holdShelf', 'delivery'],
  },
  unique: [{ fields: ['userId'], match: 'lowered' }],
  cqlFields: {
    userId: { kind: 'lowered', column: `(user_request_preference.doc ->> 'userId') collate "C"` },
  },
  duplicateProblem: ({ userId }) =>
    fieldProblem('Request preference for specified user already exists', 'userId', userId),
})

/** How many requests of a user are open. */
export async function countOpenRequests(tx: Transaction, userId: string): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    'select count(*) as total from request where requester_id = $1 and is_open',
    [userId],
  )
  return row!.total
}

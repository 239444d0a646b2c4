import { defineCollection } from '../../kernel/collections/index.ts'

const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }
const time = { type: 'string', format: 'date-time' }
const named = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: text },
}

/** What a patron was charged, and what of it is left (folio-org/mod-feesfines: ramls/accountdata.json). */
export const accounts = defineCollection({
  path: '/accounts',
  listKey: 'accounts',
  table: 'accounts',
  permissions: 'accounts',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['amount', 'remaining', 'status', 'paymentStatus', 'userId', 'feeFineId', 'ownerId'],
    properties: {
      amount: { type: 'number' },
      remaining: { type: 'number' },
      dateCreated: time,
      dateUpdated: time,
      status: { ...named, properties: { name: { enum: ['Open', 'Closed'] } } },
      paymentStatus: named,
      feeFineType: text,
      feeFineOwner: text,
      title: text,
      callNumber: text,
      barcode: text,
      materialType: text,
      itemStatus: { ...named, required: [] },
      location: text,
      dueDate: time,
      returnedDate: time,
      loanId: uuid,
      userId: uuid,
      itemId: uuid,
      materialTypeId: uuid,
      feeFineId: uuid,
      ownerId: uuid,
      holdingsRecordId: uuid,
      instanceId: uuid,
      contributors: { type: 'array', items: named },
      loanPolicyId: uuid,
      overdueFinePolicyId: uuid,
      lostItemFeePolicyId: uuid,
      processId: uuid,
    },
  },
  cqlFields: {
    userId: { kind: 'uuid', column: 'accounts.user_id' },
    loanId: { kind: 'uuid', column: 'accounts.loan_id' },
  },
})

/** Each line of an account's history (folio-org/mod-feesfines: ramls/feefineactiondata.json). */
export const accountActions = defineCollection({
  path: '/feefineactions',
  listKey: 'feefineactions',
  table: 'feefineactions',
  permissions: 'feefineactions',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['accountId', 'userId'],
    properties: {
      dateAction: time,
      typeAction: text,
      comments: text,
      notify: { type: 'boolean' },
      amountAction: { type: 'number' },
      balance: { type: 'number' },
      transactionInformation: text,
      createdAt: text,
      originalCreatedAt: text,
      source: text,
      paymentMethod: text,
      accountId: uuid,
      userId: uuid,
    },
  },
  cqlFields: {
    userId: { kind: 'uuid', column: 'feefineactions.user_id' },
    accountId: { kind: 'uuid', column: 'feefineactions.account_id' },
  },
})

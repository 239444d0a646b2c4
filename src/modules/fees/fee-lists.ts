import { defineCollection } from '../../kernel/collections/index.ts'
import type { CollectionDeclaration, Collection } from '../../kernel/collections/index.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'
import type { JsonSchema } from '../../kernel/http/validation.ts'

const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }
const flag = { type: 'boolean' }
const money = { type: 'number' }
const period = {
  type: 'object',
  additionalProperties: false,
  properties: { duration: { type: 'integer' }, intervalId: text },
}
const rate = {
  type: 'object',
  additionalProperties: false,
  properties: { quantity: money, intervalId: text },
}

type FeeList = Pick<CollectionDeclaration, 'unique' | 'usedBy' | 'duplicateProblem' | 'interface'> & {
  /** The path without its slash. */
  name: string
  listKey?: string
  table: string
  required?: readonly string[]
  properties: Record<string, JsonSchema>
}

function feeList({ name, listKey = name, required = [], properties, ...rest }: FeeList): Collection {
  return defineCollection({
    path: `/${name}`,
    listKey,
    permissions: name,
    schema: { type: 'object', additionalProperties: false, required: [...required], properties },
    ...rest,
  })
}

/** Who charges (folio-org/mod-feesfines: ramls/ownerdata.json). */
export const owners = feeList({
  name: 'owners',
  table: 'owners',
  interface: { module: 'mod-feesfines-19.3.0', id: 'feesfines', version: '19.1' },
  required: ['owner'],
  properties: {
    owner: text,
    desc: text,
    servicePointOwner: {
      type: 'array',
      items: { type: 'object', additionalProperties: false, properties: { value: text, label: text } },
    },
    defaultChargeNoticeId: uuid,
    defaultActionNoticeId: uuid,
  },
})

/** Kinds of fees; those that the server charges by itself have fixed ids. */
export const feeKinds = feeList({
  name: 'feefines',
  table: 'feefines',
  required: ['feeFineType'],
  properties: {
    automatic: flag,
    feeFineType: text,
    defaultAmount: money,
    chargeNoticeId: uuid,
    actionNoticeId: uuid,
    ownerId: uuid,
  },
  unique: [{ fields: ['feeFineType', 'ownerId'], nullsAreEqual: true }],
})

export const payments = feeList({
  name: 'payments',
  table: 'payments',
  required: ['nameMethod'],
  properties: { nameMethod: text, allowedRefundMethod: flag, ownerId: uuid },
})

// Its list key has the plural of the noun, its path that of the verb.
export const waives = feeList({
  name: 'waives',
  listKey: 'waivers',
  table: 'waives',
  required: ['nameReason'],
  properties: { nameReason: text, description: text, accountId: uuid },
})

export const refunds = feeList({
  name: 'refunds',
  table: 'refunds',
  required: ['nameReason'],
  properties: { nameReason: text, description: text, accountId: uuid },
})

export const transfers = feeList({
  name: 'transfers',
  table: 'transfers',
  required: ['accountName'],
  properties: { accountName: text, desc: text, ownerId: uuid },
})

/** Which actions on a fee ask for a comment. */
export const comments = feeList({
  name: 'comments',
  table: 'comments',
  properties: { paid: flag, waived: flag, refunded: flag, transferredManually: flag },
})

export const overdueFinePolicies = feeList({
  name: 'overdue-fines-policies',
  listKey: 'overdueFinePolicies',
  table: 'overdue_fine_policy',
  required: ['name'],
  properties: {
    name: text,
    description: text,
    overdueFine: rate,
    countClosed: flag,
    maxOverdueFine: money,
    forgiveOverdueFine: flag,
    overdueRecallFine: rate,
    gracePeriodRecall: flag,
    maxOverdueRecallFine: money,
    reminderFeesPolicy: { type: 'object' },
  },
  unique: [{ fields: ['name'] }],
  duplicateProblem: () => policyExists('overdue'),
})

export const lostItemFeePolicies = feeList({
  name: 'lost-item-fees-policies',
  listKey: 'lostItemFeePolicies',
  table: 'lost_item_fee_policy',
  required: ['name'],
  properties: {
    name: text,
    description: text,
    itemAgedLostOverdue: period,
    patronBilledAfterAgedLost: period,
    recalledItemAgedLostOverdue: period,
    patronBilledAfterRecalledItemAgedLost: period,
    chargeAmountItem: {
      type: 'object',
      additionalProperties: false,
      properties: { chargeType: { enum: ['anotherCost', 'actualCost'] }, amount: money },
    },
    lostItemProcessingFee: money,
    chargeAmountItemPatron: flag,
    chargeAmountItemSystem: flag,
    lostItemChargeFeeFine: period,
    returnedLostItemProcessingFee: flag,
    replacedLostItemProcessingFee: flag,
    replacementProcessingFee: money,
    replacementAllowed: flag,
    lostItemReturned: { enum: ['Charge', 'Remove'] },
    feesFinesShallRefunded: period,
  },
  unique: [{ fields: ['name'] }],
  duplicateProblem: () => policyExists('lost'),
})

function policyExists(kind: 'overdue' | 'lost') {
  const name = kind === 'overdue' ? 'overdue fine' : 'lost item fee'
  return fieldProblem(
    `The ${name} policy name entered already exists. Please enter a different name.`,
    'name',
    null,
    `feesfines.policy.${kind}.duplicate`,
  )
}

/** The kinds that the server charges by itself (folio-org/mod-feesfines: reference data). */
export const AUTOMATIC_FEES = [
  { id: '9523cb96-e752-40c2-89da-60f3961a488d', feeFineType: 'Overdue fine' },
  { id: 'cf238f9f-7018-47b7-b815-bb2db798e19f', feeFineType: 'Lost item fee' },
  { id: 'c7dede15-aa48-45ed-860b-f996540180e0', feeFineType: 'Lost item processing fee' },
  { id: 'd20df2fb-45fd-4184-b238-0d25747ffdd9', feeFineType: 'Replacement processing fee' },
  { id: '73785370-d3bd-4d92-942d-ae2268e02ded', feeFineType: 'Lost item fee (actual cost)' },
  { id: '6b830703-f828-4e38-a0bb-ee81deacbd03', feeFineType: 'Reminder fee' },
].map((kind) => ({ ...kind, automatic: true }))

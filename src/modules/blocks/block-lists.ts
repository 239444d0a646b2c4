import { defineCollection } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'

const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }
const flag = { type: 'boolean' }

/** Blocks that staff put on a patron (folio-org/mod-feesfines: ramls/manualblockdata.json). */
export const manualBlocks = defineCollection({
  path: '/manualblocks',
  listKey: 'manualblocks',
  table: 'manualblocks',
  permissions: 'manualblocks',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['desc', 'userId'],
    properties: {
      type: text,
      desc: text,
      code: text,
      staffInformation: text,
      patronMessage: text,
      expirationDate: { type: 'string', format: 'date-time' },
      borrowing: flag,
      renewals: flag,
      requests: flag,
      userId: uuid,
    },
  },
  cqlFields: { userId: { kind: 'uuid', column: 'manualblocks.user_id' } },
})

export const manualBlockTemplates = defineCollection({
  path: '/manual-block-templates',
  listKey: 'manualBlockTemplates',
  table: 'manual_block_templates',
  permissions: 'manual-block-templates',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: text,
      code: text,
      desc: text,
      blockTemplate: {
        type: 'object',
        additionalProperties: false,
        properties: { desc: text, patronMessage: text, borrowing: flag, renewals: flag, requests: flag },
      },
    },
  },
  unique: [{ fields: ['name'] }],
})

/** The six things that can block a patron by themselves, with FOLIO's ids. */
export const CONDITIONS = {
  itemsChargedOut: '3d7c52dc-c732-4223-8bf8-e5917801386f',
  lostItems: '72b67965-5b73-4840-bc0b-be8f3f6e047e',
  overdueItems: '584fbd4f-6a34-4730-a6ca-73a6a6a9d845',
  overdueRecalls: 'e5b45031-a202-4abb-917b-e1df9346fe2c',
  recallOverdueDays: '08530ac4-07f2-48e6-9dda-a97bc2bf7053',
  balance: 'cf7a0d5f-a327-4ca1-aa9e-dc55ec006b8a',
} as const

const NAMES: Record<keyof typeof CONDITIONS, string> = {
  itemsChargedOut: 'Maximum number of items charged out',
  lostItems: 'Maximum number of lost items',
  overdueItems: 'Maximum number of overdue items',
  overdueRecalls: 'Maximum number of overdue recalls',
  recallOverdueDays: 'Recall overdue by maximum number of days',
  balance: 'Maximum outstanding fee/fine balance',
}

/** The six rows of a new tenant: nothing is blocked by them yet. */
export const CONDITION_ROWS = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).map((kind) => ({
  id: CONDITIONS[kind],
  name: NAMES[kind],
  blockBorrowing: false,
  blockRenewals: false,
  blockRequests: false,
  valueType: kind === 'balance' ? 'Double' : 'Integer',
  message: '',
}))

export const blockConditions = defineCollection({
  path: '/patron-block-conditions',
  listKey: 'patronBlockConditions',
  table: 'patron_block_conditions',
  permissions: 'patron-block-conditions',
  interface: { module: 'mod-patron-blocks-1.12.0', id: 'patron-block-conditions', version: '0.3' },
  methods: ['list', 'get', 'put'],
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'blockBorrowing', 'blockRenewals', 'blockRequests', 'valueType', 'message'],
    properties: {
      name: text,
      blockBorrowing: flag,
      blockRenewals: flag,
      blockRequests: flag,
      valueType: { enum: ['Integer', 'Double'] },
      message: text,
    },
  },
  validate: checkCondition,
})

function checkCondition(_tx: Transaction, condition: Document): void {
  const isUsed = [condition.blockBorrowing, condition.blockRenewals, condition.blockRequests].includes(true)
  const hasMessage = String(condition.message).trim() !== ''
  if (isUsed && !hasMessage) {
    throw fieldProblem(
      'Message to be displayed is a required field if one or more Blocked actions selected',
      'message',
      condition.message,
    )
  }
  if (!isUsed && hasMessage) {
    throw fieldProblem(
      'One or more Blocked actions must be selected for Message to be displayed to be used',
      'message',
      condition.message,
    )
  }
}

export const blockLimits = defineCollection({
  path: '/patron-block-limits',
  listKey: 'patronBlockLimits',
  table: 'patron_block_limits',
  permissions: 'patron-block-limits',
  interface: { module: 'mod-patron-blocks-1.12.0', id: 'patron-block-limits', version: '0.3' },
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['patronGroupId', 'conditionId', 'value'],
    properties: { patronGroupId: uuid, conditionId: uuid, value: { type: 'number' } },
  },
  references: [{ field: 'conditionId', table: 'patron_block_conditions' }],
  unique: [{ fields: ['patronGroupId', 'conditionId'], match: 'lowered' }],
  validate: checkLimit,
})

function checkLimit(_tx: Transaction, { conditionId, value }: Document): void {
  const limit = value as number
  if (conditionId === CONDITIONS.balance) {
    if (limit < 0 || limit > 999_999.99) {
      throw fieldProblem('Must be blank or a number from 0.00 to 999999.99', 'value', value)
    }
  } else if (!Number.isInteger(limit) || limit < 0 || limit > 999_999) {
    throw fieldProblem('Must be blank or an integer from 0 to 999999', 'value', value)
  }
}

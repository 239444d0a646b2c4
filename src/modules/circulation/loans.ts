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

const loanProperties = {
  userId: uuid,
  proxyUserId: uuid,
  itemId: uuid,
  itemEffectiveLocationIdAtCheckOut: uuid,
  status: object({ name: { enum: ['Open', 'Closed'] } }),
  loanDate: time,
  dueDate: time,
  returnDate: time,
  systemReturnDate: time,
  action: text,
  actionComment: text,
  itemStatus: text,
  renewalCount: { type: 'integer' },
  loanPolicyId: uuid,
  checkoutServicePointId: uuid,
  checkinServicePointId: uuid,
  patronGroupIdAtCheckout: uuid,
  dueDateChangedByRecall: flag,
  isDcb: flag,
  declaredLostDate: time,
  claimedReturnedDate: time,
  overdueFinePolicyId: uuid,
  lostItemPolicyId: uuid,
  agedToLostDelayedBilling: object({
    lostItemHasBeenBilled: flag,
    dateLostItemShouldBeBilled: time,
    agedToLostDate: time,
  }),
  reminders: object({ lastFeeBilled: object({ number: { type: 'integer' }, date: time }) }),
  forUseAtLocation: object({
    status: { enum: ['In use', 'Held', 'Returned'] },
    statusDate: time,
    holdShelfExpirationDate: time,
  }),
}

/** Loans as they are stored (folio-org/mod-circulation-storage: ramls/loan.json). */
export const loans = defineCollection({
  path: '/loan-storage/loans',
  listKey: 'loans',
  table: 'loan',
  permissions: 'circulation-storage.loans',
  interface: { module: 'mod-circulation-storage-17.4.0', id: 'loan-storage', version: '7.3' },
  schema: { ...object(loanProperties), required: ['itemId', 'loanDate', 'action'] },
  unique: [
    {
      fields: ['itemId'],
      match: 'lowered',
      where: `coalesce(doc #>> '{status,name}', 'Open') = 'Open'`,
    },
  ],
  cqlFields: {
    userId: { kind: 'uuid', column: 'loan.user_id' },
    itemId: { kind: 'uuid', column: 'loan.item_id' },
  },
  validate: checkLoan,
  duplicateProblem: ({ itemId }) =>
    fieldProblem('Cannot have more than one open loan for the same item', 'itemId', itemId),
})

function checkLoan(_tx: Transaction, loan: Document): void {
  loan.status ??= { name: 'Open' }
  if ((loan.status as { name?: string }).name === 'Open' && loan.userId === undefined) {
    throw fieldProblem('Open loan must have a user ID', 'userId', null)
  }
}

/** Every state that loans were in; the database writes it with each change of a loan (`circulation.sql`). */
export const loanHistory = defineCollection({
  path: '/loan-storage/loan-history',
  listKey: 'loansHistory',
  table: 'audit_loan',
  permissions: 'circulation-storage.loans-history',
  methods: ['list', 'get'],
  hasMetadata: false,
  schema: object({
    operation: text,
    createdDate: time,
    loan: object({ id: uuid, ...loanProperties, metadata: { type: 'object' } }),
  }),
  cqlFields: { 'loan.id': { kind: 'uuid', column: 'audit_loan.loan_id' } },
})

/** How many loans of a user are open. */
export async function countOpenLoans(tx: Transaction, userId: string): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    'select count(*) as total from loan where user_id = $1 and is_open',
    [userId],
  )
  return row!.total
}

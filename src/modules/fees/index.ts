import { collectionDdl, collectionRoutes, seedDocuments } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Module, SeedOptions } from '../../kernel/module.ts'
import { readBeside } from '../../kernel/module.ts'
import { accountActions, accounts } from './accounts.ts'
import {
  AUTOMATIC_FEES,
  comments,
  feeKinds,
  lostItemFeePolicies,
  overdueFinePolicies,
  owners,
  payments,
  refunds,
  transfers,
  waives,
} from './fee-lists.ts'

const collections = [
  owners,
  feeKinds,
  payments,
  waives,
  refunds,
  transfers,
  comments,
  overdueFinePolicies,
  lostItemFeePolicies,
  accounts,
  accountActions,
]

async function seedFees(tx: Transaction, { reference }: SeedOptions): Promise<void> {
  if (!reference) return
  await seedDocuments(tx, feeKinds, AUTOMATIC_FEES)
  await seedDocuments(tx, comments, [
    { paid: false, waived: false, refunded: false, transferredManually: false },
  ])
}

/** How many accounts of a user are open. */
export async function countOpenAccounts(tx: Transaction, userId: string): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    'select count(*) as total from accounts where user_id = $1 and is_open',
    [userId],
  )
  return row!.total
}

/** Fees and fines as they are stored: what may be charged, what was charged, and what was done about it. */
export const feesModule: Module = {
  name: 'fees',
  schema: {
    tenant: [...collections.map(collectionDdl), readBeside(import.meta.dirname, 'fee-columns.sql')].join(
      '\n',
    ),
  },
  interfaces: collections.flatMap((collection) => collection.interface ?? []),
  routes: () => collections.flatMap(collectionRoutes),
  seedTenant: seedFees,
}

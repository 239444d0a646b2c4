import { listDocuments } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { countManualBlocks } from '../blocks/index.ts'
import { countOpenLoans, countOpenRequests } from '../circulation/index.ts'
import { countOpenAccounts } from '../fees/index.ts'
import { proxies } from '../users/index.ts'

/** What keeps a user from being deleted, counted (folio-org/mod-users-bl: ramls/openTransactions.json). */
export type OpenTransactions = {
  userId: string
  userBarcode?: string
  hasOpenTransactions: boolean
  loans: number
  requests: number
  feesFines: number
  proxies: number
  blocks: number
}

/** Counts a user's open business: what must be settled before the user can be deleted. */
export async function openTransactions(tx: Transaction, user: Document): Promise<OpenTransactions> {
  const id = String(user.id)
  const { total: proxyCount } = await listDocuments(tx, proxies, {
    query: `userId==${id} or proxyUserId==${id}`,
    limit: 0,
    offset: 0,
  })
  const counts = {
    loans: await countOpenLoans(tx, id),
    requests: await countOpenRequests(tx, id),
    feesFines: await countOpenAccounts(tx, id),
    proxies: proxyCount,
    blocks: await countManualBlocks(tx, id),
  }
  return {
    userId: id,
    ...(typeof user.barcode === 'string' ? { userBarcode: user.barcode } : {}),
    hasOpenTransactions: Object.values(counts).some((count) => count > 0),
    ...counts,
  }
}

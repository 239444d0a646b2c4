import { listDocuments } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
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

/**
 * Counts a user's open business. Of the five kinds only proxies exist in Octavo so far: there is no circulation
 * and there are no fees, so nobody can have a loan, a request, a fee or a block.
 */
export async function openTransactions(tx: Transaction, user: Document): Promise<OpenTransactions> {
  const id = String(user.id)
  const { total } = await listDocuments(tx, proxies, {
    query: `userId==${id} or proxyUserId==${id}`,
    limit: 0,
    offset: 0,
  })
  return {
    userId: id,
    ...(typeof user.barcode === 'string' ? { userBarcode: user.barcode } : {}),
    hasOpenTransactions: total > 0,
    loans: 0,
    requests: 0,
    feesFines: 0,
    proxies: total,
    blocks: 0,
  }
}

import type { Transaction } from '../../kernel/db/database.ts'
import { CONDITIONS } from './block-lists.ts'

/** A block that follows from a patron's loans and fees (folio-org/mod-patron-blocks: automated-patron-block.json). */
export type AutomatedBlock = {
  patronBlockConditionId: string
  blockBorrowing: boolean
  blockRenewals: boolean
  blockRequests: boolean
  message: string
}

type Condition = {
  id: string
  /** The stored condition as JSON text. */
  doc: string
  limit: number
}

type Standing = {
  open: number
  lost: number
  overdue: number
  overdue_recalls: number
  recall_days: number
  balance: number
}

// Items that the patron says to have returned count nowhere, nor do fees for them.
const STANDING = `
with held as (
  select id, doc, coalesce(doc ->> 'itemStatus', '') as item_status,
    extract(epoch from now() - (doc ->> 'dueDate')::timestamptz) as seconds_late
  from loan where user_id = $1 and is_open
), counted as (select * from held where item_status <> 'Claimed returned')
select
  (select count(*) from counted)::int as open,
  (select count(*) from counted where item_status in ('Declared lost', 'Aged to lost'))::int as lost,
  (select count(*) from counted where seconds_late > 0)::int as overdue,
  (select count(*) from counted where seconds_late > 0 and (doc ->> 'dueDateChangedByRecall')::boolean)::int as overdue_recalls,
  (select coalesce(max(ceil(seconds_late / 86400)), 0) from counted
    where seconds_late > 0 and (doc ->> 'dueDateChangedByRecall')::boolean)::int as recall_days,
  (select coalesce(sum((doc ->> 'remaining')::numeric), 0) from accounts
    where user_id = $1 and is_open
      and not exists (select from held where held.id = loan_id and item_status = 'Claimed returned'))::float8 as balance`

/**
 * What blocks a user by itself at this moment, computed from the stored loans and fees: those conditions of whose kind
 * the user's group has a limit that is passed, and that block anything. Grace periods of loan policies are not known yet.
 */
export async function automatedBlocks(tx: Transaction, userId: string): Promise<AutomatedBlock[]> {
  const conditions = await tx.query<Condition>(
    `select c.id, c.doc, (l.doc ->> 'value')::float8 as "limit"
     from users u
     join patron_block_limits l on l.doc ->> 'patronGroupId' = u.doc ->> 'patronGroup'
     join patron_block_conditions c on c.id = l.conditionid
     where u.id = $1 order by c.doc ->> 'name'`,
    [userId],
  )
  if (conditions.length === 0) return []
  const [standing] = await tx.query<Standing>(STANDING, [userId])
  return conditions.flatMap(({ id, doc, limit }) => {
    const isPassed = exceeds(id, limit, standing!)
    const condition = JSON.parse(doc) as Omit<AutomatedBlock, 'patronBlockConditionId'>
    const block = {
      patronBlockConditionId: id,
      blockBorrowing: condition.blockBorrowing && isPassed.borrowing,
      blockRenewals: condition.blockRenewals && isPassed.other,
      blockRequests: condition.blockRequests && isPassed.other,
      message: condition.message,
    }
    return block.blockBorrowing || block.blockRenewals || block.blockRequests ? [block] : []
  })
}

/** Whether a limit is passed; a full count of loans stops borrowing already, and renewals only beyond it. */
function exceeds(
  condition: string,
  limit: number,
  standing: Standing,
): { borrowing: boolean; other: boolean } {
  const isOver = (value: number) => ({ borrowing: value > limit, other: value > limit })
  switch (condition) {
    case CONDITIONS.itemsChargedOut:
      return { borrowing: standing.open >= limit, other: standing.open > limit }
    case CONDITIONS.lostItems:
      return isOver(standing.lost)
    case CONDITIONS.overdueItems:
      return isOver(standing.overdue)
    case CONDITIONS.overdueRecalls:
      return isOver(standing.overdue_recalls)
    case CONDITIONS.recallOverdueDays:
      return isOver(standing.recall_days)
    case CONDITIONS.balance:
      return isOver(standing.balance)
    default:
      return { borrowing: false, other: false }
  }
}

import type { Transaction } from '../../kernel/db/database.ts'
import { isAlive } from './alive.ts'

/** First key of the advisory locks on a tenant's browse tables; the second is made from its schema. */
const LOCK_CLASS = 913_000_030
const LOCK = `${LOCK_CLASS}, hashtext(current_schema)`

const DOUBTS_STEP = 20_000

/** Lets any number of writers make entries side by side, but none beside a batch of the queue or a settlement. */
export async function lockAsWriter(tx: Transaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(${LOCK})`)
}

/** How long a patient one waits among the writers; those who come after it wait behind it. */
const PATIENT_MS = 300

/**
 * Takes the tenant's browse tables for this transaction alone, if no writer is at work. As a rule it does not wait:
 * writers that come later would wait behind it, for as long as the longest transaction before it lasts.
 * @throws PostgreSQL's 55P03 when it is patient and in vain
 */
export async function tryLockAlone(tx: Transaction, isPatient = false): Promise<boolean> {
  if (isPatient) {
    await tx.query("select set_config('lock_timeout', $1, true)", [String(PATIENT_MS)])
    await tx.query(`select pg_advisory_xact_lock(${LOCK})`)
    return true
  }
  const [row] = await tx.query<{ locked: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as locked`)
  return row!.locked
}

/**
 * Removes values that no record has any more, and sums up the changes of the groups' totals. Only under
 * `tryLockAlone`: no writer may be about to give a dead value a new entry. @returns false when nothing was left to do.
 */
export async function settle(tx: Transaction): Promise<boolean> {
  const doubted = await tx.query<{ value_id: string }>(
    `delete from browse_doubt where ctid = any(array(select ctid from browse_doubt limit ${DOUBTS_STEP}))
     returning value_id`,
  )
  const ids = [...new Set(doubted.map((row) => row.value_id))]
  await tx.query(
    `with gone as (
       delete from browse_value v where v.id = any($1::uuid[]) and not (${isAlive}) returning group_id
     )
     insert into browse_group_change (group_id, change) select group_id, -count(*) from gone group by group_id`,
    [ids],
  )
  const summed = await tx.execute(
    `with settled as (delete from browse_group_change returning group_id, change)
     update browse_group g set total = g.total + sum.change
     from (select group_id, sum(change) as change from settled group by group_id) as sum
     where g.id = sum.group_id`,
  )
  return doubted.length > 0 || summed > 0
}

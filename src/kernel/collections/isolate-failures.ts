import type { Transaction } from '../db/database.ts'
import type { Problem } from '../http/problems.ts'
import { asProblem } from '../http/sql-problems.ts'

/**
 * Writes `rows` so that bad ones leave the good ones untouched: all in one statement, and where that is
 * refused, in halves, down to the rows that are at fault. k bad rows among n cost about k · log2(n) statements.
 * @returns the problem of each refused row. Errors that no row caused are thrown.
 */
export async function isolateFailures<Row>(
  tx: Transaction,
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<void>,
): Promise<Map<Row, Problem>> {
  const refused = new Map<Row, Problem>()
  const pending: (readonly Row[])[] = [rows]
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    if (group.length === 0) continue
    const problem = await attempt(tx, () => write(group))
    if (problem === null) continue
    if (group.length === 1) {
      refused.set(group[0]!, problem)
      continue
    }
    // The first half is written first, so that of two rows that exclude each other the earlier one stays.
    const middle = group.length >> 1
    pending.push(group.slice(middle), group.slice(0, middle))
  }
  return refused
}

async function attempt(tx: Transaction, write: () => Promise<void>): Promise<Problem | null> {
  await tx.query('savepoint isolated_rows')
  try {
    await write()
    await tx.query('release savepoint isolated_rows')
    return null
  } catch (error) {
    const problem = asProblem(error)
    if (problem === null) throw error
    await tx.query('rollback to savepoint isolated_rows; release savepoint isolated_rows')
    return problem
  }
}

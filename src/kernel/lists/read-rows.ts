import type { Transaction } from '../db/database.ts'
import type { Page } from '../http/parameters.ts'
import { countAll } from './list-statement.ts'
import type { ListStatement } from './list-statement.ts'

/** How long one statement of a list or scan may run. */
export const STATEMENT_TIMEOUT_MS = 30_000

type Row = Record<string, unknown>
type Selection = Pick<ListStatement, 'select' | 'params'>

/** Bounds what one request may cost the database. */
export async function limitTime(tx: Transaction): Promise<void> {
  await tx.query(`select set_config('statement_timeout', $1, true)`, [String(STATEMENT_TIMEOUT_MS)])
}

/** Reads rows through a cursor in batches, so that memory holds one batch at any length. */
export async function* readBatches<R extends Row>(
  tx: Transaction,
  { select, params }: Selection,
  batch: number,
): AsyncGenerator<R[]> {
  await tx.query(`declare listed_rows no scroll cursor for ${select}`, params)
  for (;;) {
    const rows = await tx.query<R>(`fetch ${batch} from listed_rows`)
    if (rows.length > 0) yield rows
    if (rows.length < batch) break
  }
  await tx.query('close listed_rows')
}

/** The rows of a page: a short one with one query, one longer than a batch in batches. */
export async function* readPageRows<R extends Row>(
  tx: Transaction,
  selection: Selection,
  { limit }: Page,
  batch: number,
): AsyncGenerator<R[]> {
  if (limit === 0) return
  if (limit > batch) {
    yield* readBatches<R>(tx, selection, batch)
    return
  }
  const rows = await tx.query<R>(selection.select, selection.params)
  if (rows.length > 0) yield rows
}

/** The rows of a short page, and how many there are in all. */
export async function selectPage<R extends Row>(
  tx: Transaction,
  statement: ListStatement,
  page: Page,
): Promise<{ rows: R[]; total: number }> {
  const rows = page.limit === 0 ? [] : await tx.query<R>(statement.select, statement.params)
  return { rows, total: await countAll(tx, statement, page, rows.length) }
}

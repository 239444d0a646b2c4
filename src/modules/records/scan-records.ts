import { decodeCompact } from '../../formats/marc/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { STATEMENT_TIMEOUT_MS, readBatches } from '../../kernel/lists/index.ts'
import type { Candidate, Criterion } from './criterion.ts'
import type { Condition } from './record-filters.ts'

// A batch is decoded in one go, in which nothing else is served: 200 records of 4 KB take about 10 ms.
const BATCH = 200

/**
 * The rows of `filter` whose MARC passes the criterion, in batches, in the order given. Reads every candidate,
 * so it stops with a 400 after 30 seconds.
 */
export async function* scanRecords(
  tx: Transaction,
  filter: Condition,
  criterion: Criterion,
  order: string,
): AsyncGenerator<Candidate[]> {
  const endMs = Date.now() + STATEMENT_TIMEOUT_MS
  const select =
    `select s.id, s.matched_id, s.external_id, s.external_hrid, s.marc ` +
    `from source_record s where ${filter.where} and octet_length(s.marc) > 0 order by ${order}`
  for await (const rows of readBatches<Candidate>(tx, { select, params: filter.params }, BATCH)) {
    if (Date.now() > endMs) {
      throw textProblem(400, 'The search took too long and was stopped. Narrow it down.')
    }
    yield rows.filter((row) => criterion.holds(decodeCompact(row.marc), row))
  }
}

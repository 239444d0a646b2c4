import type { Transaction } from '../../../kernel/db/database.ts'
import { reserveHrids } from '../../inventory/index.ts'
import type { HridOf } from './chunk-messages.ts'
import type { HridRange } from './hrid-dealer.ts'

export type HridRanges = Record<HridOf, HridRange[]>

/**
 * Human-readable ids for the chunks of one job in this process. They are drawn before the rows are computed; what a
 * chunk did not need goes to the next one, so that the numbers of a job have gaps only where a chunk failed.
 */
export class HridSupply {
  readonly #reserve: typeof reserveHrids
  #left: HridRanges = { instances: [], holdings: [], items: [] }

  /** `reserve` gives fresh numbers; a preview has its own. */
  constructor(reserve: typeof reserveHrids = reserveHrids) {
    this.#reserve = reserve
  }

  /** Ranges for `count` ids of each of `kinds`, and `more` of those kinds of which a chunk needed more. */
  async take(
    tx: Transaction,
    count: number,
    kinds: readonly HridOf[],
    more: Record<HridOf, number>,
  ): Promise<HridRanges> {
    const ranges: HridRanges = { instances: [], holdings: [], items: [] }
    for (const kind of kinds) {
      ranges[kind] = this.#left[kind]
      this.#left[kind] = []
      const missing = count + more[kind] - sizeOf(ranges[kind])
      if (missing <= 0) continue
      const { prefix, pad, first } = await this.#reserve(tx, kind, missing)
      ranges[kind].push({ prefix, pad, first, count: missing })
    }
    return ranges
  }

  /** Takes back what was not needed. */
  giveBack(ranges: HridRanges): void {
    for (const kind of Object.keys(ranges) as HridOf[]) this.#left[kind].push(...ranges[kind])
  }
}

function sizeOf(ranges: readonly HridRange[]): number {
  return ranges.reduce((sum, { count }) => sum + count, 0)
}

import type { App } from '../../kernel/module.ts'
import { countUses } from './count-uses.ts'
import type { Usage } from './count-uses.ts'
import type { UsedList } from './used-lists.ts'

/** The last count of a list, and the one that runs. */
type Counted = { usage: Usage | null; countedAt: number; tookMs: number; running: Promise<Usage> | null }

export type CountedUsage = { usage: Usage; countedAt: number }

/** An answer comes at the latest after this time; a count that takes longer goes on by itself. */
const WAIT_MS = 800
/** A count is good for so many times what it took: the next one costs 5 % of the time at the most. */
const GOOD_FOR = 20
/** The documents of ten million records are read in less. */
const LONGEST = '10min'

/**
 * Counts of uses, kept in this process. Reading all documents of a large catalogue takes longer than anybody waits, so
 * a count goes on when its question has been answered with "counting", and one runs at a time.
 */
export function usageCounter(app: App): (tenant: string, list: UsedList) => Promise<CountedUsage | null> {
  const known = new Map<string, Counted>()
  let last: Promise<unknown> = Promise.resolve()

  function start(tenant: string, list: UsedList, counted: Counted): Promise<Usage> {
    const running = last.then(async () => {
      const begun = performance.now()
      const usage = await app.db.tenant(tenant, async (tx) => {
        await tx.query(`set local statement_timeout = '${LONGEST}'`)
        return countUses(tx, list)
      })
      Object.assign(counted, { usage, countedAt: Date.now(), tookMs: performance.now() - begun })
      return usage
    })
    const ended = running.finally(() => {
      counted.running = null
    })
    last = ended.catch((error: Error) =>
      app.log.warn({ list: list.id, error: error.message }, 'the uses of a list could not be counted'),
    )
    counted.running = ended
    return ended
  }

  return async (tenant, list) => {
    const key = `${tenant} ${list.id}`
    const counted: Counted = known.get(key) ?? { usage: null, countedAt: 0, tookMs: 0, running: null }
    known.set(key, counted)
    const age = Date.now() - counted.countedAt
    const isGood = counted.usage !== null && counted.tookMs > WAIT_MS && age < counted.tookMs * GOOD_FOR
    if (!isGood) await within(counted.running ?? start(tenant, list, counted), WAIT_MS)
    return counted.usage === null ? null : { usage: counted.usage, countedAt: counted.countedAt }
  }
}

/** Waits for a promise, but not longer than that. */
async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Slows down guessing: failures empty a bucket, time fills it. Counts in this process only; the lasting count
 * of a user's failures is in the database, this one also covers names that do not exist.
 */
export type FailureLimit = {
  /** True while more tries are allowed for this key. */
  allows(key: string): boolean
  countFailure(key: string): void
}

const MAX_KEYS = 20_000

/** Allows `burst` failures at once and one more each `refillMs`. */
export function createFailureLimit(burst: number, refillMs: number, clock = Date.now): FailureLimit {
  // The instant at which the key's bucket is full again; a key without one has failed nothing lately.
  const fullAt = new Map<string, number>()

  return {
    allows(key) {
      return (fullAt.get(key) ?? 0) - clock() <= (burst - 1) * refillMs
    },
    countFailure(key) {
      const now = clock()
      const next = Math.max(fullAt.get(key) ?? 0, now) + refillMs
      fullAt.delete(key)
      fullAt.set(key, next)
      if (fullAt.size <= MAX_KEYS) return
      for (const [old, full] of fullAt) {
        if (full <= now || fullAt.size > MAX_KEYS) fullAt.delete(old)
        else break
      }
    },
  }
}

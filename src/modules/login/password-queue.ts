import { hashPassword, verifyPassword } from '../../kernel/auth/passwords.ts'
import { tooManyAtOnce } from './problems.ts'

// A hash takes 32 MiB and most of a tenth of a second of one core. Two at a time leave the other threads of
// Node's pool to files; 256 waiting are answered within about ten seconds, more would only time out.
const AT_ONCE = 2
const WAITING = 256

/** Runs password hashes a few at a time. */
export type PasswordQueue = {
  /** @throws Problem 429 when too many wait already. */
  hash(password: string): Promise<string>
  /** Answers as `verifyPassword`. @throws Problem 429 when too many wait already. */
  verify(password: string, stored: string | null): Promise<boolean>
}

export function createPasswordQueue(atOnce = AT_ONCE, waiting = WAITING): PasswordQueue {
  const queue: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw tooManyAtOnce()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The place goes straight to the next in the queue, so that nobody slips in between.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: (password, stored) => inTurn(() => verifyPassword(password, stored)),
  }
}

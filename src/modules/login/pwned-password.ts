import { createHash } from 'node:crypto'
import type { Log } from '../../kernel/log.ts'

const RANGE_URL = 'https://api.pwnedpasswords.com/range/'
const ANSWER_MS = 3000

/**
 * Asks the public list of leaked passwords, which learns the first five digits of the password's hash only. A list that
 * cannot be reached refuses nothing: people must be able to set a password without it.
 */
export async function isLeaked(password: string, log: Log, fetchRange = readRange): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const range = await fetchRange(hash.slice(0, 5))
    return range.split(/\r?\n/).some((line) => {
      const [suffix, count] = line.split(':')
      return suffix === hash.slice(5) && Number(count) > 0
    })
  } catch (error) {
    log.warn({ err: error }, 'the list of leaked passwords cannot be reached; the password was not checked')
    return false
  }
}

async function readRange(prefix: string): Promise<string> {
  const answer = await fetch(`${RANGE_URL}${prefix}`, {
    headers: { 'add-padding': 'true' },
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (!answer.ok) throw new Error(`The list of leaked passwords answered ${answer.status}`)
  return answer.text()
}

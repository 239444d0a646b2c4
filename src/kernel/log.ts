import { pino } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

/** The process's logger: one JSON line an event on standard error, so that standard output stays for people. */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: ['password', 'token'] },
    pino.destination({ dest: 2, sync: true }),
  )
}

import { readFileSync, readdirSync } from 'node:fs'

/** Processor seconds that a server and its database have used so far. */
export type CpuTime = { server: number; database: number }

/** Ticks a second of `/proc`, fixed by Linux for user programs. */
const TICKS = 100

/** The fields of `/proc/PID/stat` behind the command's name (proc(5)): the first of them is the third, the state. */
function fieldsOf(pid: string | number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** User and system time of a process; with `ended` that of its children that have ended too. */
function secondsOf(fields: readonly string[], ended: boolean): number {
  const times = fields.slice(11, ended ? 15 : 13)
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS
}

/**
 * The processor time of the server `pid` and of the PostgreSQL that it started. Unlike the clock it hardly changes with
 * what else the machine does.
 */
export function cpuTime(pid: number): CpuTime {
  const server = fieldsOf(pid)
  const parents = new Map<number, string[][]>()
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? fieldsOf(name) : null
    if (!fields) continue
    const parent = Number(fields[1])
    parents.set(parent, [...(parents.get(parent) ?? []), [name, ...fields]])
  }
  let database = 0
  const open = [...(parents.get(pid) ?? [])]
  for (const [name, ...fields] of open) {
    database += secondsOf(fields, true)
    open.push(...(parents.get(Number(name)) ?? []))
  }
  return { server: server ? secondsOf(server, false) : 0, database }
}

/** What was used from `before` to `after`, in words: `server 12.3 s, database 4.5 s of processor time`. */
export function cpuWords(before: CpuTime, after: CpuTime): string {
  const server = (after.server - before.server).toFixed(1)
  const database = (after.database - before.database).toFixed(1)
  return `server ${server} s, database ${database} s of processor time`
}

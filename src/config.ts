import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'

/** Every setting of a process, read once from the environment, checked and frozen. */
export type Config = Readonly<{
  host: string
  port: number
  dataDir: string
  /** Connection string of an outside PostgreSQL; null starts the private one below `dataDir`. */
  databaseUrl: string | null
  databaseConnections: number
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  workerThreads: number
  jobConcurrency: number
  chunkRecords: number
  /** Files are imported in parts of so many records, each a job of its own; null imports a file as one job. */
  recordsPerSplitFile: number | null
  maxBodyBytes: number
  maxUploadBytes: number
  accessTokenSeconds: number
  refreshTokenSeconds: number
  sample: 'auto' | 'off'
  corsOrigins: readonly string[] | 'any'
  secureCookies: boolean
  leaseSeconds: number
  loginAttempts: number
  /** Days after which what is kept of an ended job is removed; 0 keeps it for ever. */
  jobLogDays: number
  /** Proxies whose `X-Forwarded-…` headers count: addresses, networks in CIDR form, `loopback`. */
  trustedProxies: readonly string[]
  /** The library's mail server and the sender of its mails; null sends none. */
  mail: Readonly<{ url: string; from: string }> | null
  /** Until then batches may be written without a version check; null never allows it. */
  unsafeWritesUntil: Date | null
}>

/** Thrown when a setting cannot be used; the message names the variable and says what it takes. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, but is "${text}"`)
  }
  return value
}

function oneOf<T extends string>(env: Environment, name: string, fallback: T, allowed: readonly T[]): T {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  if (!allowed.includes(text as T)) {
    throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, but is "${text}"`)
  }
  return text as T
}

function databaseUrl(env: Environment): string | null {
  const text = env.DATABASE_URL
  if (text === undefined || text === '') return null
  if (!/^postgres(ql)?:\/\//.test(text)) {
    throw new ConfigError('DATABASE_URL must begin with postgres:// or postgresql://')
  }
  return text
}

function list(text: string): readonly string[] {
  return Object.freeze(text.split(',').map((part) => part.trim()))
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  return (
    isIP(address) > 0 &&
    rest.length === 0 &&
    (length === undefined || (/^\d+$/.test(length) && Number(length) <= bits))
  )
}

function trustedProxies(env: Environment): readonly string[] {
  const text = env.OCTAVO_TRUST_PROXY
  if (text === undefined || text === '' || text === 'off') return []
  const proxies = list(text)
  const wrong = proxies.find((proxy) => proxy !== 'loopback' && !isAddressOrNetwork(proxy))
  if (wrong !== undefined) {
    throw new ConfigError(
      `OCTAVO_TRUST_PROXY must be off, or loopback and addresses such as 10.0.0.2 or 10.0.0.0/24 separated by commas, but has "${wrong}"`,
    )
  }
  return proxies
}

/** Both variables are checked, also while splitting is off. */
function recordsPerSplitFile(env: Environment): number | null {
  const records = integer(env, 'OCTAVO_RECORDS_PER_SPLIT_FILE', 1000, 1, 1_000_000)
  return oneOf(env, 'OCTAVO_SPLIT_FILES', 'off', ['on', 'off']) === 'on' ? records : null
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/** FOLIO's own name for it, which scripts set (folio-org/raml-module-builder: OptimisticLockingUtil). */
function unsafeWritesUntil(env: Environment): Date | null {
  const text = env.DB_ALLOW_SUPPRESS_OPTIMISTIC_LOCKING
  if (text === undefined || text === '') return null
  const until = new Date(instant.test(text) ? text : Number.NaN)
  if (Number.isNaN(until.getTime())) {
    throw new ConfigError(
      `DB_ALLOW_SUPPRESS_OPTIMISTIC_LOCKING must be a date and time such as 2026-12-31T23:59:59Z, but is "${text}"`,
    )
  }
  return until
}

function mail(env: Environment): Readonly<{ url: string; from: string }> | null {
  const { OCTAVO_SMTP_URL: url = '', OCTAVO_MAIL_FROM: from = '' } = env
  if (url === '') return null
  if (!/^smtps?:\/\/./.test(url) || !URL.canParse(url)) {
    throw new ConfigError(
      'OCTAVO_SMTP_URL must be smtp://host:port or smtps://…, with user:password@ where needed',
    )
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(from)) {
    throw new ConfigError(`OCTAVO_MAIL_FROM must be the mail address of the sender, but is "${from}"`)
  }
  return Object.freeze({ url, from })
}

/**
 * Reads all settings. `docs/running.md` lists them with their meaning.
 * @throws ConfigError naming the first variable that cannot be used.
 */
export function readConfig(env: Environment = process.env): Config {
  const cores = availableParallelism()
  const mebibyte = 1024 * 1024
  const origins = env.OCTAVO_CORS_ORIGINS
  return Object.freeze({
    host: env.OCTAVO_HOST || '127.0.0.1',
    port: integer(env, 'OCTAVO_PORT', 9130, 0, 65535),
    dataDir: path.resolve(env.OCTAVO_DATA_DIR || 'data'),
    databaseUrl: databaseUrl(env),
    databaseConnections: integer(env, 'OCTAVO_DATABASE_CONNECTIONS', 16, 4, 200),
    logLevel: oneOf(env, 'OCTAVO_LOG_LEVEL', 'info', [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'trace',
      'silent',
    ]),
    workerThreads: integer(env, 'OCTAVO_WORKER_THREADS', Math.min(cores, 8), 1, 64),
    jobConcurrency: integer(env, 'OCTAVO_JOB_CONCURRENCY', Math.min(cores + 2, 8), 1, 64),
    chunkRecords: integer(env, 'OCTAVO_CHUNK_RECORDS', 500, 1, 10_000),
    recordsPerSplitFile: recordsPerSplitFile(env),
    maxBodyBytes: integer(env, 'OCTAVO_MAX_BODY_MIB', 64, 1, 1024) * mebibyte,
    maxUploadBytes: integer(env, 'OCTAVO_MAX_UPLOAD_MIB', 10_240, 1, 1_048_576) * mebibyte,
    accessTokenSeconds: integer(env, 'OCTAVO_ACCESS_TOKEN_SECONDS', 600, 10, 86_400),
    refreshTokenSeconds: integer(env, 'OCTAVO_REFRESH_TOKEN_SECONDS', 604_800, 60, 31_536_000),
    sample: oneOf(env, 'OCTAVO_SAMPLE', 'auto', ['auto', 'off']),
    corsOrigins: origins === undefined || origins === '' || origins === '*' ? 'any' : list(origins),
    secureCookies: oneOf(env, 'OCTAVO_SECURE_COOKIES', 'on', ['on', 'off']) === 'on',
    leaseSeconds: integer(env, 'OCTAVO_LEASE_SECONDS', 60, 5, 3600),
    loginAttempts: integer(env, 'OCTAVO_LOGIN_ATTEMPTS', 10, 1, 1000),
    jobLogDays: integer(env, 'OCTAVO_JOB_LOG_DAYS', 0, 0, 36_500),
    trustedProxies: trustedProxies(env),
    mail: mail(env),
    unsafeWritesUntil: unsafeWritesUntil(env),
  })
}

/** The settings of a command beside a server: it logs errors only, unless told otherwise. */
export function readCommandConfig(): Config {
  return readConfig({ OCTAVO_LOG_LEVEL: 'error', ...process.env })
}

/** A password for a command; from the environment, because arguments show in the list of processes. */
export function readPassword(name: 'OCTAVO_PASSWORD' | 'OCTAVO_ADMIN_PASSWORD'): string | null {
  return process.env[name] || null
}

/** True when the server answers only on this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

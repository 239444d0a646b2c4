import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Log } from '../log.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Stored documents leave the server as text; only a handler that changes one parses it.
pg.types.setTypeParser(pg.types.builtins.JSON, (text) => text)
pg.types.setTypeParser(pg.types.builtins.JSONB, (text) => text)

export type Row = Record<string, unknown>

/** An open transaction. All statements of one request or one chunk go through it. */
export type Transaction = {
  /** The tenant whose schema and role are set, or null in the system schema. */
  tenant: string | null
  query<R extends Row = Row>(text: string, params?: readonly unknown[]): Promise<R[]>
  /** Number of rows that an insert, update or delete touched. */
  execute(text: string, params?: readonly unknown[]): Promise<number>
  /** Streams what a `CopyBuffer` has written into a table. */
  copy(table: string, columns: readonly string[], rows: Buffer): Promise<void>
  client: pg.PoolClient
  /**
   * Lets this transaction commit without waiting for the disk. For what may be forgotten when the database crashes within
   * the next second; a later commit that does wait takes it along.
   */
  commitLazily(): void
  /** Runs `fn` after this transaction has committed; not at all when it rolls back. */
  afterCommit(fn: () => void): void
  /** Runs `fn` with the rights of the system inside the same transaction (ledger of jobs, registry). */
  asSystem<T>(fn: () => Promise<T>): Promise<T>
}

/** Runs a piece of work in a transaction of its own; rolls back when it throws. */
export type RunTransaction = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

export type TenantAccess = { schema: string; role: string }

export type Database = {
  pool: pg.Pool
  /** Runs `fn` in a transaction of the system schema; rolls back when it throws. */
  system<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs `fn` in a transaction with the tenant's schema and role; rolls back when it throws. */
  tenant<T>(tenant: string, fn: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Gives `fn` a connection for transactions of a tenant one after the other, in which temporary tables last from one
   * to the next. The connection is closed afterwards, and the tables are gone. Nothing is tried again.
   */
  session<T>(tenant: string, fn: (transaction: RunTransaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Thrown when a tenant is not in the registry. */
export class UnknownTenantError extends Error {
  readonly tenant: string
  constructor(tenant: string) {
    super(`No such Tenant ${tenant}`)
    this.tenant = tenant
  }
}

export function quoteIdentifier(name: string): string {
  return pg.escapeIdentifier(name)
}

/** A text as an SQL literal, for definitions, which take no parameters. */
export function quoteLiteral(text: string): string {
  return pg.escapeLiteral(text)
}

const RETRIED_STATES = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 5

/** What belongs to the end of a transaction. */
type Ending = { callbacks: (() => void)[]; isLazy: boolean }

function asTransaction(
  client: pg.PoolClient,
  tenant: string | null,
  role: string | null,
  ending: Ending,
): Transaction {
  return {
    tenant,
    client,
    async query<R extends Row>(text: string, params?: readonly unknown[]) {
      return (await client.query<R>(text, params as unknown[] | undefined)).rows
    },
    async execute(text, params) {
      return (await client.query(text, params as unknown[] | undefined)).rowCount ?? 0
    },
    async copy(table, columns, rows) {
      const names = columns.map(quoteIdentifier).join(', ')
      const sink = client.query(
        copyFrom(`copy ${quoteIdentifier(table)} (${names}) from stdin (format binary)`),
      )
      await pipeline(Readable.from([rows]), sink)
    },
    commitLazily() {
      ending.isLazy = true
    },
    afterCommit(fn) {
      ending.callbacks.push(fn)
    },
    async asSystem(fn) {
      if (role === null) return fn()
      await client.query('set local role none')
      const result = await fn()
      await client.query(`set local role ${quoteIdentifier(role)}`)
      return result
    },
  }
}

/** Opens the pool. `connections` bounds what this process holds of the server. */
export function openDatabase(url: string, connections: number, log: Log): Database {
  const pool = new pg.Pool({ connectionString: url, max: connections, idleTimeoutMillis: 30_000 })
  pool.on('error', (error) => log.warn({ error: error.message }, 'an idle database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ error: error.message }, 'a database connection was lost'))
  })
  const access = new Map<string, TenantAccess>()

  async function tenantAccess(client: pg.PoolClient, tenant: string): Promise<TenantAccess> {
    const known = access.get(tenant)
    if (known) return known
    const { rows } = await client.query<TenantAccess>(
      'select schema, role from octavo.tenant where id = $1 and state = $2',
      [tenant, 'ready'],
    )
    if (!rows[0]) throw new UnknownTenantError(tenant)
    access.set(tenant, rows[0])
    return rows[0]
  }

  async function runOn<T>(
    client: pg.PoolClient,
    tenant: string | null,
    fn: (tx: Transaction) => Promise<T>,
    onBroken: (error: Error) => void,
  ): Promise<T> {
    const ending: Ending = { callbacks: [], isLazy: false }
    const forget = (error: unknown): never => {
      if (tenant === null || !isMissingRole(error)) throw error
      access.delete(tenant)
      throw new StaleAccessError()
    }
    try {
      const known = tenant === null ? null : await tenantAccess(client, tenant)
      await client
        .query(known === null ? 'begin; set local search_path to octavo' : tenantBegin(known))
        .catch(forget)
      const result = await fn(asTransaction(client, tenant, known?.role ?? null, ending))
      await client.query(ending.isLazy ? 'set local synchronous_commit = off; commit' : 'commit')
      for (const callback of ending.callbacks) callback()
      return result
    } catch (error) {
      await client.query('rollback').catch(onBroken)
      throw error
    }
  }

  async function runOnce<T>(tenant: string | null, fn: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return await runOn(client, tenant, fn, (error) => (broken = error))
    } finally {
      client.release(broken)
    }
  }

  async function session<T>(tenant: string, fn: (transaction: RunTransaction) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      return await fn((work) => runOn(client, tenant, work, () => undefined))
    } finally {
      client.release(true)
    }
  }

  async function run<T>(tenant: string | null, fn: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(tenant, fn)
      } catch (error) {
        if (error instanceof StaleAccessError) continue
        const state = sqlState(error)
        if (state === undefined || !RETRIED_STATES.has(state) || attempt === MAX_ATTEMPTS) throw error
        await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt * Math.random()))
      }
    }
  }

  return {
    pool,
    system: (fn) => run(null, fn),
    tenant: (tenant, fn) => run(tenant, fn),
    session,
    close: () => pool.end(),
  }
}

function tenantBegin({ schema, role }: TenantAccess): string {
  return `begin; set local role ${quoteIdentifier(role)}; set local search_path to ${quoteIdentifier(schema)}`
}

/** The SQLSTATE of a PostgreSQL error, or undefined for any other value. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** True when an error says that the connection to PostgreSQL is lost or cannot be had at the moment. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(?:08|57P0|53300)/.test(state)
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (syscall === 'connect' || syscall === 'read' || syscall === 'write') return code !== undefined
  return /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
    message ?? '',
  )
}

/** The tenant was deleted (and perhaps made anew) while this process remembered its role. */
class StaleAccessError extends Error {}

function isMissingRole(error: unknown): boolean {
  const state = sqlState(error)
  return state === '22023' || state === '42704'
}

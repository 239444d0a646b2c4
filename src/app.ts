import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { createCallerCheck } from './kernel/auth/caller.ts'
import { openSharedKey } from './kernel/auth/shared-key.ts'
import { openTokens } from './kernel/auth/tokens.ts'
import { openDatabase } from './kernel/db/database.ts'
import { startEmbeddedPostgres } from './kernel/db/embedded-postgres.ts'
import type { EmbeddedPostgres } from './kernel/db/embedded-postgres.ts'
import { checkTenantSchemas, installSystemSchema } from './kernel/db/schema.ts'
import type { ModuleSchema } from './kernel/db/schema.ts'
import { openFileStore } from './kernel/files/file-store.ts'
import { createHttpServer } from './kernel/http/server.ts'
import { startJobRunner } from './kernel/jobs/runner.ts'
import type { JobRunner } from './kernel/jobs/runner.ts'
import { prepareDoorbell } from './kernel/jobs/doorbell-schema.ts'
import { createLog } from './kernel/log.ts'
import type { Log } from './kernel/log.ts'
import { createMetrics } from './kernel/metrics.ts'
import { readBeside } from './kernel/module.ts'
import type { App, Module } from './kernel/module.ts'
import { modules } from './modules/index.ts'

const jobsModule: Module = {
  name: 'jobs',
  schema: { system: readBeside(import.meta.dirname, 'kernel/jobs/schema.sql') },
}

/** The tables of all modules, in the order in which they are made. */
export function moduleSchemas(): ModuleSchema[] {
  return [jobsModule, ...modules]
    .filter((module) => module.schema !== undefined)
    .map((module) => ({ module: module.name, ...module.schema }))
}

/** An assembled process: database and modules are there, nothing listens or works yet. */
export type Octavo = {
  app: App
  /** Connection string of the database in use. */
  databaseUrl: string
  /** Starts answering HTTP. @returns the address. */
  listen(): Promise<string>
  /** Starts working on jobs. */
  work(): Promise<void>
  /** The HTTP server, for requests inside the process. */
  http(): Promise<FastifyInstance>
  /** Lets running requests and chunks finish, then closes everything; safe to call twice. */
  stop(): Promise<void>
}

/**
 * Assembles a process from its settings: the database (started when it is the private one), the tables, and
 * all modules. `role` says who owns the private PostgreSQL: a server keeps it running and stops it at the end.
 */
export async function assemble(
  config: Config,
  role: 'server' | 'visitor',
  log: Log = createLog(config.logLevel),
): Promise<Octavo> {
  let postgres: EmbeddedPostgres | null = null
  let databaseUrl = config.databaseUrl
  if (databaseUrl === null) {
    postgres = await startEmbeddedPostgres(config.dataDir, log, role === 'server')
    databaseUrl = postgres.url
  }
  const db = openDatabase(databaseUrl, config.databaseConnections, log)
  const schemas = moduleSchemas()
  await installSystemSchema(db, schemas)
  await prepareDoorbell(db)
  await checkTenantSchemas(db, schemas)
  const tokens = await openTokens(db)
  const uploadKey = await openSharedKey(db, 'upload-key')
  const files = openFileStore(`${config.dataDir}/files`)
  const stopping = new AbortController()
  const metrics = createMetrics()
  const app: App = {
    config,
    log,
    db,
    files,
    tokens,
    uploadKey,
    metrics,
    stopping: stopping.signal,
    modules,
  }
  app.metrics.gauge('octavo_database_connections', 'Open database connections', () => db.pool.totalCount)
  return new RunningOctavo(app, databaseUrl, postgres, stopping)
}

class RunningOctavo implements Octavo {
  readonly app: App
  readonly databaseUrl: string
  readonly #postgres: EmbeddedPostgres | null
  readonly #stopping: AbortController
  #server: Promise<FastifyInstance> | null = null
  #runner: JobRunner | null = null
  #stopped: Promise<void> | null = null

  constructor(app: App, databaseUrl: string, postgres: EmbeddedPostgres | null, stopping: AbortController) {
    this.app = app
    this.databaseUrl = databaseUrl
    this.#postgres = postgres
    this.#stopping = stopping
  }

  http(): Promise<FastifyInstance> {
    this.#server ??= this.#createServer()
    return this.#server
  }

  async #createServer(): Promise<FastifyInstance> {
    const { app } = this
    const lookUp = modules.find((module) => module.accessLookUp)?.accessLookUp?.(app)
    if (!lookUp) throw new Error('No module answers who may do what.')
    const lookUpKey = modules.find((module) => module.apiKeyLookUp)?.apiKeyLookUp?.(app)
    if (!lookUpKey) throw new Error('No module answers whose API key a key is.')
    return createHttpServer({
      config: app.config,
      log: app.log,
      db: app.db,
      metrics: app.metrics,
      routes: modules.flatMap((module) => module.routes?.(app) ?? []),
      checkCaller: createCallerCheck(app.db, app.tokens, lookUp, lookUpKey),
      isReady: () => this.#stopped === null,
    })
  }

  async listen(): Promise<string> {
    const server = await this.http()
    return server.listen({ host: this.app.config.host, port: this.app.config.port })
  }

  async work(): Promise<void> {
    const { app } = this
    this.#runner ??= await startJobRunner({
      db: app.db,
      databaseUrl: this.databaseUrl,
      log: app.log,
      metrics: app.metrics,
      kinds: modules.flatMap((module) => module.jobKinds?.(app) ?? []),
      tasks: modules.flatMap((module) => module.tasks?.(app) ?? []),
      concurrency: app.config.jobConcurrency,
      leaseSeconds: app.config.leaseSeconds,
    })
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    this.#stopping.abort()
    const server = await this.#server
    await server?.close()
    await this.#runner?.stop()
    for (const module of modules.toReversed()) await module.close?.(this.app)
    await this.app.db.close()
    await this.#postgres?.stop()
  }
}

import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import type { ApiKeyLookUp } from './auth/api-key.ts'
import type { AccessLookUp } from './auth/caller.ts'
import type { Tokens } from './auth/tokens.ts'
import type { Database, Transaction } from './db/database.ts'
import type { FileStore } from './files/file-store.ts'
import type { Route } from './http/route.ts'
import type { JobKind, ScheduledTask } from './jobs/runner.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** What every module may use. */
export type App = {
  config: Config
  log: Log
  db: Database
  files: FileStore
  tokens: Tokens
  /** Signs the addresses that take uploads without a token. */
  uploadKey: KeyObject
  metrics: Metrics
  /** Aborted when the process begins to stop: answers that never end by themselves end then. */
  stopping: AbortSignal
  /** All modules in their order; the registry of interfaces and permissions reads it. */
  modules: readonly Module[]
}

/** An interface that FOLIO's clients check for before they use it. */
export type ModuleInterface = { module: string; id: string; version: string }

export type SeedOptions = { reference: boolean; sample: boolean }

/** One domain of Octavo: its tables, endpoints, jobs and start values. */
export type Module = {
  name: string
  /** DDL run once an installation (`system`) or once in each tenant's schema (`tenant`). */
  schema?: { system?: string; tenant?: string }
  interfaces?: readonly ModuleInterface[]
  routes?: (app: App) => Route[]
  jobKinds?: (app: App) => JobKind[]
  tasks?: (app: App) => ScheduledTask[]
  /** Loads what a new tenant starts with; modules are called in order, in the tenant's transaction. */
  seedTenant?: (tx: Transaction, options: SeedOptions, app: App) => Promise<void>
  /** The one module that knows users supplies this. */
  accessLookUp?: (app: App) => AccessLookUp
  /** The one module that keeps API keys supplies this. */
  apiKeyLookUp?: (app: App) => ApiKeyLookUp
  /** Called when the process stops, in reverse order. */
  close?: (app: App) => Promise<void>
}

/** Reads a `.sql` or `.json` file that lies beside a module. */
export function readBeside(directory: string, name: string): string {
  return readFileSync(path.join(directory, name), 'utf8')
}

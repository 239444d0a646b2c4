import { testDatabase } from '../../../test/support/database.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../db/database.ts'
import type { Database } from '../db/database.ts'
import { createHttpServer } from '../http/server.ts'
import type { Actor, Route } from '../http/route.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'

/** An answer of the scratch server; `json` reads its body. */
export type Reply = {
  status: number
  text: string
  // A wire answer has no static type in a test.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any
  headers: Record<string, unknown>
}

export const actor: Actor = {
  userId: 'b4f9f5d4-4c2c-4ae7-8b7e-1f4e4b1c7a10',
  username: 'cataloguer',
  tenant: 'scratch',
}

/** A database with one tenant of its own tables, and a server with only the given routes. */
export type Scratch = {
  db: Database
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<Reply>
  /** Lets the server listen, for tests that need a connection. @returns its address. */
  listen(): Promise<string>
  close(): Promise<void>
}

export async function openScratch(ddl: string, routes: readonly Route[]): Promise<Scratch> {
  const database = await testDatabase()
  const log = createLog('error')
  const db = openDatabase(database.url, 6, log)
  await db.system(async (tx) => {
    await tx.query('create schema t_scratch')
    await tx.query('set local search_path to t_scratch')
    await tx.query(ddl)
    await tx.query(
      `insert into octavo.tenant (id, name, schema, role, state)
       values ('scratch', 'Scratch', 't_scratch', current_user, 'ready')`,
    )
  })
  const server = await createHttpServer({
    config: readConfig({ DATABASE_URL: database.url, OCTAVO_LOG_LEVEL: 'error' }),
    log,
    db,
    metrics: createMetrics(),
    routes,
    checkCaller: async () => ({ tenant: 'scratch', actor, permissions: new Set() }),
    isReady: () => true,
  })
  return {
    db,
    async call(method, url, body) {
      const reply = await server.inject({
        method,
        url,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      return {
        status: reply.statusCode,
        text: reply.body,
        get json() {
          return JSON.parse(reply.body) as unknown
        },
        headers: reply.headers,
      }
    },
    listen: () => server.listen({ host: '127.0.0.1', port: 0 }),
    async close() {
      await server.close()
      await db.close()
      await database.drop()
    },
  }
}

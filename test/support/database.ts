import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A throw-away database cloned from the template. */
export type TestDatabase = { url: string; pool: pg.Pool; drop(): Promise<void> }

/** The connection string of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  return serverUrl.replace(/@([^/]*)\/[^?]*/, `@$1/${database}`)
}

function testServerUrl(): string {
  const url = process.env.OCTAVO_TEST_SERVER_URL
  if (url === undefined) throw new Error('The test server is not running: start tests with vitest.')
  return url
}

/** Clones the template; `drop` ends all connections and removes the clone. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer((client) =>
    client.query(`create database ${name} template octavo_template strategy file_copy`),
  )
  const url = databaseUrl(testServerUrl(), name)
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => undefined)
  return {
    url,
    pool,
    async drop() {
      await pool.end()
      await onServer((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: testServerUrl() })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

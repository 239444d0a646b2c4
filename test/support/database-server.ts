import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/kernel/db/embedded-postgres.ts'
import { createLog } from '../../src/kernel/log.ts'
import { buildTemplate } from './template.ts'

/** Starts one private PostgreSQL for the whole test run and makes the template that test files clone. */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-test-'))
  // Root runs PostgreSQL as another user, who must be able to enter the folder.
  await chmod(directory, 0o755)
  const server = await startEmbeddedPostgres(directory, createLog('error'), true)
  // A test database is thrown away, so its durability is not worth the waiting; the product never does this.
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('alter system set fsync = off')
  await client.query('alter system set synchronous_commit = off')
  await client.query('select pg_reload_conf()')
  await client.end()
  process.env.OCTAVO_TEST_SERVER_URL = server.url
  await buildTemplate(server.url)
  return async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

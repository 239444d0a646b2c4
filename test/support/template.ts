import pg from 'pg'
import { assemble } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createTenant } from '../../src/modules/tenants/index.ts'
import { databaseUrl } from './database.ts'

export const TEMPLATE = 'octavo_template'

/** Makes the database that every test file starts from: all tables, and the tenant `diku` with reference data. */
export async function buildTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const config = readConfig({
    DATABASE_URL: databaseUrl(serverUrl, TEMPLATE),
    OCTAVO_LOG_LEVEL: 'error',
    OCTAVO_DATA_DIR: process.env.OCTAVO_TEST_FILES ?? '/tmp/octavo-test-files',
  })
  const octavo = await assemble(config, 'visitor')
  await createTenant(octavo.app, {
    id: 'diku',
    name: 'Test library',
    reference: true,
    sample: false,
    admin: { username: 'diku_admin', password: 'admin' },
  })
  await octavo.stop()
}

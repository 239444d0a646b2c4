import { runMigrations } from 'graphile-worker'
import type { Database } from '../db/database.ts'

/** Makes the doorbell's own tables, so that jobs can be rung for by processes that do not work on them. */
export async function prepareDoorbell(db: Database): Promise<void> {
  await runMigrations({ pgPool: db.pool })
}

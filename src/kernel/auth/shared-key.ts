import { createSecretKey, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Database } from '../db/database.ts'

/** A secret that all processes of the installation share under a name; made on first use. */
export async function openSharedKey(db: Database, name: 'token-key' | 'upload-key'): Promise<KeyObject> {
  const [row] = await db.system((tx) =>
    tx.query<{ value: string }>(
      `insert into octavo.shared_value (name, value) values ($1, $2)
       on conflict (name) do update set name = excluded.name
       returning value`,
      [name, randomBytes(32).toString('hex')],
    ),
  )
  return createSecretKey(row!.value, 'hex')
}

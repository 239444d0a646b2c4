import type { Transaction } from '../../kernel/db/database.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'
import { JsonText } from '../../kernel/http/route.ts'

/** A table's columns take about 1 kB, a hundred recent records 20 kB. */
const MAX_VALUE_BYTES = 64_000
const MAX_TOTAL_BYTES = 512_000

/** All preferences of a person. */
export async function readPreferences(tx: Transaction, userId: string): Promise<JsonText> {
  const [row] = await tx.query<{ preferences: string }>(
    `select coalesce(json_object_agg(name, value order by name), '{}')::text as preferences
     from preference where user_id = $1`,
    [userId],
  )
  return new JsonText(`{"preferences":${row!.preferences}}`)
}

/**
 * Keeps one preference; null forgets it.
 * @throws Problem 422 when the name is none, or there is no room for the value
 */
export async function writePreference(
  tx: Transaction,
  userId: string,
  name: string,
  value: unknown,
): Promise<void> {
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(name)) {
    throw fieldProblem(
      'A name has up to 100 letters, digits, dots, dashes and underscores, and begins with a letter or digit',
      'name',
      name,
    )
  }
  if (value === null || value === undefined) {
    await tx.execute('delete from preference where user_id = $1 and name = $2', [userId, name])
    return
  }
  const text = JSON.stringify(value)
  const bytes = Buffer.byteLength(text)
  if (bytes > MAX_VALUE_BYTES) {
    throw fieldProblem(
      `A preference may have ${MAX_VALUE_BYTES} bytes, this one has ${bytes}`,
      'value',
      `${bytes} bytes`,
    )
  }
  const written = await tx.execute(
    `insert into preference (user_id, name, value)
     select $1, $2, $3::json
     where $4 + coalesce((
       select sum(octet_length(value::text)) from preference where user_id = $1 and name <> $2
     ), 0) <= $5
     on conflict (user_id, name) do update set value = excluded.value`,
    [userId, name, text, bytes, MAX_TOTAL_BYTES],
  )
  if (written === 0) {
    throw fieldProblem(
      `All preferences of a person may have ${MAX_TOTAL_BYTES} bytes together; there is no room for this one`,
      'value',
      `${bytes} bytes`,
    )
  }
}

import { noteAccessChange } from '../../kernel/auth/access-changes.ts'
import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { App } from '../../kernel/module.ts'

const DAY_MS = 86_400_000

/**
 * Makes users inactive whose time is over (folio-org/mod-users: ExpirationTool). The text is compared first, which an
 * index answers and which time zones put off by less than a day; then the instant itself.
 * @returns how many
 */
export async function expireUsers(tx: Transaction): Promise<number> {
  const instant = now()
  const expired = await tx.execute(
    `update users
     set doc = jsonb_set(doc, '{active}', 'false')
     where active
       and ((doc ->> 'expirationDate') collate "C") < $1
       and case when pg_input_is_valid(doc ->> 'expirationDate', 'timestamptz')
         then (doc ->> 'expirationDate')::timestamptz < $2 else false end`,
    [new Date(instant.getTime() + DAY_MS).toISOString(), instant],
  )
  if (expired > 0) noteAccessChange(tx)
  return expired
}

/** Removes pictures that no user has had for a day. */
export async function removeUnusedPictures(tx: Transaction): Promise<void> {
  await tx.query(
    `delete from profile_picture as picture
     where kept_at < $1
       and not exists (
         select from users where doc #>> '{personal,profilePictureLink}' = picture.id::text
       )`,
    [new Date(now().getTime() - DAY_MS)],
  )
}

/** Does something in each tenant that is ready, one transaction a tenant. */
export async function inEveryTenant(app: App, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
  const tenants = await app.db.system((tx) =>
    tx.query<{ id: string }>("select id from octavo.tenant where state = 'ready'"),
  )
  for (const { id } of tenants) await app.db.tenant(id, work)
}

import { isLoopback } from '../../config.ts'
import type { App } from '../../kernel/module.ts'
import { createTenant } from './create-tenant.ts'

/** The sample tenant and how to sign in to it. */
export type SampleTenant = { tenant: string; username: string; password: string }

// FOLIO's own sample tenant, user and password, which its clients and tests come with.
const SAMPLE: SampleTenant = { tenant: 'diku', username: 'diku_admin', password: 'admin' }

/**
 * Makes the sample library `diku` in an installation that has no tenant yet, unless settings forbid it or the
 * server answers other machines: its password is published.
 * @returns how to sign in to it when it was made now, else null
 */
export async function ensureSampleTenant(app: App): Promise<SampleTenant | null> {
  if (app.config.sample !== 'auto' || !isLoopback(app.config.host)) return null
  const others = await app.db.system((tx) =>
    tx.query("select from octavo.tenant where id <> $1 or state = 'ready' limit 1", [SAMPLE.tenant]),
  )
  if (others.length > 0) return null
  await createTenant(app, {
    id: SAMPLE.tenant,
    name: 'Sample library',
    reference: true,
    sample: true,
    admin: { username: SAMPLE.username, password: SAMPLE.password, isSamplePassword: true },
  })
  return SAMPLE
}

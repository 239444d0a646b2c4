import type { TestApp } from '../../../test/support/app.ts'

/** A page as a client reads it. */
// oxlint-disable-next-line typescript/no-explicit-any -- a wire answer has no static type in a test
export type AnyPage = { totalRecords: number; prev?: string; next?: string; items: any[] }

/** Reads a page; fails with the answer's text when it is refused. */
export async function browse(
  app: TestApp,
  path: string,
  query: string,
  more: Record<string, string | number | boolean> = {},
): Promise<AnyPage> {
  const parameters = new URLSearchParams({ query })
  for (const [name, value] of Object.entries(more)) parameters.set(name, String(value))
  const reply = await app.get(`/browse/${path}?${parameters.toString()}`)
  if (reply.status !== 200) throw new Error(`${query}: ${reply.status} ${reply.text}`)
  return reply.json
}

/** Waits until nothing is left in the queue of the tenant. */
export async function untilIndexed(app: TestApp, tenant = 'diku'): Promise<void> {
  const { db } = app.octavo.app
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    const [row] = await db.tenant(tenant, (tx) =>
      tx.query<{ queued: boolean }>('select exists (select from browse_pending) as queued'),
    )
    if (!row!.queued) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The queue was not worked off in time.')
}

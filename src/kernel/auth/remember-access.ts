import { accessChanges } from './access-changes.ts'
import type { AccessLookUp } from './caller.ts'

/**
 * How long a user is remembered. A change by another process is felt at the latest after this time, one by this process
 * at once. Shorter costs the clients that poll every few seconds a query a request; longer surprises an administrator.
 */
export const REMEMBER_MS = 5000

const MAX_USERS = 10_000

type Memory = { access: ReturnType<AccessLookUp>; changes: number; until: number }

/**
 * Remembers what was looked up, by tenant and user. Requests that come at the same moment share one look-up; one that
 * failed, or that began before a change was committed, is not used again.
 */
export function rememberAccess(lookUp: AccessLookUp): AccessLookUp {
  const users = new Map<string, Memory>()
  return (tenant, userId) => {
    const key = `${tenant}/${userId}`
    const changes = accessChanges(tenant)
    const known = users.get(key)
    if (known && known.until > Date.now() && known.changes === changes) return known.access
    if (users.size >= MAX_USERS) users.clear()
    const memory: Memory = { access: lookUp(tenant, userId), changes, until: Date.now() + REMEMBER_MS }
    users.set(key, memory)
    memory.access.catch(() => {
      if (users.get(key) === memory) users.delete(key)
    })
    return memory.access
  }
}

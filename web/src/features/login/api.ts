import { useQuery } from '@tanstack/react-query'
import { ApiError, http } from '../../lib/http.ts'
import type { Composite } from '../../lib/session.ts'
import { loginText } from '#text/login.ts'

export type Credentials = { tenant: string; username: string; password: string }

/** `POST /bl-users/login-with-expiry`: sets the cookies and tells who it is. */
export function logIn({ tenant, username, password }: Credentials): Promise<Composite> {
  return http.post(
    '/bl-users/login-with-expiry',
    { username, password },
    { query: { expandPermissions: true }, headers: { 'x-okapi-tenant': tenant } },
  )
}

/** `POST /bl-users/forgotten/password`; what it refuses is not told, so that nobody learns who has an account. */
export async function askForLink(tenant: string, id: string): Promise<void> {
  try {
    await http.post('/bl-users/forgotten/password', { id }, { headers: { 'x-okapi-tenant': tenant } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
  }
}

export type Tenant = { id: string; name: string }

/** `GET /octavo/only-tenant`: the one library of this server, or null where there are several. */
export function useOnlyTenant() {
  return useQuery({
    queryKey: ['octavo', 'only-tenant'],
    queryFn: async ({ signal }) =>
      (await http.get<{ tenant: Tenant | null }>('/octavo/only-tenant', {}, signal)).tenant,
    staleTime: 60_000,
  })
}

/** Why a log-in was refused, in a sentence, and whose field is wrong. */
export function explainRefusal(
  error: Error,
  tenant: string,
): { text: string; field: 'tenant' | 'person' } | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 422) {
    const isPassword = error.problems.some(({ code }) => code?.startsWith('wrong.username') === true)
    return { text: isPassword ? loginText.refused : error.message, field: 'person' }
  }
  if (error.status === 429) return { text: loginText.tooMany, field: 'person' }
  if (error.status < 500) return { text: loginText.noLibrary(tenant), field: 'tenant' }
  return null
}

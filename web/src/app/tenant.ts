import { useQuery } from '@tanstack/react-query'
import { http } from '../lib/http.ts'
import { useSession } from '../lib/session.ts'

/** Dark enough to be seen on white, light enough on black. */
const COLOURS = ['#1971c2', '#2f9e44', '#e8590c', '#9c36b5', '#0c8599', '#c2255c', '#846358', '#5f7d0a']

/** The colour of a tenant, always the same one. */
export function colourOf(tenant: string): string {
  let sum = 0
  for (const letter of tenant) sum = (sum * 31 + letter.codePointAt(0)!) % 9973
  return COLOURS[sum % COLOURS.length]!
}

/** The library that the person is signed in at, with its name and the colour that tells its tabs from others. */
export function useTenant(): { id: string; name: string; colour: string } {
  const { tenant } = useSession()
  const { data } = useQuery({
    queryKey: ['/_/proxy/tenants', tenant],
    queryFn: ({ signal }) => http.get<{ name: string }>(`/_/proxy/tenants/${tenant}`, {}, signal),
    staleTime: Infinity,
  })
  return { id: tenant, name: data?.name ?? tenant, colour: colourOf(tenant) }
}

import { headerText } from '../http/parameters.ts'
import type { QueryParameters } from '../http/route.ts'

/** Whose a key is; null when there is no such key. The module that keeps the keys supplies it. */
export type ApiKeyLookUp = (key: string) => Promise<{ tenant: string; userId: string } | null>

const PARAMETER = 'apikey'

/**
 * The API key of a request, from the places that FOLIO's edge modules read: the parameter `apikey`, or the header
 * `Authorization: apikey …` (folio-org/edge-common: ApiKeyHelper). Undefined when there is none.
 */
export function apiKeyOf(
  query: QueryParameters,
  headers: Record<string, string | string[] | undefined>,
): string | undefined {
  const sent = query.get(PARAMETER)
  if (sent !== undefined && sent !== '') return sent
  return /^apikey\s+(\S+)\s*$/i.exec(headerText(headers, 'authorization') ?? '')?.[1]
}

/** An address as logs may show it: keys in it are secret. */
export function withoutApiKey(url: string): string {
  return url.replaceAll(/([?&]apikey=)[^&]*/gi, '$1…')
}

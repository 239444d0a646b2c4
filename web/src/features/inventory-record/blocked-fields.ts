import { useQuery } from '@tanstack/react-query'
import { http } from '../../lib/http.ts'

const none: readonly string[] = []

/** The fields that a MARC record rules. GET /inventory/config/{instances|holdings}/blocked-fields. */
export function useBlockedFields(kind: 'instances' | 'holdings', isRuled: boolean): readonly string[] {
  const { data } = useQuery({
    queryKey: ['inventory', 'blocked-fields', kind],
    queryFn: ({ signal }) =>
      http.get<{ blockedFields: string[] }>(`/inventory/config/${kind}/blocked-fields`, {}, signal),
    enabled: isRuled,
    staleTime: Infinity,
  })
  return isRuled ? (data?.blockedFields ?? none) : none
}

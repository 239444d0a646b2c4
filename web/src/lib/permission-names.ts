import { useQuery } from '@tanstack/react-query'
import { http } from './http.ts'

type Names = { permissions: { permissionName: string; displayName: string }[] }

/** How a permission is called on screen; its own name until the server has told. Null for none. */
export function usePermissionName(permission: string | null): string | null {
  const { data } = useQuery({
    queryKey: ['octavo', 'permissions', 'names', permission],
    queryFn: ({ signal }) => http.get<Names>('/octavo/permissions/names', { name: permission ?? '' }, signal),
    enabled: permission !== null,
    staleTime: Infinity,
    retry: false,
  })
  return data?.permissions[0]?.displayName ?? permission
}

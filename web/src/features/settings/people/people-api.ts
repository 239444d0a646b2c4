import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError, http } from '../../../lib/http.ts'
import type { Permission } from './permission-matrix.ts'

export type User = {
  id: string
  username?: string
  barcode?: string
  externalSystemId?: string
  active?: boolean
  type?: string
  patronGroup?: string
  expirationDate?: string
  personal?: {
    lastName: string
    firstName?: string
    middleName?: string
    preferredFirstName?: string
    email?: string
    phone?: string
    mobilePhone?: string
  }
  [field: string]: unknown
}

/** Which service points a person works at. */
export type UserPoints = {
  id?: string
  userId?: string
  servicePointsIds?: string[]
  defaultServicePointId?: string
}

export type PermissionUser = { id: string; userId: string; permissions: string[] }

/** This set gives everything, also what later versions add. */
export const EVERYTHING = 'octavo.all'

const ALL = 10_000

/** How a person is called: "Byron, Ada", else the user name. */
export function userName(user: User): string {
  const { lastName, firstName, preferredFirstName } = user.personal ?? {}
  const first = preferredFirstName ?? firstName
  return [lastName, first].filter(Boolean).join(', ') || (user.username ?? user.id)
}

export const userKey = (id: string) => ['users', id]

export function useUser(id: string | null) {
  return useQuery({
    queryKey: userKey(id ?? 'new'),
    queryFn: ({ signal }) => http.get<User>(`/users/${id}`, {}, signal),
    enabled: id !== null,
  })
}

/** The service points of a person; an empty record where there is none. */
export function useUserPoints(id: string | null) {
  return useQuery({
    queryKey: ['service-points-users', id],
    queryFn: async ({ signal }) => {
      const query = { query: `userId=="${id}"` }
      const answer = await http.get<{ servicePointsUsers: UserPoints[] }>(
        '/service-points-users',
        query,
        signal,
      )
      return answer.servicePointsUsers[0] ?? {}
    },
    enabled: id !== null,
  })
}

export function useGroups() {
  return useQuery({
    queryKey: ['reference', '/groups'],
    queryFn: async ({ signal }) =>
      (
        await http.get<{ usergroups: { id: string; group: string }[] }>(
          '/groups',
          { query: 'cql.allRecords=1', limit: ALL },
          signal,
        )
      ).usergroups,
    staleTime: 60_000,
  })
}

/** Every permission and set of the library. */
export function usePermissions() {
  const answer = useQuery({
    queryKey: ['perms', 'permissions'],
    queryFn: async ({ signal }) =>
      (await http.get<{ permissions: Permission[] }>('/perms/permissions', { length: ALL }, signal))
        .permissions,
    staleTime: 60_000,
  })
  const permissions = answer.data
  const byName = useMemo(
    () => new Map((permissions ?? []).map((one) => [one.permissionName, one])),
    [permissions],
  )
  return { permissions, byName, error: answer.error, refetch: answer.refetch }
}

export const permissionUserKey = (userId: string) => ['perms', 'users', userId]

/** What a person holds directly; null where nothing was ever given. */
export function usePermissionUser(userId: string) {
  return useQuery({
    queryKey: permissionUserKey(userId),
    queryFn: async ({ signal }): Promise<PermissionUser | null> => {
      try {
        return await http.get<PermissionUser>(`/perms/users/${userId}`, { indexField: 'userId' }, signal)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
}

/** The people who hold a set directly. */
export function useHolders(permission: string) {
  return useQuery({
    queryKey: ['perms', 'holders', permission],
    queryFn: async ({ signal }): Promise<readonly User[]> => {
      const query = { query: `permissions="${permission}"`, limit: ALL }
      const { permissionUsers } = await http.get<{ permissionUsers: PermissionUser[] }>(
        '/perms/users',
        query,
        signal,
      )
      const ids = permissionUsers
        .filter((one) => one.permissions.includes(permission))
        .map((one) => one.userId)
      if (ids.length === 0) return []
      // Addresses have their limits: so many names are enough to see who it is about.
      const some = ids.slice(0, 100).map((id) => `"${id}"`)
      const people = { query: `id==(${some.join(' or ')})`, limit: 100 }
      return (await http.get<{ users: User[] }>('/users', people, signal)).users
    },
  })
}

/** True when a person is the only active one with all permissions: then nobody could give them back. */
export function useIsLastAdministrator(userId: string | null): boolean {
  const { data = [] } = useHolders(EVERYTHING)
  const active = data.filter((user) => user.active === true)
  return active.length === 1 && active[0]!.id === userId
}

/** Gives and takes permissions of a person. */
export function useChangePermissions(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: { give?: string; take?: string }) => {
      const row = await http
        .get<PermissionUser>(`/perms/users/${userId}`, { indexField: 'userId' })
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null
          throw error
        })
      const given = change.give === undefined ? [] : [change.give]
      if (row === null) return http.post('/perms/users', { userId, permissions: given })
      const kept = row.permissions.filter((name) => name !== change.take && name !== change.give)
      return http.put(`/perms/users/${row.id}`, { ...row, permissions: [...kept, ...given] })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['perms'] }),
  })
}

/** Writes a person and their service points. @returns the id */
export async function saveUser(user: User, points: UserPoints, isNew: boolean): Promise<string> {
  const stored = isNew ? await http.post<User>('/users', user) : undefined
  if (!isNew) await http.put(`/users/${user.id}`, user)
  const userId = stored?.id ?? user.id
  const isEmpty = (points.servicePointsIds ?? []).length === 0
  const body = { ...points, userId }
  if (points.id !== undefined) await http.put(`/service-points-users/${points.id}`, body)
  else if (!isEmpty) await http.post('/service-points-users', body)
  return userId
}

/** Gives a person a password, in place of the one that they may have. */
export async function setPassword(user: User, password: string): Promise<void> {
  const { credentialsExist } = await http.get<{ credentialsExist: boolean }>('/authn/credentials-existence', {
    userId: user.id,
  })
  if (credentialsExist) await http.delete('/authn/credentials', { query: { userId: user.id } })
  await http.post('/authn/credentials', { userId: user.id, username: user.username, password })
}

/** Saves a role: a set of this library. */
export function useSaveRole() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (role: Partial<Permission> & { isNew: boolean }) => {
      const { isNew, ...body } = role
      return isNew
        ? http.post<Permission>('/perms/permissions', body)
        : http.put<Permission>(`/perms/permissions/${role.id}`, body)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['perms'] }),
  })
}

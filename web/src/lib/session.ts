import { useSyncExternalStore } from 'react'

export type ServicePoint = { id: string; name: string }

/** The signed-in person. The tokens themselves are in cookies that no script can read. */
export type Session = {
  tenant: string
  userId: string
  username: string
  /** How the person is called on screen. */
  name: string
  /** All permissions, sub-permissions included. */
  permissions: ReadonlySet<string>
  servicePoint: ServicePoint | null
}

/** `unknown` until the server was asked at start. */
export type SessionState = { kind: 'unknown' } | { kind: 'none' } | { kind: 'signed-in'; session: Session }

const TENANT = 'octavo.tenant'

let state: SessionState = { kind: 'unknown' }
const listeners = new Set<() => void>()

function change(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, () => state)
}

/** The session of a page that is only shown to those who are signed in. @throws Error when nobody is */
export function useSession(): Session {
  const current = useSessionState()
  if (current.kind !== 'signed-in') throw new Error('Nobody is signed in.')
  return current.session
}

/** True when the person holds the permission of the route that a control will call. */
export function useMay(permission: string): boolean {
  return useSession().permissions.has(permission)
}

export function currentSession(): Session | null {
  return state.kind === 'signed-in' ? state.session : null
}

/** The tenant of the session, else the one last used on this device. */
export function currentTenant(): string {
  return currentSession()?.tenant ?? localStorage.getItem(TENANT) ?? ''
}

type Composite = {
  user: { id: string; username: string; personal?: { firstName?: string; lastName?: string } }
  permissions?: { permissions?: (string | { permissionName: string })[] }
  servicePointsUser?: { defaultServicePointId?: string; servicePoints?: ServicePoint[] }
}

/** Begins the session that an answer of `/bl-users/login-with-expiry` or `/bl-users/_self` describes. */
export function startSession(tenant: string, answer: Composite): void {
  const { user, permissions, servicePointsUser } = answer
  const names = (permissions?.permissions ?? []).map((one) =>
    typeof one === 'string' ? one : one.permissionName,
  )
  const full = [user.personal?.firstName, user.personal?.lastName].filter(Boolean).join(' ')
  const points = servicePointsUser?.servicePoints ?? []
  localStorage.setItem(TENANT, tenant)
  change({
    kind: 'signed-in',
    session: {
      tenant,
      userId: user.id,
      username: user.username,
      name: full || user.username,
      permissions: new Set(names),
      servicePoint:
        points.find(({ id }) => id === servicePointsUser?.defaultServicePointId) ?? points[0] ?? null,
    },
  })
}

export function endSession(): void {
  change({ kind: 'none' })
}

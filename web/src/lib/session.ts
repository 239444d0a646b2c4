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
  /** Where the person may work. */
  servicePoints: readonly ServicePoint[]
}

/** `unknown` until the server was asked at start. */
export type SessionState = { kind: 'unknown' } | { kind: 'none' } | { kind: 'signed-in'; session: Session }

const TENANT = 'octavo.tenant'
const SERVICE_POINT = 'octavo.service-point'

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

/** What log-in and `/bl-users/_self` answer, as far as the screens read it. */
export type Composite = {
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
  const pointAt = (id: string | null | undefined) => points.find((one) => one.id === id)
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
        pointAt(localStorage.getItem(SERVICE_POINT)) ??
        pointAt(servicePointsUser?.defaultServicePointId) ??
        points[0] ??
        null,
      servicePoints: points,
    },
  })
}

/** Sets where the person works now; kept on this computer, which stands at one desk. */
export function chooseServicePoint(point: ServicePoint): void {
  if (state.kind !== 'signed-in') return
  localStorage.setItem(SERVICE_POINT, point.id)
  change({ kind: 'signed-in', session: { ...state.session, servicePoint: point } })
}

export function endSession(): void {
  change({ kind: 'none' })
}

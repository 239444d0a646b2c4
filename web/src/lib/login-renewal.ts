import { useSyncExternalStore } from 'react'
import { connectionLost } from './connection.ts'
import { OfflineError } from './offline-error.ts'
import { currentSession, currentTenant } from './session.ts'

/** Thrown when the person closed the log-in window instead of logging in. */
export class LoginRefusedError extends Error {}

type Waiting = { resolve: () => void; reject: (error: Error) => void }

/** When a tab of this browser renewed the log-in last (milliseconds since 1970). */
const RENEWED_AT = 'octavo.renewed-at'

let waiting: Waiting | null = null
let renewal: Promise<void> | null = null
const listeners = new Set<() => void>()

function show(next: Waiting | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while the log-in window lies over the page. */
export function useIsLoginAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waiting !== null)
}

/** The log-in window, or another tab, says that the person is in again. */
export function loginRenewed(): void {
  waiting?.resolve()
  show(null)
}

/** The log-in window was closed. */
export function loginGivenUp(): void {
  waiting?.reject(new LoginRefusedError('Not logged in.'))
  show(null)
}

/** @throws OfflineError when the server can't say */
async function refresh(): Promise<boolean> {
  let response: Response
  try {
    response = await fetch('/authn/refresh', {
      method: 'POST',
      headers: { 'x-okapi-tenant': currentTenant() },
    })
  } catch (error) {
    connectionLost()
    throw new OfflineError('No answer from the server.', { cause: error })
  }
  if (response.status >= 500) throw new OfflineError(`The server answered ${response.status}.`)
  if (response.ok) localStorage.setItem(RENEWED_AT, String(Date.now()))
  return response.ok
}

/**
 * Refreshes once for all tabs: a refresh token that is sent twice ends the log-in. Browsers have locks on safe
 * connections only; elsewhere two tabs that refresh in the same moment ask for the password.
 */
async function refreshOnce(since: number): Promise<boolean> {
  const ask = async (): Promise<boolean> =>
    Number(localStorage.getItem(RENEWED_AT) ?? 0) > since || (await refresh())
  return 'locks' in navigator ? navigator.locks.request('octavo.refresh', ask) : ask()
}

/**
 * Renews the log-in: by the refresh cookie, else by a window over the page. Calls that wait at the same time share
 * one renewal.
 * @param since when the call was sent that the server refused
 * @throws LoginRefusedError when the person gives up
 * @throws OfflineError when the server does not answer
 */
export function renewLogin(since: number): Promise<void> {
  renewal ??= renew(since).finally(() => {
    renewal = null
  })
  return renewal
}

async function renew(since: number): Promise<void> {
  if (await refreshOnce(since)) return
  if (currentSession() === null) throw new LoginRefusedError('Not logged in.')
  await new Promise<void>((resolve, reject) => {
    show({ resolve, reject })
  })
}

/** Puts the log-in window over the page without a call that was refused: the person logged out in another tab. */
export function askForLogin(): void {
  renewal ??= new Promise<void>((resolve, reject) => {
    show({ resolve, reject })
  }).finally(() => {
    renewal = null
  })
  renewal.catch(() => undefined)
}

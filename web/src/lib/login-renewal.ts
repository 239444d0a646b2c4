import { useSyncExternalStore } from 'react'
import { currentSession, currentTenant } from './session.ts'

/** Thrown when the person closed the log-in window instead of logging in. */
export class LoginRefusedError extends Error {}

type Waiting = { resolve: () => void; reject: (error: Error) => void }

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

/** The log-in window says that the person is in again. */
export function loginRenewed(): void {
  waiting?.resolve()
  show(null)
}

/** The log-in window was closed. */
export function loginGivenUp(): void {
  waiting?.reject(new LoginRefusedError('Not logged in.'))
  show(null)
}

async function refresh(): Promise<boolean> {
  try {
    const response = await fetch('/authn/refresh', {
      method: 'POST',
      headers: { 'x-okapi-tenant': currentTenant() },
    })
    return response.ok
  } catch {
    return false
  }
}

/**
 * Renews the log-in: by the refresh cookie, else by a window over the page. Calls that wait at the same time share
 * one renewal.
 * @throws LoginRefusedError when the person gives up
 */
export function renewLogin(): Promise<void> {
  renewal ??= renew().finally(() => {
    renewal = null
  })
  return renewal
}

async function renew(): Promise<void> {
  if (await refresh()) return
  if (currentSession() === null) throw new LoginRefusedError('Not logged in.')
  await new Promise<void>((resolve, reject) => {
    show({ resolve, reject })
  })
}

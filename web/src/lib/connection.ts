import { useSyncExternalStore } from 'react'

/**
 * Whether the server answers; `retryAt` is when it is asked again (milliseconds since 1970). `isSlow` while a call
 * waits for its answer longer than people expect.
 */
export type Connection = { works: true; isSlow: boolean } | { works: false; since: number; retryAt: number }

const RETRY_MS = 3000
/** Below this a page's own sign that it loads is enough. */
const SLOW_MS = 5000

let connection: Connection = { works: true, isSlow: false }
const listeners = new Set<() => void>()
const restored = new Set<() => void>()
const slowCalls = new Set<object>()

function change(next: Connection): void {
  connection = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection)
}

/** Calls back each time the server answers again after a silence. @returns how to stop it */
export function onRestored(callback: () => void): () => void {
  restored.add(callback)
  return () => restored.delete(callback)
}

/** A call was sent. @returns what to call when it has its answer, or none */
export function callSent(): () => void {
  const call = {}
  const timer = setTimeout(() => {
    slowCalls.add(call)
    if (connection.works) change({ works: true, isSlow: true })
  }, SLOW_MS)
  return () => {
    clearTimeout(timer)
    if (slowCalls.delete(call) && slowCalls.size === 0 && connection.works) {
      change({ works: true, isSlow: false })
    }
  }
}

/** A call was answered. */
export function connectionWorks(): void {
  if (connection.works) return
  change({ works: true, isSlow: false })
  for (const callback of restored) callback()
}

/** A call was not answered: asks the server every few seconds until it is there. */
export function connectionLost(): void {
  if (!connection.works) return
  change({ works: false, since: Date.now(), retryAt: Date.now() + RETRY_MS })
  setTimeout(tryAgain, RETRY_MS)
}

/** Asks the server now whether it is there, without waiting for the next time. */
export async function tryAgain(): Promise<void> {
  if (connection.works) return
  try {
    const response = await fetch('/admin/health')
    if (response.ok) {
      connectionWorks()
      return
    }
  } catch {
    // Still no answer.
  }
  if (connection.works) return
  const isDue = connection.retryAt <= Date.now()
  if (!isDue) return
  change({ ...connection, retryAt: Date.now() + RETRY_MS })
  setTimeout(tryAgain, RETRY_MS)
}

// The browser knows of a lost line before any call does.
addEventListener('offline', connectionLost)

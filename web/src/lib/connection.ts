import { useSyncExternalStore } from 'react'

/** Whether the server answers; `retryAt` is when it is asked again (milliseconds since 1970). */
export type Connection = { works: true } | { works: false; since: number; retryAt: number }

const RETRY_MS = 3000

let connection: Connection = { works: true }
const listeners = new Set<() => void>()
const restored = new Set<() => void>()

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

/** A call was answered. */
export function connectionWorks(): void {
  if (connection.works) return
  change({ works: true })
  for (const callback of restored) callback()
}

/** A call was not answered: asks the server every few seconds until it is there. */
export function connectionLost(): void {
  if (!connection.works) return
  change({ works: false, since: Date.now(), retryAt: Date.now() + RETRY_MS })
  setTimeout(tryAgain, RETRY_MS)
}

async function tryAgain(): Promise<void> {
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
  change({ ...connection, retryAt: Date.now() + RETRY_MS })
  setTimeout(tryAgain, RETRY_MS)
}

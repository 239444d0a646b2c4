import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

function change(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while the list of shortcuts is open. */
export function useAreShortcutsOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}

export function openShortcuts(): void {
  change(true)
}

export function closeShortcuts(): void {
  change(false)
}

import { useSyncExternalStore } from 'react'

/** Whether the command palette is open, and with what text. */
export type PaletteState = { isOpen: boolean; text: string }

let state: PaletteState = { isOpen: false, text: '' }
let opener: Element | null = null
const listeners = new Set<() => void>()

function change(next: PaletteState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function usePalette(): PaletteState {
  return useSyncExternalStore(subscribe, () => state)
}

/** Opens the command palette, with a text in its field if there is one to look for. */
export function openPalette(text = ''): void {
  if (!state.isOpen) opener = document.activeElement
  change({ isOpen: true, text })
}

/** Closes it; the focus goes back to where it was, unless a page is opened that takes it. */
export function closePalette({ keepsFocus = true }: { keepsFocus?: boolean } = {}): void {
  if (!state.isOpen) return
  change({ isOpen: false, text: '' })
  const target = opener
  opener = null
  if (keepsFocus) requestAnimationFrame(() => target instanceof HTMLElement && target.focus())
}

import { useEffect, useMemo, useSyncExternalStore } from 'react'

/**
 * Something a person can do: the same object feeds the button or menu entry, the command palette, the keyboard and
 * the list of shortcuts, so that none of them can miss one.
 */
export type Action = {
  id: string
  label: string
  /** Keys as in "mod+s", "alt+n", "e", or a sequence "g i"; single letters work only outside of text fields. */
  keys?: readonly string[]
  /** Where palette and list of shortcuts show it; `general` is what the frame itself offers. */
  group: 'page' | 'go' | 'settings' | 'general'
  run: () => void
  /** Why it can't be done now; it is then listed but not run. */
  disabledReason?: string | undefined
  /** True for what also works while a window lies over the page. */
  isForDialogs?: boolean
}

let registered: readonly (readonly Action[])[] = []
const listeners = new Set<() => void>()

function change(next: typeof registered): void {
  registered = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Offers actions while the component is shown; give it a memoised list. Later ones win over earlier ones with the same keys. */
export function useActions(actions: readonly Action[]): void {
  useEffect(() => {
    change([...registered, actions])
    return () => change(registered.filter((one) => one !== actions))
  }, [actions])
}

/** All actions on offer, those of the innermost component first. */
export function useOfferedActions(): readonly Action[] {
  const lists = useSyncExternalStore(subscribe, () => registered)
  return useMemo(() => lists.toReversed().flat(), [lists])
}

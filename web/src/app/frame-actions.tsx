import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { shortcutText } from '#text/palette.ts'
import { useActions } from '../lib/actions.ts'
import type { Action } from '../lib/actions.ts'
import { openPalette } from '../lib/palette.ts'
import { useSession } from '../lib/session.ts'
import { openShortcuts } from '../lib/shortcuts.ts'
import { AREAS, mayOpen } from './places.ts'

/** Puts the cursor into the page's search field, else opens the palette. */
function goToSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#page input[type=search], #page [role=searchbox]')
  if (field === null) openPalette()
  else {
    field.focus()
    field.select()
  }
}

/** What can be done from everywhere: the palette, the search field, the list of shortcuts, and going to each area. */
export function FrameActions() {
  const router = useRouter()
  const { permissions } = useSession()
  const actions = useMemo<Action[]>(() => {
    const { general } = shortcutText
    const go = AREAS.filter((area) => mayOpen(area, permissions)).map(({ id, to, label, keys }): Action => ({
      id: `go-${id}`,
      label,
      keys: [keys],
      group: 'general',
      run: () => router.history.push(`/app${to}`),
    }))
    return [
      { id: 'palette', label: general.palette, keys: ['mod+k'], group: 'general', run: () => openPalette() },
      { id: 'find', label: general.find, keys: ['/', 'mod+alt+h'], group: 'general', run: goToSearch },
      { id: 'help', label: general.help, keys: ['?', 'mod+alt+k'], group: 'general', run: openShortcuts },
      ...go,
    ]
  }, [permissions, router])
  useActions(actions)
  return null
}

import { Suspense, lazy, useEffect } from 'react'
import { useIsLoginAsked } from '../lib/login-renewal.ts'
import { usePalette } from '../lib/palette.ts'
import { useAreShortcutsOpen } from '../lib/shortcuts.ts'

const loadPalette = () => import('./palette/palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }))
const loadLoginWindow = () => import('../features/login/login-window.tsx')
const LoginWindow = lazy(async () => ({ default: (await loadLoginWindow()).LoginWindow }))

/** Windows that can lie over any page. They come with the first page's quiet, so that they open at once. */
export function Windows() {
  const palette = usePalette()
  const areShortcutsOpen = useAreShortcutsOpen()
  const isLoginAsked = useIsLoginAsked()
  useEffect(() => {
    // The log-in window is wanted when the server may not give it any more.
    const timer = setTimeout(
      () => void Promise.all([loadPalette(), loadLoginWindow()]).catch(() => undefined),
      300,
    )
    return () => clearTimeout(timer)
  }, [])
  return (
    <Suspense fallback={null}>
      {palette.isOpen && <Palette />}
      {areShortcutsOpen && <ShortcutList />}
      {isLoginAsked && <LoginWindow />}
    </Suspense>
  )
}

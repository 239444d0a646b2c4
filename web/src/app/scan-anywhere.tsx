import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paletteText } from '#text/palette.ts'
import { findByNumber, pathOf } from '../lib/find.ts'
import { openPalette } from '../lib/palette.ts'
import { createScanDetector } from '../lib/scan.ts'
import { notify } from '../ui/notices.ts'
import { isBehindWindow, isTextField } from './keyboard.tsx'

/**
 * A scan while no text field has the focus looks the number up: the one record that has it opens; several, or none, show
 * in the palette. Nothing is ever changed by it, because a fast typist can look like a scanner.
 */
export function ScanAnywhere() {
  const router = useRouter()
  useEffect(() => {
    const detector = createScanDetector()
    const look = async (value: string): Promise<void> => {
      const hits = await findByNumber(value).catch(() => [])
      if (hits.length !== 1) {
        openPalette(value)
        return
      }
      router.history.push(`/app${pathOf(hits[0]!)}`)
      notify({ id: 'scanned', text: paletteText.scanned(hits[0]!.number), kind: 'news' })
    }
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      if (isTextField(event.target) || isBehindWindow()) return
      const scanned = detector.press(event.key, event.timeStamp)
      if (scanned === null) return
      // Enter would press the button that has the focus.
      event.preventDefault()
      event.stopPropagation()
      void look(scanned)
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [router])
  return null
}

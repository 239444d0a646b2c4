/** A scan has at least this many characters. */
const SHORTEST = 5
/** Scanners leave at most this much time between two keys; people seldom type so fast for five keys. */
export const SCAN_GAP_MS = 40

// Some scanners add control characters before and behind what they read.
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g

/** What a scanner read, without the control characters that some add; blanks are part of a barcode. */
export function cleanScan(text: string): string {
  return text.replaceAll(CONTROL_CHARACTERS, '')
}

/** Tells scans from typing by their speed. */
export type ScanDetector = {
  /**
   * Takes one key press. `at` is its time in milliseconds.
   * @returns what was scanned when the press ended a scan, else null
   */
  press(key: string, at: number): string | null
}

/**
 * Watches key presses for a burst that Enter or Tab ends: that is a scanner. A fast typist can look like one, so a scan
 * may only show what was found, never change anything.
 */
export function createScanDetector(gapMs: number = SCAN_GAP_MS): ScanDetector {
  let text = ''
  let last = Number.NEGATIVE_INFINITY
  return {
    press(key, at) {
      if (at - last > gapMs) text = ''
      // Shift and the like come between the characters of a scan and say nothing.
      if (key === 'Shift' || key === 'CapsLock' || key === 'Alt' || key === 'Control' || key === 'Meta') {
        return null
      }
      last = at
      if (key === 'Enter' || key === 'Tab') {
        const scanned = cleanScan(text)
        text = ''
        return scanned.length >= SHORTEST ? scanned : null
      }
      if (key.length === 1) text += key
      return null
    },
  }
}

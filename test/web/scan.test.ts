import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanScan, createScanDetector } from '../../web/src/lib/scan.ts'

/** What the detector says of these keys, pressed `gap` milliseconds apart. */
function pressed(keys: readonly string[], gap: number): (string | null)[] {
  const detector = createScanDetector()
  return keys.map((key, at) => detector.press(key, 1000 + at * gap))
}

describe('a scan', () => {
  test('is a burst of keys that Enter or Tab ends', () => {
    expect(pressed([...'3001234567', 'Enter'], 10).at(-1)).toBe('3001234567')
    expect(pressed([...'AB 12', 'Tab'], 40).at(-1)).toBe('AB 12')
    expect(pressed([...'3001234567'], 10).at(-1)).toBeNull()
  })

  test('is not typing, and not a few keys', () => {
    expect(pressed([...'3001234567', 'Enter'], 60).at(-1)).toBeNull()
    expect(pressed([...'3001', 'Enter'], 10).at(-1)).toBeNull()
  })

  test('begins anew after a pause', () => {
    const detector = createScanDetector()
    for (const [at, key] of [...'abc'].entries()) detector.press(key, at * 10)
    for (const [at, key] of [...'12345'].entries()) detector.press(key, 500 + at * 10)
    expect(detector.press('Enter', 550)).toBe('12345')
    expect(detector.press('Enter', 560)).toBeNull()
  })

  test('is taken whatever its characters, without control characters and modifier keys', () => {
    expect(pressed(['\u0002', 'Shift', 'A', ...'1*?9', 'Enter'], 10).at(-1)).toBe('A1*?9')
    fc.assert(
      fc.property(fc.stringMatching(/^[\x20-\x7e]{5,40}$/), (text) => {
        expect(pressed([...text, 'Enter'], 5).at(-1)).toBe(text)
        expect(cleanScan(`\u0000${text}\r\n`)).toBe(text)
      }),
    )
  })
})

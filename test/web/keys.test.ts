import { describe, expect, test } from 'vitest'
import { isPlain, matches, parseKeys, printKeys } from '../../web/src/lib/keys.ts'
import type { KeyPress } from '../../web/src/lib/keys.ts'

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }
}
const one = (keys: string) => parseKeys(keys)[0]!

describe('a shortcut', () => {
  test('is a chord or a sequence of keys', () => {
    expect(parseKeys('mod+alt+k')).toEqual([{ mod: true, ctrl: false, alt: true, shift: false, key: 'k' }])
    expect(parseKeys('g i').map(({ key }) => key)).toEqual(['g', 'i'])
    expect(one('mod++')).toMatchObject({ mod: true, key: '+' })
    expect(isPlain(one('e'))).toBe(true)
    expect(isPlain(one('?'))).toBe(true)
    expect(isPlain(one('alt+n'))).toBe(false)
    expect(isPlain(one('esc'))).toBe(false)
  })

  test('with mod is Ctrl, and the command key on a Mac', () => {
    expect(matches(press('k', { ctrlKey: true }), one('mod+k'), false)).toBe(true)
    expect(matches(press('k', { metaKey: true }), one('mod+k'), false)).toBe(false)
    expect(matches(press('k', { metaKey: true }), one('mod+k'), true)).toBe(true)
    expect(matches(press('k', { ctrlKey: true }), one('mod+k'), true)).toBe(false)
  })

  test('matches with its own modifiers only', () => {
    expect(matches(press('s', { ctrlKey: true, shiftKey: true }), one('mod+s'), false)).toBe(false)
    expect(matches(press('S', { ctrlKey: true, shiftKey: true }), one('mod+shift+s'), false)).toBe(true)
    expect(matches(press('e', { ctrlKey: true }), one('e'), false)).toBe(false)
    expect(matches(press('E', { shiftKey: true }), one('e'), false)).toBe(false)
    expect(matches(press('?', { shiftKey: true }), one('?'), false)).toBe(true)
    expect(matches(press('?'), one('?'), false)).toBe(true)
  })

  test('with Alt is found by the place of the key, where Alt makes another character', () => {
    expect(matches(press('˜', { altKey: true, code: 'KeyN' }), one('alt+n'), true)).toBe(true)
    expect(matches(press('n', { altKey: true, code: 'KeyN' }), one('alt+n'), false)).toBe(true)
  })

  test('names special keys', () => {
    expect(matches(press('Escape'), one('esc'), false)).toBe(true)
    expect(matches(press('ArrowDown', { ctrlKey: true, altKey: true }), one('mod+alt+down'), false)).toBe(
      true,
    )
    expect(matches(press(' '), one('space'), false)).toBe(true)
  })

  test('is printed as keyboards name the keys', () => {
    expect(printKeys('mod+alt+k', false)).toBe('Ctrl+Alt+K')
    expect(printKeys('mod+alt+k', true)).toBe('⌥⌘K')
    expect(printKeys('g i', false)).toBe('G I')
    expect(printKeys('mod+shift+down', false)).toBe('Ctrl+Shift+↓')
  })
})

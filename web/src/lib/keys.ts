/** One key press as a shortcut names it: "mod+alt+k", "e", "?". */
export type Chord = { mod: boolean; ctrl: boolean; alt: boolean; shift: boolean; key: string }

/** What of a keyboard event decides; tests need no browser for it. */
export type KeyPress = {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** True on Apple's computers, where the command key does what Ctrl does elsewhere. */
export function isApple(platform: string = globalThis.navigator?.platform ?? ''): boolean {
  return /^(?:mac|iphone|ipad)/i.test(platform)
}

/** A shortcut as its key presses, one after the other: "g i" has two. */
export function parseKeys(keys: string): Chord[] {
  return keys.split(' ').map((chord) => {
    const parts = chord.toLowerCase().split('+')
    // "mod++" means the plus key.
    const key = chord.endsWith('+') ? '+' : parts.at(-1)!
    const has = (name: string) => parts.slice(0, -1).includes(name)
    return { mod: has('mod'), ctrl: has('ctrl'), alt: has('alt'), shift: has('shift'), key }
  })
}

/** True for a press without Ctrl, Alt or command: in a text field it is typing. */
export function isPlain(chord: Chord): boolean {
  return !chord.mod && !chord.ctrl && !chord.alt && chord.key.length === 1
}

/** True when the press is the chord. Letters count by the key's place where Alt makes another character of them. */
export function matches(press: KeyPress, chord: Chord, apple: boolean = isApple()): boolean {
  const wantsCtrl = chord.ctrl || (chord.mod && !apple)
  const wantsMeta = chord.mod && apple
  if (press.ctrlKey !== wantsCtrl || press.metaKey !== wantsMeta || press.altKey !== chord.alt) return false
  const isLetter = /^[a-z]$/.test(chord.key)
  // "?" and "/" need Shift on some keyboards and not on others: the character alone counts.
  if ((isLetter || chord.key.length > 1) && press.shiftKey !== chord.shift) return false
  if (press.key.toLowerCase() === nameOf(chord.key)) return true
  return chord.alt && isLetter && press.code === `Key${chord.key.toUpperCase()}`
}

const NAMES: Readonly<Record<string, string>> = {
  esc: 'escape',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
  space: ' ',
}

function nameOf(key: string): string {
  return NAMES[key] ?? key
}

const SHOWN: Readonly<Record<string, string>> = {
  esc: 'Esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  space: 'Space',
  enter: 'Enter',
  delete: 'Delete',
}

/** A shortcut as it is printed beside its action: "Ctrl+Alt+K", "⌘K", "G I". */
export function printKeys(keys: string, apple: boolean = isApple()): string {
  return parseKeys(keys)
    .map(({ mod, ctrl, alt, shift, key }) => {
      const name = SHOWN[key] ?? key.toUpperCase()
      if (apple) {
        return `${ctrl ? '⌃' : ''}${alt ? '⌥' : ''}${shift ? '⇧' : ''}${mod ? '⌘' : ''}${name}`
      }
      return [mod || ctrl ? 'Ctrl' : '', alt ? 'Alt' : '', shift ? 'Shift' : '', name]
        .filter(Boolean)
        .join('+')
    })
    .join(' ')
}

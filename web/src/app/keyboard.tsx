import { useEffect, useRef } from 'react'
import { useOfferedActions } from '../lib/actions.ts'
import type { Action } from '../lib/actions.ts'
import { isPlain, matches, parseKeys } from '../lib/keys.ts'
import type { Chord } from '../lib/keys.ts'
import { SCAN_GAP_MS } from '../lib/scan.ts'
import { useSingleKeys } from '../lib/single-keys.ts'

/** How long the second key of a sequence such as "g i" may take. */
const SEQUENCE_MS = 1500

type Binding = { chords: readonly Chord[]; action: Action }
type Pending = { bindings: readonly Binding[]; step: number; until: number }

const TEXT_FIELD =
  'input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=range]), textarea, select, [contenteditable=""], [contenteditable=true]'

/** True where a letter is typing. */
export function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT_FIELD) !== null
}

/** True while a window lies over the page: what is below it must not react. */
export function isBehindWindow(): boolean {
  return document.querySelector('[role=dialog][aria-modal=true]') !== null
}

function bindingsOf(actions: readonly Action[]): Binding[] {
  return actions.flatMap((action) => (action.keys ?? []).map((keys) => ({ chords: parseKeys(keys), action })))
}

/** The bindings that a press goes on with: of those that wait for a second key, else of all. */
function matching(event: KeyboardEvent, pending: Pending | null, all: readonly Binding[]): Binding[] {
  const isSequence = pending !== null && pending.until > event.timeStamp
  const from = isSequence ? pending.bindings : all
  const step = isSequence ? pending.step : 0
  return from.filter(({ chords }) => chords[step] !== undefined && matches(event, chords[step]))
}

/** Runs actions by their keys: those of the innermost component first, single letters outside of text fields only. */
export function Keyboard() {
  const actions = useOfferedActions()
  const [hasSingleKeys] = useSingleKeys()
  const bindings = useRef<readonly Binding[]>([])
  useEffect(() => {
    bindings.current = bindingsOf(actions).filter(
      ({ chords }) => hasSingleKeys || !chords.every((chord) => isPlain(chord)),
    )
  }, [actions, hasSingleKeys])
  useEffect(() => listenToKeys(() => bindings.current), [])
  return null
}

/** Runs what the keys are bound to. @returns how to stop it */
function listenToKeys(bindings: () => readonly Binding[]): () => void {
  let pending: Pending | null = null
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.getModifierState('AltGraph')) return
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
    // The letters of a scanned barcode are no shortcuts: they follow each other too fast.
    clearTimeout(timer)
    const isBurst = event.timeStamp - last < SCAN_GAP_MS
    if (event.key.length === 1) last = event.timeStamp
    const step = pending !== null && pending.until > event.timeStamp ? pending.step : 0
    const usable = matching(event, pending, bindings()).filter((binding) => isUsable(binding, event, isBurst))
    pending = null
    const done = usable.find(({ chords }) => chords.length === step + 1)
    if (done === undefined) {
      if (usable.length > 0)
        pending = { bindings: usable, step: step + 1, until: event.timeStamp + SEQUENCE_MS }
      return
    }
    event.preventDefault()
    const { disabledReason, run } = done.action
    if (disabledReason !== undefined) return
    if (done.chords.every(isPlain)) timer = setTimeout(run, SCAN_GAP_MS)
    else run()
  }
  document.addEventListener('keydown', press)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('keydown', press)
  }
}

/** Single letters are typing in text fields, and part of a scan in a burst; a window over the page holds all back. */
function isUsable({ chords, action }: Binding, event: KeyboardEvent, isBurst: boolean): boolean {
  if (chords.every(isPlain) && (isBurst || isTextField(event.target))) return false
  return action.isForDialogs === true || !isBehindWindow()
}

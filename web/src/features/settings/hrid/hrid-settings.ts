/** The kinds of records that have HRIDs, as the settings name them. */
export const HRID_KINDS = ['instances', 'holdings', 'items'] as const
export type HridKind = (typeof HRID_KINDS)[number]

export type HridGroup = { prefix?: string; startNumber: number; currentNumber?: number }

/** GET `/hrid-settings-storage/hrid-settings`. */
export type HridSettings = Record<HridKind, HridGroup> & { id?: string; commonRetainLeadingZeroes?: boolean }

/** What is typed for one kind. */
export type TypedGroup = { prefix: string; start: string }
export type TypedHrids = Record<HridKind, TypedGroup> & { keepsZeros: boolean }

const DIGITS = 11
export const MAX_NUMBER = 99_999_999_999

/** What the form begins with: each kind goes on after the last number that was given. */
export function typedHrids(settings: HridSettings): TypedHrids {
  const group = (kind: HridKind): TypedGroup => ({
    prefix: settings[kind].prefix ?? '',
    start: String(nextNumber(settings[kind])),
  })
  return {
    instances: group('instances'),
    holdings: group('holdings'),
    items: group('items'),
    keepsZeros: settings.commonRetainLeadingZeroes !== false,
  }
}

export function lastNumber({ currentNumber = 0 }: HridGroup): number {
  return currentNumber
}

/** The number that a kind gives next when nothing is changed. */
export function nextNumber(group: HridGroup): number {
  return Math.max(lastNumber(group) + 1, 1)
}

/** A number as records show it. */
export function formatHrid(prefix: string, number: number, keepsZeros: boolean): string {
  return prefix + String(number).padStart(keepsZeros ? DIGITS : 0, '0')
}

/** The number typed, or null where it is none. */
export function readNumber(text: string): number | null {
  const digits = text.replaceAll(/[\s,.]/g, '')
  if (!/^\d{1,11}$/.test(digits)) return null
  const number = Number(digits)
  return number >= 1 && number <= MAX_NUMBER ? number : null
}

export function isPrefix(text: string): boolean {
  return /^[0-9a-zA-Z.-]{0,10}$/.test(text)
}

/** True when a kind's numbers would be others than they are. */
export function isTouched(settings: HridSettings, typed: TypedHrids, kind: HridKind): boolean {
  const before = typedHrids(settings)[kind]
  return before.prefix !== typed[kind].prefix || readNumber(before.start) !== readNumber(typed[kind].start)
}

/**
 * The body to send. A PUT restarts all three kinds, so the untouched ones get the number after the last one that the
 * server has given by now (`newest`), not the one of when the page was opened.
 */
export function settingsToSend(opened: HridSettings, newest: HridSettings, typed: TypedHrids): HridSettings {
  const group = (kind: HridKind): HridGroup => {
    const isOwn = isTouched(opened, typed, kind)
    const before = typedHrids(opened)[kind].start
    const isNewStart = isOwn && readNumber(before) !== readNumber(typed[kind].start)
    const startNumber = isNewStart ? readNumber(typed[kind].start)! : nextNumber(newest[kind])
    return { prefix: isOwn ? typed[kind].prefix : (newest[kind].prefix ?? ''), startNumber }
  }
  return {
    ...(newest.id !== undefined && { id: newest.id }),
    instances: group('instances'),
    holdings: group('holdings'),
    items: group('items'),
    commonRetainLeadingZeroes: typed.keepsZeros,
  }
}

/** CQL for the records of a kind whose numbers lie at or above a start; numbers without zeros are asked one by one. */
export function inUseQuery(prefix: string, start: number, keepsZeros: boolean): string {
  if (keepsZeros) {
    const first = formatHrid(prefix, start, true)
    const last = formatHrid(prefix, MAX_NUMBER, true)
    return `hrid >= "${first}" and hrid <= "${last}"`
  }
  const next = Array.from({ length: PROBED }, (_, at) => `"${prefix}${start + at}"`)
  return `hrid==(${next.join(' or ')})`
}

/** Without zeros in front texts do not sort as numbers: so many of the next ones are looked for. */
const PROBED = 100

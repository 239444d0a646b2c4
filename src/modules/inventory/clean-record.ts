import type { List, Maybe, Tags } from './records.ts'

const EMPTY: readonly never[] = Object.freeze([])

/**
 * A set of strings without null, blank and repeated entries; the first of equal entries stays. Gives an empty
 * list for a missing one, because FOLIO's records always carry their lists
 * (folio-org/mod-inventory-storage: services that call StringUtil and the generated classes' initial values).
 */
export function cleanStrings(list: List<string>): readonly string[] {
  if (!list || list.length === 0) return EMPTY
  if (list.length === 1) return isFilled(list[0]) ? (list as readonly string[]) : EMPTY
  const kept: string[] = []
  for (const entry of list) {
    if (isFilled(entry) && !kept.includes(entry)) kept.push(entry)
  }
  return kept
}

function isFilled(entry: Maybe<string>): entry is string {
  return typeof entry === 'string' && entry.trim() !== ''
}

/** A list of objects without null entries; empty for a missing list. */
export function cleanObjects<T extends object>(list: List<T>): readonly T[] {
  if (!list || list.length === 0) return EMPTY
  return list.includes(null) || list.includes(undefined)
    ? list.filter((entry) => entry !== null && entry !== undefined)
    : (list as readonly T[])
}

/** As `cleanObjects`, and of equal objects only the first stays (lists whose schema asks for unique items). */
export function cleanSet<T extends object>(list: List<T>): readonly T[] {
  const objects = cleanObjects(list)
  if (objects.length < 2) return objects
  const seen = new Set<string>()
  const kept = objects.filter((entry) => {
    const text = JSON.stringify(entry)
    if (seen.has(text)) return false
    seen.add(text)
    return true
  })
  return kept.length === objects.length ? objects : kept
}

/** A property that is left out when it is null. */
export function orAbsent<T>(value: Maybe<T>): T | undefined {
  return value ?? undefined
}

/** A string that counts as absent when it is blank. */
export function filledOrAbsent(value: Maybe<string>): string | undefined {
  return value !== null && value !== undefined && value.trim() !== '' ? value : undefined
}

/** `tags` without blank and repeated entries; absent stays absent. */
export function cleanTags(tags: Maybe<Tags>): { tagList: readonly string[] } | undefined {
  return tags ? { tagList: cleanStrings(tags.tagList) } : undefined
}

// Escapes that JSON.stringify writes for U+0000 and for halves of surrogate pairs.
const unstorable = /\\u(?:0000|d[89a-f][0-9a-f]{2})/

/**
 * A document and its JSON text as they are stored: properties that are null are left out at every depth, as
 * FOLIO's serialiser does, and characters that PostgreSQL cannot hold are replaced (lone surrogates by
 * U+FFFD) or dropped (U+0000).
 */
export function storedForm<T extends object>(document: T): { document: T; text: string } {
  const text = JSON.stringify(document)
  const isStorable = !text.includes('null') && !(text.includes('\\u') && unstorable.test(text))
  if (isStorable) return { document, text }
  const clean = JSON.stringify(document, storableMember)
  return { document: JSON.parse(clean) as T, text: clean }
}

function storableMember(_key: string, value: unknown): unknown {
  if (value === null) return undefined
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  return Array.isArray(value) ? value.filter((entry) => entry !== null) : value
}

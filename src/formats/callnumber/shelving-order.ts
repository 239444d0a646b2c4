import { lcShelfKey } from './lc-shelf-key.ts'
import { sortableNumber, sortableText } from './sortable-text.ts'
import { sudocShelfKey } from './sudoc-shelf-key.ts'

/** A classification scheme that has its own shelf-key rules; `other` keeps the text as it is. */
export type CallNumberScheme = 'lc' | 'nlm' | 'dewey' | 'sudoc' | 'other'

/** The effective call number parts of one item, all optional text; `typeId` is a call number type id (uuid). */
export type ShelvingParts = {
  callNumber?: string | null | undefined
  volume?: string | null | undefined
  enumeration?: string | null | undefined
  chronology?: string | null | undefined
  copyNumber?: string | null | undefined
  suffix?: string | null | undefined
  typeId?: string | null | undefined
}

/** Ids that FOLIO loads with every tenant's reference records (folio-org/mod-inventory-storage: CallNumberConstants.java). */
const schemeOfTypeId: ReadonlyMap<string, CallNumberScheme> = new Map([
  ['95467209-6d7b-468b-94df-0f5d7ad2747d', 'lc'],
  ['054d460d-d6b9-4469-9e37-7a78a2266655', 'nlm'],
  ['03dd64d0-5626-4ecd-8ece-4531e0069f35', 'dewey'],
  ['fc388041-6cd0-4806-8a74-ebe3b9ab4c6e', 'sudoc'],
])

/** The scheme that sorts call numbers of a call number type id; `other` for an unknown or missing id. */
export function schemeOfType(typeId: string | null | undefined): CallNumberScheme {
  return (typeId && schemeOfTypeId.get(typeId)) || 'other'
}

/**
 * An item's `effectiveShelvingOrder`: text that puts items in shelf order when compared by code point.
 * `undefined` when the call number is blank. The call number prefix plays no part
 * (folio-org/mod-inventory-storage: EffectiveCallNumberComponentsUtil.java).
 *
 * Example: `PN2 .A6` with volume `v. 3` and chronology `1999`, type LC, gives `PN 12 A6 V 13 41999`.
 */
export function shelvingOrder(parts: ShelvingParts): string | undefined {
  const callNumber = parts.callNumber?.trim()
  if (!callNumber) return undefined
  let text = callNumber
  for (const part of [parts.volume, parts.enumeration, parts.chronology, parts.copyNumber]) {
    const trimmed = part?.trim()
    if (trimmed) text += ` ${trimmed}`
  }
  const key = shelfKey(text, schemeOfType(parts.typeId))
  const suffix = parts.suffix?.trim()
  return suffix ? `${key} ${suffix}` : key
}

/**
 * The key of one call number by the rules of its scheme, without blanks at the ends; keys compare by code point.
 * Never throws: text that does not fit the scheme still gets a key (folio-org/mod-inventory-storage:
 * CallNumberUtils.java; marc4j/marc4j: org/marc4j/callnum).
 */
export function shelfKey(text: string, scheme: CallNumberScheme): string {
  const callNumber = text.trim()
  switch (scheme) {
    case 'lc':
    case 'nlm':
      return lcShelfKey(callNumber).trim()
    case 'dewey':
      return deweyShelfKey(callNumber).trim()
    case 'sudoc':
      return sudocShelfKey(callNumber).trim()
    default:
      return callNumber
  }
}

const deweyClass = /^([0-9]+)(\.[0-9]+)?(.*)$/
const deweyCutter = /^ *\.?([A-Z][0-9]{1,3}[A-Z]*) *(.*)$/

function deweyShelfKey(callNumber: string): string {
  const parsed = deweyClass.exec(callNumber)
  if (!parsed) return sortableText(callNumber)
  const [, digits = '', decimals = '', rest = ''] = parsed
  const key = sortableNumber(digits) + decimals
  const withCutter = deweyCutter.exec(rest)
  if (!withCutter) return `${key} ${sortableText(rest)}`
  const [, cutter = '', remainder = ''] = withCutter
  return remainder === '' ? `${key} ${cutter}` : `${key} ${cutter} ${sortableText(remainder)}`
}

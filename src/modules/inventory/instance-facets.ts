import { fold, longestWord, lowered } from '../../formats/text/index.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import type { Instance, Maybe } from './records.ts'

/**
 * Letters of the values that instances are filtered and counted by. An entry `<letter>:<value>` is a lexeme of
 * `instance.words`, for filters, and one line of `instance.facets`, for counts.
 */
export const FACET_LETTERS = {
  languages: 'l',
  instanceTypeId: 'y',
  instanceFormatIds: 'f',
  modeOfIssuanceId: 'm',
  source: 'r',
  statusId: 'w',
  statisticalCodeIds: 'q',
  natureOfContentTermIds: 'v',
  tags: 'g',
  mark: 'd',
} as const

/** Entries of the marks that an instance has; those that it has not are not written. */
export const STAFF_SUPPRESS_ENTRY = `${FACET_LETTERS.mark}:s`
export const DISCOVERY_SUPPRESS_ENTRY = `${FACET_LETTERS.mark}:d`

/** What stands around each entry of `instance.facets`, and so never in one. */
export const FACET_SEPARATOR = '\n'

const separators = /[\r\n]+/g
const codes = new Map<string, string>()
// The values of a library's lists are far fewer.
const MOST_CODES = 10_000

/**
 * The id of a list's value in 8 characters instead of 36: every lexeme and byte counts where there are millions. Two of
 * a list's values have the same code about never (48 bits); who has the list can tell the value (`facetCode` of each).
 * Any other text has `=` before it.
 */
export function facetCode(id: string): string {
  const known = codes.get(id)
  if (known !== undefined) return known
  const isUuid: boolean = hasUuidShape(id)
  const code = isUuid ? foldedId(id) : `=${cut(oneLine(lowered(id.trim())))}`
  if (codes.size < MOST_CODES) codes.set(id, code)
  return code
}

/** Beginning and end count alike: FOLIO's own ids differ in either only. */
function foldedId(id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  const folded = Buffer.alloc(6)
  for (let i = 0; i < bytes.length; i += 1) folded[i % 6]! ^= bytes[i]!
  return folded.toString('base64url')
}

/** A whole uuid in 22 characters; any other text as it is, in lower case. */
export function shortId(id: string): string {
  const isUuid: boolean = hasUuidShape(id)
  return isUuid ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') : cut(lowered(id.trim()))
}

/** The entry of a text in the form in which it is compared; that of an id is its `facetCode` behind the letter. */
export function facetEntry(letter: string, value: string): string {
  return `${letter}:${cut(oneLine(value.trim()))}`
}

/** The entries of an instance in the order of its fields, each once. */
export function facetEntries(record: Instance): string[] {
  const entries: string[] = []
  const add = (entry: string) => {
    if (!entries.includes(entry)) entries.push(entry)
  }
  const addId = (letter: string, id: Maybe<string>) => {
    if (id) add(`${letter}:${facetCode(id)}`)
  }
  for (const language of record.languages ?? []) {
    if (language) add(facetEntry(FACET_LETTERS.languages, lowered(language)))
  }
  addId(FACET_LETTERS.instanceTypeId, record.instanceTypeId)
  for (const id of record.instanceFormatIds ?? []) addId(FACET_LETTERS.instanceFormatIds, id)
  addId(FACET_LETTERS.modeOfIssuanceId, record.modeOfIssuanceId)
  if (record.source) add(facetEntry(FACET_LETTERS.source, record.source))
  addId(FACET_LETTERS.statusId, record.statusId)
  for (const id of record.statisticalCodeIds ?? []) addId(FACET_LETTERS.statisticalCodeIds, id)
  for (const id of record.natureOfContentTermIds ?? []) addId(FACET_LETTERS.natureOfContentTermIds, id)
  for (const tag of record.tags?.tagList ?? []) {
    if (tag) add(facetEntry(FACET_LETTERS.tags, fold(tag)))
  }
  if (record.staffSuppress === true) add(STAFF_SUPPRESS_ENTRY)
  if (record.discoverySuppress === true) add(DISCOVERY_SUPPRESS_ENTRY)
  return entries
}

/** Entries as `instance.facets` holds them: each with a separator before and after it. */
export function facetText(entries: readonly string[]): string {
  return entries.length === 0
    ? FACET_SEPARATOR
    : FACET_SEPARATOR + entries.join(FACET_SEPARATOR) + FACET_SEPARATOR
}

function oneLine(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replace(separators, ' ') : text
}

/** A lexeme has room for 2,046 bytes. */
function cut(text: string): string {
  return text.length <= longestWord ? text : Array.from(text).slice(0, longestWord).join('')
}

import { fold, lowered } from '../../formats/text/index.ts'
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
const shortIds = new Map<string, string>()
// Reference values of one library are far fewer; the bound keeps links to millions of authorities out of memory.
const MOST_SHORT_IDS = 20_000

/** A uuid in 22 characters instead of 36, any other text with `=` before it; `longId` gives it back. */
export function shortId(id: string): string {
  const known = shortIds.get(id)
  if (known !== undefined) return known
  const isUuid: boolean = hasUuidShape(id)
  const short = isUuid
    ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
    : `=${oneLine(lowered(id.trim()))}`
  if (shortIds.size < MOST_SHORT_IDS) shortIds.set(id, short)
  return short
}

/** The text that `shortId` made short, in lower case. */
export function longId(short: string): string {
  if (short.startsWith('=')) return short.slice(1)
  const hex = Buffer.from(short, 'base64url').toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The entry of a value; `short` for ids, else the text as it is compared. */
export function facetEntry(letter: string, value: string): string {
  return `${letter}:${oneLine(value.trim())}`
}

/** The entries of an instance in the order of its fields, each once. */
export function facetEntries(record: Instance): string[] {
  const entries: string[] = []
  const add = (entry: string) => {
    if (!entries.includes(entry)) entries.push(entry)
  }
  const addId = (letter: string, id: Maybe<string>) => {
    if (id) add(`${letter}:${shortId(id)}`)
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

import type { CopyValue } from '../../kernel/db/copy-buffer.ts'
import { fold, longestWord, normalizeDigits, wordsWithAnd } from '../../formats/text/index.ts'
import { facetEntries, facetText, shortId } from './instance-facets.ts'
import { cleanObjects, cleanSet, cleanStrings, cleanTags, storedForm, orAbsent } from './clean-record.ts'
import {
  INVALID_ISBN_TYPE,
  INVALID_ISSN_TYPE,
  ISBN_TYPE,
  ISSN_TYPE,
  LINKING_ISSN_TYPE,
  OCLC_TYPE,
} from './records.ts'
import type { Instance, Maybe, Note } from './records.ts'
import type { Stamp } from './stamp.ts'

/** Columns of the table `instance` in the order in which `instanceRow` gives their values. */
export const INSTANCE_COLUMNS = [
  'id',
  'version',
  'hrid_key',
  'match_key',
  'source',
  'title_key',
  'created_at',
  'updated_at',
  'date1',
  'sort_title',
  'facets',
  'words',
  'doc',
] as const

/** Longest sort key, in characters, as in FOLIO's indexes (folio-org/raml-module-builder: cql2pgjson). */
export const KEY_LENGTH = 600

/** Prefixes of the lexemes in `instance.words`, and the fields that they stand for. */
export const WORD_PREFIXES = {
  title: 't',
  alternativeTitles: 'a',
  contributors: 'c',
  subjects: 's',
  series: 'e',
  /** Of the index title, those that the title has not. */
  indexTitle: 'x',
  publishers: 'p',
} as const

/** Prefix of the words of identifiers, and of each whole identifier without blanks. */
export const IDENTIFIER_PREFIX = 'i'
/** Prefix of the words of standard numbers (ISBN, ISSN and their invalid forms) after `normalizeDigits`. */
export const NUMBER_PREFIX = 'n'
/** Prefix of OCLC numbers without letters and leading zeros (`oclcNumber`). */
export const OCLC_PREFIX = 'o'
/** Prefix of classification numbers, letters and digits only (`plainNumber`). */
export const CLASSIFICATION_PREFIX = 'k'
/** Prefix of the ids of authorities that the record's headings are linked to (`shortId`). */
export const AUTHORITY_PREFIX = 'u'

const numberTypes: ReadonlySet<Maybe<string>> = new Set([
  ISBN_TYPE,
  INVALID_ISBN_TYPE,
  ISSN_TYPE,
  INVALID_ISSN_TYPE,
  LINKING_ISSN_TYPE,
])

/** The values of one row of `instance`; `record` needs its `id` and `hrid`. */
export function instanceRow(record: Instance, stamp: Stamp): CopyValue[] {
  const { document, text } = storedForm(instanceDocument(record, stamp))
  const entries = facetEntries(document)
  const titleKey = sortKey(document.title ?? '')
  const sortTitle = document.indexTitle?.trim() ? sortKey(document.indexTitle) : titleKey
  return [
    document.id!,
    stamp.version,
    fold(document.hrid!),
    document.matchKey ?? null,
    document.source ?? null,
    titleKey,
    stamp.metadata.createdDate,
    stamp.metadata.updatedDate,
    dateNumber(document.dates?.date1),
    sortTitle === titleKey ? null : sortTitle,
    facetText(entries),
    instanceWords(document, entries, isWithin(sortTitle, titleKey)),
    text,
  ]
}

/** The first date as mod-search sorts and filters by it: 0 for none, `19uu` as 1900. */
export function dateNumber(date: Maybe<string>): number {
  return date && date.length <= 4 ? Number(date.replace(/\D/g, '0')) : 0
}

const letterOrDigit = /[\p{L}\p{N}\p{M}]/u

/** True when a text lies in another as whole words; false may be wrong. */
function isWithin(part: string, whole: string): boolean {
  const at = whole.indexOf(part)
  if (at < 0) return false
  const end = at + part.length
  const isFree = (i: number) => i < 0 || i >= whole.length || !letterOrDigit.test(whole.charAt(i))
  return isFree(at - 1) && isFree(end)
}

/** Folded text cut at `KEY_LENGTH` characters: the form in which titles are compared and sorted. */
export function sortKey(text: string): string {
  const folded = fold(text)
  return folded.length <= KEY_LENGTH ? folded : Array.from(folded).slice(0, KEY_LENGTH).join('')
}

/**
 * An instance as it is stored and sent: cleaned, with the schema's default values, its lists never absent,
 * and version and metadata from `stamp`. What a client may not set is left out.
 */
export function instanceDocument(record: Instance, stamp: Stamp) {
  return {
    id: record.id,
    _version: stamp.version,
    hrid: record.hrid,
    matchKey: orAbsent(record.matchKey),
    sourceUri: orAbsent(record.sourceUri),
    source: record.source,
    title: record.title,
    indexTitle: orAbsent(record.indexTitle),
    alternativeTitles: cleanSet(record.alternativeTitles),
    editions: cleanStrings(record.editions),
    series: cleanSet(record.series),
    identifiers: cleanObjects(record.identifiers),
    contributors: cleanObjects(record.contributors),
    subjects: cleanSet(record.subjects),
    classifications: cleanObjects(record.classifications),
    publication: cleanObjects(record.publication),
    publicationFrequency: cleanStrings(record.publicationFrequency),
    publicationRange: cleanStrings(record.publicationRange),
    electronicAccess: cleanObjects(record.electronicAccess),
    dates: orAbsent(record.dates),
    instanceTypeId: record.instanceTypeId,
    instanceFormatIds: cleanStrings(record.instanceFormatIds),
    physicalDescriptions: cleanStrings(record.physicalDescriptions),
    languages: cleanStrings(record.languages),
    notes: instanceNotes(record.notes),
    administrativeNotes: cleanStrings(record.administrativeNotes),
    modeOfIssuanceId: orAbsent(record.modeOfIssuanceId),
    catalogedDate: orAbsent(record.catalogedDate),
    previouslyHeld: record.previouslyHeld ?? false,
    staffSuppress: orAbsent(record.staffSuppress),
    discoverySuppress: record.discoverySuppress ?? false,
    deleted: record.deleted ?? false,
    statisticalCodeIds: cleanStrings(record.statisticalCodeIds),
    sourceRecordFormat: orAbsent(record.sourceRecordFormat),
    statusId: orAbsent(record.statusId),
    statusUpdatedDate: stamp.statusDate ?? orAbsent(record.statusUpdatedDate),
    tags: cleanTags(record.tags),
    natureOfContentTermIds: cleanStrings(record.natureOfContentTermIds),
    metadata: stamp.metadata,
  }
}

function instanceNotes(notes: Instance['notes']): readonly Note[] {
  const kept = cleanObjects(notes)
  for (let i = 0; i < kept.length; i += 1) {
    if (typeof kept[i]!.staffOnly !== 'boolean') {
      return kept.map((note) => ({ ...note, staffOnly: note.staffOnly ?? false }))
    }
  }
  return kept
}

/**
 * The lexemes of `instance.words`, each once: `<prefix>:<word>` for the fields of `WORD_PREFIXES`; numbers, links and
 * marks under the other prefixes of this file; and `entries`, those of `facetEntries`.
 *
 * @param hasTitleWords whether the index title has no words that the title lacks, where the caller knows
 */
export function instanceWords(
  record: Instance,
  entries: readonly string[] = [],
  hasTitleWords = false,
): string[] {
  const lexemes = new Set<string>(entries)
  addWords(lexemes, WORD_PREFIXES.title, record.title)
  if (!hasTitleWords) addIndexTitle(lexemes, record.indexTitle)
  for (const entry of record.alternativeTitles ?? []) {
    addWords(lexemes, WORD_PREFIXES.alternativeTitles, entry?.alternativeTitle)
    addLink(lexemes, entry?.authorityId)
  }
  for (const entry of record.contributors ?? []) {
    addWords(lexemes, WORD_PREFIXES.contributors, entry?.name)
    addLink(lexemes, entry?.authorityId)
  }
  for (const entry of record.subjects ?? []) {
    addWords(lexemes, WORD_PREFIXES.subjects, entry?.value)
    addLink(lexemes, entry?.authorityId)
  }
  for (const entry of record.series ?? []) {
    addWords(lexemes, WORD_PREFIXES.series, entry?.value)
    addLink(lexemes, entry?.authorityId)
  }
  for (const entry of record.publication ?? []) addWords(lexemes, WORD_PREFIXES.publishers, entry?.publisher)
  for (const entry of record.classifications ?? []) {
    const number = plainNumber(entry?.classificationNumber ?? '')
    if (number !== '') lexemes.add(`${CLASSIFICATION_PREFIX}:${number}`)
  }
  addIdentifiers(lexemes, record.identifiers)
  return [...lexemes]
}

function addIdentifiers(lexemes: Set<string>, identifiers: Instance['identifiers']): void {
  for (const entry of identifiers ?? []) {
    if (!entry?.value) continue
    lexemes.add(identifierLexeme(entry.value))
    addWords(lexemes, IDENTIFIER_PREFIX, entry.value)
    if (numberTypes.has(entry.identifierTypeId))
      addWords(lexemes, NUMBER_PREFIX, normalizeDigits(entry.value))
    else if (entry.identifierTypeId === OCLC_TYPE) {
      const number = oclcNumber(entry.value)
      if (number !== '') lexemes.add(`${OCLC_PREFIX}:${number.slice(0, longestWord)}`)
    }
  }
}

function addWords(lexemes: Set<string>, prefix: string, value: Maybe<string>): void {
  if (!value) return
  for (const word of wordsWithAnd(value)) lexemes.add(`${prefix}:${word}`)
}

function addIndexTitle(lexemes: Set<string>, indexTitle: Maybe<string>): void {
  for (const word of wordsWithAnd(indexTitle ?? '')) {
    if (!lexemes.has(`${WORD_PREFIXES.title}:${word}`)) lexemes.add(`${WORD_PREFIXES.indexTitle}:${word}`)
  }
}

function addLink(lexemes: Set<string>, authorityId: Maybe<string>): void {
  if (authorityId) lexemes.add(`${AUTHORITY_PREFIX}:${shortId(authorityId)}`)
}

const blanks = /\s+/g
const oclcDigits = /[1-9][\d-]*/
const plainCharacters = /[^a-z0-9]+/g

/** The number in an OCLC number, without letters and leading zeros; empty for none (folio-org/mod-search: OclcProcessor). */
export function oclcNumber(value: string): string {
  return oclcDigits.exec(value.trim().replace(blanks, '-'))?.[0] ?? ''
}

/** A classification number as mod-search compares it: letters A to Z and digits only, cut at `longestWord`. */
export function plainNumber(value: string): string {
  return value.toLowerCase().replace(plainCharacters, '').slice(0, longestWord)
}

/**
 * The lexeme of a whole identifier of any type: folded, without blanks, cut at `longestWord` characters. A
 * value or a beginning of one goes through the same function before it is looked up.
 */
export function identifierLexeme(value: string): string {
  const key = fold(value).replace(blanks, '')
  return `${IDENTIFIER_PREFIX}:${key.length <= longestWord ? key : Array.from(key).slice(0, longestWord).join('')}`
}

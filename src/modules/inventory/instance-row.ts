import type { CopyValue } from '../../kernel/db/copy-buffer.ts'
import { fold, longestWord, normalizeDigits, words } from '../../formats/text/index.ts'
import { cleanObjects, cleanSet, cleanStrings, cleanTags, storedForm, orAbsent } from './clean-record.ts'
import { INVALID_ISBN_TYPE, INVALID_ISSN_TYPE, ISBN_TYPE, ISSN_TYPE, LINKING_ISSN_TYPE } from './records.ts'
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
} as const

/** Prefix of the words of identifiers, and of each whole identifier without blanks. */
export const IDENTIFIER_PREFIX = 'i'
/** Prefix of the words of standard numbers (ISBN, ISSN and their invalid forms) after `normalizeDigits`. */
export const NUMBER_PREFIX = 'n'

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
  return [
    document.id!,
    stamp.version,
    fold(document.hrid!),
    document.matchKey ?? null,
    document.source ?? null,
    sortKey(document.title ?? ''),
    stamp.metadata.createdDate,
    stamp.metadata.updatedDate,
    instanceWords(document),
    text,
  ]
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
 * The lexemes of `instance.words`, each once: `<prefix>:<word>` for the fields of `WORD_PREFIXES`, those of
 * identifiers under `IDENTIFIER_PREFIX` and `NUMBER_PREFIX`.
 */
export function instanceWords(record: Instance): string[] {
  const lexemes = new Set<string>()
  addWords(lexemes, WORD_PREFIXES.title, record.title)
  for (const entry of record.alternativeTitles ?? []) {
    addWords(lexemes, WORD_PREFIXES.alternativeTitles, entry?.alternativeTitle)
  }
  for (const entry of record.contributors ?? []) addWords(lexemes, WORD_PREFIXES.contributors, entry?.name)
  for (const entry of record.subjects ?? []) addWords(lexemes, WORD_PREFIXES.subjects, entry?.value)
  for (const entry of record.series ?? []) addWords(lexemes, WORD_PREFIXES.series, entry?.value)
  for (const entry of record.identifiers ?? []) {
    if (!entry?.value) continue
    lexemes.add(identifierLexeme(entry.value))
    addWords(lexemes, IDENTIFIER_PREFIX, entry.value)
    if (numberTypes.has(entry.identifierTypeId))
      addWords(lexemes, NUMBER_PREFIX, normalizeDigits(entry.value))
  }
  return [...lexemes]
}

function addWords(lexemes: Set<string>, prefix: string, value: Maybe<string>): void {
  if (!value) return
  for (const word of words(value)) lexemes.add(`${prefix}:${word}`)
}

const blanks = /\s+/g

/**
 * The lexeme of a whole identifier of any type: folded, without blanks, cut at `longestWord` characters. A
 * value or a beginning of one goes through the same function before it is looked up.
 */
export function identifierLexeme(value: string): string {
  const key = fold(value).replace(blanks, '')
  return `${IDENTIFIER_PREFIX}:${key.length <= longestWord ? key : Array.from(key).slice(0, longestWord).join('')}`
}

import { wordsWithAnd } from '../../formats/text/index.ts'
import type { CopyType, CopyValue } from '../../kernel/db/copy-buffer.ts'
import { KEY_LENGTH, identifierLexeme, newStamp, orAbsent, sortKey, storedForm } from '../inventory/pure.ts'
import type { List, Maybe, Stamp } from '../inventory/pure.ts'
import { HEADING_FIELDS, HEADING_KINDS, NO_HEADING_KIND, RELATIONS, capitalized } from './authority.ts'
import type { Authority, HeadingType, RelatedHeading } from './authority.ts'

const COLUMNS = {
  id: 'uuid',
  version: 'int',
  natural_id: 'text',
  source_file_id: 'uuid',
  heading_key: 'text',
  heading_type: 'text',
  source: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  facets: 'text',
  words: 'tsvector',
  doc: 'json',
} as const satisfies Record<string, CopyType>

/** Columns of the table `authority` in the order in which `authorityRow` gives their values. */
export const AUTHORITY_COLUMNS: readonly string[] = Object.keys(COLUMNS)
/** The SQL types of `AUTHORITY_COLUMNS`. */
export const AUTHORITY_TYPES: readonly CopyType[] = Object.values(COLUMNS)

/** Prefixes of the lexemes in `authority.words`: words of the heading, of all see-from and of all see-also headings. */
export const HEADING_PREFIX = 'h'
export const SEE_FROM_PREFIX = 's'
export const SEE_ALSO_PREFIX = 'a'

/**
 * The stamp that all authorities created by one user in one write share. Their versions begin with 0, those of
 * inventory with 1 (folio-org/mod-entities-links: AuthorityControllerIT).
 */
export function newAuthorityStamp(at: Date, userId: Maybe<string>): Stamp {
  return { ...newStamp(at, userId), version: 0 }
}

/** The values of one row of `authority`; `record` needs its `id`. */
export function authorityRow(record: Authority, stamp: Stamp): CopyValue[] {
  const { document, text } = storedForm(authorityDocument(record, stamp))
  const type = headingTypeOf(document)
  const heading = type === null ? null : document[type]!
  return [
    document.id!,
    stamp.version,
    document.naturalId === undefined ? null : indexed(document.naturalId!),
    document.sourceFileId ?? null,
    heading === null ? null : sortKey(heading),
    type,
    document.source ?? null,
    stamp.metadata.createdDate,
    stamp.metadata.updatedDate,
    facetText(document),
    authorityWords(document, heading),
    text,
  ]
}

/** The kind of heading that a record has; null for none. */
export function headingTypeOf(record: Authority): HeadingType | null {
  for (const { heading } of HEADING_FIELDS) {
    if (typeof record[heading] === 'string') return heading
  }
  return null
}

/**
 * An authority as it is stored: FOLIO's fields only, one heading, lists left out where they are empty
 * (`withEmptyLists` puts them back), version and metadata from `stamp`.
 */
export function authorityDocument(record: Authority, stamp: Stamp): Authority {
  const document: Authority = {
    id: orAbsent(record.id),
    _version: stamp.version,
    source: orAbsent(record.source),
  }
  const type = headingTypeOf(record)
  for (const { heading, seeFrom, seeAlso, truncated } of HEADING_FIELDS) {
    if (heading === type) document[heading] = record[heading]
    if (record[seeFrom]?.length) document[seeFrom] = record[seeFrom]
    if (record[seeAlso]?.length) document[seeAlso] = record[seeAlso]
    if (record[truncated]?.length) document[truncated] = record[truncated]
  }
  for (const relation of RELATIONS) {
    const related = knownRelations(record, record[relation])
    if (related.length > 0) document[relation] = related
  }
  if (record.subjectHeadings)
    document.subjectHeadings = String.fromCodePoint(record.subjectHeadings.codePointAt(0)!)
  if (record.identifiers?.length) {
    document.identifiers = record.identifiers.map(
      (entry) => entry && { value: entry.value, identifierTypeId: entry.identifierTypeId },
    )
  }
  if (record.notes?.length) {
    document.notes = record.notes.map(
      (entry) => entry && { noteTypeId: entry.noteTypeId, note: entry.note, staffOnly: entry.staffOnly },
    )
  }
  document.sourceFileId = orAbsent(record.sourceFileId)?.toLowerCase()
  document.naturalId = orAbsent(record.naturalId)
  document.metadata = stamp.metadata
  return document
}

/** The relations to headings that the record has: FOLIO keeps a relation with its see-also heading or not at all. */
function knownRelations(record: Authority, related: List<RelatedHeading>): RelatedHeading[] {
  if (!related?.length) return []
  const kept: RelatedHeading[] = []
  for (const entry of related) {
    if (!entry?.headingType || !entry.headingRef) continue
    const { headingRef, headingType } = entry
    const headings: unknown = (record as Record<string, unknown>)[`saft${capitalized(headingType)}`]
    const isNew = !kept.some((other) => other.headingRef === headingRef && other.headingType === headingType)
    if (isNew && Array.isArray(headings) && headings.includes(headingRef))
      kept.push({ headingRef, headingType })
  }
  return kept
}

/** The beginning of a text that a b-tree has room for. */
function indexed(text: string): string {
  return text.length <= KEY_LENGTH ? text : Array.from(text).slice(0, KEY_LENGTH).join('')
}

/** The lexemes of `authority.words`, each once; numbers are in it whole (`identifierLexeme`). */
function authorityWords(document: Authority, heading: string | null): string[] {
  const lexemes = new Set<string>()
  if (heading !== null) addWords(lexemes, HEADING_PREFIX, heading)
  for (const { seeFrom, seeAlso } of HEADING_FIELDS) {
    for (const tracing of document[seeFrom] ?? []) addWords(lexemes, SEE_FROM_PREFIX, tracing)
    for (const related of document[seeAlso] ?? []) addWords(lexemes, SEE_ALSO_PREFIX, related)
  }
  if (document.naturalId) lexemes.add(identifierLexeme(document.naturalId))
  for (const entry of document.identifiers ?? []) {
    if (entry?.value) lexemes.add(identifierLexeme(entry.value))
  }
  return [...lexemes]
}

function addWords(lexemes: Set<string>, prefix: string, text: Maybe<string>): void {
  for (const word of wordsWithAnd(text ?? '')) lexemes.add(`${prefix}:${word}`)
}

/**
 * What headings are counted by, a line each: source file, code of the subject headings, and how many headings, of any
 * reference, the record has of each kind. Few authorities differ in it.
 */
function facetText(document: Authority): string {
  const lines: string[] = []
  if (document.sourceFileId) lines.push(`f:${document.sourceFileId}`)
  if (document.subjectHeadings) lines.push(`s:${document.subjectHeadings.toLowerCase()}`)
  const counts = new Map<string, number>()
  for (const { heading, seeFrom, seeAlso } of HEADING_FIELDS) {
    const count =
      (typeof document[heading] === 'string' ? 1 : 0) +
      (document[seeFrom] ?? []).filter(isText).length +
      (document[seeAlso] ?? []).filter(isText).length
    const { name } = HEADING_KINDS[heading]
    if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count)
  }
  if (counts.size === 0) counts.set(NO_HEADING_KIND, 1)
  for (const [name, count] of counts) lines.push(`k:${count}:${name}`)
  return lines.join('\n')
}

function isText(value: Maybe<string>): boolean {
  return typeof value === 'string'
}

const LISTS = [
  ...HEADING_FIELDS.flatMap(({ seeFrom, seeAlso }) => [seeFrom, seeAlso]),
  'identifiers',
  'notes',
]
const listName = /"(sa?ft[A-Za-z]+|identifiers|notes)":/g

/**
 * The JSON of a stored authority as it is sent: with all its lists, for FOLIO's records always carry them. They
 * are not stored, because the 36 empty lists would be half of a usual authority (0.8 KB).
 */
export function withEmptyLists(text: string): string {
  // A quote inside a value has a backslash before it, so that only names are found.
  const present = new Set(Array.from(text.matchAll(listName), ([, name]) => name))
  let lists = ''
  for (const name of LISTS) {
    if (!present.has(name)) lists += `,"${name}":[]`
  }
  return `${text.slice(0, -1)}${lists}}`
}

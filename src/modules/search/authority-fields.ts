import {
  HEADING_FIELDS,
  HEADING_KINDS,
  HEADING_PREFIX,
  NO_HEADING_KIND,
  SEE_ALSO_PREFIX,
  SEE_FROM_PREFIX,
} from '../authorities/index.ts'
import { identifierLexeme } from '../inventory/index.ts'
import { spaceless } from './normal-forms.ts'
import { membersAt, textAt } from './search-field.ts'
import type { Form, KeywordField, SearchField, SearchSource, TextField, Values } from './search-field.ts'
import { queryLexeme } from './search-term.ts'

// folio-org/mod-search: src/main/resources/model/authority.json, service/setter/authority/**. Each heading of an
// authority is found by itself (AuthorityEventPreProcessor).

const DOC = 'authority.doc'
const HEADING = 'heading.heading'
const LCCN_TYPE = 'c858e4f2-2b6b-4385-842b-60732ee14abb'
const CANCELED_LCCN_TYPE = 'c858e4f2-2b6b-4385-842b-60532ee34abb'

function keyword(values: Values, form: Form, more: Partial<KeywordField> = {}): KeywordField {
  return { kind: 'keyword', scope: 'record', values, form, isOfRecord: true, ...more }
}

function ofHeading(value: string, form: Form): KeywordField {
  return { kind: 'keyword', scope: 'record', values: { value }, form }
}

/** Words of a heading; its record's other headings have the same prefixes, so that what is found is looked at again. */
function words(value: string, ...prefixes: string[]): TextField {
  return { kind: 'text', scope: 'record', values: { value }, lexemes: { prefixes, isCoarse: true } }
}

function inField(name: string, prefix: string): readonly [string, TextField] {
  return [name, words(`case when heading.field = '${name}' then ${HEADING} end`, prefix)]
}

const headingFields = HEADING_FIELDS.flatMap(({ heading, seeFrom, seeAlso }) => [
  inField(heading, HEADING_PREFIX),
  inField(seeFrom, SEE_FROM_PREFIX),
  inField(seeAlso, SEE_ALSO_PREFIX),
])

function choice(of: (kind: { name: string; isTitle: boolean }) => string, otherwise: string): string {
  const cases = Object.entries(HEADING_KINDS).map(([base, kind]) => `when '${base}' then ${of(kind)}`)
  return `case heading.base ${cases.join(' ')} else ${otherwise} end`
}

/** How searches name the kind of a heading. */
export const HEADING_TYPE = `(${choice(({ name }) => `'${name}'`, `'${NO_HEADING_KIND}'`)})`

/** What stands for the source file of an authority that has none. */
export const NO_SOURCE_FILE = 'NULL'

function numberOf(type: string): KeywordField {
  return keyword(
    membersAt(DOC, 'identifiers', 'value', `entry.value ->> 'identifierTypeId' = '${type}'`),
    'lower',
    {
      termForms: spaceless,
      valueForm: (sql) => `regexp_replace(octavo.lowered(${sql}), '\\s+', '', 'g')`,
      narrow: (value, isBeginning) => queryLexeme(identifierLexeme(value), isBeginning),
    },
  )
}

const narrowByNumber: Partial<KeywordField> = {
  narrow: (value, isBeginning) => queryLexeme(identifierLexeme(value), isBeginning),
}

const keywords = words(HEADING, HEADING_PREFIX, SEE_FROM_PREFIX, SEE_ALSO_PREFIX)

const fields: [string, SearchField][] = [
  ['id', keyword(textAt(DOC, 'id'), 'lower', { uuidColumn: 'authority.id' })],
  ['tenantId', keyword({ value: `current_setting('octavo.searched_tenant')` }, 'raw')],
  ...headingFields.map(([name, field]): [string, SearchField] => [name, field]),
  ['subjectHeadings', keyword(textAt(DOC, 'subjectHeadings'), 'lower')],
  ['identifiers.value', keyword(membersAt(DOC, 'identifiers', 'value'), 'lower', narrowByNumber)],
  ['identifiers.identifierTypeId', keyword(membersAt(DOC, 'identifiers', 'identifierTypeId'), 'lower')],
  [
    'metadata.createdDate',
    { kind: 'date', scope: 'record', column: 'authority.created_at', isOfRecord: true },
  ],
  ['metadata.createdByUserId', keyword(textAt(DOC, 'metadata', 'createdByUserId'), 'lower')],
  [
    'metadata.updatedDate',
    { kind: 'date', scope: 'record', column: 'authority.updated_at', isOfRecord: true },
  ],
  ['metadata.updatedByUserId', keyword(textAt(DOC, 'metadata', 'updatedByUserId'), 'lower')],
  ['notes.noteTypeId', keyword(membersAt(DOC, 'notes', 'noteTypeId'), 'lower')],
  // mod-search's index has `value`, the records `note`.
  ['notes.value', keyword(membersAt(DOC, 'notes', 'note'), 'fold')],
  [
    'sourceFileId',
    keyword({ value: `coalesce(authority.source_file_id::text, '${NO_SOURCE_FILE}')` }, 'raw'),
  ],
  ['naturalId', keyword(textAt(DOC, 'naturalId'), 'lower', narrowByNumber)],
  ['shared', { kind: 'flag', scope: 'record', condition: 'false', isOfRecord: true }],
  ['headingType', ofHeading(HEADING_TYPE, 'raw')],
  [
    'isTitleHeadingRef',
    { kind: 'flag', scope: 'record', condition: `(${choice(({ isTitle }) => String(isTitle), 'false')})` },
  ],
  ['authRefType', ofHeading('heading.reference', 'lower')],
  ['headingRef', ofHeading(HEADING, 'lower')],
  ['headingTermRef', keywords],
  ['keyword', keywords],
  ['lccn', numberOf(LCCN_TYPE)],
  ['canceledLccn', numberOf(CANCELED_LCCN_TYPE)],
]

const sortHeading = `octavo.lowered(${HEADING})`

/** The headings of authorities. */
export const authoritySearchSource: SearchSource = {
  name: 'authority',
  from: 'authority cross join lateral octavo.authority_headings(authority.doc) as heading',
  table: 'authority',
  idColumn: 'authority.id',
  vector: 'authority.words',
  rankPrefix: HEADING_PREFIX,
  fields: new Map(fields.map(([name, field]) => [name, [field]])),
  sorts: {
    headingRef: [sortHeading],
    headingType: [HEADING_TYPE, sortHeading],
    authRefType: ['heading.reference', sortHeading],
  },
  neverNull: new Set(),
}

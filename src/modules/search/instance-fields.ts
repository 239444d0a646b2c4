import {
  AUTHORITY_PREFIX,
  CLASSIFICATION_PREFIX,
  DISCOVERY_SUPPRESS_ENTRY,
  FACET_LETTERS,
  IDENTIFIER_PREFIX,
  INVALID_ISBN_TYPE,
  INVALID_ISSN_TYPE,
  ISBN_TYPE,
  ISSN_TYPE,
  LINKING_ISSN_TYPE,
  NUMBER_PREFIX,
  OCLC_PREFIX,
  STAFF_SUPPRESS_ENTRY,
  WORD_PREFIXES,
  identifierLexeme,
  plainNumber,
  shortId,
} from '../inventory/index.ts'
import { normalizeDigits, words } from '../../formats/text/index.ts'
import { callNumberCondition } from '../browse/index.ts'
import { LONGEST_CLASSIFICATION, readClassificationId } from './classification-id.ts'
import { holdingsFields } from './holdings-fields.ts'
import { itemFields } from './item-fields.ts'
import { alphanumeric, isbnTerms, oclcTerm, spaceless } from './normal-forms.ts'
import { fieldsIn, membersAt, textAt, textsAt } from './search-field.ts'
import type {
  FieldLexemes,
  Form,
  KeywordField,
  SearchField,
  SearchSource,
  TextField,
  Values,
} from './search-field.ts'
import { queryLexeme } from './search-term.ts'

// Fields, their analysers and aliases: folio-org/mod-search: src/main/resources/model/instance.json; the computed ones:
// service/setter/instance/**.

const DOC = 'instance.doc'
/** The folded index title, or the title where there is none; indexed. */
export const SORT_TITLE = 'coalesce(instance.sort_title, instance.title_key)'
const FIRST_CONTRIBUTOR = `octavo.first_contributor(${DOC})`
const LCCN_TYPE = 'c858e4f2-2b6b-4385-842b-60732ee14abb'
const CANCELED_LCCN_TYPE = 'c858e4f2-2b6b-4385-842b-60532ee34abb'
const UNIFORM_TITLE_TYPE = '30512027-cdc9-4c79-af75-1565b3bd888d'

const { keyword, text: textField } = fieldsIn('record')

function text(values: Values, lexemes?: FieldLexemes, more: Partial<TextField> = {}): TextField {
  return textField(values, lexemes ? { lexemes, ...more } : more)
}

function own(prefix: string): FieldLexemes {
  return { prefixes: [prefix] }
}

function facet(values: Values, letter: string, isId: boolean, form: Form): KeywordField {
  return keyword(values, form, { facet: { letter, isId } })
}

/** The id of the authority that a heading is linked to; a lexeme has it among those of all headings of the record. */
function link(list: string): KeywordField {
  return keyword(membersAt(DOC, list, 'authorityId'), 'lower', {
    narrow: (value, isBeginning) =>
      isBeginning ? null : queryLexeme(`${AUTHORITY_PREFIX}:${shortId(value)}`),
  })
}

function ofTypes(types: readonly string[]): string {
  return `entry.value ->> 'identifierTypeId' in (${types.map((id) => `'${id}'`).join(', ')})`
}

function lccn(type: string): KeywordField {
  return keyword(membersAt(DOC, 'identifiers', 'value', ofTypes([type])), 'fold', {
    termForms: spaceless,
    valueForm: (sql) => `regexp_replace(octavo.fold(${sql}), '\\s+', '', 'g')`,
    narrow: (value, isBeginning) => queryLexeme(identifierLexeme(value), isBeginning),
  })
}

const title = text(textAt(DOC, 'title'), own(WORD_PREFIXES.title), { keyColumn: 'instance.title_key' })
const indexTitle = text(
  textAt(DOC, 'indexTitle'),
  { prefixes: [WORD_PREFIXES.indexTitle], shared: [WORD_PREFIXES.title] },
  { keyColumn: SORT_TITLE },
)
const alternativeTitle = text(
  membersAt(DOC, 'alternativeTitles', 'alternativeTitle'),
  own(WORD_PREFIXES.alternativeTitles),
)
const series = text(membersAt(DOC, 'series', 'value'), own(WORD_PREFIXES.series))
const contributor = text(membersAt(DOC, 'contributors', 'name'), own(WORD_PREFIXES.contributors))
const subject = text(membersAt(DOC, 'subjects', 'value'), own(WORD_PREFIXES.subjects))
const publisher = text(membersAt(DOC, 'publication', 'publisher'), own(WORD_PREFIXES.publishers))
const links = ['alternativeTitles', 'series', 'contributors', 'subjects'].map(link)

const uri = keyword(membersAt(DOC, 'electronicAccess', 'uri'), 'fold')
const linkText = text(membersAt(DOC, 'electronicAccess', 'linkText'))
const publicNote = text(membersAt(DOC, 'electronicAccess', 'publicNote'))

const isbn = text(
  {
    list: `${DOC} -> 'identifiers'`,
    value: `octavo.normalize_digits(entry.value ->> 'value')`,
    where: ofTypes([ISBN_TYPE, INVALID_ISBN_TYPE]),
  },
  { prefixes: [NUMBER_PREFIX], isCoarse: true },
  { termForms: isbnTerms },
)

const issn = keyword(
  membersAt(DOC, 'identifiers', 'value', ofTypes([ISSN_TYPE, INVALID_ISSN_TYPE, LINKING_ISSN_TYPE])),
  'dense',
  {
    narrow(value, isBeginning) {
      const parts = /^\d{7}[\dx]$/.test(value) ? words(normalizeDigits(value)) : []
      return parts.length === 0 || isBeginning
        ? null
        : `(${parts.map((part) => queryLexeme(`${NUMBER_PREFIX}:${part}`)).join(' & ')})`
    },
  },
)

// The type of cancelled OCLC numbers has no id of FOLIO's own; only numbers of the type OCLC have a lexeme.
const oclc = keyword(membersAt(DOC, 'identifiers', 'value'), 'raw', {
  termForms: oclcTerm,
  narrow: (value, isBeginning) => queryLexeme(`${OCLC_PREFIX}:${value}`, isBeginning),
  isNarrowExact: true,
})

const classificationNumber = keyword(membersAt(DOC, 'classifications', 'classificationNumber'), 'fold')
const normalizedClassification = keyword(membersAt(DOC, 'classifications', 'classificationNumber'), 'fold', {
  termForms: alphanumeric,
  valueForm: (sql) => `regexp_replace(lower(${sql}), '[^a-z0-9]+', '', 'g')`,
  narrow: (value, isBeginning) => queryLexeme(`${CLASSIFICATION_PREFIX}:${value}`, isBeginning),
})
/** The id that browse gives a classification (`classificationId`): its number, cut, and its type. */
const classificationIds = keyword(
  {
    list: `${DOC} -> 'classifications'`,
    value: `left(btrim(entry.value ->> 'classificationNumber'), ${LONGEST_CLASSIFICATION}) || '|' ||
      coalesce(entry.value ->> 'classificationTypeId', '')`,
  },
  'raw',
  {
    termForms: (id) => [readClassificationId(id)],
    narrow: (value, isBeginning) =>
      isBeginning ? null : queryLexeme(`${CLASSIFICATION_PREFIX}:${plainNumber(value.split('|')[0]!)}`, true),
  },
)

const tags = facet(textsAt(DOC, 'tags', 'tagList'), FACET_LETTERS.tags, false, 'fold')
const statisticalCodes = facet(
  textsAt(DOC, 'statisticalCodeIds'),
  FACET_LETTERS.statisticalCodeIds,
  true,
  'lower',
)
const note = text(membersAt(DOC, 'notes', 'note'))
const everyText = text({ value: `octavo.all_texts(${DOC})` })
/** A constant of the tenant, the same for every record. */
const tenant = keyword({ value: `current_setting('octavo.searched_tenant')` }, 'raw')

const plainFields: Record<string, SearchField | readonly SearchField[]> = {
  id: keyword(textAt(DOC, 'id'), 'lower', { uuidColumn: 'instance.id' }),
  tenantId: tenant,
  hrid: keyword(textAt(DOC, 'hrid'), 'fold', { column: 'instance.hrid_key' }),
  source: facet(textAt(DOC, 'source'), FACET_LETTERS.source, false, 'raw'),
  'alternativeTitles.alternativeTitleTypeId': keyword(
    membersAt(DOC, 'alternativeTitles', 'alternativeTitleTypeId'),
    'lower',
  ),
  'alternativeTitles.alternativeTitle': alternativeTitle,
  'alternativeTitles.authorityId': links[0]!,
  indexTitle,
  'series.value': series,
  'series.authorityId': links[1]!,
  'identifiers.value': text(membersAt(DOC, 'identifiers', 'value'), own(IDENTIFIER_PREFIX), {
    hasSpacedWords: true,
  }),
  'identifiers.identifierTypeId': keyword(membersAt(DOC, 'identifiers', 'identifierTypeId'), 'lower'),
  'contributors.name': contributor,
  'contributors.primary': keyword(membersAt(DOC, 'contributors', 'primary'), 'lower'),
  'contributors.contributorNameTypeId': keyword(
    membersAt(DOC, 'contributors', 'contributorNameTypeId'),
    'lower',
  ),
  'contributors.contributorTypeId': keyword(membersAt(DOC, 'contributors', 'contributorTypeId'), 'lower'),
  'contributors.authorityId': links[2]!,
  'subjects.value': subject,
  'subjects.authorityId': links[3]!,
  'subjects.sourceId': keyword(membersAt(DOC, 'subjects', 'sourceId'), 'lower'),
  'subjects.typeId': keyword(membersAt(DOC, 'subjects', 'typeId'), 'lower'),
  'dates.dateTypeId': keyword(textAt(DOC, 'dates', 'dateTypeId'), 'lower'),
  'dates.date1': keyword(textAt(DOC, 'dates', 'date1'), 'lower'),
  'dates.date2': keyword(textAt(DOC, 'dates', 'date2'), 'lower'),
  instanceTypeId: facet(textAt(DOC, 'instanceTypeId'), FACET_LETTERS.instanceTypeId, true, 'lower'),
  statisticalCodeIds: statisticalCodes,
  statusId: facet(textAt(DOC, 'statusId'), FACET_LETTERS.statusId, true, 'lower'),
  instanceFormatIds: facet(textsAt(DOC, 'instanceFormatIds'), FACET_LETTERS.instanceFormatIds, true, 'lower'),
  languages: facet(textsAt(DOC, 'languages'), FACET_LETTERS.languages, false, 'lower'),
  'metadata.createdDate': { kind: 'date', scope: 'record', column: 'instance.created_at' },
  'metadata.createdByUserId': keyword(textAt(DOC, 'metadata', 'createdByUserId'), 'lower'),
  'metadata.updatedDate': { kind: 'date', scope: 'record', column: 'instance.updated_at' },
  'metadata.updatedByUserId': keyword(textAt(DOC, 'metadata', 'updatedByUserId'), 'lower'),
  modeOfIssuanceId: facet(textAt(DOC, 'modeOfIssuanceId'), FACET_LETTERS.modeOfIssuanceId, true, 'lower'),
  natureOfContentTermIds: facet(
    textsAt(DOC, 'natureOfContentTermIds'),
    FACET_LETTERS.natureOfContentTermIds,
    true,
    'lower',
  ),
  'publication.publisher': publisher,
  'publication.dateOfPublication': keyword(membersAt(DOC, 'publication', 'dateOfPublication'), 'fold'),
  'publication.place': text(membersAt(DOC, 'publication', 'place')),
  'tags.tagList': tags,
  'classifications.classificationNumber': classificationNumber,
  'classifications.classificationTypeId': keyword(
    membersAt(DOC, 'classifications', 'classificationTypeId'),
    'lower',
  ),
  administrativeNotes: text(textsAt(DOC, 'administrativeNotes')),
  'notes.note': note,
  'notes.staffOnly': keyword(membersAt(DOC, 'notes', 'staffOnly'), 'lower'),
  'electronicAccess.uri': uri,
  'electronicAccess.linkText': linkText,
  'electronicAccess.materialsSpecification': text(
    membersAt(DOC, 'electronicAccess', 'materialsSpecification'),
  ),
  'electronicAccess.publicNote': publicNote,
  'electronicAccess.relationshipId': keyword(membersAt(DOC, 'electronicAccess', 'relationshipId'), 'lower'),
  staffSuppress: { kind: 'flag', scope: 'record', condition: 'false', entry: STAFF_SUPPRESS_ENTRY },
  discoverySuppress: { kind: 'flag', scope: 'record', condition: 'false', entry: DISCOVERY_SUPPRESS_ENTRY },
  isBoundWith: {
    kind: 'flag',
    scope: 'record',
    condition: `exists (select from holdings_record join bound_with_part on bound_with_part.holdingsrecordid = holdings_record.id
      where holdings_record.instance_id = instance.id)`,
  },
  // One tenant shares nothing with others.
  shared: { kind: 'flag', scope: 'record', condition: 'false' },
  normalizedDate1: { kind: 'number', scope: 'record', column: 'instance.date1' },
  sort_title: keyword(textAt(DOC, 'title'), 'fold', { column: SORT_TITLE }),
  sort_contributors: keyword(textAt(DOC, 'contributors'), 'fold', { column: FIRST_CONTRIBUTOR }),
  publicNotes: text(membersAt(DOC, 'notes', 'note', `(entry.value ->> 'staffOnly') is distinct from 'true'`)),
  oclc,
  isbn,
  issn,
  lccn: lccn(LCCN_TYPE),
  canceledLccn: lccn(CANCELED_LCCN_TYPE),
  instanceTags: tags,
  uniformTitle: text(
    membersAt(
      DOC,
      'alternativeTitles',
      'alternativeTitle',
      `entry.value ->> 'alternativeTitleTypeId' = '${UNIFORM_TITLE_TYPE}'`,
    ),
    { prefixes: [], shared: [WORD_PREFIXES.alternativeTitles] },
  ),
  normalizedClassificationNumber: normalizedClassification,
  classificationId: classificationIds,
  allInstances: everyText,
  callNumbers: { kind: 'indexed', scope: 'record', matches: callNumberCondition },
  // Aliases: several fields searched as one.
  title: [title, alternativeTitle, indexTitle, series],
  keyword: [title, alternativeTitle, indexTitle, series, contributor],
  series,
  contributors: contributor,
  subjects: subject,
  publisher,
  electronicAccess: [uri, linkText, publicNote],
  authorityId: links,
  sourceId: keyword(membersAt(DOC, 'subjects', 'sourceId'), 'lower'),
  typeId: keyword(membersAt(DOC, 'subjects', 'typeId'), 'lower'),
  statisticalCodes: [
    statisticalCodes,
    holdingsFields['holdings.statisticalCodeIds'] as SearchField,
    itemFields['items.statisticalCodeIds'] as SearchField,
  ],
  'cql.allInstances': everyText,
  'cql.all': [
    everyText,
    itemFields['cql.allItems'] as SearchField,
    holdingsFields['cql.allHoldings'] as SearchField,
  ],
  ...holdingsFields,
  ...itemFields,
}

function itemStatus(choice: 'min' | 'max'): string {
  return `(select ${choice}(item.status) from holdings_record join item on item.holdings_record_id = holdings_record.id
    where holdings_record.instance_id = instance.id)`
}

/** Instances, searched with their holdings and items. */
export const instanceSource: SearchSource = {
  name: 'instance',
  from: 'instance',
  table: 'instance',
  idColumn: 'instance.id',
  vector: 'instance.words',
  rankPrefix: WORD_PREFIXES.title,
  fields: new Map(Object.entries(plainFields).map(([name, fields]) => [name, [fields].flat()])),
  sorts: {
    title: [SORT_TITLE],
    sort_title: [SORT_TITLE],
    contributors: [FIRST_CONTRIBUTOR],
    sort_contributors: [FIRST_CONTRIBUTOR],
    normalizedDate1: ['instance.date1'],
    'metadata.createdDate': ['instance.created_at'],
    'metadata.updatedDate': ['instance.updated_at'],
    'items.status.name': [{ ascending: itemStatus('min'), descending: itemStatus('max') }, SORT_TITLE],
  },
  neverNull: new Set([SORT_TITLE, 'instance.date1', 'instance.created_at', 'instance.updated_at']),
}

import { membersAt, textAt, textsAt } from './search-field.ts'
import type { Form, KeywordField, SearchField, TextField, Values } from './search-field.ts'
import { callNumberTerm } from './normal-forms.ts'

// folio-org/mod-search: src/main/resources/model/instance.json, service/setter/holding/**.

const DOC = 'holdings_record.doc'

function text(values: Values): TextField {
  return { kind: 'text', scope: 'holdings', values }
}

function keyword(values: Values, form: Form, more: Partial<KeywordField> = {}): KeywordField {
  return { kind: 'keyword', scope: 'holdings', values, form, ...more }
}

/** The parts of a call number in one text, blank ones left out, as SQL. */
function joined(separator: string, ...parts: string[]): string {
  return `concat_ws('${separator}', ${parts.map((part) => `nullif(btrim(${DOC} ->> '${part}'), '')`).join(', ')})`
}

function plainLetters(sql: string): string {
  return `nullif(regexp_replace(lower(${sql}), '[^a-z0-9]', '', 'g'), '')`
}

const PARTS = ['callNumberPrefix', 'callNumber', 'callNumberSuffix']
const uri = keyword(membersAt(DOC, 'electronicAccess', 'uri'), 'fold')
const linkText = text(membersAt(DOC, 'electronicAccess', 'linkText'))
const publicNote = text(membersAt(DOC, 'electronicAccess', 'publicNote'))
const fullCallNumber = keyword({ value: `nullif(${joined(' ', ...PARTS)}, '')` }, 'fold')
const normalizedCallNumbers = [joined('', ...PARTS), joined('', ...PARTS.slice(1))].map((sql) =>
  keyword({ value: plainLetters(sql) }, 'raw', { termForms: callNumberTerm }),
)
const hrid = keyword(textAt(DOC, 'hrid'), 'fold', { column: 'holdings_record.hrid_key' })
const id = keyword(textAt(DOC, 'id'), 'lower', { uuidColumn: 'holdings_record.id' })
const typeId = keyword(textAt(DOC, 'holdingsTypeId'), 'lower')
const everyText = text({ value: `octavo.all_texts(${DOC})` })

/** The fields of holdings by the names that searches for instances use. */
export const holdingsFields: Record<string, SearchField | readonly SearchField[]> = {
  'holdings.id': id,
  'holdings.tenantId': keyword({ value: `current_setting('octavo.searched_tenant')` }, 'raw'),
  'holdings.sourceId': keyword(textAt(DOC, 'sourceId'), 'lower', { uuidColumn: 'holdings_record.source_id' }),
  'holdings.holdingsTypeId': typeId,
  'holdings.permanentLocationId': keyword(textAt(DOC, 'permanentLocationId'), 'lower', {
    uuidColumn: 'holdings_record.permanent_location_id',
  }),
  'holdings.statisticalCodeIds': keyword(textsAt(DOC, 'statisticalCodeIds'), 'lower'),
  'holdings.discoverySuppress': {
    kind: 'flag',
    scope: 'holdings',
    condition: `(${DOC} ->> 'discoverySuppress') is not distinct from 'true'`,
  },
  'holdings.hrid': hrid,
  'holdings.formerIds': keyword(textsAt(DOC, 'formerIds'), 'fold'),
  'holdings.callNumber': keyword(textAt(DOC, 'callNumber'), 'fold'),
  'holdings.callNumberPrefix': keyword(textAt(DOC, 'callNumberPrefix'), 'fold'),
  'holdings.callNumberSuffix': keyword(textAt(DOC, 'callNumberSuffix'), 'fold'),
  'holdings.copyNumber': keyword(textAt(DOC, 'copyNumber'), 'fold'),
  'holdings.tags.tagList': text(textsAt(DOC, 'tags', 'tagList')),
  'holdings.electronicAccess.uri': uri,
  'holdings.electronicAccess.linkText': linkText,
  'holdings.electronicAccess.materialsSpecification': text(
    membersAt(DOC, 'electronicAccess', 'materialsSpecification'),
  ),
  'holdings.electronicAccess.publicNote': publicNote,
  'holdings.electronicAccess.relationshipId': keyword(
    membersAt(DOC, 'electronicAccess', 'relationshipId'),
    'lower',
  ),
  'holdings.administrativeNotes': text(textsAt(DOC, 'administrativeNotes')),
  'holdings.notes.note': text(membersAt(DOC, 'notes', 'note')),
  'holdings.notes.staffOnly': keyword(membersAt(DOC, 'notes', 'staffOnly'), 'lower'),
  'holdings.metadata.createdDate': {
    kind: 'date',
    scope: 'holdings',
    column: `(${DOC} -> 'metadata' ->> 'createdDate')::timestamptz`,
  },
  'holdings.metadata.createdByUserId': keyword(textAt(DOC, 'metadata', 'createdByUserId'), 'lower'),
  'holdings.metadata.updatedDate': { kind: 'date', scope: 'holdings', column: 'holdings_record.updated_at' },
  'holdings.metadata.updatedByUserId': keyword(textAt(DOC, 'metadata', 'updatedByUserId'), 'lower'),
  holdingsPublicNotes: text(
    membersAt(DOC, 'notes', 'note', `(entry.value ->> 'staffOnly') is distinct from 'true'`),
  ),
  holdingsTags: keyword(textsAt(DOC, 'tags', 'tagList'), 'fold'),
  holdingsTypeId: typeId,
  holdingsFullCallNumbers: fullCallNumber,
  'holdings.fullCallNumber': fullCallNumber,
  holdingsNormalizedCallNumbers: normalizedCallNumbers,
  'holdings.normalizedCallNumbers': normalizedCallNumbers,
  holdingsIdentifiers: [keyword(textsAt(DOC, 'formerIds'), 'fold'), hrid, id],
  'holdings.electronicAccess': [uri, linkText, publicNote],
  allHoldings: everyText,
  'cql.allHoldings': everyText,
}

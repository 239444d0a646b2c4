import { membersAt, textAt, textsAt } from './search-field.ts'
import type { Form, KeywordField, SearchField, TextField, Values } from './search-field.ts'
import { callNumberTerm } from './normal-forms.ts'

// folio-org/mod-search: src/main/resources/model/instance.json, service/setter/item/**.

const DOC = 'item.doc'
const CALL_NUMBER = `${DOC} -> 'effectiveCallNumberComponents'`

function text(values: Values): TextField {
  return { kind: 'text', scope: 'item', values }
}

function keyword(values: Values, form: Form, more: Partial<KeywordField> = {}): KeywordField {
  return { kind: 'keyword', scope: 'item', values, form, ...more }
}

/** The parts of a call number in one text, blank ones left out, as SQL. */
function joined(separator: string, ...parts: string[]): string {
  return `concat_ws('${separator}', ${parts.map((part) => `nullif(btrim(${CALL_NUMBER} ->> '${part}'), '')`).join(', ')})`
}

function plainLetters(sql: string): string {
  return `nullif(regexp_replace(lower(${sql}), '[^a-z0-9]', '', 'g'), '')`
}

const uri = keyword(membersAt(DOC, 'electronicAccess', 'uri'), 'fold')
const linkText = text(membersAt(DOC, 'electronicAccess', 'linkText'))
const publicNote = text(membersAt(DOC, 'electronicAccess', 'publicNote'))
const fullCallNumber = keyword(
  { value: `nullif(${joined(' ', 'prefix', 'callNumber', 'suffix')}, '')` },
  'fold',
)
const isPublic = `(entry.value ->> 'staffOnly') is distinct from 'true'`
const barcode = keyword(textAt(DOC, 'barcode'), 'lower', { column: 'item.barcode_key' })
const hrid = keyword(textAt(DOC, 'hrid'), 'fold', { column: 'item.hrid_key' })
const id = keyword(textAt(DOC, 'id'), 'lower', { uuidColumn: 'item.id' })
const notes = [membersAt(DOC, 'notes', 'note'), membersAt(DOC, 'circulationNotes', 'note')].map(text)
const normalizedCallNumbers = [
  joined('', 'prefix', 'callNumber', 'suffix'),
  joined('', 'callNumber', 'suffix'),
].map((sql) => keyword({ value: plainLetters(sql) }, 'raw', { termForms: callNumberTerm }))
const everyText = text({ value: `octavo.all_texts(${DOC})` })

/** The fields of items by the names that searches for instances use. */
export const itemFields: Record<string, SearchField | readonly SearchField[]> = {
  'items.id': id,
  'items.tenantId': keyword({ value: `current_setting('octavo.searched_tenant')` }, 'raw'),
  'items.holdingsRecordId': keyword(textAt(DOC, 'holdingsRecordId'), 'lower', {
    uuidColumn: 'item.holdings_record_id',
  }),
  'items.hrid': hrid,
  'items.accessionNumber': keyword(textAt(DOC, 'accessionNumber'), 'fold'),
  'items.formerIds': keyword(textsAt(DOC, 'formerIds'), 'fold'),
  'items.itemIdentifier': keyword(textAt(DOC, 'itemIdentifier'), 'fold'),
  'items.barcode': barcode,
  'items.effectiveLocationId': keyword(textAt(DOC, 'effectiveLocationId'), 'lower', {
    uuidColumn: 'item.effective_location_id',
  }),
  'items.statisticalCodeIds': keyword(textsAt(DOC, 'statisticalCodeIds'), 'lower'),
  'items.status.name': keyword(textAt(DOC, 'status', 'name'), 'raw', { column: 'item.status' }),
  'items.materialTypeId': keyword(textAt(DOC, 'materialTypeId'), 'lower', {
    uuidColumn: 'item.material_type_id',
  }),
  'items.discoverySuppress': {
    kind: 'flag',
    scope: 'item',
    condition: `(${DOC} ->> 'discoverySuppress') is not distinct from 'true'`,
  },
  'items.itemLevelCallNumberTypeId': keyword(textAt(DOC, 'itemLevelCallNumberTypeId'), 'lower'),
  'items.effectiveCallNumberComponents.callNumber': keyword(
    textAt(DOC, 'effectiveCallNumberComponents', 'callNumber'),
    'fold',
  ),
  'items.effectiveCallNumberComponents.prefix': keyword(
    textAt(DOC, 'effectiveCallNumberComponents', 'prefix'),
    'fold',
  ),
  'items.effectiveCallNumberComponents.suffix': keyword(
    textAt(DOC, 'effectiveCallNumberComponents', 'suffix'),
    'fold',
  ),
  'items.effectiveCallNumberComponents.typeId': keyword(
    textAt(DOC, 'effectiveCallNumberComponents', 'typeId'),
    'raw',
  ),
  'items.tags.tagList': text(textsAt(DOC, 'tags', 'tagList')),
  'items.electronicAccess.uri': uri,
  'items.electronicAccess.linkText': linkText,
  'items.electronicAccess.materialsSpecification': text(
    membersAt(DOC, 'electronicAccess', 'materialsSpecification'),
  ),
  'items.electronicAccess.publicNote': publicNote,
  'items.electronicAccess.relationshipId': keyword(
    membersAt(DOC, 'electronicAccess', 'relationshipId'),
    'lower',
  ),
  'items.administrativeNotes': text(textsAt(DOC, 'administrativeNotes')),
  'items.notes.note': notes,
  'items.notes.staffOnly': keyword(membersAt(DOC, 'notes', 'staffOnly'), 'lower'),
  'items.circulationNotes.note': notes[1]!,
  'items.circulationNotes.staffOnly': keyword(membersAt(DOC, 'circulationNotes', 'staffOnly'), 'lower'),
  'items.metadata.createdDate': {
    kind: 'date',
    scope: 'item',
    column: `(${DOC} -> 'metadata' ->> 'createdDate')::timestamptz`,
  },
  'items.metadata.createdByUserId': keyword(textAt(DOC, 'metadata', 'createdByUserId'), 'lower'),
  'items.metadata.updatedDate': { kind: 'date', scope: 'item', column: 'item.updated_at' },
  'items.metadata.updatedByUserId': keyword(textAt(DOC, 'metadata', 'updatedByUserId'), 'lower'),
  itemPublicNotes: [
    text(membersAt(DOC, 'notes', 'note', isPublic)),
    text(membersAt(DOC, 'circulationNotes', 'note', isPublic)),
  ],
  itemTags: keyword(textsAt(DOC, 'tags', 'tagList'), 'fold'),
  itemFullCallNumbers: fullCallNumber,
  'items.effectiveCallNumberComponents': fullCallNumber,
  'items.fullCallNumber': fullCallNumber,
  itemNormalizedCallNumbers: normalizedCallNumbers,
  'items.normalizedCallNumbers': normalizedCallNumbers,
  itemIdentifiers: [
    keyword(textsAt(DOC, 'formerIds'), 'fold'),
    hrid,
    keyword(textAt(DOC, 'accessionNumber'), 'fold'),
    id,
    keyword(textAt(DOC, 'itemIdentifier'), 'fold'),
  ],
  'items.electronicAccess': [uri, linkText, publicNote],
  allItems: everyText,
  'cql.allItems': everyText,
}

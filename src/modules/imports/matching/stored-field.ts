import type { MatchExpression } from '../../import-profiles/index.ts'
import type { ListName } from '../mapping-language/index.ts'
import { isControlTag } from '../../../formats/marc/index.ts'
import type { CompareForm, ComparisonPart, KeyColumn, MatchTarget, StoredField } from './match-question.ts'

// The fields that match profiles name: folio-org/ui-data-import: src/utils/fieldsConfig.js. Any other path into the
// document works too. Which field compares how: inventory/cql-sources.ts, authorities/authority-source.ts.

/** A field of an inventory or authority record: where it is, how it compares, what its texts are looked up in. */
export type DocumentField = { field: StoredField; form: CompareForm; list: ListName | null }

type InventoryTarget = 'INSTANCE' | 'HOLDINGS' | 'ITEM' | 'AUTHORITY'

const whole = (name: string, type: KeyColumn['type'] = 'text'): KeyColumn => ({
  name,
  type,
  isWhole: true,
  isOrdered: type === 'text',
})

const COLUMNS: Record<InventoryTarget, Record<string, KeyColumn>> = {
  INSTANCE: {
    id: whole('id', 'uuid'),
    hrid: whole('hrid_key'),
    title: { ...whole('title_key'), isWhole: false },
  },
  HOLDINGS: { id: whole('id', 'uuid'), hrid: whole('hrid_key'), instanceId: whole('instance_id', 'uuid') },
  ITEM: {
    id: whole('id', 'uuid'),
    hrid: whole('hrid_key'),
    barcode: whole('barcode_key'),
    holdingsRecordId: whole('holdings_record_id', 'uuid'),
  },
  AUTHORITY: { id: whole('id', 'uuid'), naturalId: { ...whole('natural_id'), isWhole: false } },
}

/** Fields that do not compare without case and accents. */
const FORMS: Record<InventoryTarget, Record<string, CompareForm>> = {
  INSTANCE: { source: 'lower' },
  HOLDINGS: { callNumber: 'lower' },
  ITEM: { barcode: 'lower', accessionNumber: 'lower' },
  AUTHORITY: { naturalId: 'plain', source: 'plain', subjectHeadings: 'plain' },
}

/** Arrays that the profiles name without `[]`, and names of other times; on the right the path in our documents. */
const ALIASES: Record<string, string> = {
  subjects: 'subjects[].value',
  series: 'series[].value',
  editions: 'editions[]',
  physicalDescriptions: 'physicalDescriptions[]',
  natureOfContentTermIds: 'natureOfContentTermIds[]',
  instanceFormatIds: 'instanceFormatIds[]',
  languages: 'languages[]',
  publicationFrequency: 'publicationFrequency[]',
  publicationRange: 'publicationRange[]',
  statisticalCodeIds: 'statisticalCodeIds[]',
  formerIds: 'formerIds[]',
  administrativeNotes: 'administrativeNotes[]',
  'materialType.id': 'materialTypeId',
  'permanentLoanType.id': 'permanentLoanTypeId',
  'temporaryLoanType.id': 'temporaryLoanTypeId',
  'permanentLocation.id': 'permanentLocationId',
  'temporaryLocation.id': 'temporaryLocationId',
  status: 'status.name',
  'numberOfItems[]': 'numberOfItems',
  'receivingHistory[].entries[].chronology': 'receivingHistory.entries[].chronology',
  'receivingHistory[].entries[].enumeration': 'receivingHistory.entries[].enumeration',
  'receivingHistory[].entries[].publicDisplay': 'receivingHistory.entries[].publicDisplay',
}

/**
 * The list whose names and codes stand for the ids in a field
 * (folio-org/mod-inventory: MatchingParametersRelations.java).
 */
const LISTS: Record<string, ListName> = {
  'alternativeTitles.alternativeTitleTypeId': 'alternativeTitleTypes',
  'identifiers.identifierTypeId': 'identifierTypes',
  'classifications.classificationTypeId': 'classificationTypes',
  'contributors.contributorTypeId': 'contributorTypes',
  'contributors.contributorNameTypeId': 'contributorNameTypes',
  'electronicAccess.relationshipId': 'electronicAccessRelationships',
  'notes.instanceNoteTypeId': 'instanceNoteTypes',
  'notes.holdingsNoteTypeId': 'holdingsNoteTypes',
  'notes.itemNoteTypeId': 'itemNoteTypes',
  instanceFormatIds: 'instanceFormats',
  statusId: 'instanceStatuses',
  modeOfIssuanceId: 'issuanceModes',
  natureOfContentTermIds: 'natureOfContentTerms',
  instanceTypeId: 'instanceTypes',
  holdingsTypeId: 'holdingsTypes',
  illPolicyId: 'illPolicies',
  callNumberTypeId: 'callNumberTypes',
  itemLevelCallNumberTypeId: 'callNumberTypes',
  statisticalCodeIds: 'statisticalCodes',
  permanentLocationId: 'locations',
  temporaryLocationId: 'locations',
  effectiveLocationId: 'locations',
  materialTypeId: 'mtypes',
  itemDamagedStatusId: 'itemDamageStatuses',
  permanentLoanTypeId: 'loantypes',
  temporaryLoanTypeId: 'loantypes',
}

/** Tables that profiles name beside the record's own; FOLIO finds nothing by them, because it asks the record. */
const OTHER_TABLES = new Set(['instancerelationship', 'instanceprecedingsucceedingtitle', 'notes'])

/** Fields of order lines, which need orders; without them there is nothing to be found. */
const ORDER_FIELDS = new Set(['purchaseOrderLineNumber', 'vendorReferenceNumber'])

const FIELD_PATTERN = /^[A-Za-z_]+(?:\.[A-Za-z_][A-Za-z0-9_]*(?:\[\])?)+$/

/**
 * Reads `record.path[].member` of the existing side of a match, with a second label and value as a condition on the
 * same element (`identifierTypeId`).
 * @returns null when it names no field.
 */
export function documentField(target: InventoryTarget, expression: MatchExpression): DocumentField | null {
  const given = expression.fields ?? []
  const first = given.find(({ label }) => label === 'field') ?? given[0]
  const name = first?.value.trim() ?? ''
  if (!FIELD_PATTERN.test(name)) return null
  const table = name.slice(0, name.indexOf('.')).toLowerCase()
  const written = name.slice(name.indexOf('.') + 1)
  if (OTHER_TABLES.has(table) || ORDER_FIELDS.has(written)) {
    return { field: { kind: 'none' }, form: 'fold', list: null }
  }
  const place = Object.hasOwn(ALIASES, written) ? ALIASES[written]! : written
  const path = place.replaceAll('[]', '').split('.')
  const key = path.join('.')
  const condition = path.length > 1 ? given.find((field) => field !== first && field.value !== '') : undefined
  return {
    field: {
      kind: 'document',
      path,
      isList: place.includes('[]'),
      only: condition === undefined ? null : { member: condition.label, value: condition.value },
      column: own(COLUMNS[target], key),
    },
    form: own(FORMS[target], key) ?? 'fold',
    list: own(LISTS, key),
  }
}

/** The list in which the text of a condition on an element is looked up. */
export function conditionList(path: readonly string[], member: string): ListName | null {
  return own(LISTS, [...path.slice(0, -1), member].join('.'))
}

function own<T>(values: Record<string, T>, key: string): T | null {
  return Object.hasOwn(values, key) ? values[key]! : null
}

/** A MARC field as a match names it: by the labels field, indicator1, indicator2, recordSubfield. */
export type MarcField = { tag: string; ind1: string; ind2: string; subfield: string }

/** @returns the field, or what is missing in words. */
export function marcField(expression: MatchExpression): MarcField | string {
  const texts = new Map((expression.fields ?? []).map(({ label, value }) => [label, value ?? '']))
  const tag = (texts.get('field') ?? '').trim()
  if (!/^[0-9A-Za-z]{3}$/.test(tag)) {
    return tag === '' ? 'names no MARC field' : `names "${tag}", which is no MARC field`
  }
  if (isControlTag(tag)) return { tag, ind1: '*', ind2: '*', subfield: '' }
  const subfield = (texts.get('recordSubfield') ?? texts.get('subfield') ?? '').trim()
  if (Array.from(subfield).length !== 1) return `names no subfield of MARC field ${tag}`
  const ind1 = (texts.get('indicator1') ?? '').trim()
  const ind2 = (texts.get('indicator2') ?? '').trim()
  return { tag, ind1, ind2, subfield }
}

/**
 * The MARC field where it is stored. 001 is the HRID of the record's inventory record, 999 ff $s the matched id and
 * $i the id of the inventory record, each with a column of its own (records/match-column.ts); a part of 001 is read
 * from the MARC itself.
 */
export function storedMarcField(named: MarcField, part: ComparisonPart | null): StoredField {
  return { kind: 'marc', ...named, column: part === null ? marcColumn(named) : null }
}

function marcColumn({ tag, ind1, ind2, subfield }: MarcField): KeyColumn | null {
  if (tag === '001') return { ...whole('external_hrid'), isOrdered: false }
  if (tag !== '999' || ind1 !== 'f' || ind2 !== 'f') return null
  if (subfield === 's') return whole('matched_id', 'uuid')
  return subfield === 'i' ? whole('external_id', 'uuid') : null
}

/** Whether the records looked for are MARC records. */
export function isMarcTarget(
  target: MatchTarget,
): target is 'MARC_BIBLIOGRAPHIC' | 'MARC_HOLDINGS' | 'MARC_AUTHORITY' {
  return target.startsWith('MARC_')
}

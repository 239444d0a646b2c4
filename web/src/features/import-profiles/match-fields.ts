import type { MatchDetail, MatchExpression } from './types.ts'

/** A side of a match that names a field. */
export type FieldParts = { tag: string; ind1: string; ind2: string; code: string }

const LABELS = ['field', 'indicator1', 'indicator2', 'recordSubfield'] as const

/** The parts of a MARC field as a match names it; a property has its path as the tag. */
export function readField(expression: MatchExpression | undefined): FieldParts {
  const value = (label: string) => expression?.fields?.find((field) => field.label === label)?.value ?? ''
  const [tag, ind1, ind2, code] = LABELS.map(value) as [string, string, string, string]
  return { tag, ind1, ind2, code }
}

/** An expression that names another MARC field; qualifier and part stay. */
export function withField(expression: MatchExpression | undefined, parts: FieldParts): MatchExpression {
  const values = [parts.tag, parts.ind1, parts.ind2, parts.code]
  const fields = LABELS.map((label, at) => ({ label: label as string, value: values[at]! }))
  return { ...expression, dataValueType: 'VALUE_FROM_RECORD', staticValueDetails: null, fields }
}

/** An expression that names a property, and of an identifier its kind. */
export function withProperty(path: string, identifierTypeId: string): MatchExpression {
  const fields = [{ label: 'field', value: path }]
  if (identifierTypeId !== '') fields.push({ label: 'identifierTypeId', value: identifierTypeId })
  return { dataValueType: 'VALUE_FROM_RECORD', staticValueDetails: null, fields }
}

/** Kinds of stored records that a match looks for, with what it is called on the wire. */
export const STORED_RECORDS = [
  'MARC_BIBLIOGRAPHIC',
  'INSTANCE',
  'HOLDINGS',
  'ITEM',
  'MARC_HOLDINGS',
  'MARC_AUTHORITY',
] as const
export type StoredRecord = (typeof STORED_RECORDS)[number]

export const isMarcRecord = (record: string) => record.startsWith('MARC_')

/** Properties by which stored records are looked for most, as match profiles name them. */
export const PROPERTIES: Partial<Record<string, readonly string[]>> = {
  INSTANCE: [
    'instance.hrid',
    'instance.identifiers[].value',
    'instance.id',
    'instance.title',
    'instance.indexTitle',
    'instance.source',
    'instance.administrativeNotes[]',
  ],
  HOLDINGS: [
    'holdingsrecord.hrid',
    'holdingsrecord.permanentLocationId',
    'holdingsrecord.callNumber',
    'holdingsrecord.formerIds[]',
    'holdingsrecord.id',
    'holdingsrecord.statisticalCodeIds[]',
  ],
  ITEM: [
    'item.barcode',
    'item.hrid',
    'item.accessionNumber',
    'item.formerIds[]',
    'item.itemIdentifier',
    'item.id',
    'item.copyNumber',
    'item.permanentLocation.id',
  ],
}

/** What a match of such records begins with: the field that libraries match by most. */
export function newMatchDetail(record: StoredRecord): MatchDetail {
  const numbers: Partial<Record<StoredRecord, FieldParts>> = {
    MARC_BIBLIOGRAPHIC: { tag: '035', ind1: '*', ind2: '*', code: 'a' },
    MARC_AUTHORITY: { tag: '010', ind1: '*', ind2: '*', code: 'a' },
  }
  const field = numbers[record] ?? { tag: isMarcRecord(record) ? '001' : '', ind1: '', ind2: '', code: '' }
  const incomingRecordType = isMarcRecord(record) ? record : 'MARC_BIBLIOGRAPHIC'
  const [property = ''] = PROPERTIES[record] ?? []
  return {
    incomingRecordType,
    existingRecordType: record,
    incomingMatchExpression: withField(undefined, field),
    matchCriterion: 'EXACTLY_MATCHES',
    existingMatchExpression: isMarcRecord(record) ? withField(undefined, field) : withProperty(property, ''),
  }
}

import type { MarcRecord } from '../../../formats/marc/index.ts'
import { isUuid } from '../../../kernel/ids.ts'
import { isItemStatus } from '../../inventory/pure.ts'
import type { FaultKind, RecordFault } from '../record-fault.ts'
import type { StepEntity } from '../journal-row.ts'
import type { CompiledJob } from './compiled-job.ts'
import type { Document } from './record-work.ts'

/** A field that holds an id of a reference list, and how people call it. */
type ReferenceField = { field: string; list: string; label: string; isRequired?: boolean }

const HOLDINGS_REFERENCES: ReferenceField[] = [
  { field: 'permanentLocationId', list: 'locations', label: 'permanent location', isRequired: true },
  { field: 'temporaryLocationId', list: 'locations', label: 'temporary location' },
  { field: 'holdingsTypeId', list: 'holdingsTypes', label: 'holdings type' },
  { field: 'callNumberTypeId', list: 'callNumberTypes', label: 'call number type' },
  { field: 'illPolicyId', list: 'illPolicies', label: 'ILL policy' },
]

const ITEM_REFERENCES: ReferenceField[] = [
  { field: 'materialTypeId', list: 'mtypes', label: 'material type', isRequired: true },
  { field: 'permanentLoanTypeId', list: 'loantypes', label: 'permanent loan type', isRequired: true },
  { field: 'temporaryLoanTypeId', list: 'loantypes', label: 'temporary loan type' },
  { field: 'permanentLocationId', list: 'locations', label: 'permanent location' },
  { field: 'temporaryLocationId', list: 'locations', label: 'temporary location' },
  { field: 'itemLevelCallNumberTypeId', list: 'callNumberTypes', label: 'call number type' },
  { field: 'itemDamagedStatusId', list: 'itemDamageStatuses', label: 'damaged status' },
]

const INSTANCE_REFERENCES: ReferenceField[] = [
  { field: 'instanceTypeId', list: 'instanceTypes', label: 'instance type (field 336)', isRequired: true },
  { field: 'statusId', list: 'instanceStatuses', label: 'instance status' },
  { field: 'modeOfIssuanceId', list: 'issuanceModes', label: 'mode of issuance' },
]

/** Lists of objects, the reference id in each object, and the texts that no object may lack. */
type ObjectList = {
  field: string
  required: string
  label: string
  type?: { field: string; list: string; label: string }
}

const INSTANCE_LISTS: ObjectList[] = [
  {
    field: 'contributors',
    required: 'name',
    label: 'a name (fields 100 to 111 and 700 to 720, subfield a)',
    type: { field: 'contributorNameTypeId', list: 'contributorNameTypes', label: 'contributor name type' },
  },
  {
    field: 'identifiers',
    required: 'value',
    label: 'a value',
    type: { field: 'identifierTypeId', list: 'identifierTypes', label: 'identifier type' },
  },
  {
    field: 'classifications',
    required: 'classificationNumber',
    label: 'a number',
    type: { field: 'classificationTypeId', list: 'classificationTypes', label: 'classification type' },
  },
  { field: 'subjects', required: 'value', label: 'a heading' },
  { field: 'series', required: 'value', label: 'a title' },
]

const HOLDINGS_NOTES: ObjectList[] = [
  {
    field: 'notes',
    required: 'note',
    label: 'a text',
    type: { field: 'holdingsNoteTypeId', list: 'holdingsNoteTypes', label: 'holdings note type' },
  },
]

const ITEM_NOTES: ObjectList[] = [
  {
    field: 'notes',
    required: 'note',
    label: 'a text',
    type: { field: 'itemNoteTypeId', list: 'itemNoteTypes', label: 'item note type' },
  },
]

const MAX_NOTE = 32_000

/** Checks a mapped instance. @returns the first fault. */
export function checkInstance(job: CompiledJob, instance: Document, record: MarcRecord): RecordFault | null {
  const invalid = (text: string) => `Mapped Instance is invalid: [${text}], by jobExecutionId: '${job.jobId}'`
  if (typeof instance.title !== 'string' || instance.title.trim() === '') {
    const has245 = record.fields.some((field) => field.tag === '245')
    return {
      kind: 'no-title',
      entity: 'INSTANCE',
      text: has245
        ? 'The record has no title: field 245 is there, but it holds no text.'
        : 'The record has no title: field 245 is missing.',
      folio: invalid("Field 'title' is a required field and can not be null"),
    }
  }
  return (
    checkReferences(job, 'INSTANCE', instance, INSTANCE_REFERENCES) ??
    checkLists(job, 'INSTANCE', instance, INSTANCE_LISTS) ??
    checkCodes(job, 'INSTANCE', instance) ??
    checkNotes('INSTANCE', instance)
  )
}

/** Checks mapped holdings. @returns the first fault. */
export function checkHoldings(job: CompiledJob, holdings: Document): RecordFault | null {
  return (
    checkReferences(job, 'HOLDINGS', holdings, HOLDINGS_REFERENCES) ??
    checkLists(job, 'HOLDINGS', holdings, HOLDINGS_NOTES) ??
    checkCodes(job, 'HOLDINGS', holdings) ??
    checkNotes('HOLDINGS', holdings)
  )
}

/** Checks a mapped item. @returns the first fault. */
export function checkItem(job: CompiledJob, item: Document): RecordFault | null {
  const status = (item.status as { name?: unknown } | undefined)?.name
  if (typeof status !== 'string' || status === '') {
    return fault(
      'missing-value',
      'ITEM',
      'The item has no status.',
      "Field 'status.name' is a required field and can not be null",
    )
  }
  if (!isItemStatus(status)) {
    return fault(
      'unknown-value',
      'ITEM',
      `"${status}" is no item status.`,
      `Invalid status specified '${status}'`,
    )
  }
  return (
    checkReferences(job, 'ITEM', item, ITEM_REFERENCES) ??
    checkLists(job, 'ITEM', item, ITEM_NOTES) ??
    checkCodes(job, 'ITEM', item) ??
    checkNotes('ITEM', item)
  )
}

const NAMES: Partial<Record<StepEntity, string>> = {
  INSTANCE: 'Instance',
  HOLDINGS: 'Holdings',
  ITEM: 'Item',
}

function fault(kind: FaultKind, entity: StepEntity, text: string, detail: string): RecordFault {
  return { kind, entity, text, folio: `Mapped ${NAMES[entity]} is invalid: [${detail}]` }
}

function checkReferences(
  job: CompiledJob,
  entity: StepEntity,
  document: Document,
  fields: readonly ReferenceField[],
): RecordFault | null {
  for (const { field, list, label, isRequired } of fields) {
    const value = document[field]
    if (value === undefined || value === null || value === '') {
      if (!isRequired) continue
      const name = NAMES[entity]!.toLowerCase()
      return fault(
        'missing-value',
        entity,
        `The ${name} has no ${label}: the field mapping profile gives none for this record.`,
        `Field '${field}' is a required field and can not be null`,
      )
    }
    const unknown = checkReference(job, entity, field, list, label, value)
    if (unknown) return unknown
  }
  return null
}

function checkReference(
  job: CompiledJob,
  entity: StepEntity,
  field: string,
  list: string,
  label: string,
  value: unknown,
): RecordFault | null {
  if (job.known[list]?.has(String(value))) return null
  const detail = isUuid(value)
    ? `Field '${field}' refers to ${value}, which does not exist`
    : `Value '${String(value)}' is not a UUID for ${field} field`
  return fault('unknown-value', entity, `The ${label} "${String(value)}" is not in the settings.`, detail)
}

function checkLists(
  job: CompiledJob,
  entity: StepEntity,
  document: Document,
  lists: readonly ObjectList[],
): RecordFault | null {
  for (const { field, required, label, type } of lists) {
    const entries = document[field] as Document[] | undefined
    if (!entries) continue
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index]!
      const text = entry[required]
      if (text === undefined || text === null || text === '') {
        const what = `Entry ${index + 1} of the ${NAMES[entity]!.toLowerCase()}'s ${field} lacks ${label}.`
        return fault('missing-value', entity, what, `"${field}[${index}].${required}" = null`)
      }
      if (!type) continue
      const unknown = checkReference(job, entity, type.field, type.list, type.label, entry[type.field])
      if (unknown) return unknown
    }
  }
  return null
}

function checkCodes(job: CompiledJob, entity: StepEntity, document: Document): RecordFault | null {
  const codes = document.statisticalCodeIds as unknown[] | undefined
  const unknown = codes?.find((code) => !job.known.statisticalCodes?.has(String(code)))
  if (unknown === undefined) return null
  return fault(
    'unknown-value',
    entity,
    `The statistical code "${String(unknown)}" is not in the settings.`,
    `Provided Statistical code(s) are not a valid values: '${String(unknown)}'.`,
  )
}

function checkNotes(entity: StepEntity, document: Document): RecordFault | null {
  const notes = [
    ...((document.notes as { note?: string }[] | undefined) ?? []).map((entry) => entry.note),
    ...((document.administrativeNotes as string[] | undefined) ?? []),
  ]
  const long = notes.find((note) => (note?.length ?? 0) > MAX_NOTE)
  if (long === undefined) return null
  return fault(
    'too-long',
    entity,
    `A note has ${long.length} characters ("${long.slice(0, 40)}…"); ${MAX_NOTE} are allowed.`,
    'A note has exceeded the 32,000 character limit.',
  )
}

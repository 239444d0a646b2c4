import { controlField, isControlTag } from '../../formats/marc/index.ts'
import type { MarcField, MarcRecord } from '../../formats/marc/index.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { Problem } from '../../kernel/http/problems.ts'
import type { Fault } from '../../kernel/http/problems.ts'
import { compileValidator, withoutNulls } from '../../kernel/http/validation.ts'
import type { JsonSchema } from '../../kernel/http/validation.ts'
import { editorProblem, recordFault } from './editor-problems.ts'
import { readDataField } from './field-content.ts'
import { isFixedField, joinFixedField } from './fixed-fields.ts'
import type { FixedContent } from './fixed-fields.ts'
import { withSetPositions } from './leader.ts'
import { MARC_FORMATS, restoreBlanks } from './marc-format.ts'
import type { MarcFormat } from './marc-format.ts'

/** How a field is linked to an authority. `status` and `errorCause` are the server's. */
export type LinkDetails = {
  authorityId?: string
  authorityNaturalId?: string
  linkingRuleId?: number
  status?: string
  errorCause?: string
}

/** A field as the editor sends it. */
export type SentField = {
  tag: string
  content: string | FixedContent
  indicators: string[]
  linkDetails: LinkDetails | null
}

/** A record as the editor sends it, read but not yet checked against any rule. */
export type EditedRecord = {
  format: MarcFormat
  /** With backslashes for blanks. */
  leader: string
  fields: SentField[]
  suppressDiscovery: boolean
}

/** What a save of a stored record names beside the record. */
export type EditTarget = {
  parsedRecordId: string
  parsedRecordDtoId: string
  externalId: string
  externalHrid: string
  /** The generation that the editor has read; null when the client does not say. */
  sourceVersion: number | null
  /** The version of the inventory record that the editor has read (older clients). */
  relatedRecordVersion: number | null
}

const text: JsonSchema = { type: 'string' }
const uuid: JsonSchema = { type: 'string', format: 'uuid' }
const MAX_INT = 2_147_483_647
const version: JsonSchema = { type: 'integer', minimum: -1, maximum: MAX_INT }

const recordProperties = {
  marcFormat: { type: 'string', enum: MARC_FORMATS },
  leader: text,
  suppressDiscovery: { type: 'boolean' },
  fields: {
    type: 'array',
    items: {
      type: 'object',
      required: ['tag', 'content'],
      properties: {
        tag: { type: 'string', pattern: '^[0-9]{3}$' },
        content: { type: ['string', 'object'] },
        indicators: { type: 'array', items: text },
        linkDetails: {
          type: 'object',
          properties: {
            authorityId: uuid,
            authorityNaturalId: text,
            linkingRuleId: { type: 'integer', minimum: 0, maximum: MAX_INT },
            status: text,
            errorCause: text,
          },
        },
      },
    },
  },
}

const checkRecord = compileValidator({
  type: 'object',
  required: ['marcFormat', 'leader', 'fields'],
  properties: recordProperties,
})

const checkEdit = compileValidator({
  type: 'object',
  required: [
    'marcFormat',
    'leader',
    'fields',
    'parsedRecordId',
    'parsedRecordDtoId',
    'externalId',
    'externalHrid',
  ],
  properties: {
    ...recordProperties,
    parsedRecordId: uuid,
    parsedRecordDtoId: uuid,
    externalId: uuid,
    externalHrid: text,
    sourceVersion: version,
    relatedRecordVersion: version,
  },
})

/** The editor answers a malformed body with 400 and the first fault only (mod-quick-marc: ErrorHandling). */
function checked(body: unknown, check: (value: unknown) => void): Record<string, unknown> {
  const sent = objectBody(body)
  try {
    check(sent)
  } catch (error) {
    const fault = error instanceof Problem ? (error.body as { errors: Fault[] }).errors[0] : undefined
    if (fault === undefined) throw error
    const key = fault.parameters?.[0]?.key ?? ''
    throw editorProblem(400, `Parameter '${key}' ${fault.message}`)
  }
  return withoutNulls(sent)
}

/** Checks the form of a record. @throws Problem 400 naming the parameter */
export function checkRecordForm(body: unknown): void {
  checked(body, checkRecord)
}

/** Reads the body of a new record. @throws Problem 400 naming the parameter */
export function readRecord(body: unknown): EditedRecord {
  return editedRecord(checked(body, checkRecord))
}

const checkDraft = compileValidator({
  type: 'object',
  required: ['marcFormat'],
  properties: {
    marcFormat: recordProperties.marcFormat,
    leader: text,
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          tag: text,
          content: { type: ['string', 'object'] },
          indicators: { type: 'array', items: text },
        },
      },
    },
  },
})

/** Reads the body of a record to be validated, of which anything but the format may be missing or wrong. */
export function readDraft(body: unknown): EditedRecord {
  const { marcFormat, leader, fields } = checked(body, checkDraft)
  const drafts = (fields ?? []) as Partial<SentField>[]
  return editedRecord({
    marcFormat,
    leader: leader ?? '',
    fields: drafts.map((field) => ({ ...field, tag: field.tag ?? '', content: field.content ?? '' })),
  })
}

/** Reads the body of a save. @throws Problem 400 naming the parameter */
export function readEdit(body: unknown): { record: EditedRecord; target: EditTarget } {
  const sent = checked(body, checkEdit)
  return {
    record: editedRecord(sent),
    target: {
      parsedRecordId: String(sent.parsedRecordId).toLowerCase(),
      parsedRecordDtoId: String(sent.parsedRecordDtoId).toLowerCase(),
      externalId: String(sent.externalId).toLowerCase(),
      externalHrid: String(sent.externalHrid),
      sourceVersion: (sent.sourceVersion as number | undefined) ?? null,
      relatedRecordVersion: (sent.relatedRecordVersion as number | undefined) ?? null,
    },
  }
}

function editedRecord(sent: Record<string, unknown>): EditedRecord {
  const format = sent.marcFormat as MarcFormat
  const fields = sent.fields as (Omit<SentField, 'indicators' | 'linkDetails'> & Partial<SentField>)[]
  return {
    format,
    leader: withSetPositions(sent.leader as string, format),
    fields: fields.map(({ tag, content, indicators, linkDetails }) => ({
      tag,
      content,
      indicators: indicators ?? [],
      linkDetails: linkDetails ?? null,
    })),
    suppressDiscovery: sent.suppressDiscovery === true,
  }
}

/**
 * Makes the MARC record; a field without content is left out. `unchanged` gives the stored field that looks like a sent
 * one, which then stays as it is to the character, also where the editor cannot show all of it.
 * @throws Problem 422 naming the tag of a field that cannot be read
 */
export function toMarc(
  { format, leader, fields }: EditedRecord,
  today: Date,
  unchanged: (field: SentField) => MarcField | null = () => null,
): MarcRecord {
  const plainLeader = restoreBlanks(leader)
  const made = fields.map((field) => unchanged(field) ?? toMarcField(field, format, plainLeader, today))
  return { leader: plainLeader, fields: made.filter((field) => !isEmpty(field)) }
}

function toMarcField(
  { tag, content, indicators }: SentField,
  format: MarcFormat,
  leader: string,
  today: Date,
): MarcField {
  if (isFixedField(tag)) {
    if (typeof content === 'string') {
      throw recordFault(tag, `Field ${tag} must be an object of its elements`)
    }
    return controlField(tag, joinFixedField(tag, content, format, leader, today))
  }
  if (typeof content !== 'string') throw recordFault(tag, `Field ${tag} must be text`)
  if (isControlTag(tag)) return controlField(tag, content)
  return readDataField(tag, indicators, content)
}

function isEmpty({ subfields, value }: MarcField): boolean {
  return subfields === null ? value.trim() === '' : subfields.length === 0
}

import type { MarcField, MarcRecord } from '../../formats/marc/index.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import { contentText, indicatorsOf } from './field-content.ts'
import { isFixedField, splitFixedField } from './fixed-fields.ts'
import type { FixedContent } from './fixed-fields.ts'
import { shownLeader } from './leader.ts'
import type { MarcFormat } from './marc-format.ts'
import type { LinkDetails, SentField } from './sent-record.ts'

/** A field as the editor shows it. */
export type FieldView = {
  tag: string
  content: string | FixedContent
  indicators: string[]
  isProtected?: boolean
  linkDetails?: LinkDetails
}

/** A record as the editor shows it. */
export type RecordView = {
  leader: string
  fields: FieldView[]
  suppressDiscovery: boolean
  marcFormat: MarcFormat
  sourceVersion: number
  parsedRecordId: string
  parsedRecordDtoId: string
  externalId: string
  externalHrid?: string
  updateInfo?: object
}

/** What of a field is shown as its content. */
export function shownContent(field: MarcField, format: MarcFormat, leader: string): string | FixedContent {
  if (field.subfields !== null) return contentText(field.subfields)
  return isFixedField(field.tag) ? splitFixedField(field.tag, field.value, format, leader) : field.value
}

/** The fields of a record in its order; those of bibliographic records that name an authority say which. */
export function fieldViews({ leader, fields }: MarcRecord, format: MarcFormat): FieldView[] {
  return fields.map((field) => {
    const authorityId = format === 'BIBLIOGRAPHIC' ? authorityOf(field) : null
    return {
      tag: field.tag,
      content: shownContent(field, format, leader),
      indicators: indicatorsOf(field),
      ...(authorityId === null ? {} : { linkDetails: { authorityId } }),
    }
  })
}

/** The leader as it is shown. */
export function leaderView({ leader }: MarcRecord): string {
  return shownLeader(leader)
}

/** The authority that a field names in $9; null for none. */
export function authorityOf({ subfields }: MarcField): string | null {
  const id = subfields?.find(({ code, value }) => code === '9' && hasUuidShape(value))?.value
  return id?.toLowerCase() ?? null
}

/** Finds, once each, the stored fields that the editor shows exactly as it sent them. */
export function unchangedFields(
  { leader, fields }: MarcRecord,
  format: MarcFormat,
): (sent: SentField) => MarcField | null {
  const shown = new Map<string, MarcField[]>()
  for (const field of fields) {
    const key = keyOf(field.tag, indicatorsOf(field), shownContent(field, format, leader))
    shown.set(key, [...(shown.get(key) ?? []), field])
  }
  return ({ tag, indicators, content }) => shown.get(keyOf(tag, indicators, content))?.shift() ?? null
}

function keyOf(tag: string, indicators: readonly string[], content: string | FixedContent): string {
  if (typeof content === 'string') return JSON.stringify([tag, indicators, content])
  const elements = Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([tag, [], elements])
}

import { controlField, dataField } from '../../../formats/marc/index.ts'
import type { MarcField } from '../../../formats/marc/index.ts'

/*
 * What import updates know about MARC fields: which of them stand once in a record, and where a new one goes.
 * Source: folio-org/data-import-processing-core: mapping/mapper/writer/marc/MarcRecordModifier.java.
 */

const nonRepeatableTags: ReadonlySet<string> = new Set(
  (
    '001 002 003 004 005 008 009 010 018 036 038 040 042 044 045 066 073 240 243 245 254 256 263 306 357 378 384 ' +
    '507 514 663 664 665 666 675 682 788 841 842 844 882'
  ).split(' '),
)

/** Whether the field counts as one that a record has once: the list above, every 1XX, and 999 with indicators `ff`. */
export function isNonRepeatable(field: MarcField): boolean {
  return isNonRepeatableTag(field.tag) || isFolioField(field)
}

/** As `isNonRepeatable`, for fields where the tag alone decides; 999 counts as repeatable here. */
export function isNonRepeatableTag(tag: string): boolean {
  return nonRepeatableTags.has(tag) || (tag.charCodeAt(0) === 0x31 && tag.length === 3)
}

/** Whether it is the field 999 ff in which FOLIO keeps its ids. */
export function isFolioField(field: MarcField): boolean {
  return field.tag === '999' && field.ind1 === 'f' && field.ind2 === 'f'
}

/**
 * A number by which fields are kept in order: by tag, but only by its first digit from 4XX to 8XX, where the order of
 * fields inside their hundred-block is the cataloguer's.
 */
export function orderKey(tag: string): number {
  const first = tag.charCodeAt(0)
  if (first >= 0x34 && first <= 0x38) return first << 16
  return (first << 16) + (tag.charCodeAt(1) << 8) + tag.charCodeAt(2)
}

/** Puts a field before the first of its kind (control or data) that stands behind it in order. */
export function insertInOrder(fields: MarcField[], added: MarcField): void {
  const isControl = added.subfields === null
  const key = orderKey(added.tag)
  let place = isControl ? 0 : fields.length
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at]!
    if ((field.subfields === null) !== isControl) continue
    if (orderKey(field.tag) > key) {
      place = at
      break
    }
    if (isControl) place = at + 1
  }
  fields.splice(place, 0, added)
}

/** A field of its own with the same content. */
export function copyField(field: MarcField): MarcField {
  if (field.subfields === null) return controlField(field.tag, field.value)
  const subfields = field.subfields.map(({ code, value }) => ({ code, value }))
  return dataField(field.tag, field.ind1, field.ind2, subfields)
}

/** Whether two fields say the same: tag, indicators, text, subfields and their order. */
export function sameField(a: MarcField, b: MarcField): boolean {
  if (a.tag !== b.tag || a.ind1 !== b.ind1 || a.ind2 !== b.ind2 || a.value !== b.value) return false
  if (a.subfields === null || b.subfields === null) return a.subfields === b.subfields
  if (a.subfields.length !== b.subfields.length) return false
  for (let at = 0; at < a.subfields.length; at++) {
    const left = a.subfields[at]!
    const right = b.subfields[at]!
    if (left.code !== right.code || left.value !== right.value) return false
  }
  return true
}

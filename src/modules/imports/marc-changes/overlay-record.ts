import type { MarcField, MarcRecord } from '../../../formats/marc/index.ts'
import { linkIncoming } from './authority-links.ts'
import type { AuthorityLink } from './authority-links.ts'
import { isProtected } from './field-protections.ts'
import type { FieldProtections } from './field-protections.ts'
import { copyField, isNonRepeatable, orderKey, sameField } from './marc-fields.ts'
import { updateListedFields } from './overlay-listed-fields.ts'
import type { ListedField } from './overlay-listed-fields.ts'

/**
 * The stored record as an incoming one leaves it; neither of the two is changed, and the new record shares nothing
 * with them. The leader is the incoming one. Protected stored fields stay as they are, all others are replaced: a
 * protected non-repeatable field keeps the incoming one out, protected repeatable fields are joined by those incoming
 * ones that are not identical. The ids of FOLIO (001, 999 ff) are always protected.
 *
 * With `listed` (see `compileListedFields`) only those fields and subfields are updated, and the leader stays.
 * Source: folio-org/data-import-processing-core: mapping/mapper/writer/marc/MarcRecordModifier.java.
 */
export function overlayRecord(
  stored: MarcRecord,
  incoming: MarcRecord,
  protections: FieldProtections,
  listed: readonly ListedField[] | null = null,
): MarcRecord {
  if (listed === null) {
    return { leader: incoming.leader, fields: overlayFields(stored.fields, incoming.fields, protections) }
  }
  const { fields } = updateListedFields(stored.fields, incoming.fields, protections, listed, [])
  return { leader: stored.leader, fields }
}

/**
 * `overlayRecord` for a bibliographic record with fields that are linked to authorities. Where an incoming field
 * carries the same $0 as a linked one, the heading, $0 and $9 stay and the rest is updated; otherwise $9 goes and with
 * it the link. `keptLinks` are those of `links` that still hold.
 */
export function overlayLinkedRecord(
  stored: MarcRecord,
  incoming: MarcRecord,
  protections: FieldProtections,
  links: readonly AuthorityLink[],
  listed: readonly ListedField[] | null = null,
): { record: MarcRecord; keptLinks: AuthorityLink[] } {
  if (listed === null) {
    const linked = linkIncoming(stored.fields, incoming.fields, protections, links)
    const fields = overlayFields(stored.fields, linked.fields, protections)
    return { record: { leader: incoming.leader, fields }, keptLinks: linked.keptLinks }
  }
  const { fields, keptLinks } = updateListedFields(stored.fields, incoming.fields, protections, listed, links)
  return { record: { leader: stored.leader, fields }, keptLinks }
}

/** A protected stored field; `incoming` is the index of the incoming field that is identical, or -1. */
type KeptField = { field: MarcField; incoming: number; isPlaced: boolean }

/** The protected fields of one tag, and the index of the last incoming field with the tag, or -1. */
type KeptTag = { tag: string; fields: KeptField[]; lastIncoming: number }

/**
 * Protected fields stand where the incoming record has the identical field; the others of a tag come before the
 * incoming ones that are new, and those of a tag that is not incoming begin their block. That keeps their order and
 * lets a second update by the same record change nothing.
 */
function overlayFields(
  stored: readonly MarcField[],
  incoming: readonly MarcField[],
  protections: FieldProtections,
): MarcField[] {
  const fields: MarcField[] = []
  const kept: KeptTag[] = []
  for (const field of stored) if (isProtected(protections, field)) keepField(kept, field)
  findIncoming(kept, incoming)
  for (const field of stored) {
    const sameTag = keptTag(kept, field.tag)
    if (sameTag?.lastIncoming !== -1) continue
    if (sameTag.fields.some((entry) => entry.field === field)) fields.push(copyField(field))
  }
  for (let at = 0; at < incoming.length; at++) {
    const field = incoming[at]!
    const sameTag = keptTag(kept, field.tag)
    if (sameTag === undefined) addIncoming(fields, field)
    else placeAmongKept(fields, field, at, sameTag)
  }
  return sortFields(fields)
}

/** A search through the few tags is faster than a map that every record would need anew. */
function keptTag(kept: readonly KeptTag[], tag: string): KeptTag | undefined {
  for (const each of kept) if (each.tag === tag) return each
  return undefined
}

function keepField(kept: KeptTag[], field: MarcField): void {
  const entry = { field, incoming: -1, isPlaced: false }
  const sameTag = keptTag(kept, field.tag)
  if (sameTag) sameTag.fields.push(entry)
  else kept.push({ tag: field.tag, fields: [entry], lastIncoming: -1 })
}

/** Backwards, so that of equal stored fields the last ones are those that are incoming: the others come before them. */
function findIncoming(kept: readonly KeptTag[], incoming: readonly MarcField[]): void {
  for (let at = incoming.length - 1; at >= 0; at--) {
    const field = incoming[at]!
    const sameTag = keptTag(kept, field.tag)
    if (sameTag === undefined) continue
    if (sameTag.lastIncoming < 0) sameTag.lastIncoming = at
    const identical = sameTag.fields.findLast((entry) => entry.incoming < 0 && sameField(entry.field, field))
    if (identical) identical.incoming = at
  }
}

function placeAmongKept(
  fields: MarcField[],
  incoming: MarcField,
  at: number,
  { fields: kept, lastIncoming }: KeptTag,
): void {
  const match = kept.findIndex((entry) => entry.incoming === at)
  if (match >= 0) {
    placeKept(fields, kept, match)
    fields.push(copyField(kept[match]!.field))
  } else if (!kept.some(({ field }) => sameField(field, incoming))) {
    placeKept(fields, kept, kept.length)
    const keepsOut = isNonRepeatable(incoming) && kept.some(({ field }) => isNonRepeatable(field))
    if (!keepsOut) addIncoming(fields, incoming)
  }
  if (at === lastIncoming) placeKept(fields, kept, kept.length)
}

/** Places the kept fields before `end` that no incoming field stands for. */
function placeKept(fields: MarcField[], kept: readonly KeptField[], end: number): void {
  for (let at = 0; at < end; at++) {
    const entry = kept[at]!
    if (entry.incoming >= 0 || entry.isPlaced) continue
    entry.isPlaced = true
    fields.push(copyField(entry.field))
  }
}

/** Of several control fields that MARC knows once only the last stays, as in FOLIO; data fields are all kept. */
function addIncoming(fields: MarcField[], incoming: MarcField): void {
  const added = copyField(incoming)
  if (incoming.subfields === null && isNonRepeatable(incoming)) {
    const at = fields.findIndex((field) => field.tag === incoming.tag)
    if (at >= 0) {
      fields[at] = added
      return
    }
  }
  fields.push(added)
}

function sortFields(fields: MarcField[]): MarcField[] {
  let last = 0
  for (const { tag } of fields) {
    const key = orderKey(tag)
    if (key < last) return fields.sort((a, b) => orderKey(a.tag) - orderKey(b.tag))
    last = key
  }
  return fields
}

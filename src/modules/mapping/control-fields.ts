import {
  controlField,
  controlNumber,
  dataField,
  firstControl,
  subfieldText,
} from '../../formats/marc/record.ts'
import type { MarcField, MarcRecord, Subfield } from '../../formats/marc/record.ts'
import { trim } from './text-functions.ts'

/*
 * FOLIO's bookkeeping in the fields of a MARC record that is being stored. Every function that takes a record and
 * returns nothing changes the record in place (its field array, and subfields of 035, 999 and linked fields): a record
 * is touched several times on its way in, and copying it each time would cost more than reading it.
 * Source: folio-org/mod-inventory: dataimport/util/AdditionalFieldsUtil.java.
 */

/** The two ids FOLIO keeps in field 999 with indicators `ff`: $s source record (matched id), $i inventory record. */
export type Folio999 = { recordId?: string; externalId?: string }

const oclcPrefix = '(OCoLC)'

/** Bib fields that FOLIO's linking rules control by authorities (folio-org/mod-entities-links: linking rules). */
const linkedBibTags: ReadonlySet<string> = new Set(
  '100 110 111 130 240 600 610 611 630 650 651 655 700 710 711 730 800 810 811 830'.split(' '),
)

/**
 * Keeps an incoming control number in a new 035 $a: `(003)001`, or the bare 001 without 003; blanks at the ends go.
 * Nothing is added when an 035 $a holds the number already, as it is or in normalised OCLC form. 003 is removed.
 */
export function moveControlNumberTo035(record: MarcRecord): void {
  const number = controlNumber(record)
  if (number !== null) {
    const agency = firstControl(record, '003')?.trim()
    const value = agency ? `(${agency})${number}` : number
    if (!has035(record, value))
      insertInNumericOrder(record, dataField('035', ' ', ' ', [{ code: 'a', value }]))
  }
  removeFields(record, (field) => field.tag === '003')
}

/** Removes the record's own HRID from 035 $a, where an earlier export left it. */
export function dropHrid035(record: MarcRecord, hrid: string): void {
  dropSubfields(
    record,
    (field) => field.tag === '035',
    ({ code, value }) => code === 'a' && value.trim() === hrid,
  )
}

/**
 * Normalises OCLC numbers in 035 (`normalizeOclcNumber`) and drops repeated ones. Of equal subfields the one that is
 * the only one of its code in a field with others stays, else the last; a field left empty goes.
 * Source: folio-org/data-import-processing-core: MarcRecordNormalizer.java.
 */
export function normalizeOclc035(record: MarcRecord): void {
  const groups = new Map<string, { field: MarcField; subfield: Subfield }[]>()
  for (const field of record.fields) {
    if (field.tag !== '035' || field.subfields === null) continue
    for (const subfield of field.subfields) {
      if (!isOclcNumber(subfield.value)) continue
      subfield.value = normalizeOclcNumber(subfield.value)
      const key = subfield.code + subfield.value
      const group = groups.get(key)
      if (group) group.push({ field, subfield })
      else groups.set(key, [{ field, subfield }])
    }
  }
  const repeated = new Set<Subfield>()
  for (const group of groups.values()) {
    if (group.length === 1) continue
    const kept = group.find(({ field, subfield }) => isOnlyOfItsCode(field, subfield)) ?? group.at(-1)!
    for (const { subfield } of group) if (subfield !== kept.subfield) repeated.add(subfield)
  }
  if (repeated.size > 0) {
    dropSubfields(
      record,
      (field) => field.tag === '035',
      (subfield) => repeated.has(subfield),
    )
  }
}

/** True for text that begins with `(OCoLC)`, blanks before it allowed. */
export function isOclcNumber(value: string): boolean {
  return trim(value).startsWith(oclcPrefix)
}

/**
 * `(OCoLC)ocm00012345 ` gives `(OCoLC)12345`: blanks and periods go, then the letters `ocm`, `ocn`, `on` and zeros
 * before the number. Other letters before the number stay (`(OCoLC)tfe00123` gives `(OCoLC)tfe123`), as does what
 * follows it; text without a number after the letters only loses its blanks and periods.
 */
export function normalizeOclcNumber(value: string): string {
  const compact = value.replaceAll(/[.\s]/g, '')
  const parsed = /^\(OCoLC\)([a-zA-Z]*)0*([0-9].*)$/.exec(compact)
  if (!parsed) return compact
  const [, letters = '', number = ''] = parsed
  return /^(?:ocm|ocn|on)$/.test(letters) ? oclcPrefix + number : oclcPrefix + letters + number
}

/** Sets 005 to an instant, in UTC as `yyyyMMddHHmmss.S`, directly behind 001; further 005 fields go. */
export function setUpdatedTime005(record: MarcRecord, date: Date): void {
  const iso = date.toISOString()
  const day = iso.slice(0, 4) + iso.slice(5, 7) + iso.slice(8, 10)
  const time = iso.slice(11, 13) + iso.slice(14, 16) + iso.slice(17, 21)
  setControlField(record, '005', day + time)
}

/** Sets 001 to the HRID, as the first field; further 001 fields go. */
export function setHrid001(record: MarcRecord, hrid: string): void {
  setControlField(record, '001', hrid)
}

/**
 * Writes the given ids into 999 ff, keeping its other subfields, and makes it the last field; an id that is not given
 * stays as it is. A missing field is added. A 999 with other indicators is left alone.
 */
export function setFolio999(record: MarcRecord, ids: Folio999): void {
  const at = record.fields.findIndex(isFolio999)
  const field = at < 0 ? dataField('999', 'f', 'f', []) : record.fields[at]!
  if (at >= 0) record.fields.splice(at, 1)
  const subfields = field.subfields ?? []
  if (ids.recordId !== undefined) setSubfield(subfields, 's', ids.recordId)
  if (ids.externalId !== undefined) setSubfield(subfields, 'i', ids.externalId)
  field.subfields = subfields
  record.fields.push(field)
}

/** The ids of 999 ff; `null` when there is no such field. An id that is missing or empty is left out. */
export function folio999(record: MarcRecord): Folio999 | null {
  const field = record.fields.find(isFolio999)
  if (!field) return null
  const recordId = subfieldText(field, 's')
  const externalId = subfieldText(field, 'i')
  return { ...(recordId ? { recordId } : {}), ...(externalId ? { externalId } : {}) }
}

/** Drops $9 (authority id) from bib fields under authority control, and fields that hold nothing else. */
export function dropAuthorityLinks9(record: MarcRecord, tags: ReadonlySet<string> = linkedBibTags): void {
  dropSubfields(
    record,
    (field) => tags.has(field.tag),
    ({ code }) => code === '9',
  )
}

function isFolio999(field: MarcField): boolean {
  return field.tag === '999' && field.ind1 === 'f' && field.ind2 === 'f'
}

function has035(record: MarcRecord, value: string): boolean {
  const isOclc = isOclcNumber(value)
  const normalized = isOclc ? normalizeOclcNumber(value) : value
  return record.fields.some(
    (field) =>
      field.tag === '035' &&
      field.subfields?.some(
        (subfield) =>
          subfield.code === 'a' &&
          (subfield.value.trim() === value ||
            (isOclc && isOclcNumber(subfield.value) && normalizeOclcNumber(subfield.value) === normalized)),
      ),
  )
}

function isOnlyOfItsCode(field: MarcField, subfield: Subfield): boolean {
  const subfields = field.subfields ?? []
  return subfields.length > 1 && subfields.filter(({ code }) => code === subfield.code).length === 1
}

/** Puts a data field before the first data field with a higher tag, so behind those with its own. */
function insertInNumericOrder(record: MarcRecord, added: MarcField): void {
  const at = record.fields.findIndex((field) => field.subfields !== null && field.tag > added.tag)
  record.fields.splice(at < 0 ? record.fields.length : at, 0, added)
}

function setControlField(record: MarcRecord, tag: string, value: string): void {
  const { fields } = record
  const place = tag !== '001' && fields[0]?.tag === '001' ? 1 : 0
  let last = fields.length - 1
  while (last >= 0 && fields[last]!.tag !== tag) last--
  // The usual record has the field once and in its place, and then nothing has to move.
  if (last === place) {
    fields[place]!.value = value
    return
  }
  if (last >= 0) removeFields(record, (field) => field.tag === tag)
  fields.splice(place, 0, controlField(tag, value))
}

function setSubfield(subfields: Subfield[], code: string, value: string): void {
  const existing = subfields.find((subfield) => subfield.code === code)
  if (existing) existing.value = value
  else subfields.push({ code, value })
}

/** Drops subfields of the chosen fields, and a field when none is left of what it had. */
function dropSubfields(
  record: MarcRecord,
  isChosen: (field: MarcField) => boolean,
  isDropped: (subfield: Subfield) => boolean,
): void {
  removeFields(record, (field) => {
    if (field.subfields === null || !isChosen(field) || !field.subfields.some(isDropped)) return false
    field.subfields = field.subfields.filter((subfield) => !isDropped(subfield))
    return field.subfields.length === 0
  })
}

function removeFields(record: MarcRecord, isRemoved: (field: MarcField) => boolean): void {
  const { fields } = record
  let kept = 0
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i]!
    if (!isRemoved(field)) fields[kept++] = field
  }
  fields.length = kept
}

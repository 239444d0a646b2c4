/** One subfield: a one-character code and its text. */
export type Subfield = { code: string; value: string }

/**
 * One field. A control field has `subfields: null`, its text in `value` and empty indicators; a data field
 * has both indicators, its subfields and an empty `value`.
 */
export type MarcField = {
  tag: string
  ind1: string
  ind2: string
  value: string
  subfields: Subfield[] | null
}

/** A MARC 21 record of any type: 24 characters of leader, then the fields in record order. */
export type MarcRecord = { leader: string; fields: MarcField[] }

export type MarcRecordType = 'MARC_BIB' | 'MARC_HOLDING' | 'MARC_AUTHORITY'

/** U+0000, which MARC text can carry and PostgreSQL's json and text cannot. */
export const NUL = '\u0000'

/** The text without U+0000, ready for a PostgreSQL text or json value. */
export function withoutNul(text: string): string {
  return text.includes(NUL) ? text.replaceAll(NUL, '') : text
}

// Every field and subfield is built by these, with the keys always in one order: readers and writers then see
// a single object shape, which is worth a factor of three to four in speed.

/** A control field with its text. */
export function controlField(tag: string, value: string): MarcField {
  return { tag, ind1: '', ind2: '', value, subfields: null }
}

/** A data field; the indicators are one character each, blank as a space. */
export function dataField(tag: string, ind1: string, ind2: string, subfields: Subfield[]): MarcField {
  return { tag, ind1, ind2, value: '', subfields }
}

/** Whether MARC 21 gives the tag to control fields: 001-009 and local 00X. */
export function isControlTag(tag: string): boolean {
  return tag.charCodeAt(0) === 0x30 && tag.charCodeAt(1) === 0x30
}

/** Text of the first control field with the tag, or null. */
export function firstControl(record: MarcRecord, tag: string): string | null {
  for (const field of record.fields) {
    if (field.tag === tag && field.subfields === null) return field.value
  }
  return null
}

/** All fields with the tag, in record order. */
export function fieldsByTag(record: MarcRecord, tag: string): MarcField[] {
  return record.fields.filter((field) => field.tag === tag)
}

/** Text of the first subfield with the code, or null. */
export function subfieldText(field: MarcField, code: string): string | null {
  if (field.subfields === null) return null
  for (const subfield of field.subfields) {
    if (subfield.code === code) return subfield.value
  }
  return null
}

/** The 001 without surrounding blanks, or null when there is none or it is blank. */
export function controlNumber(record: MarcRecord): string | null {
  return firstControl(record, '001')?.trim() || null
}

/** Record type by leader/06 as FOLIO's data import decides it (folio-org/data-import-utils: MarcRecordAnalyzer). */
export function recordType(record: MarcRecord): MarcRecordType | null {
  const type = record.leader.charAt(6)
  if (type === '') return null
  if ('acdefgijkmoprt'.includes(type)) return 'MARC_BIB'
  if ('uvxy'.includes(type)) return 'MARC_HOLDING'
  return type === 'z' ? 'MARC_AUTHORITY' : null
}

const authorityHeadings = ['100', '110', '111', '130', '147', '148', '150', '151', '155', '162']

/** A short title for logs: 245 $a $n $p $b of a bibliographic record, the 1XX heading of an authority; else null. */
export function titleOf(record: MarcRecord): string | null {
  const authority = recordType(record) === 'MARC_AUTHORITY'
  for (const field of record.fields) {
    if (field.subfields === null) continue
    if (authority ? !authorityHeadings.includes(field.tag) : field.tag !== '245') continue
    const wanted = authority ? isHeadingCode : isTitleCode
    const parts = field.subfields.filter((subfield) => wanted(subfield.code)).map(({ value }) => value.trim())
    const title = parts
      .filter((part) => part !== '')
      .join(' ')
      .replace(/[\s/:;,=]+$/u, '')
    if (title !== '') return title
  }
  return null
}

function isTitleCode(code: string): boolean {
  return 'anpb'.includes(code)
}

/** Headings keep every lettered part; the numbered subfields link and control. */
function isHeadingCode(code: string): boolean {
  return code >= 'a' && code <= 'z' && code !== 'w' && code !== 'e'
}

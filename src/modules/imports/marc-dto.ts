import type { MarcField, MarcRecord } from '../../formats/marc/index.ts'

/** A field as screens show it: a control field has a value, the others subfields. */
export type MarcFieldDto = {
  tag: string
  ind1: string
  ind2: string
  value: string | null
  subfields: [code: string, value: string][] | null
}

/** A MARC record as screens show it, field by field; `isCut` says that not all of it is there. */
export type MarcDto = { leader: string; fields: MarcFieldDto[]; isCut: boolean }

/** What is shown of one record at most: a record may have 16 MiB. */
const MAX_FIELDS = 1000
const MAX_TEXT = 10_000

/** A record field by field. */
export function marcDto(record: MarcRecord): MarcDto {
  let isCut = record.fields.length > MAX_FIELDS
  const cut = (text: string): string => {
    if (text.length <= MAX_TEXT) return text
    isCut = true
    return `${text.slice(0, MAX_TEXT)}…`
  }
  const fieldDto = ({ tag, ind1, ind2, value, subfields }: MarcField): MarcFieldDto => ({
    tag,
    ind1,
    ind2,
    value: subfields === null ? cut(value) : null,
    subfields: subfields && subfields.map(({ code, value: text }) => [code, cut(text)]),
  })
  const fields = record.fields.slice(0, MAX_FIELDS).map(fieldDto)
  return { leader: record.leader, fields, isCut }
}

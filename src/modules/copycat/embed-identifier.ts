import { dataField } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'

/** A place in a record such as `999ff$i` that cannot be read. */
export class EmbedPathError extends Error {}

const PATH_LENGTH = 7

/**
 * Writes a value into a subfield: of the first field with the tag and indicators, or of a new field in front of
 * the first one with a higher tag. `path` is tag, indicators (`_` for a blank), `$`, subfield code.
 * (folio-org/mod-copycat: JsonMarc)
 * @throws EmbedPathError with FOLIO's text.
 */
export function embedIdentifier(record: MarcRecord, path: string, value: string): MarcRecord {
  if (path.length !== PATH_LENGTH) {
    throw new EmbedPathError('pattern must be exactly 7 characters (3+2+$+subfield)')
  }
  if (path[5] !== '$') throw new EmbedPathError('Missing $ in marcPath')
  const tag = path.slice(0, 3)
  const [ind1, ind2] = path.slice(3, 5).replaceAll('_', ' ')
  const code = path[6]!
  const behind = record.fields.findIndex((field) => field.tag > tag)
  const end = behind === -1 ? record.fields.length : behind
  const at = record.fields.findIndex(
    (field, index) =>
      index < end &&
      field.tag === tag &&
      field.subfields !== null &&
      field.ind1 === ind1 &&
      field.ind2 === ind2,
  )
  const found = at === -1 ? undefined : record.fields[at]!
  const field = dataField(tag, ind1!, ind2!, withSubfield(found?.subfields ?? [], code, value))
  const place = found === undefined ? end : at
  return { ...record, fields: record.fields.toSpliced(place, found === undefined ? 0 : 1, field) }
}

function withSubfield(subfields: readonly { code: string; value: string }[], code: string, value: string) {
  const at = subfields.findIndex((subfield) => subfield.code === code)
  return at === -1 ? [...subfields, { code, value }] : subfields.with(at, { code, value })
}

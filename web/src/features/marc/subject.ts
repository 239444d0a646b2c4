import { LEADER, fieldOfLine } from '../../lib/marc-text.ts'
import type { MarcFormat } from './wire.ts'

/** Whose MARC a page is about. */
export type Subject = {
  format: MarcFormat
  /** Id of the instance, holdings record or authority. */
  id: string
  /** The page of that record, and the pages of its MARC. */
  address: string
  editAddress: string
  sourceAddress: string
  /** Where its versions are shown; null for authorities. */
  versionsAddress: { to: string; search: { kind?: 'holdings'; id?: string } } | null
}

/** What a record is called: its title, heading or call number, as its lines say. */
export function nameOfLines(lines: readonly string[], format: MarcFormat): string {
  const wanted = format === 'BIBLIOGRAPHIC' ? /^245/ : format === 'AUTHORITY' ? /^1\d\d/ : /^852/
  const line = lines.find((one) => wanted.test(one))
  if (line === undefined || line.startsWith(LEADER)) return ''
  const codes = format === 'BIBLIOGRAPHIC' ? 'abnp' : format === 'AUTHORITY' ? 'abcdqtxyz' : 'bhi'
  const parts = (fieldOfLine(line).subfields ?? []).filter(({ code }) => codes.includes(code))
  return parts
    .map(({ value }) => value)
    .join(' ')
    .replace(/\s*[/:;,=]\s*$/, '')
}

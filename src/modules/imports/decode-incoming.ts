import {
  MarcReadError,
  decodeRecord,
  decodeXmlText,
  recordFromJson,
  recordFromMarcXml,
} from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'

/**
 * A record as it came in: its bytes and in which format (of a file, or as a client names it when it posts).
 * `encoding` is that of an XML file, `header` what stands before an EDIFACT message: a part of the file does not tell.
 */
export type RawIncoming = { bytes: Buffer; format: string; encoding: string; header?: string }

/**
 * Reads an incoming MARC record of any format. With `tags` a sound ISO 2709 record has those fields alone.
 * @throws MarcReadError
 */
export function decodeIncoming(
  { bytes, format, encoding }: RawIncoming,
  tags?: ReadonlySet<string>,
): MarcRecord {
  switch (format) {
    case 'marc':
      return decodeRecord(bytes, { mode: 'permissive', tags }).record
    // What a client posts is ISO 2709 as text: UTF-8 whatever leader/09 says, as FOLIO reads it.
    case 'MARC_RAW':
      return decodeRecord(bytes, { mode: 'permissive', encoding: 'utf8', tags }).record
    case 'marcxml':
    case 'MARC_XML':
      return recordFromMarcXml(decodeXmlText(bytes, encoding))
    default:
      return recordFromJson(parseJsonRecord(bytes.toString('utf8')))
  }
}

function parseJsonRecord(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new MarcReadError('JSON', `The record is not JSON: ${(error as Error).message}`)
  }
}

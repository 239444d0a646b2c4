/** Character sets that syntax identifiers (UNB, first component) name beside ISO 8859-1 (ISO 9735: syntax levels). */
const charsets: Record<string, string> = {
  UNOD: 'iso-8859-2',
  UNOE: 'iso-8859-5',
  UNOF: 'iso-8859-7',
  UNOG: 'iso-8859-3',
  UNOH: 'iso-8859-4',
  UNOI: 'iso-8859-6',
  UNOJ: 'iso-8859-8',
}

export type DecodedEdifact = { text: string; charset: string }

/**
 * Text of EDIFACT bytes. FOLIO reads every file as ISO 8859-1 (folio-org/mod-data-import: EdifactReader.java); here
 * that is what is left after two better signs: bytes that are valid UTF-8 beyond ASCII, which vendors send whatever
 * the header says (UNOC), and a header that names another part of ISO 8859. No byte is lost: a set with holes gives
 * way to ISO 8859-1, which has none.
 * `syntax`: the syntax identifier, such as `UNOC`.
 */
export function decodeEdifact(bytes: Uint8Array, syntax = ''): DecodedEdifact {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (bytes.every((byte) => byte < 0x80)) return { text: buffer.toString('latin1'), charset: 'us-ascii' }
  const utf8 = decodeStrictly(bytes, 'utf-8')
  if (utf8 !== null) return { text: utf8, charset: 'utf-8' }
  const charset = charsets[syntax]
  const text = charset === undefined ? null : decodeStrictly(bytes, charset)
  if (charset !== undefined && text !== null) return { text, charset }
  return { text: buffer.toString('latin1'), charset: 'iso-8859-1' }
}

function decodeStrictly(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

import { decodeRecord } from './read-iso2709.ts'
import { skipPadding } from './repair-iso2709.ts'
import { RecordSplitter } from './split-records.ts'
import { decodeXmlText, detectXmlEncoding } from './split-xml-records.ts'
import { unimarcReason } from './unimarc.ts'

export type FileFormat = 'marc' | 'marcxml' | 'marcjson' | 'edifact' | 'unknown'

/** The format of a file, and why, in words for the person who uploaded it. */
export type DetectedFormat = { format: FileFormat; reason: string }

/** How many bytes from the start of a file are enough to tell its format: 64 KiB. */
export const DETECTION_BYTES = 64 * 1024

/** Records read to tell UNIMARC from MARC 21. */
const SAMPLED_RECORDS = 20

/**
 * Tells what a file is from its first bytes (up to `DETECTION_BYTES` are enough); the name only helps to word the
 * answer for files that are none of the formats. UNIMARC comes out as `unknown` although it is ISO 2709, because
 * its fields mean other things.
 */
export function detectFormat(head: Uint8Array, fileName: string): DetectedFormat {
  if (head.length === 0) return refusal('The file is empty.')
  if (head.every((byte) => byte === 0))
    return refusal('The file holds nothing but zero bytes; its upload or copy failed.')
  const binary = binaryKind(head)
  if (binary !== null) return refusal(`The file is ${binary}, not a file of records.`)
  const encoding = detectXmlEncoding(head)
  const iso2709 = encoding.startsWith('utf-16') ? null : detectIso2709(head)
  if (iso2709 !== null) return iso2709
  const text = decodeXmlText(head, encoding).trimStart()
  return detectText(text, fileName)
}

function refusal(reason: string): DetectedFormat {
  return { format: 'unknown', reason }
}

const signatures: [prefix: string, kind: string][] = [
  ['%PDF', 'a PDF document'],
  ['PK\u0003\u0004', 'a ZIP archive or an Office document'],
  ['PK\u0005\u0006', 'an empty ZIP archive'],
  ['\u001f\u008b', 'a gzip archive (unpack it first)'],
  ['BZh', 'a bzip2 archive (unpack it first)'],
  ['7z\u00bc\u00af\u0027\u001c', 'a 7-Zip archive (unpack it first)'],
  ['\u00fd7zXZ', 'an xz archive (unpack it first)'],
  ['Rar!', 'a RAR archive (unpack it first)'],
  ['\u0089PNG', 'an image (PNG)'],
  ['\u00ff\u00d8\u00ff', 'an image (JPEG)'],
  ['GIF8', 'an image (GIF)'],
  ['II*\u0000', 'an image (TIFF)'],
  ['MM\u0000*', 'an image (TIFF)'],
  ['\u00d0\u00cf\u0011\u00e0', 'an old Office document (Word or Excel)'],
  ['{\\rtf', 'a formatted text document (RTF)'],
  ['MZ', 'a program'],
  ['\u007fELF', 'a program'],
]

function binaryKind(head: Uint8Array): string | null {
  const start = latin1(head.subarray(0, 16))
  return signatures.find(([prefix]) => start.startsWith(prefix))?.[1] ?? null
}

function detectIso2709(head: Uint8Array): DetectedFormat | null {
  const start = skipPadding(head)
  const leader = /^\d{5}.{5}22\d{5}.{3}45/su.test(latin1(head.subarray(start, start + 24)))
  const separated = head.includes(0x1e)
  if (!leader && !(separated && (head.includes(0x1f) || head.includes(0x1d)) && isMostlyText(head)))
    return null
  if (!separated && head.length < DETECTION_BYTES) {
    return refusal(
      'The file begins like MARC but has no field separators; they were lost, perhaps in a text editor.',
    )
  }
  return sampledUnimarc(head) ?? { format: 'marc', reason: 'The file holds MARC records (ISO 2709).' }
}

/** Delimiters turn up in any binary file; in a damaged MARC file there is next to nothing else below blank. */
function isMostlyText(head: Uint8Array): boolean {
  let controls = 0
  for (const byte of head) {
    if (byte < 0x1b && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) controls += 1
  }
  return controls * 50 < head.length
}

/** Reads the first records; UNIMARC when those that can be told apart are mostly UNIMARC. */
function sampledUnimarc(head: Uint8Array): DetectedFormat | null {
  let unimarc = 0
  let others = 0
  let found = ''
  for (const { offset, length } of new RecordSplitter().push(head).slice(0, SAMPLED_RECORDS)) {
    const reason = reasonAgainst(head.subarray(offset, offset + length))
    if (reason === null) {
      others += 1
    } else {
      unimarc += 1
      found ||= reason
    }
  }
  if (unimarc <= others) return null
  return refusal(
    `The records are UNIMARC, which is not supported. ${found} Convert the file to MARC 21 first.`,
  )
}

function reasonAgainst(bytes: Uint8Array): string | null {
  try {
    return unimarcReason(decodeRecord(bytes, { mode: 'permissive' }).record)
  } catch {
    return null
  }
}

function detectText(text: string, fileName: string): DetectedFormat {
  if (/^UN[AB]/u.test(text)) return { format: 'edifact', reason: 'The file is an EDIFACT interchange.' }
  if (text.startsWith('<')) return detectXml(text)
  if (/^[[{]/u.test(text)) return detectJson(text)
  if (/^=(?:LDR|LEADER|00\d) {2}/mu.test(text)) {
    return refusal(
      'The file is mnemonic MARC text (.mrk). Compile it to a binary MARC file (.mrc) first, for example with MarcEdit.',
    )
  }
  if (/^\d{9} (?:LDR|FMT|00\d)/mu.test(text)) {
    return refusal(
      'The file is in Aleph sequential format. Export the records as a binary MARC file (.mrc) or MARCXML.',
    )
  }
  if (/^LEADER [^\n]{20,24}\r?$/mu.test(text) || /^000 {1,4}\d{5}[^\n]{15}45/mu.test(text)) {
    return refusal(
      'The file shows MARC records as text, which cannot be read back. Export them as a binary MARC file (.mrc).',
    )
  }
  return refusal(plainReason(text, fileName))
}

function plainReason(text: string, fileName: string): string {
  const extension = /\.([A-Za-z0-9]{1,8})$/u.exec(fileName)?.[1]?.toLowerCase()
  // eslint-disable-next-line no-control-regex -- control characters are what text does not have
  if (/[\u0000-\u0008\u000e-\u001b]/u.test(text.slice(0, 4096))) {
    return 'The file is not MARC, MARCXML, MARC in JSON or EDIFACT, and not text.'
  }
  const lines = text.split(/\r?\n/u, 5).filter((line) => line !== '')
  const separated =
    lines.length > 1 && [',', ';', '\t'].some((sign) => lines.every((line) => line.includes(sign)))
  if (separated || extension === 'csv' || extension === 'tsv')
    return 'The file is a table (CSV), not a file of MARC records.'
  return 'The file is plain text without MARC records.'
}

function detectXml(text: string): DetectedFormat {
  if (/<!doctype html|<html[\s>]/iu.test(text.slice(0, 2048))) {
    return refusal(
      'The file is a web page (HTML), not a file of records; perhaps a login or error page was saved.',
    )
  }
  if (/<(?:[\w.-]+:)?(?:leader|controlfield|datafield)[\s>]/u.test(text)) {
    return { format: 'marcxml', reason: 'The file holds MARCXML records.' }
  }
  if (/<(?:[\w.-]+:)?collection[\s/>]/u.test(text) && text.includes('http://www.loc.gov/MARC21/slim')) {
    return { format: 'marcxml', reason: 'The file is a MARCXML collection.' }
  }
  const root = /<([A-Za-z_][\w.-]*(?::[\w.-]+)?)/u.exec(text)?.[1]
  return refusal(`The file is XML (${root ?? 'without elements'}) but holds no MARCXML records.`)
}

function detectJson(text: string): DetectedFormat {
  if (/"leader"\s*:\s*"/u.test(text) && /"fields"\s*:\s*\[/u.test(text)) {
    return { format: 'marcjson', reason: 'The file holds MARC records in JSON.' }
  }
  return refusal('The file is JSON but holds no MARC records (objects with "leader" and "fields").')
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}

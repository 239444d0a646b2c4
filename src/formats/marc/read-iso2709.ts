import { isAscii, isUtf8 } from 'node:buffer'

import {
  chooseCharset,
  decodeDelimitedMarc8,
  decodeLatin1,
  decodeMixedField,
  type RecordCharset,
} from './charset.ts'
import { MarcReadError } from './errors.ts'
import { fieldFromText, unicodeLeader } from './field-text.ts'
import { decodeMarc8Binary, needsMarc8 } from './marc8.ts'
import { controlField, dataField, type MarcField, type MarcRecord, type Subfield } from './record.ts'
import { digits, locateFields, skipPadding } from './repair-iso2709.ts'

export type DecodeOptions = {
  /** `permissive` repairs what it can; `strict` refuses what FOLIO's record parser (marc4j's strict reader) refuses. */
  mode: 'permissive' | 'strict'
  /** Character set of the bytes; `auto`, the default, decides from the bytes. Strict mode always reads UTF-8. */
  encoding?: 'auto' | 'utf8' | 'marc8'
  /** The tags that the caller looks at; a sound record is read without the other fields, which costs a tenth. */
  tags?: ReadonlySet<string> | undefined
}

/** A record as read, and what had to be repaired or guessed, in words for a job log. */
export type DecodedRecord = { record: MarcRecord; warnings: string[] }

const LEADER_LENGTH = 24
const ENTRY_LENGTH = 12
const FIELD_TERMINATOR = 0x1e
const RECORD_TERMINATOR = 0x1d
const ESCAPE = 0x1b
const DELIMITER = '\u001f'

/**
 * Reads one ISO 2709 record, given as the bytes of a segment of `RecordSplitter`: the record with its terminator and
 * whatever stands before it. The result is Unicode with leader/09 `a`; lengths in the leader stay as they were.
 * UTF-8 text is not normalised. Throws `MarcReadError`.
 */
export function decodeRecord(bytes: Uint8Array, options: DecodeOptions): DecodedRecord {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const warnings: string[] = []
  if (options.mode === 'strict') return { record: readStrict(buffer), warnings }
  const start = skipPadding(buffer)
  const encoding = options.encoding ?? 'auto'
  const record =
    readTruthful(buffer, start, buffer.length, { encoding, tags: options.tags ?? null }, warnings) ??
    readDamaged(buffer, encoding, warnings)
  return { record, warnings }
}

type TruthfulOptions = { encoding: 'auto' | 'utf8' | 'marc8'; tags: ReadonlySet<string> | null }

/**
 * The common case at full speed: every number in leader and directory is right, fields follow each other in directory
 * order, and the text is decoded once as a whole. Returns null when the record is not like that.
 */
function readTruthful(
  bytes: Buffer,
  start: number,
  end: number,
  { encoding, tags }: TruthfulOptions,
  warnings: string[],
): MarcRecord | null {
  const baseAddress = digits(bytes, start + 12, 5)
  const entries = countTruthfulEntries(bytes, start, end, baseAddress)
  if (entries === -1) return null
  const dataStart = start + baseAddress
  const body = bytes.subarray(dataStart, end - 1)
  const leader = bytes.toString('latin1', start, start + LEADER_LENGTH)
  let charset: RecordCharset
  if (encoding === 'marc8') charset = 'marc8'
  else if (body.indexOf(ESCAPE) === -1 && isAscii(body)) charset = 'ascii'
  else if (encoding === 'utf8') charset = isUtf8(body) ? 'utf8' : 'mixed'
  else charset = chooseCharset(body, leader[9] === 'a')
  if (charset === 'mixed') return null
  const text =
    charset === 'utf8'
      ? body.toString('utf8')
      : charset === 'latin1'
        ? decodeLatin1(body)
        : body.toString('latin1')
  const directory = { bytes, at: start + LEADER_LENGTH, entries }
  const fields = fieldsOfText(directory, text, tags, warnings)
  if (fields === null) return null
  // ASCII that declares MARC-8 may still hold numeric character references.
  if (
    charset === 'marc8' ||
    (charset === 'ascii' && encoding === 'auto' && leader[9] !== 'a' && text.includes('&#x'))
  ) {
    for (const field of fields) decodeFieldFromMarc8(field, warnings)
  }
  if (charset === 'latin1') warnings.push('The text is neither MARC-8 nor UTF-8; it was read as Latin-1.')
  return { leader: unicodeLeader(leader), fields }
}

/** Number of directory entries when all lengths and offsets are right and in order, else -1. */
function countTruthfulEntries(bytes: Buffer, start: number, end: number, baseAddress: number): number {
  if (
    baseAddress < LEADER_LENGTH + 1 ||
    (baseAddress - LEADER_LENGTH - 1) % ENTRY_LENGTH !== 0 ||
    end - start < baseAddress + 1
  )
    return -1
  if (digits(bytes, start, 5) !== end - start || bytes[end - 1] !== RECORD_TERMINATOR) return -1
  if (bytes[start + baseAddress - 1] !== FIELD_TERMINATOR) return -1
  const dataStart = start + baseAddress
  let expected = 0
  let at = start + LEADER_LENGTH
  for (; at < dataStart - 1; at += ENTRY_LENGTH) {
    const length = digits(bytes, at + 3, 4)
    if (length < 1 || digits(bytes, at + 7, 5) !== expected) return -1
    expected += length
    if (bytes[dataStart + expected - 1] !== FIELD_TERMINATOR) return -1
  }
  return dataStart + expected === end - 1 ? (baseAddress - LEADER_LENGTH - 1) / ENTRY_LENGTH : -1
}

type Directory = { bytes: Buffer; at: number; entries: number }

/** Cuts the text of the wanted fields at its terminators; null when there are not as many as entries. */
function fieldsOfText(
  { bytes, at: directory, entries }: Directory,
  text: string,
  tags: ReadonlySet<string> | null,
  warnings: string[],
): MarcField[] | null {
  const fields: MarcField[] = []
  let at = 0
  let delimiter = nextDelimiter(text, 0)
  for (let index = 0; index < entries; index += 1) {
    const end = text.indexOf('\u001e', at)
    if (end === -1) return null
    const entry = directory + index * ENTRY_LENGTH
    const tag = tagAt(bytes, entry)
    const control = bytes[entry] === 0x30 && bytes[entry + 1] === 0x30
    if (tags !== null && !tags.has(tag)) {
      at = end + 1
      if (delimiter < at) delimiter = nextDelimiter(text, at)
      continue
    }
    if (control && delimiter > end) {
      fields.push(controlField(tag, text.slice(at, end)))
    } else if (
      !control &&
      delimiter === at + 2 &&
      text.charCodeAt(at) < 0x80 &&
      text.charCodeAt(at + 1) < 0x80
    ) {
      const subfields: Subfield[] = []
      while (delimiter < end) {
        const next = text.indexOf(DELIMITER, delimiter + 1)
        const valueEnd = next === -1 || next > end ? end : next
        const code = text.charCodeAt(delimiter + 1)
        if (valueEnd < delimiter + 2 || code > 0x7e) {
          subfields.length = 0
          break
        }
        subfields.push({ code: text[delimiter + 1]!, value: text.slice(delimiter + 2, valueEnd) })
        delimiter = next === -1 ? text.length + 1 : next
      }
      if (subfields.length === 0) fields.push(fieldFromText(tag, text.slice(at, end), warnings))
      else fields.push(dataField(tag, text[at]!, text[at + 1]!, subfields))
    } else {
      fields.push(fieldFromText(tag, text.slice(at, end), warnings))
    }
    if (delimiter <= end) delimiter = nextDelimiter(text, end)
    at = end + 1
  }
  return at === text.length ? fields : null
}

/** Where the next subfield begins; behind the text when there is none. */
function nextDelimiter(text: string, from: number): number {
  const at = text.indexOf(DELIMITER, from)
  return at === -1 ? text.length + 1 : at
}

const numericTags = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))

function tagAt(bytes: Buffer, at: number): string {
  const number = digits(bytes, at, 3)
  return number === -1 ? bytes.toString('latin1', at, at + 3) : numericTags[number]!
}

function decodeFieldFromMarc8(field: MarcField, warnings: string[]): void {
  let unknown = 0
  const decode = (binary: string): string => {
    if (!needsMarc8(binary)) return binary
    const decoded = decodeMarc8Binary(binary)
    unknown += decoded.unknown
    return decoded.text
  }
  if (field.subfields === null) {
    field.value = decode(field.value)
  } else {
    for (const subfield of field.subfields) {
      subfield.code = decode(subfield.code)
      subfield.value = decode(subfield.value)
    }
  }
  if (unknown > 0) warnings.push(`Field ${field.tag} has characters that MARC-8 does not define.`)
}

function readDamaged(bytes: Buffer, encoding: 'auto' | 'utf8' | 'marc8', warnings: string[]): MarcRecord {
  const located = locateFields(bytes, warnings)
  const body = bytes.subarray(located.dataStart, located.dataEnd)
  const charset = encoding === 'auto' ? chooseCharset(body, located.leader[9] === 'a') : encoding
  if (charset === 'latin1') warnings.push('The text is neither MARC-8 nor UTF-8; it was read as Latin-1.')
  const references = charset === 'ascii' && located.leader[9] !== 'a'
  const fields = located.fields.map(({ tag, from, to }) => {
    const part = bytes.subarray(from, to)
    const { text, damaged } = decodeField(part, references ? 'marc8' : charset)
    if (damaged) warnings.push(`Field ${tag} has bytes that are not valid in its character set.`)
    // A terminator within a field is damage too, and must not reach the text.
    return fieldFromText(tag, text.replaceAll('\u001e', ''), warnings)
  })
  return { leader: unicodeLeader(located.leader), fields }
}

function decodeField(bytes: Buffer, charset: RecordCharset): { text: string; damaged: boolean } {
  switch (charset) {
    case 'ascii':
      return { text: bytes.toString('latin1'), damaged: false }
    case 'utf8':
      return { text: bytes.toString('utf8'), damaged: !isUtf8(bytes) }
    case 'latin1':
      return { text: decodeLatin1(bytes), damaged: false }
    case 'marc8':
      return decodeDelimitedMarc8(bytes.toString('latin1'))
    case 'mixed':
      return decodeMixedField(bytes)
  }
}

/**
 * Reads a record the way FOLIO's record parser does: UTF-8 whatever leader/09 says, and any wrong number ends it. The
 * conditions and texts are those of marc4j's strict reader (folio-org/mod-source-record-manager uses it on records
 * posted by clients).
 */
function readStrict(bytes: Buffer): MarcRecord {
  const truthful = readTruthful(bytes, 0, bytes.length, { encoding: 'utf8', tags: null }, [])
  if (truthful !== null) return truthful
  const length = checkStrictLeader(bytes)
  const baseAddress = digits(bytes, 12, 5)
  const directoryLength = baseAddress - LEADER_LENGTH - 1
  if (directoryLength < 0 || directoryLength % ENTRY_LENGTH !== 0) {
    throw strictError(
      'DIRECTORY',
      'The directory is not a whole number of entries.',
      'invalid directory length',
      12,
    )
  }
  if (baseAddress >= length) throw endOfFile(bytes.length)
  checkStrictNumbers(bytes, baseAddress)
  if (bytes[baseAddress - 1] !== FIELD_TERMINATOR) {
    const text = 'expected field terminator at end of directory'
    throw strictError('DIRECTORY', 'The directory does not end where the leader says.', text, baseAddress - 1)
  }
  const fields: MarcField[] = []
  let lastEnd = baseAddress
  for (let at = LEADER_LENGTH; at < baseAddress - 1; at += ENTRY_LENGTH) {
    const field = strictField(bytes, at, baseAddress, length)
    lastEnd = Math.max(lastEnd, field.end)
    fields.push(field.field)
  }
  if (bytes[length - 1] !== RECORD_TERMINATOR || lastEnd !== length - 1) {
    const message = 'The record does not end where its leader says.'
    throw strictError('RECORD_TERMINATOR', message, 'expected record terminator', length - 1)
  }
  return { leader: unicodeLeader(bytes.toString('latin1', 0, LEADER_LENGTH)), fields }
}

function checkStrictLeader(bytes: Buffer): number {
  if (bytes.length < LEADER_LENGTH) throw endOfFile(bytes.length)
  const length = digits(bytes, 0, 5)
  const counts = digits(bytes, 10, 7)
  if (length < LEADER_LENGTH || counts === -1) {
    const leader = bytes.toString('utf8', 0, LEADER_LENGTH)
    const message = `The leader is not a MARC leader: ${leader}`
    throw strictError('LEADER', message, `error parsing leader with data: ${leader}`, 0)
  }
  if (length > bytes.length) throw endOfFile(bytes.length)
  return length
}

function checkStrictNumbers(bytes: Buffer, baseAddress: number): void {
  for (let at = LEADER_LENGTH; at < baseAddress - 1; at += ENTRY_LENGTH) {
    if (digits(bytes, at + 3, 9) !== -1) continue
    const message = 'A length or position in the directory is not a number.'
    throw strictError('DIRECTORY', message, 'a number parsing error occured while reading directory', at)
  }
}

function strictField(
  bytes: Buffer,
  at: number,
  baseAddress: number,
  end: number,
): { field: MarcField; end: number } {
  const tag = tagAt(bytes, at)
  const from = baseAddress + digits(bytes, at + 7, 5)
  const to = from + digits(bytes, at + 3, 4) - 1
  if (to >= end) throw endOfFile(bytes.length)
  if (to < from || bytes[to] !== FIELD_TERMINATOR) {
    const message = `Field ${tag} does not end where the directory says.`
    throw strictError('FIELD', message, 'expected field terminator at end of field', Math.max(to, from))
  }
  return { field: fieldFromText(tag, bytes.toString('utf8', from, to), []), end: to + 1 }
}

function strictError(
  code: MarcReadError['code'],
  message: string,
  folioMessage: string,
  position: number,
): MarcReadError {
  return new MarcReadError(code, message, { folioMessage, position })
}

function endOfFile(position: number): MarcReadError {
  const folioMessage = 'Premature end of file encountered'
  return new MarcReadError('TRUNCATED', 'The record is cut off.', { folioMessage, position })
}

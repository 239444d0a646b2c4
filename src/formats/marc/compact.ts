import { isAscii } from 'node:buffer'

import { delimiterPattern, terminatorPattern } from './delimiters.ts'
import { quote, recordFromJson, recordToJson } from './marc-json.ts'
import {
  controlField,
  dataField,
  isControlTag,
  type MarcField,
  type MarcRecord,
  type Subfield,
} from './record.ts'
import { checkLengths, encodeIso2709, startRecord, tagPosition, writeEntry } from './write-iso2709.ts'

// The form in which records are stored: the leader (24 bytes), then for every field its tag (3 bytes), its body and
// 0x1E. The body is the text of a control field (tag 00X), or two indicators and 0x1F code text for each subfield;
// all in UTF-8, without directory or size limits. A record that does not fit this pattern (a tag of another length,
// delimiters within the text, unpaired surrogates …) is stored as 0x1D followed by its JSON.

const JSON_FORM = 0x1d
const FIELD_TERMINATOR = 0x1e
const LEADER_LENGTH = 24
const TAG_LENGTH = 3

/** Encodes a record for storage; nothing is lost, whatever the record holds. */
export function encodeCompact(record: MarcRecord): Buffer {
  const text = compactText(record)
  return text === null ? Buffer.from(`\u001d${recordToJson(record)}`) : Buffer.from(text)
}

function compactText(record: MarcRecord): string | null {
  if (!isAsciiText(record.leader, LEADER_LENGTH)) return null
  let text = record.leader
  for (const field of record.fields) {
    const { tag, subfields } = field
    if (!isAsciiText(tag, TAG_LENGTH) || isControlTag(tag) !== (subfields === null)) return null
    if (subfields === null) {
      if (terminatorPattern.test(field.value)) return null
      text += `${tag}${field.value}\u001e`
      continue
    }
    if (!isAsciiText(field.ind1, 1) || !isAsciiText(field.ind2, 1)) return null
    text += `${tag}${field.ind1}${field.ind2}`
    for (const { code, value } of subfields) {
      if (!isOneCharacter(code) || delimiterPattern.test(code) || delimiterPattern.test(value)) return null
      text += `\u001f${code}${value}`
    }
    text += '\u001e'
  }
  return text.isWellFormed() ? text : null
}

/** Whether the text is that many ASCII characters, none of them a delimiter. */
function isAsciiText(text: string, length: number): boolean {
  if (text.length !== length) return false
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > 0x7f || (code >= 0x1d && code <= 0x1f)) return false
  }
  return true
}

function isOneCharacter(code: string): boolean {
  return code.length === 1 || (code.length === 2 && code.codePointAt(0)! > 0xffff)
}

/** Decodes a stored record. `bytes` must come from `encodeCompact`. */
export function decodeCompact(bytes: Uint8Array): MarcRecord {
  const buffer = asBuffer(bytes)
  if (buffer[0] === JSON_FORM) return recordFromJson(JSON.parse(buffer.toString('utf8', 1)))
  const text = textOf(buffer)
  const fields: MarcField[] = []
  for (let at = LEADER_LENGTH; at < text.length;) {
    const tag = text.slice(at, at + TAG_LENGTH)
    const from = at + TAG_LENGTH
    const end = text.indexOf('\u001e', from)
    fields.push(
      isControlTag(tag) ? controlField(tag, text.slice(from, end)) : dataFieldFrom(tag, text, from, end),
    )
    at = end + 1
  }
  return { leader: text.slice(0, LEADER_LENGTH), fields }
}

function dataFieldFrom(tag: string, text: string, from: number, end: number): MarcField {
  const subfields: Subfield[] = []
  for (let at = from + 2; at < end;) {
    const next = text.indexOf('\u001f', at + 1)
    const valueEnd = next === -1 || next > end ? end : next
    const code = codeAt(text, at + 1)
    subfields.push({ code, value: text.slice(at + 1 + code.length, valueEnd) })
    at = valueEnd
  }
  return dataField(tag, text[from]!, text[from + 1]!, subfields)
}

/** A stored record as ISO 2709; same rules and errors as `encodeIso2709`, without decoding the record. */
export function compactToIso2709(bytes: Uint8Array): Buffer {
  const buffer = asBuffer(bytes)
  if (buffer[0] === JSON_FORM) return encodeIso2709(decodeCompact(buffer))
  const lengths: number[] = []
  for (let at = LEADER_LENGTH; at < buffer.length;) {
    const end = buffer.indexOf(FIELD_TERMINATOR, at + TAG_LENGTH)
    lengths.push(end + 1 - at - TAG_LENGTH)
    at = end + 1
  }
  const tagOf = (index: number): string => {
    const at = lengths.slice(0, index).reduce((sum, length) => sum + length + TAG_LENGTH, LEADER_LENGTH)
    return buffer.toString('latin1', at, at + TAG_LENGTH)
  }
  const iso = Buffer.allocUnsafe(checkLengths(lengths, tagOf))
  const baseAddress = startRecord(iso, buffer.toString('latin1', 0, LEADER_LENGTH), lengths.length)
  let from = LEADER_LENGTH
  let to = baseAddress
  for (let index = 0; index < lengths.length; index += 1) {
    const length = lengths[index]!
    writeEntry(iso, index, length, to - baseAddress)
    for (let part = 0; part < TAG_LENGTH; part += 1) iso[tagPosition(index) + part] = buffer[from + part]!
    from += TAG_LENGTH
    buffer.copy(iso, to, from, from + length)
    from += length
    to += length
  }
  iso[to] = JSON_FORM
  return iso
}

// eslint-disable-next-line no-control-regex -- JSON escapes control characters; 0x1D-0x1F are structure here
const needsEscape = /["\\\u0000-\u001c]/

/**
 * A stored record as FOLIO's MARC JSON text, equal to `recordToJson` of it. Cut from the stored text without building a
 * record in between; only records with quotation marks or the like look at every value for what to escape.
 */
export function compactToJson(bytes: Uint8Array): string {
  const buffer = asBuffer(bytes)
  if (buffer[0] === JSON_FORM) return buffer.toString('utf8', 1)
  const text = textOf(buffer)
  if (needsEscape.test(text)) return recordToJson(decodeCompact(buffer))
  let json = '{"leader":"' + text.slice(0, LEADER_LENGTH) + '","fields":['
  for (let at = LEADER_LENGTH; at < text.length;) {
    const from = at + TAG_LENGTH
    const end = text.indexOf('\u001e', from)
    const tag = text.slice(at, from)
    json += at === LEADER_LENGTH ? '{"' : ',{"'
    // A control field alone may hold subfield delimiters in its text.
    if (isControlTag(tag)) json += tag + '":' + quote(text.slice(from, end)) + '}'
    else json = addDataField(json + tag + '":{"ind1":"', text, from, end)
    at = end + 1
  }
  return json + ']}'
}

/** Adds indicators and subfields to the JSON text; appending to one string is what keeps this fast. */
function addDataField(start: string, text: string, from: number, end: number): string {
  let json = start + text[from]! + '","ind2":"' + text[from + 1]! + '","subfields":['
  for (let at = from + 2; at < end;) {
    const next = text.indexOf('\u001f', at + 1)
    const valueEnd = next === -1 || next > end ? end : next
    const code = codeAt(text, at + 1)
    json += at === from + 2 ? '{"' : ',{"'
    json += code + '":"' + text.slice(at + 1 + code.length, valueEnd) + '"}'
    at = valueEnd
  }
  return json + ']}}'
}

function textOf(buffer: Buffer): string {
  return isAscii(buffer) ? buffer.toString('latin1') : buffer.toString('utf8')
}

/** The subfield code at the position, which may take two code units. */
function codeAt(text: string, at: number): string {
  const unit = text.charCodeAt(at)
  return unit >= 0xd800 && unit <= 0xdbff ? text.slice(at, at + 2) : text[at]!
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

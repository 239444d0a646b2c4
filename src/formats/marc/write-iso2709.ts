import { delimiterPattern, terminatorPattern } from './delimiters.ts'
import { MarcTooLongError, MarcWriteError } from './errors.ts'
import { isControlTag, type MarcField, type MarcRecord } from './record.ts'

const LEADER_LENGTH = 24
const ENTRY_LENGTH = 12
const FIELD_TERMINATOR = 0x1e
const RECORD_TERMINATOR = 0x1d

/** The most a record and a field can measure in ISO 2709, terminators included. */
export const MAX_RECORD_BYTES = 99_999
export const MAX_FIELD_BYTES = 9_999

/**
 * Writes a record as ISO 2709 in UTF-8: fields in record order, lengths, offsets and base address computed, leader/09
 * `a`, two indicators, entry map 4500. Throws `MarcTooLongError` when the record or a field does not fit into the
 * format, `MarcWriteError` when a tag, an indicator or a delimiter in the text would make the result unreadable.
 */
export function encodeIso2709(record: MarcRecord): Buffer {
  const { leader, fields } = record
  const texts = fields.map(fieldText)
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const bytes = Buffer.allocUnsafe(checkLengths(lengths, (index) => fields[index]!.tag))
  const baseAddress = startRecord(bytes, leader, fields.length)
  let at = baseAddress
  for (let index = 0; index < fields.length; index += 1) {
    bytes.write(fields[index]!.tag, tagPosition(index), 'latin1')
    writeEntry(bytes, index, lengths[index]!, at - baseAddress)
    at += bytes.write(texts[index]!, at)
  }
  bytes[at] = RECORD_TERMINATOR
  return bytes
}

/**
 * Length of the whole record, given the length in bytes of every field with its terminator. Throws
 * `MarcTooLongError` naming what is too long; `tagOf` is asked for the tag of such a field.
 */
export function checkLengths(lengths: number[], tagOf: (index: number) => string): number {
  let total = LEADER_LENGTH + ENTRY_LENGTH * lengths.length + 2
  for (let index = 0; index < lengths.length; index += 1) {
    const length = lengths[index]!
    if (length > MAX_FIELD_BYTES) {
      const tag = tagOf(index)
      const message = `Field ${tag} has ${length} bytes; an ISO 2709 field can have ${MAX_FIELD_BYTES}.`
      throw new MarcTooLongError(message, tag, length)
    }
    total += length
  }
  if (total > MAX_RECORD_BYTES) {
    const message = `The record has ${total} bytes; an ISO 2709 record can have ${MAX_RECORD_BYTES}.`
    throw new MarcTooLongError(message, null, total)
  }
  return total
}

/** Writes leader and directory terminator for a record that fills `bytes`; returns the base address. */
export function startRecord(bytes: Buffer, leader: string, fields: number): number {
  if (leader.length !== LEADER_LENGTH || /[^\u0020-\u007e]/.test(leader)) {
    throw new MarcWriteError(`The leader must be ${LEADER_LENGTH} printable ASCII characters: "${leader}"`)
  }
  const baseAddress = LEADER_LENGTH + ENTRY_LENGTH * fields + 1
  bytes.write(leader, 0, 'latin1')
  writeDigits(bytes, 0, 5, bytes.length)
  bytes.write('a22', 9, 'latin1')
  writeDigits(bytes, 12, 5, baseAddress)
  bytes.write('4500', 20, 'latin1')
  bytes[baseAddress - 1] = FIELD_TERMINATOR
  return baseAddress
}

/** Where the tag of the directory entry with the index goes. */
export function tagPosition(index: number): number {
  return LEADER_LENGTH + ENTRY_LENGTH * index
}

/** Writes the numbers of the directory entry with the index; `start` counts from the base address. */
export function writeEntry(bytes: Buffer, index: number, length: number, start: number): void {
  const at = tagPosition(index)
  writeDigits(bytes, at + 3, 4, length)
  writeDigits(bytes, at + 7, 5, start)
}

function writeDigits(bytes: Buffer, at: number, count: number, value: number): void {
  let rest = value
  for (let index = at + count - 1; index >= at; index -= 1) {
    bytes[index] = 0x30 + (rest % 10)
    rest = Math.floor(rest / 10)
  }
}

function fieldText(field: MarcField): string {
  const { tag, ind1, ind2, value, subfields } = field
  if (tag.length !== 3 || /[^\u0021-\u007e]/.test(tag)) {
    throw new MarcWriteError(`"${tag}" is not a tag of three ASCII characters.`)
  }
  if (isControlTag(tag) !== (subfields === null)) {
    throw new MarcWriteError(`Field ${tag} ${subfields === null ? 'lacks' : 'cannot have'} subfields.`)
  }
  if (subfields === null) {
    if (terminatorPattern.test(value))
      throw new MarcWriteError(`Field ${tag} contains a terminator character.`)
    return `${value}\u001e`
  }
  if (!isIndicator(ind1) || !isIndicator(ind2)) {
    throw new MarcWriteError(`Field ${tag} has indicators other than one ASCII character each.`)
  }
  let text = ind1 + ind2
  for (const subfield of subfields) {
    const length = subfield.code.length
    if (
      length === 0 ||
      (length > 1 && length !== String.fromCodePoint(subfield.code.codePointAt(0)!).length)
    ) {
      throw new MarcWriteError(
        `Field ${tag} has the subfield code "${subfield.code}" instead of one character.`,
      )
    }
    if (delimiterPattern.test(subfield.code) || delimiterPattern.test(subfield.value)) {
      throw new MarcWriteError(`Field ${tag} contains a delimiter character within $${subfield.code}.`)
    }
    text += `\u001f${subfield.code}${subfield.value}`
  }
  return `${text}\u001e`
}

function isIndicator(indicator: string): boolean {
  return indicator.length === 1 && indicator <= '\u007f' && !delimiterPattern.test(indicator)
}

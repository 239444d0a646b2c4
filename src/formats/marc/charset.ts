import { isAscii, isUtf8 } from 'node:buffer'

import { decodeMarc8Binary } from './marc8.ts'

/** How the bytes of a record are to be read; `mixed` decides field by field. */
export type RecordCharset = 'ascii' | 'utf8' | 'marc8' | 'latin1' | 'mixed'

const ESCAPE = 0x1b

/**
 * Decides the character set of a record from its bytes, because leader/09 is often wrong: escape sequences mean
 * MARC-8; otherwise valid UTF-8 with a multi-byte character is UTF-8; otherwise MARC-8. Two exceptions: a record that
 * declares UTF-8 and is valid UTF-8 with multi-byte characters stays UTF-8 in spite of an escape character, and bytes
 * that fit Latin-1 but not MARC-8 are Latin-1. `fields` are the bytes behind the directory.
 */
export function chooseCharset(fields: Buffer, declaresUtf8: boolean): RecordCharset {
  const hasEscape = fields.indexOf(ESCAPE) !== -1 && hasEscapeSequence(fields)
  if (isAscii(fields)) return hasEscape ? 'marc8' : 'ascii'
  if (isUtf8(fields)) return hasEscape && !declaresUtf8 ? 'marc8' : 'utf8'
  if (hasEscape) return 'marc8'
  const { sequences, strays } = countUtf8(fields)
  if (declaresUtf8 || sequences > strays) return 'mixed'
  return fitsLatin1Better(fields) ? 'latin1' : 'marc8'
}

/** Text of a field or part of one, and whether characters had to be replaced by U+FFFD. */
export type DecodedText = { text: string; damaged: boolean }

/**
 * Decodes the bytes of one field of a `mixed` record: UTF-8 where they are valid UTF-8 or mostly so, else the
 * single-byte set that fits, else UTF-8 with U+FFFD for what is broken. Delimiters may be among the bytes.
 */
export function decodeMixedField(bytes: Buffer): DecodedText {
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), damaged: false }
  const { sequences, strays } = countUtf8(bytes)
  if (sequences >= strays) return { text: bytes.toString('utf8'), damaged: true }
  const marc8 = scoreMarc8(bytes)
  const latin1 = scoreLatin1(bytes)
  if (marc8.doubtful === 0 && marc8.good > 0) return decodeDelimitedMarc8(bytes.toString('latin1'))
  if (latin1.doubtful === 0 && latin1.good > 0) return { text: decodeLatin1(bytes), damaged: false }
  return { text: bytes.toString('utf8'), damaged: true }
}

/** Decodes MARC-8 bytes that still hold subfield delimiters; the sets in force start anew behind each. */
export function decodeDelimitedMarc8(binary: string): DecodedText {
  let damaged = false
  const parts = binary.split('\u001f').map((part) => {
    const { text, unknown } = decodeMarc8Binary(part)
    if (unknown > 0) damaged = true
    return text
  })
  return { text: parts.join('\u001f'), damaged }
}

/** Latin-1 as files have it: with the quotation marks and dashes of Windows in 0x80-0x9F. */
export function decodeLatin1(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes)
}

/** An escape character alone is damage; one that designates a set is MARC-8. */
function hasEscapeSequence(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(ESCAPE); at !== -1; at = bytes.indexOf(ESCAPE, at + 1)) {
    const next = bytes[at + 1]
    if (next !== undefined && '()$,-sgbp'.includes(String.fromCharCode(next))) return true
  }
  return false
}

/** Counts well-formed multi-byte UTF-8 sequences and the high bytes that belong to none. */
function countUtf8(bytes: Uint8Array): { sequences: number; strays: number } {
  let sequences = 0
  let strays = 0
  let at = 0
  while (at < bytes.length) {
    const length = bytes[at]! < 0x80 ? 1 : sequenceLength(bytes, at)
    if (length === 0) strays += 1
    else if (length > 1) sequences += 1
    at += Math.max(length, 1)
  }
  return { sequences, strays }
}

/** Length of the UTF-8 sequence that starts with a high byte at the position, 0 when it is not one. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0
  for (let index = 1; index < length; index += 1) {
    const next = bytes[at + index]
    if (next === undefined || (next & 0xc0) !== 0x80) return 0
  }
  return length
}

/** Undeclared bytes are MARC-8 unless most of them make no sense as MARC-8 and all of them as Latin-1. */
function fitsLatin1Better(bytes: Uint8Array): boolean {
  const marc8 = scoreMarc8(bytes)
  if (marc8.doubtful <= marc8.good) return false
  const latin1 = scoreLatin1(bytes)
  return latin1.good > 0 && latin1.doubtful === 0
}

type Fit = { good: number; doubtful: number }

/** How well the high bytes fit MARC-8's default sets: marks before letters they go with, letters and signs. */
function scoreMarc8(bytes: Uint8Array): Fit {
  const fit: Fit = { good: 0, doubtful: 0 }
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (byte < 0x80) continue
    const next = bytes[at + 1] ?? 0
    let good: boolean
    if (byte >= 0xe0) good = next >= 0xe0 || isUsualPair(byte, next)
    else if (byte === 0xc5 || byte === 0xc6) good = isLetter(next)
    else good = byte > 0xa0 && decodePair(byte, 0) !== '\ufffd'
    if (good) fit.good += 1
    else fit.doubtful += 1
  }
  return fit
}

const decodedPairs = new Map<number, string>()

/** Text of a byte of MARC-8 and the letter behind it (0 for none), remembered because few pairs come up. */
function decodePair(byte: number, letter: number): string {
  const key = (byte << 8) | letter
  let text = decodedPairs.get(key)
  if (text === undefined) {
    text = decodeMarc8Binary(String.fromCharCode(byte, ...(letter === 0 ? [] : [letter]))).text
    decodedPairs.set(key, text)
  }
  return text
}

/** Marks that romanisation puts on any letter: macron, halves over two letters, dot below, underscores. */
const anyLetterMarks = new Set([0xe5, 0xeb, 0xec, 0xf2, 0xf5, 0xf6, 0xfa, 0xfb])

/** Whether mark and letter are one accented letter of European languages, or usual in romanised text. */
function isUsualPair(mark: number, letter: number): boolean {
  if (!isLetter(letter)) return false
  if (anyLetterMarks.has(mark)) return true
  const text = decodePair(mark, letter)
  return text.length === 1 && (text.charCodeAt(0) < 0x180 || (text >= '\u1e00' && text <= '\u1eff'))
}

/** How well the high bytes fit Latin-1: accented letters within words, signs, Windows quotation marks. */
function scoreLatin1(bytes: Uint8Array): Fit {
  const fit: Fit = { good: 0, doubtful: 0 }
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (byte < 0x80) continue
    const before = bytes[at - 1] ?? SPACE
    const after = bytes[at + 1] ?? SPACE
    if (isLatin1Sign(byte) || (isLatin1Letter(byte) && isWordLike(byte, before, after))) fit.good += 1
    else fit.doubtful += 1
  }
  return fit
}

const SPACE = 0x20

function isWordLike(byte: number, before: number, after: number): boolean {
  if (isLetter(before) || isLetter(after)) return true
  return byte < 0xdf && before <= SPACE && after <= SPACE
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

function isLatin1Letter(byte: number): boolean {
  return byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7 && byte !== 0xff
}

/** Euro, dashes, quotation marks and bullets of Windows; signs for money, rights, degrees and sections. */
function isLatin1Sign(byte: number): boolean {
  if (byte === 0x80 || byte === 0x85 || (byte >= 0x91 && byte <= 0x97)) return true
  return byte >= 0xa1 && byte <= 0xbf
}

import { createRequire } from 'node:module'

/** Text decoded from MARC-8, and how many characters or escape sequences had no meaning. */
export type Marc8Text = { text: string; unknown: number }

const ESCAPE = 0x1b
const SPACE = 0x20
const AMPERSAND = 0x26
const REPLACEMENT = '\ufffd'

// Final characters of the escape sequences that designate the sets (MARC 21 Specifications, character sets).
const BASIC_LATIN = 0x42
const EXTENDED_LATIN = 0x45
const EAST_ASIAN = 0x31
const GREEK_SYMBOLS = 0x67
const SUBSCRIPTS = 0x62
const SUPERSCRIPTS = 0x70

/** Set in a table entry whose character combines with the one after it in MARC-8. */
const COMBINING = 1 << 24
const UNMAPPED = -1
/** The second half of a mark over two letters, which Unicode writes as one character after the first letter. */
const SECOND_HALF = -2

/**
 * Where the package's table is older than the Library of Congress code tables of today: the alif, the eszett and the
 * euro sign, marks over two letters as one character, and five East Asian characters that have since entered Unicode.
 */
const corrections: [set: number, code: number, entry: number][] = [
  [EXTENDED_LATIN, 0xae, 0x02bc],
  [EXTENDED_LATIN, 0xc7, 0x00df],
  [EXTENDED_LATIN, 0xc8, 0x20ac],
  [EXTENDED_LATIN, 0xeb, 0x0361 | COMBINING],
  [EXTENDED_LATIN, 0xec, SECOND_HALF],
  [EXTENDED_LATIN, 0xfa, 0x0360 | COMBINING],
  [EXTENDED_LATIN, 0xfb, SECOND_HALF],
  [EAST_ASIAN, 0x217559, 0x212c4],
  [EAST_ASIAN, 0x222a34, 0x2251b],
  [EAST_ASIAN, 0x223339, 0x22c4d],
  [EAST_ASIAN, 0x6f7625, 0x318d],
  [EAST_ASIAN, 0x6f773c, 0xc717],
]

type CodeTable = Record<string, [codePoint: number, combining: number]>
type Marc8Package = { CODESETS: Record<string, CodeTable>; ODD_MAP: Record<string, number> }

/** Entries by set and code; the codes of one-byte sets are reduced to seven bits. */
type Tables = { oneByte: Map<number, Int32Array>; eastAsian: Map<number, number> }

let loaded: Tables | null = null

/** The table takes some 25 ms to load, which a file without MARC-8 need not pay. */
function tables(): Tables {
  loaded ??= loadTables()
  return loaded
}

function loadTables(): Tables {
  const { CODESETS, ODD_MAP } = createRequire(import.meta.url)('marc8/lib/marc8_mapping.js') as Marc8Package
  const oneByte = new Map<number, Int32Array>()
  const eastAsian = new Map(Object.entries(ODD_MAP).map(([code, codePoint]) => [Number(code), codePoint]))
  for (const [set, codes] of Object.entries(CODESETS)) {
    const table = new Int32Array(128).fill(UNMAPPED)
    for (const [text, [codePoint, combining]] of Object.entries(codes)) {
      const code = Number(text)
      const entry = combining === 1 ? codePoint | COMBINING : codePoint
      if (Number(set) === EAST_ASIAN) eastAsian.set(code, entry)
      // Controls below 0x21 and the joiners at 0x8D-0x8E are the same in every set and are handled apart.
      else if ((code & 0x7f) > SPACE) table[code & 0x7f] = entry
    }
    if (Number(set) !== EAST_ASIAN) oneByte.set(Number(set), table)
  }
  for (const [set, code, entry] of corrections) {
    if (set === EAST_ASIAN) eastAsian.set(code, entry)
    else oneByte.get(set)![code & 0x7f] = entry
  }
  return { oneByte, eastAsian }
}

// eslint-disable-next-line no-control-regex -- the escape character is one
const needsDecoding = /[\u001b\u0080-\u00ff]|&#x/

/** Whether text, one byte per character, is changed by decoding at all. */
export function needsMarc8(binary: string): boolean {
  return needsDecoding.test(binary)
}

/** Decodes the bytes of one subfield or control field from MARC-8; see `decodeMarc8Binary`. */
export function decodeMarc8(bytes: Uint8Array): Marc8Text {
  return decodeMarc8Binary(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))
}

/**
 * Decodes one subfield or control field from MARC-8. `binary` holds one byte per character (latin1); the sets in
 * force at its start are always ASCII and extended Latin.
 *
 * A combining mark precedes its letter in MARC-8 and follows it in Unicode; the result is in Unicode normal form C.
 * A numeric character reference `&#xHHHH;` is the MARC-8 way to write any other character and becomes that
 * character. Bytes without meaning become U+FFFD, escape sequences without meaning are dropped; nothing throws.
 */
export function decodeMarc8Binary(binary: string): Marc8Text {
  return needsMarc8(binary) ? new Marc8Reader(binary).read() : { text: binary, unknown: 0 }
}

/** Goes through one text from front to back with the sets in force. */
class Marc8Reader {
  readonly #tables = tables()
  readonly #binary: string
  #at = 0
  #g0 = BASIC_LATIN
  #g1 = EXTENDED_LATIN
  #text = ''
  #marks = ''
  #unknown = 0

  constructor(binary: string) {
    this.#binary = binary
  }

  read(): Marc8Text {
    const binary = this.#binary
    while (this.#at < binary.length) {
      const byte = binary.charCodeAt(this.#at)
      if (this.#g0 === BASIC_LATIN && this.#marks === '' && isPlain(byte)) this.#takeRun()
      else if (byte === ESCAPE) this.#takeEscape()
      else if (byte < SPACE || (byte >= 0x7f && byte <= 0xa0)) this.#takeControl(byte)
      else this.#put(this.#takeCharacter(byte))
    }
    this.#endMarks()
    return { text: this.#text.normalize('NFC'), unknown: this.#unknown }
  }

  #takeRun(): void {
    const from = this.#at
    let to = from + 1
    while (to < this.#binary.length && isPlain(this.#binary.charCodeAt(to))) to += 1
    this.#text += this.#binary.slice(from, to)
    this.#at = to
  }

  #takeEscape(): void {
    const escape = readEscape(this.#binary, this.#at)
    this.#at += escape.length
    if (escape.set === 0) this.#unknown += 1
    else if (escape.half === 0) this.#g0 = escape.set
    else this.#g1 = escape.set
  }

  #takeControl(byte: number): void {
    this.#endMarks()
    const control = controlCharacter(byte)
    if (control === REPLACEMENT) this.#unknown += 1
    this.#text += control
    this.#at += 1
  }

  /** Table entry of the character at the position, which is passed. */
  #takeCharacter(byte: number): number {
    const set = byte < 0x80 ? this.#g0 : this.#g1
    if (byte !== SPACE && set === EAST_ASIAN) return this.#takeEastAsian()
    const reference = byte === AMPERSAND && set === BASIC_LATIN ? readReference(this.#binary, this.#at) : null
    this.#at += reference?.length ?? 1
    if (reference !== null) return reference.codePoint
    return byte === SPACE || set === BASIC_LATIN ? byte & 0x7f : this.#tables.oneByte.get(set)![byte & 0x7f]!
  }

  #takeEastAsian(): number {
    const code = eastAsianCode(this.#binary, this.#at)
    this.#at += code === -1 ? brokenLength(this.#binary, this.#at) : 3
    return code === -1 ? UNMAPPED : (this.#tables.eastAsian.get(code) ?? UNMAPPED)
  }

  #put(entry: number): void {
    if (entry === SECOND_HALF) return
    if (entry === UNMAPPED) this.#unknown += 1
    else if ((entry & COMBINING) !== 0) {
      this.#marks += String.fromCodePoint(entry & ~COMBINING)
      return
    }
    this.#text += (entry === UNMAPPED ? REPLACEMENT : String.fromCodePoint(entry)) + this.#marks
    this.#marks = ''
  }

  /** A mark without a letter behind it must not end up on the letter before it. */
  #endMarks(): void {
    if (this.#marks === '') return
    this.#unknown += 1
    this.#text += REPLACEMENT
    this.#marks = ''
  }
}

/** A character that stands for itself while ASCII is in force. */
function isPlain(byte: number): boolean {
  return byte >= SPACE && byte < 0x7f && byte !== AMPERSAND
}

type Escape = { length: number; half: 0 | 1; set: number }

/** Reads the escape sequence at the position; `set` is 0 when it designates nothing known. */
function readEscape(binary: string, at: number): Escape {
  const first = binary.charCodeAt(at + 1)
  switch (first) {
    case 0x73:
      return { length: 2, half: 0, set: BASIC_LATIN }
    case GREEK_SYMBOLS:
    case SUBSCRIPTS:
    case SUPERSCRIPTS:
      return { length: 2, half: 0, set: first }
    case 0x28:
    case 0x2c:
      return readDesignation(binary, at, 2, 0)
    case 0x29:
    case 0x2d:
      return readDesignation(binary, at, 2, 1)
    case 0x24: {
      const second = binary.charCodeAt(at + 2)
      if (second === 0x28 || second === 0x2c) return readDesignation(binary, at, 3, 0)
      if (second === 0x29 || second === 0x2d) return readDesignation(binary, at, 3, 1)
      return readDesignation(binary, at, 2, 0)
    }
    default:
      return { length: 1, half: 0, set: 0 }
  }
}

function readDesignation(binary: string, at: number, prefix: number, half: 0 | 1): Escape {
  // Extended Latin is designated with an intermediate character: ESC ( ! E.
  const intermediate = binary.charCodeAt(at + prefix) === 0x21 ? 1 : 0
  const length = prefix + intermediate + 1
  if (at + length > binary.length) return { length: binary.length - at, half, set: 0 }
  const set = binary.charCodeAt(at + length - 1)
  const known = set === EAST_ASIAN || tables().oneByte.has(set)
  return { length, half, set: known ? set : 0 }
}

/** Code of the three-byte character at the position, or -1 when it is cut off. */
function eastAsianCode(binary: string, at: number): number {
  let code = 0
  for (let index = at; index < at + 3; index += 1) {
    const byte = binary.charCodeAt(index) & 0x7f
    if (index >= binary.length || byte <= SPACE) return -1
    code = (code << 8) | byte
  }
  return code
}

/** How many bytes belong to the broken three-byte character at the position. */
function brokenLength(binary: string, at: number): number {
  let length = 1
  while (length < 3 && at + length < binary.length && (binary.charCodeAt(at + length) & 0x7f) > SPACE)
    length += 1
  return length
}

function controlCharacter(byte: number): string {
  if (byte === 0x88) return '\u0098'
  if (byte === 0x89) return '\u009c'
  if (byte === 0x8d) return '\u200d'
  if (byte === 0x8e) return '\u200c'
  return byte <= 0x7f ? String.fromCharCode(byte) : REPLACEMENT
}

const referencePattern = /&#x([0-9A-Fa-f]{1,6});/y

/** The hexadecimal character reference at the position, when it names a character outside ASCII. */
function readReference(binary: string, at: number): { codePoint: number; length: number } | null {
  referencePattern.lastIndex = at
  const match = referencePattern.exec(binary)
  if (match === null) return null
  const codePoint = Number.parseInt(match[1]!, 16)
  // ASCII would bring in delimiters and controls; a surrogate is no character.
  if (codePoint < 0x80 || codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return null
  return { codePoint, length: match[0].length }
}

import { alignDirectory, type DirectoryEntry, type FieldBytes, type TaggedBytes } from './align-directory.ts'
import { MarcReadError } from './errors.ts'

const FIELD_TERMINATOR = 0x1e
const RECORD_TERMINATOR = 0x1d
const LEADER_LENGTH = 24
const ENTRY_LENGTH = 12

/** Where the parts of a damaged record lie; fields in directory order. */
export type LocatedRecord = { leader: string; fields: TaggedBytes[]; dataStart: number; dataEnd: number }

type Directory = {
  head: number
  leader: string
  entries: DirectoryEntry[]
  dataStart: number
  misfit: number
  note: string | null
}

/**
 * Finds leader, tags and fields of a record whose numbers cannot be trusted. Terminators count for more than the
 * lengths and offsets in the directory, which count for more than the numbers in the leader. Every repair is added
 * to `warnings`. Throws `MarcReadError` when content would be lost or given a wrong tag.
 */
export function locateFields(bytes: Buffer, warnings: string[]): LocatedRecord {
  const head = skipPadding(bytes)
  const terminator = bytes.indexOf(RECORD_TERMINATOR, head)
  const dataEnd = terminator === -1 ? trimmedEnd(bytes, head) : terminator
  if (head >= dataEnd) {
    throw new MarcReadError('EMPTY', 'There is no record here, only blank filling.', { position: 0 })
  }
  const directory = readDirectory(bytes, head, dataEnd)
  const fields = splitFields(bytes, directory.dataStart, dataEnd)
  if (directory.note !== null) warnings.push(directory.note)
  if (terminator === -1) checkComplete(directory.entries, fields)
  noteLengths(bytes, directory, terminator === -1 ? dataEnd : terminator + 1, warnings)
  const located = assignTags(bytes, directory, fields, warnings)
  return { leader: directory.leader, fields: located, dataStart: directory.dataStart, dataEnd }
}

/** Bytes that may stand before a leader: controls, blanks, stray record terminators and a byte order mark. */
export function skipPadding(bytes: Uint8Array): number {
  let at = 0
  for (;;) {
    const byte = bytes[at]
    if (byte === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3
    else if (
      byte !== undefined &&
      byte <= 0x20 &&
      byte !== FIELD_TERMINATOR &&
      byte !== 0x1f &&
      byte !== 0x1b
    )
      at += 1
    else return at
  }
}

function trimmedEnd(bytes: Uint8Array, from: number): number {
  let end = bytes.length
  while (end > from && [0x00, 0x0a, 0x0d, 0x1a].includes(bytes[end - 1]!)) end -= 1
  return end
}

function readDirectory(bytes: Buffer, head: number, dataEnd: number): Directory {
  const first = bytes.indexOf(FIELD_TERMINATOR, head)
  if (first === -1 || first >= dataEnd) throw noSeparators(bytes, head, dataEnd)
  const candidates = standardDirectories(bytes, head, first, dataEnd)
  const perfect = candidates.find((candidate) => candidate.misfit === 0)
  if (perfect !== undefined) return perfect
  candidates.push(
    ...wideDirectory(bytes, head, first, dataEnd),
    ...shiftedLeaders(bytes, head, first, dataEnd),
  )
  const best = candidates.toSorted((left, right) => left.misfit - right.misfit)[0]
  if (best === undefined) {
    throw new MarcReadError('NOT_MARC', 'No leader and directory were found, so this is not a MARC record.', {
      folioMessage: `error parsing leader with data: ${bytes.toString('latin1', head, head + LEADER_LENGTH)}`,
      position: head,
    })
  }
  return best
}

function noSeparators(bytes: Buffer, head: number, dataEnd: number): MarcReadError {
  const start = bytes.toString('latin1', head, Math.min(dataEnd, head + LEADER_LENGTH))
  if (/^\d{5}.{5}22\d{5}.{3}45/.test(start)) {
    return new MarcReadError(
      'TRUNCATED',
      'The record has a leader but no field separators: it was cut off, or its separators were lost in a conversion.',
      { folioMessage: 'Premature end of file encountered', position: dataEnd },
    )
  }
  return new MarcReadError('NOT_MARC', 'No field separators were found, so this is not a MARC record.', {
    folioMessage: `error parsing leader with data: ${start}`,
    position: head,
  })
}

/** A 24-character leader at the start, with the directory up to the first terminator or to the base address. */
function standardDirectories(bytes: Buffer, head: number, first: number, dataEnd: number): Directory[] {
  const directories: Directory[] = []
  // A leader whose record length was left blank begins with what looks like filling.
  for (let start = head; start >= head - 5 && (start === head || bytes[start] === 0x20); start -= 1) {
    const entriesStart = start + LEADER_LENGTH
    const leader = bytes.toString('latin1', start, entriesStart)
    if (first < entriesStart || !/^\d{5}|^.{10}22|^.{12}\d{5}|45[0 ]{2}$/s.test(leader)) continue
    directories.push(directoryBetween(bytes, leader, entriesStart, first, first + 1, dataEnd))
    const stated = digits(bytes, start + 12, 5)
    const baseAddress = start + stated
    if (
      stated > LEADER_LENGTH &&
      baseAddress <= dataEnd &&
      baseAddress - 1 !== first &&
      (stated - 25) % ENTRY_LENGTH === 0
    ) {
      const directory = directoryBetween(bytes, leader, entriesStart, baseAddress - 1, baseAddress, dataEnd)
      const unterminated = bytes[baseAddress - 1] === FIELD_TERMINATOR ? 0 : 4
      directories.push({ ...directory, misfit: directory.misfit + unterminated })
    }
  }
  return directories
}

/** A leader that is not where it should be: stray bytes before it, or characters of it lost. */
function shiftedLeaders(bytes: Buffer, head: number, first: number, dataEnd: number): Directory[] {
  const text = bytes.toString('latin1', 0, first)
  const directories: Directory[] = []
  for (const match of text.matchAll(/(?=(\d{5}.{5}22\d{5}.{3}45..))/gs)) {
    const start = match.index + LEADER_LENGTH
    if (match.index === head || (first - start) % ENTRY_LENGTH !== 0) continue
    const directory = directoryBetween(bytes, match[1]!, start, first, first + 1, dataEnd)
    const note = `${match.index} stray bytes before the leader were skipped.`
    directories.push({ ...directory, misfit: directory.misfit + 1, note })
  }
  for (const match of text.slice(head, head + 2 * LEADER_LENGTH).matchAll(/45(?:00|0 | {2})/g)) {
    const start = head + match.index + 4
    if (start - head === LEADER_LENGTH || match.index < 8 || (first - start) % ENTRY_LENGTH !== 0) continue
    const leader = respacedLeader(text.slice(head, start))
    const directory = directoryBetween(bytes, leader, start, first, first + 1, dataEnd)
    const note = `The leader has ${start - head} characters instead of 24.`
    directories.push({ ...directory, head, misfit: directory.misfit + 2, note })
  }
  return directories
}

/** Puts what is left of a leader of the wrong length at the positions it most likely had. */
function respacedLeader(text: string): string {
  const parts = /^(\d{5,6}?)(.{0,5}?)(?:22)?(\d{5})(.{0,3}?)45/s.exec(text)
  if (parts === null) return `${text.slice(0, 5)}${' '.repeat(5)}2200000   4500`
  return `${parts[1]!.slice(-5)}${parts[2]!.padEnd(5, ' ')}22${parts[3]!}${parts[4]!.padEnd(3, ' ')}4500`
}

/** A directory whose writer let lengths and offsets grow beyond four and five digits: checked against the fields. */
function wideDirectory(bytes: Buffer, head: number, first: number, dataEnd: number): Directory[] {
  const fields = splitFields(bytes, first + 1, dataEnd)
  for (let start = head + LEADER_LENGTH; start <= head + LEADER_LENGTH + 2 && start < first; start += 1) {
    const text = bytes.toString('latin1', start, first)
    const entries = wideEntries(text, fields, first + 1)
    if (entries === null || entries.every((entry) => entry.length < 10_000 && entry.start < 100_000)) continue
    const leader = bytes.toString('latin1', start - LEADER_LENGTH, start)
    const note = 'Lengths in the directory have more digits than the format allows.'
    return [{ head, leader, entries, dataStart: first + 1, misfit: 0, note }]
  }
  return []
}

function wideEntries(text: string, fields: FieldBytes[], dataStart: number): DirectoryEntry[] | null {
  const entries: DirectoryEntry[] = []
  let at = 0
  for (const field of fields) {
    const length = field.to - field.from + 1
    const start = field.from - dataStart
    const numbers = `${length}`.padStart(4, '0') + `${start}`.padStart(5, '0')
    if (!text.startsWith(numbers, at + 3)) return null
    entries.push({ tag: text.slice(at, at + 3), length, start })
    at += 3 + numbers.length
  }
  return at === text.length ? entries : null
}

/** The directory in a range of bytes; a ragged one is read from its start or its end, whichever fits the fields. */
function directoryBetween(
  bytes: Buffer,
  leader: string,
  from: number,
  to: number,
  dataStart: number,
  dataEnd: number,
): Directory {
  const head = from - LEADER_LENGTH
  const text = bytes.toString('latin1', from, to)
  const remainder = text.length % ENTRY_LENGTH
  const fields = splitFields(bytes, dataStart, dataEnd)
  const forward = entriesFrom(text, 0)
  if (remainder === 0) {
    return { head, leader, entries: forward, dataStart, misfit: misfitOf(forward, fields), note: null }
  }
  // A byte lost or gained near the front leaves the later entries whole; what is left of the first may still do.
  const backward = entriesFrom(text, remainder)
  if (remainder > 9) backward.unshift(entryFrom(text.slice(0, remainder).padStart(ENTRY_LENGTH, '0')))
  const entries = misfitOf(backward, fields) < misfitOf(forward, fields) ? backward : forward
  const note = 'The directory is not a whole number of entries.'
  return { head, leader, entries, dataStart, misfit: misfitOf(entries, fields) + 3, note }
}

/** The whole entries from the offset on. */
function entriesFrom(text: string, offset: number): DirectoryEntry[] {
  const entries: DirectoryEntry[] = []
  for (let at = offset; at + ENTRY_LENGTH <= text.length; at += ENTRY_LENGTH) {
    entries.push(entryFrom(text.slice(at, at + ENTRY_LENGTH)))
  }
  return entries
}

/** How badly entries and fields fit together: their numbers, numbers that are none, then lengths; 0 fits. */
function misfitOf(entries: DirectoryEntry[], fields: FieldBytes[]): number {
  const broken = entries.filter((entry) => entry.length < 0 || entry.start < 0).length
  return (Math.abs(entries.length - fields.length) + broken) * 2 + wrongLengths(entries, fields)
}

/** The share of entries whose length is not that of the field in their place, which tells readings apart. */
function wrongLengths(entries: DirectoryEntry[], fields: FieldBytes[]): number {
  let wrong = 0
  for (const [index, entry] of entries.entries()) {
    const field = fields[index]
    if (field === undefined || entry.length !== field.to - field.from + 1) wrong += 1
  }
  return wrong / Math.max(entries.length, 1)
}

function entryFrom(text: string): DirectoryEntry {
  const length = /^\d{4}$/.test(text.slice(3, 7)) ? Number(text.slice(3, 7)) : -1
  const start = /^\d{5}$/.test(text.slice(7)) ? Number(text.slice(7)) : -1
  return { tag: text.slice(0, 3), length, start }
}

/** The fields told apart by their terminators; nothing behind the last terminator is no field. */
function splitFields(bytes: Buffer, from: number, to: number): FieldBytes[] {
  const fields: FieldBytes[] = []
  let start = from
  while (start < to) {
    const end = bytes.indexOf(FIELD_TERMINATOR, start)
    if (end === -1 || end >= to) {
      fields.push({ from: start, to, open: true })
      break
    }
    fields.push({ from: start, to: end, open: false })
    start = end + 1
  }
  return fields
}

/** Without a record terminator the record may have been cut off; throws when its last fields are not all there. */
function checkComplete(entries: DirectoryEntry[], fields: FieldBytes[]): void {
  const last = fields.at(-1)
  const claimed = entries.at(-1)?.length ?? 0
  const cut = last?.open === true && claimed > last.to - last.from + 1
  if (fields.length >= entries.length && !cut) return
  throw new MarcReadError(
    'TRUNCATED',
    `The record is cut off: ${entries.length} fields are announced, the file ends in field ${fields.length}.`,
    { folioMessage: 'Premature end of file encountered', position: last?.to ?? 0 },
  )
}

function noteLengths(bytes: Buffer, directory: Directory, end: number, warnings: string[]): void {
  const { head, leader, dataStart } = directory
  const stated = Number(leader.slice(0, 5))
  if (stated !== end - head) {
    warnings.push(
      `The record length in the leader (${leader.slice(0, 5)}) is not the real one (${end - head}).`,
    )
  }
  if (Number(leader.slice(12, 17)) !== dataStart - head)
    warnings.push('The base address in the leader is wrong.')
  if (bytes[end - 1] !== RECORD_TERMINATOR) warnings.push('The record terminator is missing.')
}

function assignTags(
  bytes: Buffer,
  directory: Directory,
  fields: FieldBytes[],
  warnings: string[],
): TaggedBytes[] {
  const { entries, dataStart } = directory
  const exact = exactFields(entries, fields, dataStart)
  if (exact !== null) {
    // Text that no entry names would be lost without a trace.
    if (exact.length < fields.filter((field) => field.to > field.from).length) throw noTags(directory, fields)
    return exact
  }
  warnings.push('The directory does not match the fields, which were told apart by their terminators.')
  const order = dataOrder(entries, fields)
  const ordered = order.map((index) => entries[index]!)
  if (entries.length === fields.length) {
    const placed = order.map((index, position) => ({ index, field: fields[position]! }))
    return placed
      .toSorted((left, right) => left.index - right.index)
      .map(({ index, field }) => ({ tag: entries[index]!.tag, from: field.from, to: field.to }))
  }
  const alignment = alignDirectory(bytes, ordered, fields)
  if (alignment !== null && alignment.missing.length === 0 && alignment.untagged.length === 0)
    return alignment.fields
  throw noTags(directory, fields)
}

function noTags(directory: Directory, fields: FieldBytes[]): MarcReadError {
  const { entries, dataStart } = directory
  return new MarcReadError(
    'DIRECTORY',
    `The directory names ${entries.length} fields, the record has ${fields.length}; ` +
      'which tag belongs to which field cannot be told.',
    { folioMessage: 'expected field terminator at end of field', position: dataStart },
  )
}

/** The fields exactly as the directory says, or null unless every entry names one whole field. */
function exactFields(
  entries: DirectoryEntry[],
  fields: FieldBytes[],
  dataStart: number,
): TaggedBytes[] | null {
  const byStart = new Map(fields.map((field) => [field.from - dataStart, field]))
  const tagged: TaggedBytes[] = []
  for (const { tag, length, start } of entries) {
    const field = byStart.get(start)
    if (field === undefined || length !== field.to - field.from + 1) return null
    tagged.push({ tag, from: field.from, to: field.to })
  }
  return tagged
}

/** Indexes of the entries in the order of their data: by offset when that explains the lengths better. */
function dataOrder(entries: DirectoryEntry[], fields: FieldBytes[]): number[] {
  const asListed = entries.map((_, index) => index)
  if (entries.some((entry) => entry.start < 0)) return asListed
  const byStart = asListed.toSorted((left, right) => entries[left]!.start - entries[right]!.start)
  const fitting = (order: number[]): number => {
    let count = 0
    for (const [position, index] of order.entries()) {
      const field = fields[position]
      if (field !== undefined && entries[index]!.length === field.to - field.from + 1) count += 1
    }
    return count
  }
  return fitting(byStart) > fitting(asListed) ? byStart : asListed
}

/** The number in `count` bytes, or -1 when one of them is not a digit. */
export function digits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let index = at; index < at + count; index += 1) {
    const digit = (bytes[index] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

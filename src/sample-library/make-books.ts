// Rebuilds books.mrc and books-with-errors.mrc from the tables beside it: node src/sample-library/make-books.ts
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { controlField, dataField, encodeIso2709, isControlTag } from '../formats/marc/index.ts'
import type { MarcField } from '../formats/marc/index.ts'

/**
 * A record of a table. A field is one line: tag, blank, then the text of a control field, or two indicators (`_` for
 * blank), blank and subfields, each led by `‡` and its code. `fault` says in words what is wrong with the record; the
 * keys after it damage the finished bytes where the fault cannot be written down as text.
 */
export type BookSource = {
  leader: string
  fields: string[]
  fault?: string
  /** Written into the leader instead of the true record length (5 digits). */
  recordLength?: string
  /** Character coding of leader/09 instead of `a`. */
  coding?: string
  /** Written into the last directory entry instead of the true field length (4 digits). */
  lastFieldLength?: string
  /** Characters of the table that stand for one byte each, given in hexadecimal. */
  bytes?: Record<string, string>
  /** Bytes after which the record, and with it the file, ends. */
  cutAfter?: number
}

export const bookTables = ['books', 'books-with-errors'] as const
export type BookTable = (typeof bookTables)[number]

/** The records of one table, in file order. */
export function readBookTable(table: BookTable): BookSource[] {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, `${table}.json`), 'utf8'))
}

/** The ISO 2709 file of a table, faults included. */
export function buildBooks(sources: BookSource[]): Buffer {
  return Buffer.concat(
    sources.map((source) =>
      damage(encodeIso2709({ leader: source.leader, fields: source.fields.map(parseField) }), source),
    ),
  )
}

function parseField(line: string): MarcField {
  const tag = line.slice(0, 3)
  if (isControlTag(tag)) return controlField(tag, line.slice(4))
  const [ind1 = '', ind2 = ''] = line.slice(4, 6).replaceAll('_', ' ')
  const subfields = line.slice(7).split('‡').slice(1)
  return dataField(
    tag,
    ind1,
    ind2,
    subfields.map((text) => ({ code: text.charAt(0), value: text.slice(1) })),
  )
}

function damage(record: Buffer, source: BookSource): Buffer {
  const { recordLength, coding, lastFieldLength, bytes, cutAfter } = source
  if (recordLength !== undefined) record.write(recordLength, 0, 'latin1')
  if (coding !== undefined) record.write(coding, 9, 'latin1')
  if (lastFieldLength !== undefined) {
    const baseAddress = Number(record.toString('latin1', 12, 17))
    record.write(lastFieldLength, baseAddress - 10, 'latin1')
  }
  for (const [character, hexadecimal] of Object.entries(bytes ?? {})) {
    const [from, to] = [character.charCodeAt(0), Number.parseInt(hexadecimal, 16)]
    for (let at = record.indexOf(from); at !== -1; at = record.indexOf(from, at + 1)) record[at] = to
  }
  return cutAfter === undefined ? record : record.subarray(0, cutAfter)
}

if (import.meta.main) {
  for (const table of bookTables) {
    writeFileSync(path.join(import.meta.dirname, `${table}.mrc`), buildBooks(readBookTable(table)))
  }
}

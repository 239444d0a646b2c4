import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  decodeRecord,
  fieldsByTag,
  firstControl,
  RecordSplitter,
  subfieldText,
} from '../formats/marc/index.ts'
import type { MarcField, MarcRecord } from '../formats/marc/index.ts'
import { bookTables, buildBooks, readBookTable } from './make-books.ts'
import { readSampleList } from './read-sample.ts'

function fileOf(table: string): Buffer {
  return readFileSync(path.join(import.meta.dirname, `${table}.mrc`))
}

/** The bytes of each record of a file. */
function split(file: Buffer): Buffer[] {
  const splitter = new RecordSplitter()
  return [...splitter.push(file), ...splitter.end()].map(({ offset, length }) =>
    file.subarray(offset, offset + length),
  )
}

function namesIn(listPath: string): string[] {
  const file = path.join(import.meta.dirname, '../modules/inventory/reference-data', `${listPath}.json`)
  const rows = JSON.parse(readFileSync(file, 'utf8')) as { name: string }[]
  return rows.map((row) => row.name)
}

function luhnIsRight(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function isbn13IsRight(isbn: string): boolean {
  const sum = [...isbn].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return isbn.length === 13 && sum % 10 === 0
}

it.each(bookTables)('%s.mrc is what its table gives', (table) => {
  expect(fileOf(table).equals(buildBooks(readBookTable(table)))).toBe(true)
})

describe('books.mrc', () => {
  const decoded = split(fileOf('books')).map((bytes) => decodeRecord(bytes, { mode: 'permissive' }))
  const records = decoded.map(({ record }) => record)
  const items = records.flatMap((record) => fieldsByTag(record, '952'))
  const locationCodes = readSampleList('/locations').map((row) => row['code'])

  it('holds one record for each row of its table, all readable without repair', () => {
    expect(records).toHaveLength(readBookTable('books').length)
    expect(decoded.flatMap(({ warnings }) => warnings)).toEqual([])
  })

  it('is read by a strict reader as well', () => {
    const strict = split(fileOf('books')).map((bytes) => decodeRecord(bytes, { mode: 'strict' }).record)
    expect(strict.map((record) => record.fields)).toEqual(records.map((record) => record.fields))
  })

  it('numbers its records and names the issuer of the numbers', () => {
    expect(new Set(records.map((record) => firstControl(record, '001'))).size).toBe(records.length)
    expect(records.every((record) => firstControl(record, '003') === 'octavo')).toBe(true)
    expect(records.every((record) => /^\d{14}\.0$/u.test(firstControl(record, '005') ?? ''))).toBe(true)
  })

  it('gives every record a 008 of forty characters whose first date is the one in 264', () => {
    for (const record of records) {
      const fixed = firstControl(record, '008') ?? ''
      expect(fixed).toHaveLength(40)
      const [publication] = fieldsByTag(record, '264')
      expect(publication && subfieldText(publication, 'c')).toContain(fixed.slice(7, 11))
    }
  })

  it('gives every record one title, content, media and carrier type', () => {
    for (const record of records) {
      for (const tag of ['245', '336', '337', '338']) expect(fieldsByTag(record, tag)).toHaveLength(1)
    }
  })

  it('skips in filing exactly the article that opens the title', () => {
    const skipped = records
      .map((record) => fieldsByTag(record, '245')[0])
      .filter((title) => title !== undefined && title.ind2 !== '0')
      .map((title) => subfieldText(title!, 'a')!.slice(0, Number(title!.ind2)))
    const articles = ['A ', 'An ', 'Die ', 'El ', 'Et ', 'Hē ', 'La ', 'Le ', 'Les ', 'Os ', 'The ']
    expect([...new Set(skipped)].toSorted()).toEqual(articles)
  })

  it('pairs each linked field with the 880 that has it in its own script', () => {
    for (const record of records) expect(linksOf(record, '880')).toEqual(linksOf(record, null))
    const scripts = records.flatMap((record) =>
      fieldsByTag(record, '880').map((field) => subfieldText(field, '6')!.slice(6).split('/')[1]),
    )
    expect([...new Set(scripts)].toSorted()).toEqual(['$1', '(2', '(3', '(N', '(S', 'Beng', 'Geor'])
  })

  it('places every item in the sample library, with a material type that ships', () => {
    expect(records.every((record) => fieldsByTag(record, '952').length > 0)).toBe(true)
    expect(new Set(items.map((item) => subfieldText(item, 'b')))).toEqual(new Set(locationCodes))
    const types = namesIn('material-types')
    expect(items.filter((item) => !types.includes(subfieldText(item, 'y') ?? ''))).toEqual([])
  })

  it('gives every physical item a barcode of its own with a right check digit', () => {
    const barcodes = items.map((item) => subfieldText(item, 'p')).filter((barcode) => barcode !== null)
    expect(barcodes).toHaveLength(items.filter((item) => subfieldText(item, 'b') !== 'E').length)
    expect(new Set(barcodes).size).toBe(barcodes.length)
    expect(barcodes.filter((barcode) => !luhnIsRight(barcode))).toEqual([])
  })

  it('has only ISBNs with a right check digit, and none in records of editions older than ISBNs', () => {
    for (const record of records) {
      for (const field of fieldsByTag(record, '020')) {
        expect(isbn13IsRight(subfieldText(field, 'a') ?? '')).toBe(true)
        expect(Number(firstControl(record, '008')!.slice(7, 11))).toBeGreaterThan(1970)
      }
    }
  })

  it('covers text, scores, maps, film, sound, serials and online books', () => {
    const kinds = new Set(records.map((record) => record.leader.slice(6, 8)))
    expect([...kinds].toSorted()).toEqual(['am', 'as', 'cm', 'em', 'gm', 'jm'])
    const links = records
      .flatMap((record) => fieldsByTag(record, '856'))
      .map((field) => subfieldText(field, 'u'))
    expect(links).toEqual([
      'https://www.gutenberg.org/ebooks/1342',
      'https://www.gutenberg.org/ebooks/84',
      'https://www.gutenberg.org/ebooks/11',
    ])
  })
})

/** Tag and number of each pair, seen from the 880s (`880`) or from the fields they stand beside (null). */
function linksOf(record: MarcRecord, side: '880' | null): string[] {
  const linked = record.fields.filter((field) => (field.tag === '880') === (side === '880'))
  return linked.flatMap((field) => linkOf(field)).toSorted()
}

function linkOf(field: MarcField): string[] {
  const link = subfieldText(field, '6')
  if (link === null) return []
  return [field.tag === '880' ? link.slice(0, 6) : `${field.tag}${link.slice(3, 6)}`]
}

describe('books-with-errors.mrc', () => {
  const bytes = split(fileOf('books-with-errors'))
  const texts = bytes.map((record) => record.toString('latin1'))
  const faults = readBookTable('books-with-errors').map(({ fault }) => fault)

  it('holds twelve records and says of each what is wrong', () => {
    expect(bytes).toHaveLength(12)
    expect(faults.every((fault) => fault !== undefined && fault !== '')).toBe(true)
  })

  it('has one record without a title', () => {
    const directories = texts.map((text) => text.slice(24, text.indexOf('\u001e')))
    const untitled = directories.flatMap((directory, at) => (/^(?:.{12})*245/u.test(directory) ? [] : [at]))
    expect(untitled).toEqual([0])
  })

  it('has one barcode in two records', () => {
    expect(texts.flatMap((text, at) => (text.includes('\u001fp31456900000019') ? [at] : []))).toEqual([1, 2])
  })

  it('has a material type and a location that no list knows', () => {
    expect(texts[3]).toContain('\u001fypapyrus')
    expect(texts[4]).toContain('\u001fbKU/CC/DI/Z\u001f')
  })

  it('has one complete record whose leader gives a wrong length', () => {
    const wrong = texts.flatMap((text, at) => (Number(text.slice(0, 5)) === text.length ? [] : [at]))
    expect(wrong).toEqual([5, 11])
    expect(texts[5]?.endsWith('\u001d')).toBe(true)
  })

  it('has MARC-8 and Latin-1 under a leader that says UTF-8, and UTF-8 under one that says MARC-8', () => {
    expect(texts[6]?.[9]).toBe('a')
    expect(texts[6]).toContain('Th\u00e2er\u00e1ese Raquin')
    expect(texts[9]?.[9]).toBe('a')
    expect(texts[9]).toContain('Le p\u00e8re Goriot')
    expect(texts[7]?.[9]).toBe(' ')
    expect(bytes[7]?.toString('utf8')).toContain('Émile Zola')
  })

  it('has a 700 with an empty $a', () => {
    expect(texts[8]).toContain('\u001e1 \u001fa\u001fecollaborator.')
  })

  it('has a directory that reaches beyond the record', () => {
    const text = texts[10] ?? ''
    const entry = text.slice(text.indexOf('\u001e') - 12, text.indexOf('\u001e'))
    expect(entry.slice(0, 7)).toBe('9529999')
  })

  it('ends in the middle of its last record', () => {
    expect(texts[11]).toHaveLength(420)
    expect(texts[11]?.includes('\u001d')).toBe(false)
  })
})

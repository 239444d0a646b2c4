import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { normalizeDigits } from './digits.ts'
import { fold, lowered, plainLetters, unaccented } from './fold.ts'
import { wordline } from './words.ts'

const functionsFile = new URL('../../kernel/db/functions.sql', import.meta.url)

let pool: pg.Pool
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  pool = database.pool
  drop = () => database.drop()
})

afterAll(() => drop())

type Forms = { fold: string; lowered: string; unaccented: string; wordline: string; digits: string }

function inJavaScript(text: string): Forms {
  return {
    fold: fold(text),
    lowered: lowered(text),
    unaccented: unaccented(text),
    wordline: wordline(text),
    digits: normalizeDigits(text),
  }
}

async function inDatabase(texts: readonly string[]): Promise<Forms[]> {
  const { rows } = await pool.query<Forms>(
    `select octavo.fold(text) as fold, octavo.lowered(text) as lowered, octavo.unaccented(text) as unaccented,
       octavo.wordline(text) as wordline, octavo.normalize_digits(text) as digits
     from unnest($1::text[]) with ordinality as list (text, position)
     order by position`,
    [texts],
  )
  return rows
}

describe('the functions of the database', () => {
  it('give what the functions here give, for hand-made texts', async () => {
    const texts = [
      '',
      ' ',
      'War and Peace',
      'ŽLUŤOUČKÝ kůň “L’été” Ærø ΌΜΗΡΟΣ, Достоевский',
      'Russkai︠a︡ Qurʼān İstanbul ﬁn ½ Ⅳ',
      'كِتَاب שָׁלוֹם हिन्दी 東京　大学',
      `${'a'.repeat(250)} ${'é'.repeat(250)} ${'𐐀'.repeat(250)}`,
      '0-552-16754-1(pbk)',
      '%_\\\'"',
      'line\nbreak\ttab\r\n',
    ]
    expect(await inDatabase(texts)).toEqual(texts.map(inJavaScript))
  })

  it('give what the functions here give, for random texts of all Unicode', async () => {
    const letters = fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme' }) },
      { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
      { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...' -\t09*aZÉéßØœŁ’“\u0301\u0323Σςя') }) },
    )
    const texts = fc.sample(letters, 2_000).map((text) => text.replaceAll('\0', ' '))
    const { rows } = await pool.query<{ text: string }>(
      'select text from unnest($1::text[]) as list (text) where unicode_assigned(text)',
      [texts],
    )
    const known = rows.map(({ text }) => text)
    expect(known.length).toBeGreaterThan(500)
    expect(await inDatabase(known)).toEqual(known.map(inJavaScript))
  })

  it('give what the functions here give, for every letter of the scripts with cases and compatibility forms', async () => {
    const blocks = [
      [0x1, 0x3400],
      [0xa000, 0xac00],
      [0xf900, 0x11000],
      [0x16e00, 0x17000],
      [0x1d400, 0x1f200],
    ] as const
    const texts: string[] = []
    for (const [start, end] of blocks) {
      for (let code = start; code < end; code += 1) {
        const character = String.fromCodePoint(code)
        if (/[\p{L}\p{M}\p{N}\p{S}\p{P}]/u.test(character)) texts.push(character)
      }
    }
    const { rows } = await pool.query<{ text: string }>(
      'select text from unnest($1::text[]) as list (text) where unicode_assigned(text)',
      [texts],
    )
    const known = rows.map(({ text }) => text)
    const found = await inDatabase(known)
    const different = known.filter(
      (text, i) => JSON.stringify(found[i]) !== JSON.stringify(inJavaScript(text)),
    )
    expect(different).toEqual([])
  })

  it('read numbers and nothing else as numbers', async () => {
    const texts = [
      '1',
      '-1.50',
      '.5',
      '5.',
      '1e3',
      '+2',
      '',
      ' 1',
      '1 ',
      'x',
      '1e9999',
      '0x1f',
      '1_000',
      'NaN',
      '१',
    ]
    const { rows } = await pool.query<{ number: string | null }>(
      'select octavo.as_number(text)::text as number from unnest($1::text[]) as list (text)',
      [texts],
    )
    expect(rows.map(({ number }) => number)).toEqual([
      '1',
      '-1.50',
      '0.5',
      '5',
      '1000',
      '2',
      ...Array.from({ length: 9 }, () => null),
    ])
  })

  it('collect the ISBNs of one type and nothing from what is not a list', async () => {
    const identifiers = [
      { identifierTypeId: 'a', value: '0-552-16754-1 (pbk)' },
      { identifierTypeId: 'b', value: '1' },
      { identifierTypeId: 'a', value: '978 3' },
      { value: '2' },
    ]
    const { rows } = await pool.query<{ isbns: string | null }>(
      `select octavo.isbns(list, 'a') as isbns from unnest($1::jsonb[]) as lists (list)`,
      [[JSON.stringify(identifiers), '[]', '{}', '"x"', 'null', '[1, "x", null]']],
    )
    expect(rows.map(({ isbns }) => isbns)).toEqual(['0552167541 (pbk) 9783', null, null, null, null, null])
  })
})

describe('the tables in functions.sql', () => {
  const sql = readFileSync(functionsFile, 'utf8')
  const literals = sql.match(/'[^']*'(?:\s*\n\s*'[^']*')*/g) ?? []
  const texts = new Set(literals.map((literal) => literal.replace(/'\s*\n\s*'/g, '').slice(1, -1)))

  it('pair every capital letter with its small letter', () => {
    const capitals: string[] = []
    for (let code = 0x80; code < 0x110000; code += 1) {
      const letter = String.fromCodePoint(code)
      if (letter.toLowerCase() !== letter && letter.normalize('NFD') === letter) capitals.push(letter)
    }
    const wanted = `${capitals.toSorted().join('')}ς`
    const table = [...texts].find(
      (text) => text.includes('АБВ') && [...text].toSorted().join('') === [...wanted].toSorted().join(''),
    )
    expect(table, `the table should have the letters ${wanted}`).toBeDefined()
    expect(texts).toContain([...(table ?? '')].map((letter) => lowered(letter).replace('ς', 'σ')).join(''))
  })

  it('have the plain letters of fold', () => {
    expect(texts).toContain(plainLetters.map(([from]) => from).join(''))
  })

  it('have every letter, digit and mark that folded text can have, and no other character of it', () => {
    const emitted = new Set<number>()
    for (let code = 0x80; code < 0x110000; code += 1) {
      if (code < 0xd800 || code > 0xdfff) {
        for (const character of fold(String.fromCodePoint(code))) emitted.add(character.codePointAt(0) ?? 0)
      }
    }
    expect(texts).toContain(`[^0-9a-z${characterRanges(emitted)}]+`)
  })
})

/** The word characters among the given code points as ranges of a regular expression of PostgreSQL. */
function characterRanges(codes: ReadonlySet<number>): string {
  const ranges: [first: number, last: number][] = []
  let isOpen = false
  for (const code of [...codes].filter((one) => one > 0x7f).toSorted((a, b) => a - b)) {
    const isWordCharacter = /[\p{L}\p{N}\p{M}]/u.test(String.fromCodePoint(code))
    const range = ranges.at(-1)
    if (isWordCharacter && isOpen && range !== undefined) range[1] = code
    else if (isWordCharacter) ranges.push([code, code])
    isOpen = isWordCharacter
  }
  return ranges
    .map(([first, last]) => {
      if (first === last) return escaped(first)
      return escaped(first) + (last === first + 1 ? '' : '-') + escaped(last)
    })
    .join('')
}

function escaped(code: number): string {
  return code < 0x10000
    ? `\\u${code.toString(16).padStart(4, '0')}`
    : `\\U${code.toString(16).padStart(8, '0')}`
}

import * as fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { fold, lowered, words } from '../text/index.ts'
import { compileCql } from './compile.ts'
import { CqlError } from './error.ts'
import { parseCql } from './parse.ts'
import type { CqlSource } from './source.ts'

let pool: pg.Pool
let drop: () => Promise<void>

/** The document alone: what every column must agree with. */
const plain: CqlSource = {
  from: 'thing',
  alias: 'thing',
  document: 'thing.doc',
  idColumn: 'thing.id',
  fields: { barcode: { kind: 'expression', sql: `thing.doc ->> 'barcode'`, ignoreAccents: false } },
}

const columns: CqlSource = {
  ...plain,
  fields: {
    title: { kind: 'words', column: 'thing.title_folded', folded: true, vector: 'thing.words', prefix: 't' },
    note: { kind: 'words', vector: 'thing.words', prefix: 'n' },
    name: { kind: 'text', column: 'thing.name' },
    barcode: { kind: 'lowered', column: 'thing.barcode' },
    code: { kind: 'lowered', column: 'thing.code_lowered', lowered: true },
    flag: { kind: 'boolean', column: 'thing.flag' },
    updated: { kind: 'timestamp', column: 'thing.updated' },
  },
}

const word = fc.constantFrom(
  'war',
  'wär',
  'WAR',
  'peace',
  'Pæce',
  'of',
  'o',
  'a*b',
  'x?y',
  "l'été",
  '—',
  '“',
  '10%',
  '_',
  '\\',
)
const phrase = fc.array(word, { minLength: 0, maxLength: 4 }).map((list) => list.join(' '))
const day = fc.tuple(
  fc.constantFrom('2025', '2026'),
  fc.constantFrom('01', '02', '12'),
  fc.constantFrom('01', '28'),
)
const time = fc.tuple(
  fc.constantFrom('00', '23'),
  fc.constantFrom('00', '59'),
  fc.constantFrom('00', '59'),
  fc.constantFrom('000', '120', '999'),
)
const date = fc.tuple(day, time).map(([a, [h, m, s, ms]]) => `${a.join('-')}T${h}:${m}:${s}.${ms}+00:00`)

const thing = fc.record(
  {
    title: phrase,
    note: phrase,
    name: phrase,
    barcode: phrase,
    code: phrase,
    flag: fc.boolean(),
    updated: date,
  },
  { requiredKeys: [] },
)

beforeAll(async () => {
  const database = await testDatabase()
  pool = database.pool
  drop = () => database.drop()
  await pool.query(`
    create table thing (
      id uuid primary key default gen_random_uuid(), doc jsonb not null, title_folded text collate "C",
      name text collate "C", barcode text collate "C", code_lowered text collate "C", flag boolean, updated timestamptz, words tsvector not null)`)
  for (const doc of fc.sample(thing, { numRuns: 250, seed: 1 })) {
    const lexemes = [
      ...words(doc.title ?? '').map((one) => `'t:${one}'`),
      ...words(doc.note ?? '').map((one) => `'n:${one}'`),
    ]
    await pool.query(
      `insert into thing (doc, title_folded, name, barcode, code_lowered, flag, updated, words)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        doc,
        doc.title === undefined ? null : fold(doc.title),
        doc.name,
        doc.barcode,
        doc.code === undefined ? null : lowered(doc.code),
        doc.flag,
        doc.updated,
        lexemes.join(' '),
      ],
    )
  }
})

afterAll(() => drop())

const partOfDate = fc
  .tuple(date, fc.nat({ max: 29 }), fc.constantFrom('', '', '*', '0', '-'))
  .map(([text, length, end]) => text.slice(0, length) + end)
const maskedPhrase = fc
  .array(fc.oneof(word, fc.constantFrom('*', '?', '\\*', '\\?', '^', 'wa*', '*ce', 'p?ace', 'wa* peace')), {
    maxLength: 4,
  })
  .map((list) =>
    list
      .join(' ')
      .replace(/\\(?![*?^\\])/g, '\\\\')
      .replaceAll('"', ''),
  )
const comparator = fc.constantFrom('=', '==', '<>', '<', '<=', '>', '>=', 'adj', 'all', 'any')
const modifiers = fc.constantFrom(
  '',
  '',
  '',
  '/respectCase',
  '/respectAccents',
  '/respectCase/respectAccents',
  '/ignoreAccents',
)
const clause = fc.oneof(
  fc
    .tuple(fc.constantFrom('title', 'note', 'name', 'barcode', 'code'), comparator, modifiers, maskedPhrase)
    .map(([index, relation, modifier, term]) => `${index} ${relation}${modifier} "${term}"`),
  fc.tuple(comparator, partOfDate).map(([relation, term]) => `updated ${relation} "${term}"`),
  fc
    .tuple(
      fc.constantFrom('=', '==', '<>', 'all', 'any'),
      fc.constantFrom('true', 'FALSE', 'tr*', '', '*', 'x'),
    )
    .map(([relation, term]) => `flag ${relation} "${term}"`),
)
const query = fc
  .tuple(
    fc.array(fc.tuple(clause, fc.constantFrom('and', 'or', 'not')), { minLength: 1, maxLength: 3 }),
    clause,
  )
  .map(([parts, last]) => parts.map(([one, operator]) => `${one} ${operator} `).join('') + last)

async function find(text: string, source: CqlSource): Promise<string[] | string> {
  try {
    const { where, params } = compileCql(parseCql(text), source)
    const { rows } = await pool.query<{ id: string }>(
      `select id from thing where ${where} order by id`,
      params,
    )
    return rows.map(({ id }) => id)
  } catch (error) {
    if (error instanceof CqlError) return error.message
    throw error
  }
}

describe('declared columns', () => {
  it('find the same rows as the document alone', async () => {
    const withoutCode = {
      ...plain.fields,
      code: { kind: 'expression', sql: `thing.doc ->> 'code'`, ignoreAccents: false },
    } as const
    let found = 0
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const expected = await find(text, { ...plain, fields: withoutCode })
        expect([text, await find(text, columns)]).toEqual([text, expected])
        if (Array.isArray(expected) && expected.length > 0) found += 1
      }),
      { numRuns: 400 },
    )
    expect(found).toBeGreaterThan(100)
  })

  it('use their indexes', async () => {
    await pool.query(`
      create index thing_title on thing (title_folded, id);
      create index thing_name on thing (octavo.fold(name));
      create index thing_barcode on thing (octavo.lowered(barcode));
      create index thing_updated on thing (updated);
      create index thing_words on thing using gin (words);
      analyze thing`)
    const client = await pool.connect()
    try {
      await client.query('set enable_seqscan = off')
      const indexOf = async (text: string): Promise<string[]> => {
        const { where, params } = compileCql(parseCql(text), columns)
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain select id from thing where ${where}`,
          params,
        )
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        return [...plan.matchAll(/thing_\w+/g)].map(([name]) => name)
      }
      expect(await indexOf('title=="war of peace"')).toContain('thing_title')
      expect(await indexOf('title==(war or peace)')).toContain('thing_title')
      expect(await indexOf('title=="war o*"')).toContain('thing_title')
      expect(await indexOf('title="war peace"')).toContain('thing_words')
      expect(await indexOf('note=="war peace"')).toContain('thing_words')
      expect(await indexOf('name=="war o*"')).toContain('thing_name')
      expect(await indexOf('barcode==war')).toContain('thing_barcode')
      expect(await indexOf('barcode=="war*"')).toContain('thing_barcode')
      expect(await indexOf('updated>"2026-01-28" and updated<"2026-02"')).toContain('thing_updated')
      expect(await indexOf('updated=="2026-01-28*"')).toContain('thing_updated')
    } finally {
      await client.query('reset enable_seqscan')
      client.release()
    }
  })
})

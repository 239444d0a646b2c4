import * as fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { compileCql } from './compile.ts'
import { CqlError } from './error.ts'
import { createLibrary, instanceSource, itemSource } from './fixtures/library.ts'
import type { CqlNode, CqlQuery } from './nodes.ts'
import { parseCql } from './parse.ts'

let pool: pg.Pool
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  pool = database.pool
  drop = () => database.drop()
  await createLibrary(pool)
})

afterAll(() => drop())

const attacks = [
  "' or true --",
  "'); drop table instance cascade; --",
  "\\'; drop table item; --",
  "\\\\' or true --",
  '"; delete from instance; --',
  '$1',
  '$$; drop table item; $$',
  '$5::text or true',
  '%',
  '_%_',
  'x\\',
  "E'\\''",
  '{0,"a"}',
  "':*",
  "t:war' | 't:peace",
  '[^a',
  '(?:',
  '*{1,2}',
  '/* */',
  '\u2019 or 1=1',
  '\ufeff\u202e',
  '\ud83d',
  '１ ％ ＼ ＇',
  "a''b",
  '\u0001\t\n',
  '0x1f',
  'infinity',
  'NaN',
  '-2026-01-01',
  '2026-02-30T25:61:61.999Z',
  '9999-12-31T23:59:59.999+15:59',
  '0000-00-00',
  '1e999',
  '9'.repeat(2_000),
]
const text = fc.oneof(
  fc.constantFrom(...attacks),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'ab1\'\\"%_*?^$:&|!()[]{}<>-. \n') }),
)
// Every field kind, a join, a field of the document, and names that nobody declared.
const index = fc.oneof(
  fc.constantFrom(
    'id',
    'title',
    'subjects',
    'discoverySuppress',
    'metadata.updatedDate',
    'identifiers',
    'isbn',
    'holdingsRecords.permanentLocationId',
    'item.order',
    'item.barcode',
    'holdingsRecords.fullCallNumber',
    'languages',
    'a.b',
    'cql.allRecords',
  ),
  text,
  text.map((part) => `metadata.${part}`),
  text.map((part) => `item.${part}`),
)
const modifier = fc.record({
  name: fc.constantFrom(
    'string',
    'number',
    'respectcase',
    'respectaccents',
    '@value',
    '@identifiertypeid',
    "@'x",
  ),
  comparison: fc.constantFrom(null, '=' as const),
  value: text,
})
const clause: fc.Arbitrary<CqlNode> = fc.record({
  type: fc.constant('term' as const),
  index,
  relation: fc.record({
    comparator: fc.constantFrom('=', '==', '<>', '<', '<=', '>', '>=', 'adj', 'all', 'any'),
    modifiers: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(modifier, { maxLength: 2 }) },
    ),
  }),
  term: text,
})
const node = fc
  .array(fc.tuple(fc.constantFrom('and' as const, 'or' as const, 'not' as const), clause), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) =>
    parts
      .map(([, one]) => one)
      .reduce((left, right, i) => ({
        type: 'boolean',
        operator: parts[i]?.[0] ?? 'and',
        modifiers: [],
        left,
        right,
      })),
  )
const query: fc.Arbitrary<CqlQuery> = fc.record({
  root: node,
  sort: fc.array(fc.record({ index, modifiers: fc.constant([]) }), { maxLength: 2 }),
})

/** Runs a query unless it is refused; a mistake in the SQL rejects. */
async function runUnlessRefused(client: pg.PoolClient, one: CqlQuery): Promise<'ran' | 'refused'> {
  let compiled
  try {
    compiled = compileCql(one, instanceSource, 2)
  } catch (error) {
    if (error instanceof CqlError) return 'refused'
    throw error
  }
  const { where, params, orderBy } = compiled
  await client.query(`select name from instance where ${where} and $1::boolean order by ${orderBy}`, [
    true,
    ...params,
  ])
  return 'ran'
}

describe('compileCql', () => {
  it('makes statements that PostgreSQL accepts of hostile names and terms, and that change nothing', async () => {
    const client = await pool.connect()
    const outcomes = { ran: 0, refused: 0 }
    try {
      await client.query('set standard_conforming_strings = on')
      await fc.assert(
        fc.asyncProperty(query, async (one) => {
          outcomes[await runUnlessRefused(client, one)] += 1
        }),
        { numRuns: 1_500 },
      )
      const { rows } = await client.query('select count(*)::int as count from instance')
      expect(rows).toEqual([{ count: 5 }])
    } finally {
      client.release()
    }
    expect(outcomes.ran).toBeGreaterThan(500)
  })

  it('is as safe where backslashes in plain literals are escapes', async () => {
    const client = await pool.connect()
    try {
      await client.query('set standard_conforming_strings = off; set escape_string_warning = off')
      for (const attack of attacks) {
        const name = attack.replaceAll('\\', '\\\\')
        const root: CqlNode = {
          type: 'term',
          index: name,
          relation: { comparator: '==', modifiers: [] },
          term: 'x',
        }
        const compiled = compileCql({ root, sort: [{ index: name, modifiers: [] }] }, itemSource)
        const { rows } = await client.query(
          `select name from item where ${compiled.where} order by ${compiled.orderBy}`,
          compiled.params,
        )
        expect(rows).toEqual([])
      }
    } finally {
      await client.query('reset standard_conforming_strings')
      client.release()
    }
  })

  it('finds by a hostile name what the document has under it', async () => {
    for (const attack of attacks.filter((one) => !one.includes('.') && !/[\ud800-\udfff]/u.test(one))) {
      const name = attack.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
      const document = JSON.stringify({ [attack]: attack })
      const source = {
        from: 'one',
        alias: 'one',
        document: 'one.doc',
        idColumn: 'one.id',
        fields: {},
      }
      const term = attack.replace(/[\\*?^"]/g, '\\$&')
      const compiled = compileCql(parseCql(`"${name}"==/respectCase/respectAccents "${term}"`), source, 2)
      const { rows } = await pool.query(
        `select one.id from (select 1 as id, $1::jsonb as doc) as one where ${compiled.where}`,
        [document, ...compiled.params],
      )
      expect([attack, rows]).toEqual([attack, [{ id: 1 }]])
    }
  })
})

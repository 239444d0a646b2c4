import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CqlModifier, CqlNode, CqlQuery, CqlRelation, CqlSortKey } from './nodes.ts'
import { readable } from './fixtures/queries.ts'
import { parseCql } from './parse.ts'
import { printCql } from './print.ts'

const name = fc.oneof(
  fc.constantFrom(
    'title',
    'status.name',
    'id',
    'cql.serverChoice',
    'and',
    'SortBy',
    'any',
    'x.y',
    "a'b",
    'ø',
    '@',
  ),
  fc.string({ unit: fc.constantFrom(...'ab.é -/=()<>') }),
)
const piece = fc.oneof(
  fc.constantFrom(
    '\\"',
    '\\\\',
    '\\*',
    '\\?',
    '\\^',
    '\\a',
    '*',
    '?',
    '^',
    ' ',
    "'",
    '%',
    '(',
    ')',
    '/',
    '=',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }).map((text) => text.replace(/["\\\0]/g, '')),
)
const term = fc.oneof(
  fc.constantFrom('or', 'not', 'prox', 'all', ''),
  fc.array(piece).map((parts) => parts.join('')),
)
const symbol = fc.constantFrom(
  '=' as const,
  '==' as const,
  '<>' as const,
  '<' as const,
  '<=' as const,
  '>' as const,
  '>=' as const,
)
const modifierName = fc.constantFrom('string', 'number', '@identifiertypeid', 'sort.descending', 'x')
const modifier: fc.Arbitrary<CqlModifier> = fc.oneof(
  modifierName.map((one) => ({ name: one, comparison: null, value: null })),
  fc.record({ name: modifierName, comparison: symbol, value: term }),
)
const modifiers = fc.array(modifier, { maxLength: 3 })
const relation: fc.Arbitrary<CqlRelation> = fc.record({
  comparator: fc.oneof(symbol, fc.constantFrom('adj', 'all', 'any', 'within', 'cql.any')),
  modifiers,
})
const { node } = fc.letrec<{ node: CqlNode; clause: CqlNode; chain: CqlNode }>((tie) => ({
  node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('clause'), tie('chain')),
  clause: fc.record({ type: fc.constant('term' as const), index: name, relation, term }),
  chain: fc.record({
    type: fc.constant('boolean' as const),
    operator: fc.constantFrom('and' as const, 'or' as const, 'not' as const),
    modifiers,
    left: tie('node'),
    right: tie('node'),
  }),
}))
const sortKey: fc.Arbitrary<CqlSortKey> = fc.record({ index: name, modifiers })
const query: fc.Arbitrary<CqlQuery> = fc.record({ root: node, sort: fc.array(sortKey, { maxLength: 4 }) })

describe('printCql', () => {
  it('writes a query that reads back the same, for random queries', () => {
    fc.assert(
      fc.property(query, (one) => {
        expect(parseCql(printCql(one))).toEqual(one)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each(readable)('writes what it read from %j so that it reads the same', (text) => {
    const read = parseCql(text)
    expect(parseCql(printCql(read))).toEqual(read)
  })

  it.each([
    [
      'a=1 or b=2 and (c==3 not "d e" = f) sortBy g/sort.descending',
      'a = 1 or b = 2 and (c == 3 not "d e" = f) sortBy g/sort.descending',
    ],
    ['id==(u1 or u2)', 'id == u1 or id == u2'],
    ['title = "say \\"no\\" \\*"', 'title = "say \\"no\\" \\*"'],
    ['', ''],
  ])('writes %j as %j', (text, expected) => {
    expect(printCql(parseCql(text))).toBe(expected)
  })

  it('writes sort keys without a condition after one that is always met', () => {
    expect(printCql({ root: null, sort: [{ index: 'title', modifiers: [] }] })).toBe(
      'cql.allRecords=1 sortBy title',
    )
  })

  it('writes long chains', () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `id == u${i}`).join(' or ')
    expect(printCql(parseCql(text))).toBe(text)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCql } from '../../src/formats/cql/index.ts'
import { isCallNumber, isIsbn, isIssn, readText } from '../../web/src/features/inventory/read-text.ts'
import { SCOPES } from '../../web/src/features/inventory/read-text.ts'
import {
  readSearchState,
  writeQuery,
  writeSortedQuery,
} from '../../web/src/features/inventory/search-state.ts'
import { quote, writeCql } from '../../web/src/features/inventory/write-cql.ts'

describe('what a text means', () => {
  test.each([
    ['978-0-306-40615-7', 'isbn'],
    ['0 8044 2957 X', 'isbn'],
    ['9780306406158', 'barcode'],
    ['0378-5955', 'issn'],
    ['in00000300123', 'hrid'],
    ['item000000000024', 'hrid'],
    ['5bf370e0-8cca-4d9c-82e4-5170ab2a0a39', 'uuid'],
    ['30012345678', 'barcode'],
    ['A14811392695', 'barcode'],
    ['GB1229', 'callNumber'],
    ['GB1229 .S65 1999', 'callNumber'],
    ['QA76', 'callNumber'],
    ['823.914 ROW', 'callNumber'],
    ['rivers of ontario', 'words'],
    ['1984', 'words'],
    ['', 'words'],
  ])('%s is %s first', (text, scope) => expect(readText(text)[0]).toBe(scope))

  test('control characters of a scanner do not count', () => {
    expect(readText('\u000230012345678\r')[0]).toBe('barcode')
    expect(writeCql('\u000230012345678\r', 'barcode')).toContain('"30012345678"')
  })

  test('check digits decide', () => {
    expect([isIsbn('9780306406157'), isIsbn('9780306406150'), isIsbn('123456789X')]).toEqual([
      true,
      false,
      true,
    ])
    expect([isIssn('0378-5955'), isIssn('0378-5954'), isIssn('03785955')]).toEqual([true, false, false])
    expect([isCallNumber('PR4611 .A7'), isCallNumber('Hello world')]).toEqual([true, false])
  })

  test('words come last, whatever the text', () => {
    fc.assert(fc.property(fc.string(), (text) => readText(text).at(-1) === 'words'))
  })
})

describe('the query of a text', () => {
  test('finds half words by the modifier, and puts all words together first', () => {
    expect(writeCql('riv*', 'title')).toBe('title all/masked "riv*"')
    expect(writeCql('river ontario', 'subject')).toBe('subjects all "river ontario"')
    expect(writeCql('30012345678', 'callNumber')).toBe('callNumbers = "30012345678"')
    expect(quote('50*?', true)).toBe('"50\\*\\?"')
  })

  test('can be read, whatever was typed', () => {
    const scopes = SCOPES.filter((scope) => scope !== 'cql')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...scopes), (text, scope) => {
        const query = writeCql(text, scope)
        if (query !== null) parseCql(query)
      }),
    )
  })
})

describe('the state of a search', () => {
  test('becomes a query with its filters, and those left out behind them', () => {
    const state = readSearchState({
      q: 'rivers',
      as: 'title',
      with: { language: ['eng', 'fre'], nothing: ['x'] },
      without: { status: ['Checked out'] },
      dates: { year: { from: 1990 }, updated: { to: '2026-12-01' } },
      sort: 'date',
      desc: true,
    })
    expect(writeQuery(state)).toBe(
      '(title all "rivers") and languages==("eng" or "fre") and normalizedDate1>="1990"' +
        ' and metadata.updatedDate<="2026-12-01T23:59:59.999" not items.status.name=="Checked out"',
    )
    expect(writeSortedQuery(state)).toMatch(/ sortby normalizedDate1\/sort\.descending$/)
  })

  test('a query in CQL keeps its own order behind the filters', () => {
    const state = readSearchState({
      q: 'title = "a sortby b" sortby title',
      as: 'cql',
      with: { source: ['MARC'] },
    })
    expect(writeSortedQuery(state)).toBe('(title = "a sortby b") and source=="MARC" sortby title')
  })

  test('rows join from the first to the last', () => {
    const rows = [
      { word: 'or', scope: 'title', text: 'lakes' },
      { word: 'not', scope: 'subject', text: 'maps' },
    ]
    const state = readSearchState({ q: 'rivers', as: 'title', rows })
    expect(writeQuery(state)).toBe('((title all "rivers" or title all "lakes") not subjects all "maps")')
  })

  test('what an address should not have is left out', () => {
    const state = readSearchState({
      q: 12,
      as: 'x',
      with: 3,
      rows: [{}],
      dates: { year: {} },
      at: -1,
      sort: [],
    })
    expect(state).toEqual({ q: '12' })
  })
})

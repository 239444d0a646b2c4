import { describe, expect, it } from 'vitest'
import { PrefixQueryError } from './errors.ts'
import { parsePrefixQuery } from './prefix-query.ts'

const BIB_1 = '1.2.840.10003.3.1'

describe('a prefix query', () => {
  it('has a term with its attributes, the one next to the term first', () => {
    expect(parsePrefixQuery('@attr 1=1211 12345')).toEqual({
      attributeSet: BIB_1,
      query: { attributes: [{ set: null, type: 1, value: 1211 }], term: '12345', kind: 'general' },
    })
    const { query } = parsePrefixQuery('@attr 1=4 @attr 1=5 @attr 4=1 x')
    expect(query).toMatchObject({
      attributes: [
        { type: 4, value: 1 },
        { type: 1, value: 5 },
      ],
    })
  })

  it('may be a term alone', () => {
    expect(parsePrefixQuery('x').query).toEqual({ attributes: [], term: 'x', kind: 'general' })
  })

  it('gives attributes in front of an operator to both sides', () => {
    const { query } = parsePrefixQuery('@attr 4=1 @or @attr 1=7 a @attr 1=8 b')
    const structure = { set: null, type: 4, value: 1 }
    expect(query).toEqual({
      operator: 'or',
      left: { attributes: [{ set: null, type: 1, value: 7 }, structure], term: 'a', kind: 'general' },
      right: { attributes: [{ set: null, type: 1, value: 8 }, structure], term: 'b', kind: 'general' },
    })
  })

  it('knows attribute sets by name and number, and kinds of terms', () => {
    expect(parsePrefixQuery('@attrset gils @term string x')).toEqual({
      attributeSet: '1.2.840.10003.3.5',
      query: { attributes: [], term: 'x', kind: 'string' },
    })
    expect(parsePrefixQuery('@attrset 1.2.3 x').attributeSet).toBe('1.2.3')
  })

  it('takes a value in as a term only, whatever it holds', () => {
    const value = '1 @attr 1=4 "x" \\ $1'
    const { query } = parsePrefixQuery('@attr 1=12 $identifier', { $identifier: value })
    expect(query).toMatchObject({ term: value, attributes: [{ type: 1, value: 12 }] })
  })

  it.each([
    ['', 'The query ends where a term is expected.'],
    ['@attr 1=4', 'The query ends where a term is expected.'],
    ['@and a', 'The query ends where a term is expected.'],
    ['a b', '"b" stands behind the end of the query.'],
    ['@attr x=4 a', '"x=4" is no attribute such as 1=4.'],
    ['@attr nowhere 1=4 a', '"nowhere" is no known attribute set.'],
    ['@set 1', '"@set" cannot be used here.'],
    ['"a', 'A " is missing.'],
    ['@term date a', '"date" is no kind of term that can be sent.'],
    [`${'@and '.repeat(40)}a`, 'The query has too many operators.'],
  ])('%s is refused in words', (text, message) => {
    expect(() => parsePrefixQuery(text)).toThrow(new PrefixQueryError(message))
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordFromJson } from '../../formats/marc/index.ts'
import { Problem } from '../../kernel/http/problems.ts'
import type { Candidate } from './criterion.ts'
import { parseExpression } from './search-expression.ts'
import { fieldCriterion, leaderCriterion } from './search-operands.ts'

const record = recordFromJson({
  leader: '01542ccm a2200361   4500',
  fields: [
    { '001': '393893' },
    { '005': '20141107001016.0' },
    { '008': '830419m19559999gw mua' },
    { '010': { ind1: ' ', ind2: '1', subfields: [{ a: '   55001156/M ' }] } },
    { '050': { ind1: '0', ind2: ' ', subfields: [{ a: 'M3' }, { b: '.M896' }] } },
  ],
})
const candidate: Candidate = {
  id: '',
  matched_id: '',
  external_id: '',
  external_hrid: null,
  marc: Buffer.alloc(0),
}

function holds(expression: string): boolean {
  return parseExpression(expression, 'marcFieldSearchExpression', fieldCriterion).holds(record, candidate)
}

function refusal(expression: string, compile = fieldCriterion): string {
  try {
    parseExpression(expression, 'expression', compile)
  } catch (error) {
    if (error instanceof Problem) return `${error.status} ${error.message}`
    throw error
  }
  return 'accepted'
}

describe('operands', () => {
  test.each([
    ["001.value = '393893'", true],
    ["001.value = '39389'", false],
    ["001.value ^= '3938'", true],
    ["001.value not= '393893'", false],
    ["001.value not= '1'", true],
    ["001.value is 'present'", true],
    ["003.value is 'absent'", true],
    ["003.value is 'present'", false],
    ["003.value not= 'x'", false],
    ["010.a = '   55001156/M '", true],
    ["010.a ^= '   55'", true],
    ["010.value = '   55001156/M '", true],
    ["010.b is 'absent'", true],
    ["010.ind1 = '#'", true],
    ["010.ind2 not= '0'", true],
    ["010.ind1 is 'absent'", true],
    ["010.ind2 is 'present'", true],
    ["001.03_02 = '89'", true],
    ["001.03_02 not= '89'", false],
    ["008.00_06 = '830419'", true],
    ["005.date = '20141107'", true],
    ["005.date not= '20141107'", false],
    ["005.date from '20141107'", true],
    ["005.date to '20141106'", false],
    ["005.date in '20141106-20141108'", true],
    ["005.date in '20141108-20141109'", false],
    ["008.date = '83041900'", false],
  ])('%s is %s', (expression, expected) => {
    expect(holds(expression)).toBe(expected)
  })

  test('positions of the leader are compared', () => {
    const leader = (expression: string) =>
      parseExpression(expression, 'leaderSearchExpression', leaderCriterion).holds(record, candidate)
    expect(leader("p_05 = 'c' and p_06 = 'c' and p_07 = 'm'")).toBe(true)
    expect(leader("p_00_04 not= '01542'")).toBe(false)
    expect(leader("p_12_16 = '00361'")).toBe(true)
    expect(leader("p_08 = ' '")).toBe(true)
  })
})

describe('expressions', () => {
  test.each([
    ["001.value = 'x' or 001.value = '393893' and 050.a = 'M3'", true],
    ["(001.value = 'x' or 001.value = '393893') and 050.a = 'M4'", false],
    ["050.a ^= 'M3' and 050.b ^= '.M896'", true],
    ["((050.a = 'M3') AND (050.b = 'no' or 050.b ^= '.M'))", true],
  ])('%s is %s', (expression, expected) => {
    expect(holds(expression)).toBe(expected)
  })

  test.each([
    [' ', '400 The input expression should not be blank or empty [expression: expression]'],
    [
      "(001.value = 'a'",
      '400 The number of opened brackets should be equal to number of closed brackets [expression: expression]',
    ],
    [
      "001.value = 'a",
      '400 Each value in the expression should be surrounded by single quotes [expression: expression]',
    ],
    ["001.value = ''", '400 Empty values are not allowed [expression: expression]'],
    [
      "001.value = 'a' 002.value = 'b'",
      "400 The given expression [001.value = 'a' 002.value = 'b'] is not parsable",
    ],
    ["title = 'a'", '400 The given key is not supported [key: title, operator: =, value: a]'],
    [
      "001.value like 'a'",
      '400 The given binary operator is not supported [key: 001.value, operator: like, value: a]. Supported operators: [=, ^=, not=, from, to, in, is]',
    ],
    ["001.value from 'a'", '400 Operator [from] is not supported for the given Value operand'],
    ["010.a is 'there'", '400 Value [there] is not supported for the given Presence operand'],
    [
      "001.03_02 = '891'",
      '400 The length of the value [891] should be equal to the end position [expected length = 2]',
    ],
    [
      "005.date = '2014'",
      '400 The given date [2014] is in a wrong format. Expected date pattern: [yyyymmdd]',
    ],
    ["005.date in '20140101'", "400 The given expression [005.date in '20140101'] is not supported"],
    ["001.value='a'", "400 The given expression [001.value='a'] is not parsable"],
    ['and', '400 The given expression [and] is not parsable'],
    ["001.value = 'a' and", "400 The given expression [001.value = 'a' and] is not parsable"],
  ])('%s is refused', (expression, text) => {
    expect(refusal(expression)).toBe(text)
  })

  test('a leader position that is not offered is refused', () => {
    expect(refusal("p_99 = 'a'", leaderCriterion)).toMatch(/^400 The given key is not supported/)
  })

  test('endless expressions are refused instead of exhausting the stack', () => {
    expect(refusal(`${'('.repeat(50_000)}${')'.repeat(50_000)}`)).toMatch(/^400 The expression is too long/)
  })

  test('any text is either understood or refused with a 400', () => {
    const piece = fc.constantFrom(
      '(',
      ')',
      ' and ',
      ' or ',
      "001.value = 'a'",
      "p_05 is 'c'",
      "'",
      ' ',
      '=',
      '001.date',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (expression) => {
          expect(refusal(expression)).toMatch(/^(accepted$|400 )/)
        },
      ),
    )
  })
})

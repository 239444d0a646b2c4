import { describe, expect, it } from 'vitest'
import { readSubfields, spacedLccn } from './field-content.ts'

describe('readSubfields', () => {
  it('reads codes and texts; blanks at their ends and subfields without text go', () => {
    expect(readSubfields('245', '$a A title  : $B and rest $c  $d')).toEqual([
      { code: 'a', value: 'A title  :' },
      { code: 'b', value: 'and rest' },
    ])
  })

  it('takes a dollar sign that is no code, and the word for one, as text', () => {
    expect(readSubfields('500', '$a US$ and {dollar}a and $ 5')).toEqual([
      { code: 'a', value: 'US$ and $a and $ 5' },
    ])
  })
})

describe('spacedLccn', () => {
  it.each([
    ['68013066', '   68013066 '],
    ['n68013066', 'n  68013066 '],
    ['sh85021262', 'sh 85021262 '],
    ['sh 85021262', 'sh 85021262 '],
    ['agr68013066', 'agr68013066 '],
    ['2024013066', '  2024013066'],
    ['n2024013066', 'n 2024013066'],
    ['no2024013066', 'no2024013066'],
    ['68-13066', '68-13066'],
  ])('%s', (number, expected) => {
    expect(spacedLccn(number)).toBe(expected)
  })
})

import { describe, expect, it } from 'vitest'
import { normalizeDigits } from './digits.ts'

describe('normalizeDigits', () => {
  it.each([
    ['', ''],
    ['0-552-16754-1', '0552167541'],
    ['0552167541 (pbk)', '0552167541 (pbk)'],
    ['978 0 552 16754 1(pbk)', '9780552167541 (pbk)'],
    ['05-5*', '055*'],
    ['05-5* ', '055*'],
    ['0-8044-2957-X', '080442957 X'],
    ['pbk 12-3', 'pbk 12-3'],
    ['1\n2-3', '1 \n2-3'],
  ])('turns %j into %j', (text, expected) => {
    expect(normalizeDigits(text)).toBe(expected)
  })
})

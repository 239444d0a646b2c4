import { expect, test } from 'vitest'
import { formatEdifact } from './format-edifact.ts'

test('every segment gets its line, and a released terminator is data', () => {
  expect(formatEdifact("UNH+1'FTX+it?'s??'UNT+2'\n")).toBe("UNH+1'\nFTX+it?'s??'\nUNT+2'\n")
})

test('the characters that UNA announces are used', () => {
  expect(formatEdifact('UNA:+.! ~UNH+1~FTX+a!~b~')).toBe('UNA:+.! ~\nUNH+1~\nFTX+a!~b~\n')
})

test('what follows the last terminator is kept', () => {
  expect(formatEdifact("UNH+1'rest")).toBe("UNH+1'\nrest\n")
  expect(formatEdifact('')).toBe('')
})

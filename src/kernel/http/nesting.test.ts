import { describe, expect, it } from 'vitest'
import { MAX_NESTING, isNestedDeeply } from './nesting.ts'

const nested = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels)

describe('isNestedDeeply', () => {
  it.each([
    ['the deepest that may be', nested(MAX_NESTING), false],
    ['one level more', nested(MAX_NESTING + 1), true],
    ['objects as well', '{"a":'.repeat(MAX_NESTING + 1), true],
    ['many brackets side by side', '[[],{}]'.repeat(2000), false],
    ['brackets in texts', `"${'['.repeat(2000)}"`, false],
    ['brackets behind an escaped quote', `"a\\"${'['.repeat(2000)}"`, false],
    ['brackets behind a text that ends with a backslash', `"a\\\\"${'['.repeat(2000)}`, true],
    ['a text without an end', `"${'['.repeat(2000)}`, false],
  ])('%s', (_what, text, expected) => {
    expect(isNestedDeeply(text)).toBe(expected)
  })

  it('passes over ten megabytes in a moment, texts full of backslashes too', () => {
    const start = Date.now()
    isNestedDeeply('{"title":"The history of the book","n":[1,2]},'.repeat(220_000))
    isNestedDeeply(`"${'\\\\'.repeat(2_500_000)}"`)
    expect(Date.now() - start).toBeLessThan(2000)
  })
})

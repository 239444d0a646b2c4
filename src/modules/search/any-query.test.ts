import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'
import { authoritySearchSource } from './authority-fields.ts'
import { instanceSource } from './instance-fields.ts'
import type { SearchSource } from './search-field.ts'

const RELATIONS = ['=', '==', '<>', '<', '>=', 'all', 'any', 'adj', '==/string', 'within']
const TERMS = [
  '',
  '*',
  'x',
  'a b',
  '*x*',
  'x?*y',
  '\\"quoted\\"',
  '\\*',
  '\\\\',
  '[]',
  '2026-01-01',
  'true',
  '-1',
  "it's",
  'é & ü',
  '%_',
  '😀*',
  '978-0-552-16754-1',
  '(((',
  '99999999999999999999',
  'z'.repeat(3000),
  `${'w '.repeat(600)}`,
]

let app: TestApp

/** Every field with some relations and terms, each of them in turn. */
function queriesOf(source: SearchSource, each: number): string[] {
  let turn = 0
  return [...source.fields.keys()].flatMap((name) =>
    Array.from({ length: each }, () => {
      turn += 1
      return `${name} ${RELATIONS[turn % RELATIONS.length]} "${TERMS[(turn * 7) % TERMS.length]}"`
    }),
  )
}

beforeAll(async () => {
  app = await testApp()
  const library = await addLibrary(app)
  const { id } = await library.addInstance({ title: 'A b x', languages: ['eng'] })
  await library.addItem((await library.addHoldings(id)).id, { barcode: 'x' })
  await app.post('/authority-storage/authorities', { source: 'MARC', naturalId: 'x', topicalTerm: 'A b x' })
})
afterAll(() => app.close())

describe('any query', () => {
  it.each([
    ['instances', instanceSource, 2],
    ['authorities', authoritySearchSource, 1],
  ] as const)('for %s is answered or refused in words', async (path, source, each) => {
    for (const query of queriesOf(source, each)) {
      for (const whole of [query, `${query} or cql.allRecords=1`, `cql.allRecords=1 not ${query}`]) {
        const { status, text } = await app.get(`/search/${path}?limit=1&query=${encodeURIComponent(whole)}`)
        expect([200, 400, 422], `${whole.slice(0, 200)}: ${status} ${text.slice(0, 200)}`).toContain(status)
        if (status !== 200) expect(JSON.parse(text).errors[0].message).not.toBe('')
      }
    }
  })
})

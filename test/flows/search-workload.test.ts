import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modules } from '../../src/modules/index.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'

/** What the load scripts' files of values hold: words of the sample library. */
const VALUES: Readonly<Record<string, string>> = {
  cqlAuthQuery: 'web',
  cqlAuthQuerySentence: '"semantic web primer"',
  cqlBoolAndQuery: '("semantic" AND "web")',
  cqlBoolOrQuery: '("semantic" OR "water")',
  cqlBoolSubjectOrQuery: '"Semantic Web" OR "Water"',
  cqlBoolSubjectNotQuery: '("web" NOT "water")',
  cqlContributorsWordQuery: 'antoniou',
  cqlContributorsTwoWordQuery: '"antoniou grigoris"',
  cqlFilterSentenceQuery: '"semantic web"',
  cqlFilterLanguageQuery: 'eng',
  cqlSubjectQuery: '"Semantic Web"',
  cqlTitleSentenceQuery: '"a semantic web primer"',
  keyword: 'web',
  marc_id: '00000000-0000-4000-8000-000000000001',
  search_query: 'title all "semantic"',
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, i) => [`location_${i + 1}`, `00000000-0000-4000-8000-00000000010${i}`]),
  ),
}

/** The lists and searches of a script, filled in; paths of other areas are left to their tests. */
function requestsOf(name: string): string[] {
  const text = readFileSync(sharedPath(`reference/workload/${name}`), 'utf8')
    // A query may hold blanks, and one address of the scripts has one before it.
    .replaceAll(/ GET (\S+) \?/g, ' GET $1?')
    .split('\n')
    .flatMap((line) => /^\s*GET (.*)$/.exec(line)?.[1] ?? [])
    .filter((url) => !/^\/?(?:source-storage|record-bulk)/.test(url))
  return text.map((url) => {
    const filled = url.replaceAll(/\$\{(\w+)\}/g, (_, value: string) => VALUES[value]!)
    const [path, query = ''] = filled.split(/\?(.*)/s)
    const parameters = query.split('&').map((pair) => {
      const [key, value = ''] = pair.split(/=(.*)/s)
      return `${key}=${encodeURIComponent(value)}`
    })
    return `/${path!.replace(/^\//, '')}?${parameters.join('&')}`
  })
}

describe.skipIf(!sharedAvailable)("FOLIO's own load scripts for search", () => {
  let app: TestApp

  beforeAll(async () => {
    app = await testApp()
    const { app: inner } = app.octavo
    const inventory = modules.find(({ name }) => name === 'inventory')!
    await inner.db.tenant('diku', (tx) => inventory.seedTenant!(tx, { reference: true, sample: true }, inner))
  })
  afterAll(() => app.close())

  it.each([
    ['search.txt', 44],
    ['inventory-instance-search.txt', 20],
    ['inventory-item-search.txt', 30],
    ['marc-authority-view.txt', 5],
    ['inventory-save-uuids.txt', 20],
  ])('%s is answered', async (name, least) => {
    const requests = requestsOf(name)
    expect(requests.length).toBeGreaterThanOrEqual(least)
    for (const url of requests) {
      const reply = await app.get(url)
      expect([decodeURIComponent(url), reply.status, reply.text.slice(0, 200)]).toEqual([
        decodeURIComponent(url),
        200,
        expect.stringContaining('{'),
      ])
    }
  })

  it('find the sample book by each relation of the scripts', async () => {
    const found = async (query: string): Promise<number> =>
      (await app.get(`/search/instances?query=${encodeURIComponent(query)}&limit=100`)).json.totalRecords
    const book = 1
    const everything = await found('cql.allRecords=1')
    expect(everything).toBe(36)
    expect(await found('title all "primer web"')).toBe(book)
    expect(await found('title == "a semantic web primer"')).toBe(book)
    expect(await found('title <> "a semantic web primer"')).toBe(everything - book)
    expect(await found('title all "*semantic web*"')).toBe(book)
    expect(await found('contributors all "grigoris antoniou"')).toBe(book)
    expect(await found('contributors = antoniou*')).toBe(book)
    expect(await found('contributors = *grigoris')).toBe(book)
    expect(await found('contributors <> antoniou')).toBe(everything - book)
    expect(await found('subjects all ("semantic" AND "web")')).toBe(book)
    expect(await found('keyword all "semantic web" AND languages == eng')).toBe(book)
  })
})

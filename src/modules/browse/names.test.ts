import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'
import { browse } from './test-browse.ts'

const PERSON = '2b94c631-fca9-4892-a730-03ee529ffe2a'
const CORPORATE = '2e48e713-17f3-4c13-a9f8-23845bb210aa'
const AUTHOR = '6e09d47d-95e2-4d8a-831b-f777b8ef6d81'
const EDITOR = '9deb29d1-3e71-4951-9413-a80adac703d0'

let app: TestApp
let sourceFile: string
let twain: string

async function add(path: string, body: object): Promise<{ id: string }> {
  const reply = await app.post(path, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.json
}

beforeAll(async () => {
  app = await testApp()
  const library = await addLibrary(app)
  const files = (await app.get('/authority-source-files?query=name=="LC Name Authority file (LCNAF)"')).json
  sourceFile = files.authoritySourceFiles[0].id
  const authority = (part: object) =>
    add('/authority-storage/authorities', { source: 'MARC', sourceFileId: sourceFile, ...part })
  twain = (
    await authority({
      naturalId: 'n79021164',
      personalName: 'Twain, Mark, 1835-1910',
      sftPersonalName: ['Clemens, Samuel', 'Твен, Марк'],
      saftPersonalName: ['Snodgrass, Quintus Curtius'],
      subjectHeadings: 'a',
    })
  ).id
  await authority({ naturalId: 'n1', personalNameTitle: 'Twain, Mark. Tom Sawyer', subjectHeadings: 'b' })
  await authority({ naturalId: 'n2', corporateName: 'Émile Zola Society', sourceFileId: undefined })
  const name = (text: string, more = {}) => ({ name: text, contributorNameTypeId: PERSON, ...more })
  await library.addInstance({
    contributors: [
      name('Twain, Mark, 1835-1910', { authorityId: twain, contributorTypeId: AUTHOR }),
      name('Čapek, Karel', { contributorTypeId: AUTHOR }),
      name('Čapek, Karel', { contributorTypeId: EDITOR }),
    ],
  })
  await library.addInstance({
    contributors: [
      name('Čapek, Karel', { contributorTypeId: AUTHOR }),
      name('Capek Society', { contributorNameTypeId: CORPORATE }),
    ],
    subjects: [{ value: 'Humorists', authorityId: twain }],
    series: [{ value: 'Works', authorityId: twain }],
  })
})
afterAll(() => app.close())

describe('contributors', () => {
  const look = (query: string, more = {}) => browse(app, 'contributors/instances', query, more)
  const capek = {
    name: 'Čapek, Karel',
    contributorTypeId: [AUTHOR, EDITOR].toSorted(),
    contributorNameTypeId: PERSON,
    totalRecords: 2,
  }

  it('say in which roles they are, and of how many instances', async () => {
    const page = await look('name >= "capek" or name < "capek"', { limit: 5 })
    expect(page).toEqual({
      totalRecords: 3,
      next: 'Čapek, Karel',
      items: [
        { name: 'capek', totalRecords: 0, isAnchor: true },
        {
          name: 'Capek Society',
          contributorTypeId: [],
          contributorNameTypeId: CORPORATE,
          isAnchor: false,
          totalRecords: 1,
        },
        { ...capek, isAnchor: false },
      ],
    })
    expect((await look('name >= "capek, karel" or name < "capek, karel"')).items[1]).toEqual({
      ...capek,
      isAnchor: true,
    })
  })

  it('are filtered by kind of name, role and authority', async () => {
    const names = async (filter: string) => {
      const page = await look(`(name >= "a") and ${filter}`)
      return [page.totalRecords, page.items.map((item) => item.name)]
    }
    expect(await names(`contributorNameTypeId=="${CORPORATE}"`)).toEqual([1, ['Capek Society']])
    expect(await names(`instances.typeId=="${EDITOR}"`)).toEqual([1, ['Čapek, Karel']])
    expect(await names(`(instances.typeId=="${EDITOR}" or contributorNameTypeId=="${CORPORATE}")`)).toEqual([
      2,
      ['Capek Society', 'Čapek, Karel'],
    ])
    expect(await names(`authorityId=="${twain}"`)).toEqual([1, ['Twain, Mark, 1835-1910']])
  })

  it('have facets, whose own condition does not bind them', async () => {
    const read = async (facet: string, query: string) =>
      (await app.get(`/search/contributors/facets?${new URLSearchParams({ facet, query }).toString()}`)).json
    const values = [
      { id: PERSON, totalRecords: 2 },
      { id: CORPORATE, totalRecords: 1 },
    ]
    expect(await read('contributorNameTypeId', 'cql.allRecords=1')).toEqual({
      facets: { contributorNameTypeId: { values, totalRecords: 2 } },
      totalRecords: 1,
    })
    const chosen = await read(
      'contributorNameTypeId:1,instances.tenantId',
      `contributorNameTypeId=="${CORPORATE}" and instances.shared==false`,
    )
    expect(chosen.facets).toEqual({
      contributorNameTypeId: { values: [values[1]], totalRecords: 1 },
      'instances.tenantId': { values: [{ id: 'diku', totalRecords: 1 }], totalRecords: 1 },
    })
    for (const [facet, message] of [
      ['name', 'Invalid facet value'],
      ['contributorNameTypeId:x', 'Invalid facet name format'],
      ['', "Required request parameter 'facet' is not present"],
    ]) {
      const { errors } = await read(facet!, 'cql.allRecords=1')
      expect(errors[0]).toMatchObject({ message: expect.stringContaining(message!) })
    }
  })
})

describe('authorities', () => {
  const look = (query: string, more = {}) => browse(app, 'authorities', query, more)
  const headings = (page: { items: { headingRef: string }[] }) => page.items.map((item) => item.headingRef)

  it('are found by headings and by what refers to them; see-also headings are none of them', async () => {
    const page = await look(
      'headingRef >= "twain, mark, 1835-1910" or headingRef < "twain, mark, 1835-1910"',
      {
        limit: 6,
      },
    )
    expect(page).toEqual({
      totalRecords: 5,
      items: [
        {
          headingRef: 'Clemens, Samuel',
          authority: {
            id: twain,
            tenantId: 'diku',
            shared: false,
            headingType: 'Personal Name',
            authRefType: 'Reference',
            headingRef: 'Clemens, Samuel',
            sourceFileId: sourceFile,
            naturalId: 'n79021164',
          },
        },
        expect.objectContaining({ headingRef: 'Émile Zola Society' }),
        {
          headingRef: 'Twain, Mark, 1835-1910',
          isAnchor: true,
          authority: {
            id: twain,
            tenantId: 'diku',
            shared: false,
            headingType: 'Personal Name',
            authRefType: 'Authorized',
            headingRef: 'Twain, Mark, 1835-1910',
            sourceFileId: sourceFile,
            naturalId: 'n79021164',
            numberOfTitles: 2,
          },
        },
        expect.objectContaining({ headingRef: 'Twain, Mark. Tom Sawyer' }),
        expect.objectContaining({ headingRef: 'Твен, Марк' }),
      ],
    })
    const [expanded] = (await look('headingRef >= "clemens"', { limit: 1, expandAll: true })).items
    expect(expanded.authority).toMatchObject({
      personalName: 'Twain, Mark, 1835-1910',
      saftPersonalName: ['Snodgrass, Quintus Curtius'],
      authRefType: 'Reference',
    })
  })

  it.each([
    ['headingType=="Personal Name"', 4],
    ['headingType==("Corporate Name" or "Genre")', 1],
    ['authRefType==Reference', 2],
    ['isTitleHeadingRef==true', 1],
    ['isTitleHeadingRef==false and headingType=="Personal Name"', 3],
    ['sourceFileId==NULL', 1],
    ['sourceFileId=""', 4],
    ['subjectHeadings==a', 3],
    ['metadata.createdDate>="2020-01-01" and metadata.updatedDate<"2020-01-01"', 0],
    ['metadata.createdDate>="2020-01-01" and shared==false', 5],
  ])('are filtered by %s', async (filter, total) => {
    const page = await look(`(headingRef >= "a") and ${filter}`)
    expect([page.totalRecords, page.items.length]).toEqual([total, total])
  })

  it('refuse a date that is none', async () => {
    const query = new URLSearchParams({ query: 'headingRef > "a" and metadata.createdDate>"soon"' })
    const reply = await app.get(`/browse/authorities?${query.toString()}`)
    expect(reply.status).toBe(422)
    expect(reply.json.errors[0].parameters).toEqual([{ key: 'metadata.createdDate', value: 'soon' }])
  })

  it('change and go with their records', async () => {
    const path = `/authority-storage/authorities/${twain}`
    const stored = (await app.get(path)).json
    expect((await app.put(path, { ...stored, sftPersonalName: ['Snodgrass, Thomas'] })).status).toBe(204)
    expect(headings(await look('headingRef > "a"'))).toEqual([
      'Émile Zola Society',
      'Snodgrass, Thomas',
      'Twain, Mark, 1835-1910',
      'Twain, Mark. Tom Sawyer',
    ])
    expect((await app.del(path)).status).toBe(204)
    const rest = await look('headingRef > "a"')
    expect(headings(rest)).toEqual(['Émile Zola Society', 'Twain, Mark. Tom Sawyer'])
    expect(rest.totalRecords).toBe(2)
  })
})

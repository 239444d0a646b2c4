import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { BOOK, INSTANCE_TYPE, addLibrary } from '../inventory/test-library.ts'
import type { TestLibrary } from '../inventory/test-library.ts'

const ISBN = '8261054f-be78-422d-bd51-4ed9f33c3422'
const ISSN = '913300b2-03ed-469a-8179-c1092c991227'
const OCLC = '439bfbae-75bc-4f74-9fc7-b2a2d47ce3ef'
const LCCN = 'c858e4f2-2b6b-4385-842b-60732ee14abb'
const UNIFORM = '30512027-cdc9-4c79-af75-1565b3bd888d'
const VARIANT = '35bbe7f2-1a49-11ed-861d-0242ac120002'
const PERSONAL = '2b94c631-fca9-4892-a730-03ee529ffe2a'
const DEWEY = '42471af9-7d25-4f3a-bf78-60d29dcf463b'
const VIDEO = '225faa14-f9bf-4ecd-990d-69433c912434'
const AUTHORITY = '11111111-1111-4111-8111-111111111111'
const NOTE_TYPE = '6a2533a7-4de2-4e64-8466-074c2fa9308c'

let app: TestApp
let library: TestLibrary

async function search(query: string, more = '') {
  return app.get(`/search/instances?query=${encodeURIComponent(query)}${more}`)
}

/** The titles that a query finds, in the answer's order. */
async function titles(query: string, more = ''): Promise<string[]> {
  const reply = await search(query, more)
  if (reply.status !== 200) throw new Error(`${query}: ${reply.status} ${reply.text}`)
  return reply.json.instances.map(({ title }: { title: string }) => title)
}

const ids: Record<string, string> = {}

async function add(key: string, part: { title: string } & Record<string, unknown>): Promise<void> {
  ids[key] = (await library.addInstance(part)).id
}

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
  await add('pride', {
    title: 'Pride and prejudice',
    hrid: 'bk1',
    source: 'MARC',
    contributors: [
      { name: 'Johnson, Claudia', contributorNameTypeId: PERSONAL },
      {
        name: 'Austen, Jane, 1775-1817',
        contributorNameTypeId: PERSONAL,
        primary: true,
        authorityId: AUTHORITY,
      },
    ],
    subjects: [{ value: 'Sisters -- Fiction' }, { value: 'Courtship' }],
    languages: ['eng'],
    series: [{ value: 'Penguin classics ; 72' }],
    identifiers: [
      { value: '0-552-16754-1 (pbk)', identifierTypeId: ISBN },
      { value: '(OCoLC)ocm00012345', identifierTypeId: OCLC },
      { value: ' 78 089035 ', identifierTypeId: LCCN },
    ],
    classifications: [{ classificationNumber: 'PR4034 .P7 2003', classificationTypeId: DEWEY }],
    publication: [{ publisher: 'Penguin & Sons', place: 'London', dateOfPublication: '2003' }],
    dates: { date1: '2003', date2: '1813' },
    notes: [
      { note: 'Includes a chronology', instanceNoteTypeId: NOTE_TYPE },
      { note: 'Bought at auction', instanceNoteTypeId: NOTE_TYPE, staffOnly: true },
    ],
    administrativeNotes: ['Checked by shelf-readers'],
    electronicAccess: [
      { uri: 'https://example.org/Pride', linkText: 'Full text', publicNote: 'Free for all' },
    ],
    tags: { tagList: ['Urgent', 'week end'] },
  })
  await add('study', {
    title: 'A study of prejudice in towns',
    indexTitle: 'Study of prejudice in towns',
    contributors: [{ name: 'Árvay, Žofia', contributorNameTypeId: PERSONAL }],
    subjects: [{ value: 'Courtship and sisters' }],
    languages: ['eng', 'ger'],
    identifiers: [
      { value: '080442957X', identifierTypeId: ISBN },
      { value: '0747-0088', identifierTypeId: ISSN },
    ],
    alternativeTitles: [
      { alternativeTitle: 'Odyssey', alternativeTitleTypeId: UNIFORM },
      { alternativeTitle: 'Town life', alternativeTitleTypeId: VARIANT },
    ],
    dates: { date1: '19uu' },
    staffSuppress: true,
  })
  await add('war', {
    title: 'War & peace',
    instanceTypeId: VIDEO,
    languages: ['rus'],
    discoverySuppress: true,
    identifiers: [{ value: '9780552167543', identifierTypeId: ISBN }],
  })
  await add('kitab', { title: 'كتاب الحيوان', languages: ['ara'] })
  await add('tokyo', { title: '東京 大学 の 歴史', languages: ['jpn'], dates: { date1: '1950' } })
  const holdings = await library.addHoldings(ids.pride!, {
    hrid: 'ho-pride',
    callNumberPrefix: 'Ref',
    callNumber: 'PR 4034.P7',
    callNumberSuffix: 'c.1',
    formerIds: ['old-17'],
    notes: [{ note: 'Kept in the vault', holdingsNoteTypeId: 'b160f13a-ddba-4053-b9c4-60ec5ea45d56' }],
  })
  await library.addItem(holdings.id, {
    barcode: 'ABC*12',
    status: { name: 'In transit' },
    accessionNumber: 'acc/9',
  })
  await library.addItem(holdings.id, {
    barcode: '30001',
    tags: { tagList: ['rare'] },
    discoverySuppress: true,
  })
  const other = await library.addHoldings(ids.war!, {})
  await library.addItem(other.id, { barcode: '30002', temporaryLocationId: library.annexLocation })
})
afterAll(() => app.close())

describe('text fields', () => {
  it.each([
    ['title all "prejudice pride"', ['Pride and prejudice']],
    ['title = "prejudice pride"', ['Pride and prejudice']],
    ['title any "peace pride"', ['Pride and prejudice', 'War & peace']],
    ['title == "and prejudice"', ['Pride and prejudice']],
    ['title == "prejudice pride"', []],
    ['title ==/string "pride AND préjudice"', ['Pride and prejudice']],
    ['title ==/string "pride"', []],
    ['title all "odyssey"', ['A study of prejudice in towns']],
    ['title all "penguin"', ['Pride and prejudice']],
    ['indexTitle = "study a"', []],
    ['indexTitle = "study"', ['A study of prejudice in towns']],
    ['alternativeTitles.alternativeTitle = "town"', ['A study of prejudice in towns']],
    ['uniformTitle = "odyssey"', ['A study of prejudice in towns']],
    ['uniformTitle = "town"', []],
    ['contributors all "jane austen"', ['Pride and prejudice']],
    ['contributors == "jane johnson"', []],
    ['contributors = "zofia arvay"', ['A study of prejudice in towns']],
    ['subjects = "fiction courtship"', ['Pride and prejudice']],
    ['subjects == "fiction courtship"', []],
    ['subjects <> "courtship"', ['كتاب الحيوان', '東京 大学 の 歴史', 'War & peace'].sort()],
    ['keyword all "austen prejudice"', ['Pride and prejudice']],
    ['keyword all "courtship"', []],
    ['title = "war and peace"', ['War & peace']],
    ['title == "war and peace"', ['War & peace']],
    ['title = "pride & prejudice"', ['Pride and prejudice']],
    ['publisher = "penguin and sons"', ['Pride and prejudice']],
    ['publication.place = "london"', ['Pride and prejudice']],
    ['notes.note = "chronology"', ['Pride and prejudice']],
    ['publicNotes = "auction"', []],
    ['notes.note == "at auction"', ['Pride and prejudice']],
    ['administrativeNotes = "readers shelf"', ['Pride and prejudice']],
    ['electronicAccess = "full all"', ['Pride and prejudice']],
    ['electronicAccess = "https://example.org/pride"', ['Pride and prejudice']],
    ['cql.allInstances = "chronology austen sisters"', ['Pride and prejudice']],
    ['cql.all = "vault prejudice"', ['Pride and prejudice']],
    ['cql.allItems = "rare"', ['Pride and prejudice']],
    ['title = "حيوان"', []],
    ['title = "الحيوان"', ['كتاب الحيوان']],
    ['title = "大学 東京"', ['東京 大学 の 歴史']],
  ])('%s', async (query, expected) => {
    expect((await titles(query)).sort()).toEqual([...expected].sort())
  })

  it('compare wildcards with whole values, whatever the relation', async () => {
    expect(await titles('title all "pride*"')).toEqual(['Pride and prejudice'])
    expect(await titles('title = "prejudice*"')).toEqual([])
    expect(await titles('title == "*prejudice*"')).toEqual([
      'Pride and prejudice',
      'A study of prejudice in towns',
    ])
    expect(await titles('title any "*rejudic*"')).toHaveLength(2)
    expect(await titles('contributors = "aust*"')).toEqual(['Pride and prejudice'])
    expect(await titles('subjects = "*fiction"')).toEqual(['Pride and prejudice'])
    expect(await titles('keyword = "*s?udy of*"')).toEqual(['A study of prejudice in towns'])
    // With a backslash the star is punctuation, which words do not have.
    expect(await titles('title == "pride\\* and"')).toEqual(['Pride and prejudice'])
  })

  it('are present or missing', async () => {
    expect(await titles('cql.allRecords=1 NOT contributors=""')).toHaveLength(3)
    expect(await titles('contributors=""')).toHaveLength(2)
    expect(await titles('subjects==""')).toEqual([])
    expect(await titles('subjects==[]')).toHaveLength(3)
  })
})

describe('numbers', () => {
  it.each([
    ['isbn = "0552167541"', ['Pride and prejudice', 'War & peace']],
    ['isbn = "978-0-552-16754-3"', ['Pride and prejudice', 'War & peace']],
    ['isbn = "0-8044-2957-x"', ['A study of prejudice in towns']],
    ['isbn = "9780804429573"', ['A study of prejudice in towns']],
    ['isbn = "055216*"', ['Pride and prejudice']],
    ['isbn = "552*"', []],
    ['issn = "07470088"', ['A study of prejudice in towns']],
    ['issn = "0747 0088"', ['A study of prejudice in towns']],
    ['issn = "0747-00*"', ['A study of prejudice in towns']],
    ['oclc = "12345"', ['Pride and prejudice']],
    ['oclc = "ocm012345"', ['Pride and prejudice']],
    ['oclc = "123*"', ['Pride and prejudice']],
    ['oclc = "2345"', []],
    ['lccn = "78089035"', ['Pride and prejudice']],
    ['lccn = "78 08903*"', ['Pride and prejudice']],
    ['canceledLccn = "78089035"', []],
    ['identifiers.value = "(OCoLC)ocm00012345"', ['Pride and prejudice']],
    ['identifiers.value = "ocm00012345"', []],
    ['identifiers.value == "*00012345"', ['Pride and prejudice']],
    ['hrid == "BK1"', ['Pride and prejudice']],
    ['hrid = "bk*"', ['Pride and prejudice']],
    ['classifications.classificationNumber = "pr4034 .p7 2003"', ['Pride and prejudice']],
    ['normalizedClassificationNumber = "PR4034P7*"', ['Pride and prejudice']],
    ['normalizedClassificationNumber = "pr4034.p7-2003"', ['Pride and prejudice']],
    ['normalizedDate1 >= 1950 and normalizedDate1 < 2003', ['東京 大学 の 歴史']],
    ['normalizedDate1 == 1900', ['A study of prejudice in towns']],
    [`authorityId == ${AUTHORITY}`, ['Pride and prejudice']],
    [`contributors.authorityId == ${AUTHORITY}`, ['Pride and prejudice']],
    [`subjects.authorityId == ${AUTHORITY}`, []],
  ])('%s', async (query, expected) => {
    expect((await titles(query)).sort()).toEqual([...expected].sort())
  })
})

describe('filters', () => {
  it.each([
    ['languages == "ENG"', 2],
    ['languages == (ger or rus)', 2],
    ['languages <> eng', 3],
    ['languages = "e*"', 2],
    ['languages = ""', 5],
    [`instanceTypeId == ${VIDEO}`, 1],
    [`instanceTypeId == ${INSTANCE_TYPE}`, 4],
    ['source == MARC', 1],
    ['source == marc', 0],
    ['staffSuppress == true', 1],
    ['staffSuppress == false', 4],
    ['discoverySuppress == "false"', 4],
    ['cql.allRecords=1 not discoverySuppress==true', 4],
    ['instanceTags == urgent', 1],
    ['tags.tagList == "WEEK END"', 1],
    ['tenantId == diku', 5],
    ['shared == true', 0],
    ['isBoundWith == false', 5],
    ['languages == eng and title all prejudice and staffSuppress == false', 1],
    ['cql.allRecords = 1', 5],
    ['id = *', 5],
    ['keyword = *', 5],
  ])('%s finds %i', async (query, count) => {
    const reply = await search(query)
    expect([reply.status, reply.json.totalRecords, reply.json.instances.length]).toEqual([200, count, count])
    expect((await search(query, '&limit=0')).json).toEqual({ totalRecords: count, instances: [] })
  })

  it('take dates as days or instants', async () => {
    const today = new Date().toISOString().slice(0, 10)
    expect(
      await titles(`metadata.createdDate >= ${today} and metadata.createdDate <= ${today}`),
    ).toHaveLength(5)
    expect(await titles(`metadata.createdDate > ${today}`)).toEqual([])
    expect(await titles('metadata.updatedDate < "2020-01-01T00:00:00.000+02:00"')).toEqual([])
    expect(await titles(`metadata.createdDate == ${today}`)).toHaveLength(5)
  })
})

describe('items and holdings', () => {
  it.each([
    ['items.barcode == "30001"', ['Pride and prejudice']],
    ['item.barcode == "abc\\*12"', ['Pride and prejudice']],
    ['items.barcode == "3000*"', ['Pride and prejudice', 'War & peace']],
    ['items.barcode == 30001 or isbn = 080442957x', ['Pride and prejudice', 'A study of prejudice in towns']],
    ['items.status.name == "In transit"', ['Pride and prejudice']],
    ['items.status.name == (Available or "In transit")', ['Pride and prejudice', 'War & peace']],
    ['title all pride not items.status.name == "In transit"', []],
    ['items.status.name <> "In transit" and items.id = ""', ['War & peace']],
    [`items.materialTypeId == ${BOOK}`, ['Pride and prejudice', 'War & peace']],
    ['items.discoverySuppress == true', ['Pride and prejudice']],
    ['items.discoverySuppress == false', ['Pride and prejudice', 'War & peace']],
    ['itemTags == RARE', ['Pride and prejudice']],
    ['itemFullCallNumbers == "ref pr 4034.p7 c.1"', ['Pride and prejudice']],
    ['items.fullCallNumber = "ref pr*"', ['Pride and prejudice']],
    ['itemNormalizedCallNumbers = "pr4034"', ['Pride and prejudice']],
    ['holdingsNormalizedCallNumbers = "REFPR 40"', ['Pride and prejudice']],
    ['holdingsFullCallNumbers == "Ref PR 4034.P7 c.1"', ['Pride and prejudice']],
    ['itemIdentifiers == "acc/9"', ['Pride and prejudice']],
    ['holdingsIdentifiers == "OLD-17"', ['Pride and prejudice']],
    ['holdings.hrid == ho-pride', ['Pride and prejudice']],
    ['holdingsPublicNotes = vault', ['Pride and prejudice']],
    ['holdings.id = ""', ['Pride and prejudice', 'War & peace']],
    [
      'cql.allRecords=1 not holdings.id=""',
      ['A study of prejudice in towns', 'كتاب الحيوان', '東京 大学 の 歴史'],
    ],
  ])('%s', async (query, expected) => {
    expect((await titles(query)).sort()).toEqual([...expected].sort())
  })

  it('are filtered by place', async () => {
    expect(await titles(`items.effectiveLocationId == ${library.annexLocation}`)).toEqual(['War & peace'])
    expect(await titles(`holdings.permanentLocationId == ${library.mainLocation}`)).toHaveLength(2)
  })
})

describe('the order of an answer', () => {
  it('puts what the title begins with first, then titles with all words, then by title', async () => {
    await library.addInstance({
      title: 'Zen',
      contributors: [{ name: 'Pride', contributorNameTypeId: PERSONAL }],
    })
    await library.addInstance({ title: 'Our pride' })
    await library.addInstance({ title: 'Pride' })
    expect(await titles('keyword all pride')).toEqual(['Pride', 'Pride and prejudice', 'Our pride', 'Zen'])
  })

  it.each([
    ['title', ['A study of prejudice in towns', 'War & peace', 'كتاب الحيوان']],
    ['title/sort.descending', ['كتاب الحيوان', 'War & peace', 'A study of prejudice in towns']],
    ['contributors', ['A study of prejudice in towns', 'War & peace', 'كتاب الحيوان']],
    ['normalizedDate1/sort.descending', ['A study of prejudice in towns', 'كتاب الحيوان', 'War & peace']],
    ['metadata.createdDate', ['A study of prejudice in towns', 'War & peace', 'كتاب الحيوان']],
    ['items.status.name', ['War & peace', 'A study of prejudice in towns', 'كتاب الحيوان']],
  ])('sorts by %s', async (key, expected) => {
    const wanted = `id==(${ids.study} or ${ids.war} or ${ids.kitab}) sortBy ${key}`
    expect(await titles(wanted)).toEqual(expected)
  })

  it('pages without gaps', async () => {
    const all = await titles('cql.allRecords=1 sortby title')
    const pages = [
      await titles('cql.allRecords=1 sortby title', '&limit=3'),
      await titles('cql.allRecords=1 sortby title', '&limit=100&offset=3'),
    ]
    expect(pages.flat()).toEqual(all)
    expect((await search('keyword all pride', '&limit=1&offset=3')).json.totalRecords).toBe(4)
    expect((await search('keyword all pride', '&limit=1&offset=9')).json).toEqual({
      totalRecords: 4,
      instances: [],
    })
  })
})

describe('what an answer shows', () => {
  it('is the basic fields, without empty ones', async () => {
    const { json } = await search('hrid==bk1')
    expect(json).toEqual({
      totalRecords: 1,
      instances: [
        {
          id: ids.pride,
          tenantId: 'diku',
          shared: false,
          hrid: 'bk1',
          title: 'Pride and prejudice',
          contributors: [
            { name: 'Johnson, Claudia', contributorNameTypeId: PERSONAL },
            {
              name: 'Austen, Jane, 1775-1817',
              primary: true,
              contributorNameTypeId: PERSONAL,
              authorityId: AUTHORITY,
            },
          ],
          identifiers: [
            { value: '0-552-16754-1 (pbk)', identifierTypeId: ISBN },
            { value: '(OCoLC)ocm00012345', identifierTypeId: OCLC },
            { value: ' 78 089035 ', identifierTypeId: LCCN },
          ],
          publication: [{ publisher: 'Penguin & Sons', dateOfPublication: '2003' }],
          dates: { date1: '2003', date2: '1813' },
          staffSuppress: false,
          discoverySuppress: false,
          isBoundWith: false,
        },
      ],
    })
  })

  it('is everything with expandAll, or what include names', async () => {
    const all = (await search('hrid==bk1', '&expandAll=true')).json.instances[0]
    expect(all.subjects).toEqual([{ value: 'Sisters -- Fiction' }, { value: 'Courtship' }])
    expect(all.holdings).toHaveLength(1)
    expect(all.items.map(({ barcode }: { barcode: string }) => barcode)).toEqual(['ABC*12', '30001'])
    const some = (await search('hrid==bk1', '&include=subjects,items.barcode,publication.place')).json
      .instances[0]
    expect(some.subjects).toHaveLength(2)
    expect(some.items).toEqual([{ barcode: 'ABC*12' }, { barcode: '30001' }])
    expect(some.publication).toEqual([
      { publisher: 'Penguin & Sons', dateOfPublication: '2003', place: 'London' },
    ])
    expect(some).not.toHaveProperty('notes')
  })
})

describe('refusals', () => {
  const wrongField = (value: string) => ({
    errors: [
      {
        message: 'Invalid search field provided in the CQL query',
        type: 'RequestValidationException',
        code: 'validation_error',
        parameters: [{ key: 'field', value }],
      },
    ],
    total_records: 1,
  })

  it('name an unknown field', async () => {
    expect(await search('colour==red')).toMatchObject({ status: 400, json: wrongField('colour') })
    expect(await search('red')).toMatchObject({ status: 400, json: wrongField('cql.serverChoice') })
    expect(await search('toString==1')).toMatchObject({ status: 400, json: wrongField('toString') })
  })

  it('name a value that is not of its kind', async () => {
    for (const date of ['yesterday', '2026-02-30', '2026-13-01', '0000-01-01', '2026-01-01T00:00:00+99:99']) {
      const reply = await search(`metadata.createdDate >= "${date}"`)
      expect([date, reply.status]).toEqual([date, 422])
      expect(reply.json.errors[0]).toMatchObject({
        message: 'Invalid date format',
        type: 'ValidationException',
        parameters: [{ key: 'metadata.createdDate', value: date }],
      })
    }
    expect((await search('staffSuppress==maybe')).status).toBe(422)
    expect((await search('normalizedDate1>late')).status).toBe(422)
  })

  it.each([
    ['query=title%20all', 'Failed to parse CQL query'],
    ['query=', 'Failed to parse CQL query'],
    ['', "Required request parameter 'query'"],
    ['query=id%3D*&limit=501', 'limit must be less than or equal to 500'],
    ['query=id%3D*&limit=-1', 'limit must be greater than or equal to 0'],
    ['query=id%3D*&limit=x', 'limit must be a whole number'],
    ['query=id%3D*&offset=10000', 'offset must be less than or equal to 9999'],
    ['query=id%3D*&offset=9900&limit=101', 'The sum of limit and offset should not exceed 10000.'],
    ['query=id%3D*&expandAll=perhaps', 'expandAll must be true or false'],
    ['query=id%3D*&include=colour', 'Invalid field in the include parameter'],
    ['query=title%3Ca', "Comparator '<' is not supported"],
    ['query=title%20within%20a', "Comparator 'within' is not supported"],
    ['query=id%3D*%20sortby%20subjects', 'Sort field not found or cannot be used.'],
    ['query=id%3D*%20sortby%20title%2Fnumber', 'Unsupported modifier number'],
  ])('%s', async (parameters, message) => {
    const reply = await app.get(`/search/instances?${parameters}`)
    expect(reply.status).toBe(400)
    expect(reply.json.total_records).toBe(1)
    expect(reply.json.errors[0].message).toContain(message)
  })
})

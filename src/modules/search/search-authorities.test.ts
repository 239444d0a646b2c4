import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { minimal } from '../inventory/test-library.ts'

const LCNAF = 'af045f2f-e851-4613-984c-4bc13430454a'
const LCCN = 'c858e4f2-2b6b-4385-842b-60732ee14abb'
const PERSONAL = '2b94c631-fca9-4892-a730-03ee529ffe2a'

let app: TestApp
let austen: string
let bronte: string

async function search(query: string, more = '') {
  const reply = await app.get(`/search/authorities?query=${encodeURIComponent(query)}${more}`)
  if (reply.status !== 200) throw new Error(`${query}: ${reply.status} ${reply.text}`)
  return reply.json
}

async function headings(query: string, more = ''): Promise<string[]> {
  return (await search(query, more)).authorities.map(({ headingRef }: { headingRef: string }) => headingRef)
}

async function add(part: object): Promise<string> {
  const reply = await app.post('/authority-storage/authorities', { source: 'MARC', ...part })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.json.id
}

beforeAll(async () => {
  app = await testApp()
  austen = await add({
    personalName: 'Austen, Jane, 1775-1817',
    sftPersonalName: ['Ostin, Dzhein', 'Austen, J.'],
    saftPersonalNameTitle: ['Austen, Jane. Emma'],
    naturalId: 'n79032879',
    sourceFileId: LCNAF,
    subjectHeadings: 'a',
    identifiers: [{ value: 'n  79032879 ', identifierTypeId: LCCN }],
    notes: [{ noteTypeId: '76c74801-afec-45a0-aad7-3ff23591e147', note: 'Novelist' }],
  })
  bronte = await add({ personalName: 'Brontë, Emily', naturalId: 'N79056546', sourceFileId: LCNAF })
  await add({ topicalTerm: 'Austen scholars', sftTopicalTerm: ['Janeites'], naturalId: 'x1' })
  await add({ naturalId: 'x2' })
  const linked = {
    contributors: [{ name: 'Austen, Jane, 1775-1817', contributorNameTypeId: PERSONAL, authorityId: austen }],
    subjects: [{ value: 'Austen, Jane', authorityId: austen }],
  }
  for (const title of ['Emma', 'Persuasion']) {
    expect(
      (await app.post('/instance-storage/instances', minimal.instance({ title, ...linked }))).status,
    ).toBe(201)
  }
})
afterAll(() => app.close())

describe('a search for authorities', () => {
  it('finds each heading by itself, those that begin so first', async () => {
    expect(await headings('keyword all "austen"')).toEqual([
      'Austen scholars',
      'Austen, J.',
      'Austen, Jane, 1775-1817',
      'Austen, Jane. Emma',
    ])
    expect(await headings('keyword == "jane austen"')).toEqual([])
    expect(await headings('keyword == "austen jane"')).toEqual([
      'Austen, Jane, 1775-1817',
      'Austen, Jane. Emma',
    ])
    expect(await headings('keyword any "bronte janeites"')).toEqual(['Brontë, Emily', 'Janeites'])
    expect(await headings('keyword all "ostin austen"')).toEqual([])
    expect(await headings('keyword = "*dzhein"')).toEqual(['Ostin, Dzhein'])
  })

  it.each([
    ['personalName = "austen"', ['Austen, Jane, 1775-1817']],
    ['sftPersonalName = "austen"', ['Austen, J.']],
    ['saftPersonalNameTitle all "emma austen"', ['Austen, Jane. Emma']],
    ['headingRef == "AUSTEN, J."', ['Austen, J.']],
    ['headingType == "Topical"', ['Austen scholars', 'Janeites']],
    ['authRefType == "reference"', ['Austen, J.', 'Janeites', 'Ostin, Dzhein']],
    ['authRefType == Authorized and keyword = emily', ['Brontë, Emily']],
    ['isTitleHeadingRef == true', ['Austen, Jane. Emma']],
    ['naturalId == "n79056546"', ['Brontë, Emily']],
    ['naturalId = "n7905*"', ['Brontë, Emily']],
    ['lccn == "n79032879" and authRefType==Authorized', ['Austen, Jane, 1775-1817']],
    ['canceledLccn == "n79032879"', []],
    ['identifiers.value == "n  79032879" and authRefType==Authorized', ['Austen, Jane, 1775-1817']],
    ['notes.value == novelist and authRefType==Authorized', ['Austen, Jane, 1775-1817']],
    ['subjectHeadings == A and authRefType==Authorized', ['Austen, Jane, 1775-1817']],
    [`sourceFileId == ${LCNAF} and authRefType==Authorized`, ['Austen, Jane, 1775-1817', 'Brontë, Emily']],
    ['sourceFileId == NULL and authRefType==Authorized', ['Austen scholars']],
    ['keyword <> austen and authRefType==Authorized', ['Brontë, Emily']],
  ])('%s', async (query, expected) => {
    expect((await headings(query)).sort()).toEqual([...expected].sort())
  })

  it('counts headings, those of a record without any as one', async () => {
    expect((await search('id=*', '&limit=0')).totalRecords).toBe(8)
    expect((await search('cql.allRecords=1')).authorities).toHaveLength(8)
    expect((await search('cql.allRecords=1', '&limit=2&offset=3')).totalRecords).toBe(8)
    expect((await search(`id==${austen}`, '&limit=0')).totalRecords).toBe(4)
    expect((await search('headingType==Other')).authorities).toMatchObject([
      { headingType: 'Other', naturalId: 'x2' },
    ])
  })

  it('sorts by heading, kind and reference', async () => {
    expect((await headings('headingRef="" sortBy headingRef/sort.descending')).slice(0, 2)).toEqual([
      'Ostin, Dzhein',
      'Janeites',
    ])
    expect((await headings('headingRef="" sortBy headingType')).slice(-2)).toEqual([
      'Austen scholars',
      'Janeites',
    ])
    expect((await headings('headingRef="" sortBy authRefType headingRef')).slice(0, 2)).toEqual([
      'Austen, Jane. Emma',
      'Austen scholars',
    ])
  })

  it('shows the heading with the number of linked titles', async () => {
    const { authorities } = await search(`id==${austen} and authRefType==Authorized`)
    const basic = {
      id: austen,
      tenantId: 'diku',
      shared: false,
      headingType: 'Personal Name',
      authRefType: 'Authorized',
      headingRef: 'Austen, Jane, 1775-1817',
      numberOfTitles: 2,
      sourceFileId: LCNAF,
      naturalId: 'n79032879',
    }
    expect(authorities).toEqual([basic])
    const all = (await search(`id==${austen} and authRefType==Reference`, '&expandAll=true')).authorities
    expect(all[0]).toMatchObject({ sftPersonalName: ['Ostin, Dzhein'], subjectHeadings: 'a' })
    expect(all[0]).not.toHaveProperty('numberOfTitles')
    expect(all[0]).not.toHaveProperty('personalName')
    const some = (await search(`id==${bronte}`, '&include=personalName&includeNumberOfTitles=false'))
      .authorities
    expect(some[0]).toMatchObject({ personalName: 'Brontë, Emily', sourceFileId: LCNAF })
    expect(some[0]).not.toHaveProperty('numberOfTitles')
    expect((await search('naturalId==x1 and authRefType==Authorized')).authorities[0].sourceFileId).toBe(
      'NULL',
    )
  })

  it('has facets over headings', async () => {
    const facets = async (query: string, facet: string) =>
      (await app.get(`/search/authorities/facets?query=${encodeURIComponent(query)}&facet=${facet}`)).json
        .facets
    expect(await facets('id=*', 'sourceFileId')).toEqual({
      sourceFileId: {
        values: [
          { id: LCNAF, totalRecords: 5 },
          { id: 'NULL', totalRecords: 3 },
        ],
        totalRecords: 2,
      },
    })
    expect(await facets('id=*', 'headingType,subjectHeadings,shared,tenantId')).toMatchObject({
      headingType: {
        values: [
          { id: 'Personal Name', totalRecords: 5 },
          { id: 'Topical', totalRecords: 2 },
          { id: 'Other', totalRecords: 1 },
        ],
      },
      subjectHeadings: { values: [{ id: 'a', totalRecords: 4 }] },
      shared: { values: [{ id: 'false', totalRecords: 8 }] },
      tenantId: { values: [{ id: 'diku', totalRecords: 8 }] },
    })
    expect(await facets('keyword==austen and headingType=="Topical"', 'headingType,sourceFileId:1')).toEqual({
      headingType: {
        values: [
          { id: 'Topical', totalRecords: 1 },
          { id: 'Personal Name', totalRecords: 3 },
        ],
        totalRecords: 2,
      },
      sourceFileId: { values: [{ id: 'NULL', totalRecords: 1 }], totalRecords: 1 },
    })
  })

  it('names an unknown field', async () => {
    const reply = await app.get('/search/authorities?query=title%3Dx')
    expect(reply.status).toBe(400)
    expect(reply.json.errors[0].parameters).toEqual([{ key: 'field', value: 'title' }])
    expect((await app.get('/search/authorities/facets?query=id%3D*&facet=naturalId')).status).toBe(400)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { authorityRecord, bookRecord, field } from './test-records.ts'
import type { TestField } from './test-records.ts'

const PATH = '/records-editor/links/suggestion'
const ADDRESS = 'http://id.loc.gov/authorities/names'

let app: TestApp
/** Ids of authorities by their numbers. */
let ids: Record<string, string>

beforeAll(async () => {
  app = await testApp()
  ids = {}
  const add = async (number: string, ...fields: TestField[]) => {
    const reply = await app.post('/records-editor/records', authorityRecord(number, ...fields))
    expect(reply.status, reply.text).toBe(201)
    ids[number] = reply.json.externalId
  }
  await add('n1', field('100', '1\\', '$a Twain, Mark, $d 1835-1910'))
  await add('n2', field('100', '1\\', '$a Twain, Mark. $t Huckleberry Finn. $l German'))
  await add('n3', field('110', '2\\', '$a Society'))
  await add('sh1', field('150', '\\\\', '$a Cats $x Behaviour'))
})
afterAll(() => app.close())

/** What is suggested for one field. */
async function suggested(sent: TestField, query = '') {
  const reply = await app.post(`${PATH}${query}`, bookRecord('x', sent))
  expect(reply.status, reply.text).toBe(200)
  const { content, linkDetails } = reply.json.fields[2]
  return { content, linkDetails }
}

const linked = (number: string, linkingRuleId: number) => ({
  authorityId: ids[number],
  authorityNaturalId: number,
  linkingRuleId,
  status: 'NEW',
})
const failed = (errorCause: string) => ({ status: 'ERROR', errorCause })

describe('a suggested link', () => {
  it('is that of the number in $0, with the subfields that the authority controls', async () => {
    const content = `$a Twain, M. $c Captain $e author $0 ${ADDRESS}/n1 $4 aut`
    expect(await suggested(field('100', '1\\', content))).toEqual({
      content: `$a Twain, Mark, $d 1835-1910 $0 ${ADDRESS}/n1 $9 ${ids.n1} $e author $4 aut`,
      linkDetails: linked('n1', 1),
    })
    expect(await suggested(field('700', '1\\', '$a X $0 n1'))).toEqual({
      content: `$a Twain, Mark, $d 1835-1910 $0 ${ADDRESS}/n1 $9 ${ids.n1}`,
      linkDetails: linked('n1', 15),
    })
  })

  it('takes a title over under another code, by the rule for names with titles', async () => {
    expect(await suggested(field('240', '10', '$a Finn $0 n2 $x y'))).toEqual({
      content: `$a Huckleberry Finn. $l German $0 ${ADDRESS}/n2 $9 ${ids.n2} $x y`,
      linkDetails: linked('n2', 5),
    })
  })

  it('is that of the id in $9 when it is asked for by id', async () => {
    const sent = field('100', '1\\', `$a X $9 ${ids.n1}`)
    expect((await suggested(sent, '?authoritySearchParameter=ID')).linkDetails).toEqual(linked('n1', 1))
    expect((await suggested(sent)).linkDetails).toBeUndefined()
  })

  it('is not made for a name with a title where the rule wants none, nor for an unknown number', async () => {
    const content = '$a X $0 n2'
    expect(await suggested(field('100', '1\\', content))).toEqual({ content, linkDetails: failed('101') })
    expect((await suggested(field('100', '1\\', '$a X $0 n404'))).linkDetails).toEqual(failed('101'))
    expect((await suggested(field('100', '1\\', '$a X $0 n3'))).linkDetails).toEqual(failed('101'))
  })

  it('is not made where two authorities fit', async () => {
    const again = authorityRecord('n1', field('100', '1\\', '$a Twain, Mark again'))
    const second = (await app.post('/records-editor/records', again)).json.externalId
    expect((await suggested(field('100', '1\\', '$a X $0 n1'))).linkDetails).toEqual(failed('102'))
    expect((await app.del(`/authority-storage/authorities/${second}`)).status).toBe(204)
    expect((await suggested(field('100', '1\\', '$a X $0 n1'))).linkDetails).toEqual(linked('n1', 1))
  })

  it('is not made by a rule that does not link by itself, unless that is asked for', async () => {
    const rule = '/linking-rules/instance-authority/12'
    expect((await app.patch(rule, { id: 12, autoLinkingEnabled: false })).status).toBe(202)
    const sent = field('650', '\\0', '$a X $0 sh1')
    expect((await suggested(sent)).linkDetails).toEqual(failed('103'))
    expect((await suggested(sent, '?ignoreAutoLinkingEnabled=true')).linkDetails).toEqual(linked('sh1', 12))
    await app.patch(rule, { id: 12, autoLinkingEnabled: true })
  })

  it('leaves a field alone that has just been linked, names nobody, or is no field for links', async () => {
    const linkDetails = { ...linked('n3', 2), status: 'NEW' }
    expect((await suggested(field('100', '1\\', '$a X $0 n1', { linkDetails }))).linkDetails).toEqual(
      linkDetails,
    )
    expect((await suggested(field('100', '1\\', '$a X'))).linkDetails).toBeUndefined()
    expect((await suggested(field('500', '\\\\', '$a X $0 n1'))).linkDetails).toBeUndefined()
  })

  it('is refused for a parameter or a body that cannot be read', async () => {
    expect((await app.post(`${PATH}?authoritySearchParameter=NAME`, bookRecord('x'))).status).toBe(400)
    expect((await app.post(`${PATH}?ignoreAutoLinkingEnabled=2`, bookRecord('x'))).status).toBe(400)
    expect((await app.post(PATH, {})).json.message).toBe("Parameter 'marcFormat' must not be null")
  })
})

describe('suggestions for MARC in JSON', () => {
  it('are made for many records at once', async () => {
    const record = (number: string) => ({
      leader: '00000nam a2200000 a 4500',
      fields: [
        { '001': 'x' },
        { '100': { ind1: '1', ind2: ' ', subfields: [{ a: 'X' }, { 0: number }] } },
        { '245': { ind1: '0', ind2: '0', subfields: [{ a: 'Title' }] } },
      ],
    })
    const reply = await app.post('/links-suggestions/marc', { records: [record('n1'), record('n404')] })
    expect(reply.status, reply.text).toBe(200)
    const [first, second] = reply.json.records
    expect(first.fields[1]['100']).toEqual({
      ind1: '1',
      ind2: ' ',
      subfields: [{ a: 'Twain, Mark,' }, { d: '1835-1910' }, { 0: `${ADDRESS}/n1` }, { 9: ids.n1 }],
      linkDetails: linked('n1', 1),
    })
    expect(first.fields[2]).toEqual({
      245: { ind1: '0', ind2: '0', subfields: [{ a: 'Title' }] },
    })
    expect(second.fields[1]['100'].linkDetails).toEqual(failed('101'))
    expect((await app.post('/links-suggestions/marc', { records: 1 })).status).toBe(422)
  })
})

describe('the statistics', () => {
  it('tell what was changed of headings and numbers, the latest first, and by whom', async () => {
    const path = `/authority-storage/authorities/${ids.n3}`
    const authority = (await app.get(path)).json
    const put = async (part: object) =>
      expect((await app.put(path, { ...(await app.get(path)).json, ...part })).status).toBe(204)
    await put({ corporateName: 'Society for Tests' })
    await put({ notes: [] })
    await put({ naturalId: 'n33' })
    await put({ corporateName: undefined, topicalTerm: 'Society for Tests' })
    const { stats, next } = (await app.get('/links/stats/authority')).json
    expect(next).toBeUndefined()
    const { id: userId } = (await app.get('/users?query=username==diku_admin')).json.users[0]
    expect(stats).toEqual([
      expect.objectContaining({
        action: 'UPDATE_HEADING',
        headingOld: 'Society for Tests',
        headingNew: 'Society for Tests',
        headingTypeOld: '110',
        headingTypeNew: '150',
      }),
      {
        id: expect.any(String),
        authorityId: ids.n3,
        action: 'UPDATE_NATURAL_ID',
        naturalIdOld: 'n3',
        naturalIdNew: 'n33',
        sourceFileOld: 'LC Name Authority file (LCNAF)',
        sourceFileNew: 'LC Name Authority file (LCNAF)',
        metadata: expect.objectContaining({ startedByUserId: userId, startedAt: expect.any(String) }),
      },
      expect.objectContaining({
        action: 'UPDATE_HEADING',
        headingOld: authority.corporateName,
        headingNew: 'Society for Tests',
      }),
    ])
    const page = (await app.get('/links/stats/authority?action=UPDATE_HEADING&limit=1')).json
    expect([page.stats, page.next]).toEqual([[stats[0]], stats[2].metadata.startedAt])
    const from = encodeURIComponent(stats[1].metadata.startedAt)
    expect((await app.get(`/links/stats/authority?fromDate=${from}`)).json.stats).toHaveLength(2)
    expect((await app.get('/links/stats/authority?action=OTHER')).status).toBe(400)
    expect((await app.get('/links/stats/authority?limit=0')).status).toBe(400)
    expect((await app.get('/links/stats/authority?fromDate=today')).status).toBe(400)
  })

  it('tell what became of links', async () => {
    const linkDetails = linked('n1', 1)
    const book = bookRecord('Counted', field('100', '1\\', `$a Twain, Mark $9 ${ids.n1}`, { linkDetails }))
    const made = (await app.post('/records-editor/records', book)).json
    const { stats } = (await app.get('/links/stats/instance?status=ACTUAL')).json
    expect(stats).toEqual([
      {
        instanceId: made.externalId,
        instanceTitle: 'Counted',
        bibRecordTag: '100',
        authorityNaturalId: 'n1',
        updatedAt: expect.any(String),
      },
    ])
    expect((await app.get('/links/stats/instance?status=ERROR')).json).toEqual({ stats: [] })
    const dates = 'fromDate=2026-02-01T00:00:00Z&toDate=2026-01-01T00:00:00Z'
    const reply = await app.get(`/links/stats/instance?${dates}`)
    expect([reply.status, reply.json.errors[0].message]).toEqual([
      422,
      "'to' date should be not less than 'from' date.",
    ])
  })
})

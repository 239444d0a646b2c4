import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'

const ISBN_TYPE = '8261054f-be78-422d-bd51-4ed9f33c3422'
const ISSN_TYPE = '913300b2-03ed-469a-8179-c1092c991227'
const OCLC_TYPE = '439bfbae-75bc-4f74-9fc7-b2a2d47ce3ef'

let app: TestApp
const ids = { instance: randomUUID(), holdings: randomUUID(), item: randomUUID(), user: randomUUID() }

beforeAll(async () => {
  app = await testApp()
  const library = await addLibrary(app)
  await library.addInstance({
    id: ids.instance,
    hrid: 'find0001',
    title: 'Rivers of Ontario',
    contributors: [{ name: 'Desk, One', contributorNameTypeId: '2b94c631-fca9-4892-a730-03ee529ffe2a' }],
    identifiers: [
      { identifierTypeId: ISBN_TYPE, value: '978-0-306-40615-7' },
      { identifierTypeId: ISSN_TYPE, value: '0317-8471' },
      { identifierTypeId: OCLC_TYPE, value: '(OCoLC)ocm00123456' },
    ],
  })
  await library.addHoldings(ids.instance, { id: ids.holdings, hrid: 'findho01', callNumber: 'F 1059.R6' })
  const item = { id: ids.item, hrid: 'findit01', barcode: 'Cb 3001*?', volume: 'v.2' }
  await library.addItem(ids.holdings, item)
  await app.post('/users', {
    id: ids.user,
    username: 'desk-one',
    barcode: 'P-77',
    active: true,
    personal: { firstName: 'Desk', lastName: 'One' },
  })
})
afterAll(() => app.close())

const find = async (value: string, headers?: Record<string, string>) => {
  const reply = await app.get(`/octavo/find?value=${encodeURIComponent(value)}`, headers)
  expect(reply.status).toBe(200)
  return reply.json.hits as { kind: string; id: string; number: string; matched: string }[]
}
const brief = async (value: string, headers?: Record<string, string>) =>
  (await find(value, headers)).map(({ kind, id, matched }) => [kind, id, matched])

/** A token of a user who holds these permissions. */
async function callerWith(permissions: string[]): Promise<Record<string, string>> {
  const id = randomUUID()
  const username = `caller-${id.slice(0, 8)}`
  await app.post('/users', { id, username, active: true })
  await app.post('/perms/users', { userId: id, permissions })
  const claims = { username, userId: id, tenant: 'diku', type: 'access', tokenId: null } as const
  return { 'x-okapi-token': await app.octavo.app.tokens.sign(claims, 600) }
}

describe('a number is found', () => {
  test('as barcode, with everything that a line about the item says', async () => {
    expect(await find('cb 3001*?')).toEqual([
      {
        kind: 'item',
        id: ids.item,
        number: 'Cb 3001*?',
        hrid: 'findit01',
        matched: 'barcode',
        barcode: 'Cb 3001*?',
        holdingsRecordId: ids.holdings,
        instanceId: ids.instance,
        title: 'Rivers of Ontario',
        volume: 'v.2',
        location: expect.any(String),
        status: 'Available',
      },
    ])
    expect(await brief('Cb 3001*')).toEqual([])
    expect(await brief('Cb3001*?')).toEqual([])
  })

  test('whatever a scanner adds to it', async () => {
    expect(await brief('\u0002Cb 3001*?\r\u0000')).toEqual([['item', ids.item, 'barcode']])
  })

  test('as HRID or id of instance, holdings and item', async () => {
    expect(await brief('FIND0001 ')).toEqual([['instance', ids.instance, 'hrid']])
    expect(await brief('findho01')).toEqual([['holdings', ids.holdings, 'hrid']])
    expect(await brief('findit01')).toEqual([['item', ids.item, 'hrid']])
    expect(await brief(ids.instance.toUpperCase())).toEqual([['instance', ids.instance, 'id']])
    expect(await brief(ids.holdings)).toEqual([['holdings', ids.holdings, 'id']])
    expect(await brief(ids.item)).toEqual([['item', ids.item, 'id']])
  })

  test('as ISBN in both lengths, ISSN, and OCLC number', async () => {
    const isbn = [['instance', ids.instance, 'isbn']]
    expect(await brief('978-0-306-40615-7')).toEqual(isbn)
    expect(await brief('9780306406157')).toEqual(isbn)
    expect(await brief('0-306-40615-2')).toEqual(isbn)
    expect(await brief('0317-8471')).toEqual([['instance', ids.instance, 'issn']])
    expect(await brief('(OCoLC)123456')).toEqual([['instance', ids.instance, 'oclc']])
    expect(await brief('123456')).toEqual([['instance', ids.instance, 'oclc']])
  })

  test('as a user’s barcode or name', async () => {
    expect(await find('p-77')).toEqual([
      { kind: 'user', id: ids.user, number: 'P-77', title: 'Desk One', matched: 'barcode', active: true },
    ])
    expect(await brief('desk-one')).toEqual([['user', ids.user, 'username']])
  })

  test('as the number of an import job', async () => {
    const profile = (await app.get('/data-import-profiles/jobProfiles?limit=1')).json.jobProfiles[0]
    const { parentJobExecutionId: id } = (
      await app.post('/change-manager/jobExecutions', {
        sourceType: 'ONLINE',
        jobProfileInfo: { id: profile.id, name: profile.name, dataType: 'MARC' },
        userId: (await app.get('/bl-users/_self')).json.user.id,
      })
    ).json
    const { hrId } = (await app.get(`/change-manager/jobExecutions/${id}`)).json
    expect(await brief(`#${hrId}`)).toEqual([['job', id, 'number']])
    expect(await brief(String(hrId))).toContainEqual(['job', id, 'number'])
    expect(await brief(id)).toEqual([['job', id, 'id']])
  })

  test('or nothing is', async () => {
    expect(await find('no such number')).toEqual([])
    expect(await find(randomUUID())).toEqual([])
    expect(await find('99999999999999999999')).toEqual([])
  })
})

test('hits are of the kinds that the caller may read', async () => {
  expect(await brief('findit01', await callerWith([]))).toEqual([])
  const items = await callerWith(['inventory.items.item.get'])
  expect(await brief('findit01', items)).toEqual([['item', ids.item, 'hrid']])
  expect(await brief('find0001', items)).toEqual([])
})

test('an empty or endless value is refused', async () => {
  for (const value of ['', '%20', '%0d%0a', 'x'.repeat(201)]) {
    expect((await app.get(`/octavo/find?value=${value}`)).status).toBe(400)
  }
  expect((await app.get('/octavo/find')).status).toBe(400)
})

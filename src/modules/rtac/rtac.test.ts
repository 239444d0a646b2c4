import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'
import type { TestLibrary } from '../inventory/test-library.ts'

const UNKNOWN = '11111111-1111-4111-8111-111111111111'
const SERIAL = '068b5344-e2a6-40df-9186-1829e13cd344'

type Line = { id: string; status: string; callNumber: string; volume?: string }

let app: TestApp
let library: TestLibrary
let tree: { id: string; open: { id: string }; first: { id: string }; bare: { id: string } }

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
  const instance = await library.addInstance({ title: 'On shelves' })
  const open = await library.addHoldings(instance.id, {
    callNumberPrefix: 'P',
    callNumber: 'C 1',
    callNumberSuffix: 's',
    copyNumber: 'c.2',
    holdingsStatements: [{ statement: 'v.1-3', note: 'incomplete', staffNote: 'counted' }],
  })
  const bare = await library.addHoldings(instance.id, {
    callNumber: 'B 2',
    temporaryLocationId: library.annexLocation,
  })
  const hidden = await library.addHoldings(instance.id, { discoverySuppress: true })
  const first = await library.addItem(open.id, {
    barcode: 'shelf-1',
    enumeration: 'v.1',
    chronology: '1999',
    volume: '1',
    copyNumber: '7',
    status: { name: 'Checked out' },
  })
  await library.addItem(open.id, { discoverySuppress: true })
  await library.addItem(hidden.id)
  tree = { id: instance.id, open, first, bare }
})
afterAll(() => app.close())

const batch = (instanceIds: string[], part: object = {}) => app.post('/rtac-batch', { instanceIds, ...part })

async function linesOf(id: string, part: object = {}): Promise<Line[]> {
  return (await batch([id], part)).json.holdings[0].holdings
}

describe('the availability of instances', () => {
  it('has a line for each item, one for holdings without items, and none for what is suppressed', async () => {
    const reply = await batch([tree.id])
    expect(reply.status).toBe(200)
    expect(reply.json).not.toHaveProperty('errors')
    const [item, bare, ...more] = reply.json.holdings[0].holdings
    expect(more).toEqual([])
    expect(item).toEqual({
      id: tree.first.id,
      barcode: 'shelf-1',
      location: 'Main',
      locationCode: 'Main',
      locationId: library.mainLocation,
      library: { code: 'L', name: 'Central' },
      callNumber: 'P C 1 s',
      status: 'Checked out',
      volume: '(v.1 1999)',
      permanentLoanType: 'Can circulate',
      materialType: { id: '1a54b431-2e4f-452d-9cae-9cee66c9a892', name: 'book' },
      suppressFromDiscovery: false,
      totalHoldRequests: 0,
      notes: [],
      holdingsStatements: [{ statement: 'v.1-3', note: 'incomplete' }],
      holdingsStatementsForIndexes: [],
      holdingsStatementsForSupplements: [],
      holdingsCopyNumber: 'c.2',
      itemCopyNumber: '7',
      itemDisplayOrder: 1,
    })
    expect(bare).toMatchObject({
      id: tree.bare.id,
      status: 'Multi',
      callNumber: 'B 2',
      location: 'Annex',
      locationId: library.annexLocation,
    })
    expect(bare).not.toHaveProperty('materialType')
  })

  it('has holdings only of a periodical, unless all is wanted', async () => {
    const content = (await app.get('/nature-of-content-terms?query=name==newspaper')).json
      .natureOfContentTerms[0].id
    for (const part of [{ modeOfIssuanceId: SERIAL }, { natureOfContentTermIds: [content] }]) {
      const instance = await library.addInstance(part)
      const holdings = await library.addHoldings(instance.id, {
        holdingsStatements: [{ statement: '1990-' }],
      })
      const item = await library.addItem(holdings.id)
      expect(await linesOf(instance.id)).toMatchObject([{ id: holdings.id, status: '1990-' }])
      expect(await linesOf(instance.id, { fullPeriodicals: true })).toMatchObject([{ id: item.id }])
    }
  })

  it('tells which part of the whole an item is', async () => {
    const instance = await library.addInstance()
    const holdings = await library.addHoldings(instance.id)
    const cases: [object, string | undefined][] = [
      [{ displaySummary: 'sum', enumeration: 'e', volume: 'v' }, '(sum)'],
      [{ enumeration: 'e' }, '(e)'],
      [{ enumeration: 'e', chronology: 'c', volume: 'v' }, '(e c)'],
      [{ volume: 'v', chronology: 'c' }, '(v)'],
      [{ chronology: 'c' }, '(c)'],
      [{}, undefined],
    ]
    for (const [part] of cases) await library.addItem(holdings.id, part)
    expect((await linesOf(instance.id)).map(({ volume }) => volume)).toEqual(cases.map(([, text]) => text))
  })

  it('says which instances were not found and which have no holdings', async () => {
    const empty = await library.addInstance()
    const { json } = await batch([UNKNOWN, 'no-id', empty.id, tree.id])
    expect(json.holdings.map(({ instanceId }: { instanceId: string }) => instanceId)).toEqual([
      empty.id,
      tree.id,
    ])
    expect(json.errors).toEqual([
      { message: `Instance ${UNKNOWN} can not be retrieved`, code: '404' },
      { message: 'Instance no-id can not be retrieved', code: '404' },
      { message: `Holdings not found for instance ${empty.id}`, code: '404' },
    ])
    expect((await batch([UNKNOWN])).json.holdings).toEqual([])
    const none = await batch(['no-id'])
    expect([none.status, none.text]).toEqual([404, 'Could not find instances'])
    expect((await app.post('/rtac-batch', {})).json.errors[0].parameters[0].key).toBe('instanceIds')
    expect((await batch([tree.id], { fast: true })).status).toBe(422)
  })

  it('is the state of this moment', async () => {
    const instance = await library.addInstance()
    const holdings = await library.addHoldings(instance.id)
    const item = await library.addItem(holdings.id)
    expect(await linesOf(instance.id)).toMatchObject([{ status: 'Available' }])
    await app.post(`/inventory/items/${item.id}/mark-missing`)
    expect(await linesOf(instance.id)).toMatchObject([{ status: 'Missing' }])
  })

  it('of one instance has the items in the short form of old clients', async () => {
    const { json } = await app.get(`/rtac/${tree.id}`)
    expect(json).toEqual({
      holdings: [
        {
          id: tree.first.id,
          location: 'Main',
          callNumber: 'P C 1 s',
          status: 'Checked out',
          volume: '(v.1 1999)',
        },
      ],
    })
    const unknown = await app.get(`/rtac/${UNKNOWN}`)
    expect([unknown.status, unknown.text]).toEqual([404, 'Not Found'])
  })

  it('comes in pages when many are asked for', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, async () => (await library.addInstance()).id))
    const { json } = await batch([...ids, UNKNOWN])
    expect(json.holdings.map(({ instanceId }: { instanceId: string }) => instanceId)).toEqual(ids)
    expect(json.errors).toHaveLength(61)
  })

  it('of long serials is the same together as one by one', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, async () => (await library.addInstance()).id))
    // More than a piece holds, so that the last instance comes in a piece of its own with a place that is new there.
    const holdingsRecords = ids.flatMap((instanceId, place) =>
      Array.from({ length: 450 }, (_, number) => ({
        instanceId,
        sourceId: 'f32d531e-df79-46b3-8932-cdd35f7a2264',
        permanentLocationId: place < 2 ? library.mainLocation : library.annexLocation,
        callNumber: `${place}.${number}`,
      })),
    )
    const reply = await app.post('/holdings-storage/batch/synchronous', { holdingsRecords })
    expect(reply.status).toBe(201)
    const [, , last] = (await batch(ids)).json.holdings
    expect(last.holdings).toHaveLength(450)
    expect(last.holdings.every(({ location }: { location: string }) => location === 'Annex')).toBe(true)
    const single = await Promise.all(
      ids.map(async (id) => (await batch([id])).text.slice('{"holdings":['.length, -']}'.length)),
    )
    expect((await batch(ids)).text).toBe(`{"holdings":[${single.join(',')}]}`)
  })
})

describe('the service for discovery systems', () => {
  let key: string

  beforeAll(async () => {
    const user = (
      await app.post('/users', { username: 'discovery', active: true, personal: { lastName: 'D' } })
    ).json
    await app.post('/perms/users', { userId: user.id, permissions: ['rtac.all'] })
    key = (await app.post('/octavo/api-keys', { username: 'discovery' })).json.apiKey
  })

  const call = (url: string, headers: Record<string, string> = {}) => app.raw('GET', url, headers)

  it('answers a key in the address or the header, without token and tenant', async () => {
    const inAddress = await call(`/rtac?instanceIds=${tree.id}&apikey=${key}`)
    expect(inAddress.status).toBe(200)
    expect(inAddress.json).toEqual((await batch([tree.id])).json)
    const inHeader = await call(`/rtac?instanceIds=${tree.id}`, { authorization: `apikey ${key}` })
    expect(inHeader.json).toEqual(inAddress.json)
    const one = await call(`/rtac/${tree.id}?apiKey=${key}`)
    expect(one.json).toEqual(inAddress.json.holdings[0])
    const wrong = await call(`/rtac/${tree.id}?apiKey=${key.slice(0, -4)}`)
    expect([wrong.status, wrong.text]).toEqual([401, 'Invalid API key'])
    expect((await call(`/rtac/${tree.id}`)).status).toBe(400)
  })

  it('takes several ids, and says in the body what was not found', async () => {
    const { json } = await call(`/rtac?instanceIds=${tree.id},${UNKNOWN}&fullPeriodicals=true&apikey=${key}`)
    expect(json.holdings).toHaveLength(1)
    expect(json.errors).toHaveLength(1)
    const one = await call(`/rtac/${UNKNOWN}?apikey=${key}`)
    expect([one.status, one.json]).toEqual([
      200,
      { message: `Instance ${UNKNOWN} can not be retrieved`, code: '404' },
    ])
    expect((await call(`/rtac?apikey=${key}`)).status).toBe(404)
    expect((await call(`/rtac?instanceIds=${tree.id}&lang=english&apikey=${key}`)).status).toBe(400)
  })

  it('answers XML to those who prefer it', async () => {
    const instance = await library.addInstance()
    await library.addHoldings(instance.id, { callNumber: 'A & <B>' })
    const url = `/rtac?instanceIds=${instance.id},${UNKNOWN}&apikey=${key}`
    const xml = await call(url, { accept: 'text/html;q=0.9, application/xml' })
    expect(xml.headers['content-type']).toContain('application/xml')
    expect(xml.text).toMatch(
      new RegExp(
        `^<\\?xml version='1.0' encoding='UTF-8'\\?>\n<instances><holdings><instanceId>${instance.id}</instanceId>` +
          '<holding><id>[^<]+</id><callNumber>A &amp; &lt;B&gt;</callNumber><location>Main</location>' +
          '<locationCode>Main</locationCode><locationId>[^<]+</locationId><status>Multi</status>' +
          '<library><code>L</code><name>Central</name></library></holding></holdings>' +
          `<errors><error><message>Instance ${UNKNOWN} can not be retrieved</message><code>404</code></error></errors>` +
          '</instances>$',
      ),
    )
    const statements = await call(`/rtac/${tree.id}?apikey=${key}`, { accept: 'text/xml' })
    expect(statements.headers['content-type']).toContain('text/xml')
    expect(statements.text).toContain(
      '<holdingsStatements><statement>v.1-3</statement><note>incomplete</note></holdingsStatements>',
    )
    expect((await call(url, { accept: '*/*' })).headers['content-type']).toContain('application/json')
    expect((await call(url, { accept: 'text/csv' })).status).toBe(406)
    const old = await call(`/prod/rtac/folioRTAC?mms_id=${instance.id}&apikey=${key}`)
    expect(old.text).toContain(`<holdings><instanceId>${instance.id}</instanceId><holding>`)
  })

  it('opens nothing else with a key', async () => {
    const other = await call(`/inventory/instances?apikey=${key}`)
    expect(other.status).toBe(400)
    const header = await call('/inventory/instances', { authorization: `apikey ${key}` })
    expect(header.status).toBe(400)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { LC, addLibrary, minimal } from './test-library.ts'
import type { TestLibrary } from './test-library.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const UNKNOWN = '11111111-1111-4111-8111-111111111111'

let app: TestApp
let library: TestLibrary

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
})
afterAll(() => app.close())

describe('creating records with only their required fields', () => {
  it('completes an instance', async () => {
    const reply = await app.post('/instance-storage/instances', minimal.instance())
    expect(reply.status).toBe(201)
    const { id, hrid, _version, metadata, discoverySuppress, previouslyHeld, deleted, statusUpdatedDate } =
      reply.json
    expect(id).toMatch(UUID)
    expect(reply.headers.location).toBe(id)
    expect(hrid).toMatch(/^in\d{11}$/)
    expect(_version).toBe(1)
    expect({ discoverySuppress, previouslyHeld, deleted }).toEqual({
      discoverySuppress: false,
      previouslyHeld: false,
      deleted: false,
    })
    expect(reply.json).not.toHaveProperty('staffSuppress')
    expect(metadata.createdDate).toBe(metadata.updatedDate)
    expect(metadata.createdDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    expect(metadata.createdByUserId).toBe(metadata.updatedByUserId)
    expect(statusUpdatedDate).toMatch(/\+0000$/)
  })

  it('completes a holdings record with its effective location', async () => {
    const instance = await library.addInstance()
    const reply = await app.post(
      '/holdings-storage/holdings',
      minimal.holdings(instance.id, library.mainLocation, { temporaryLocationId: library.annexLocation }),
    )
    expect(reply.status).toBe(201)
    expect(reply.json.hrid).toMatch(/^ho\d{11}$/)
    expect(reply.json).toMatchObject({ _version: 1, effectiveLocationId: library.annexLocation })
  })

  it('completes an item with effective values, order and status date', async () => {
    const instance = await library.addInstance()
    const holdings = await library.addHoldings(instance.id, {
      callNumber: 'PN2 .A6',
      callNumberPrefix: 'pre',
      callNumberSuffix: 'suf',
      callNumberTypeId: LC,
    })
    const reply = await app.post(
      '/item-storage/items',
      minimal.item(holdings.id, {
        volume: 'v. 3',
        status: { name: 'Available', date: '2001-01-01T00:00:00.000+00:00' },
      }),
    )
    expect(reply.status).toBe(201)
    expect(reply.json.hrid).toMatch(/^it\d{11}$/)
    expect(reply.json).toMatchObject({
      _version: 1,
      order: 1,
      effectiveLocationId: library.mainLocation,
      effectiveCallNumberComponents: { callNumber: 'PN2 .A6', prefix: 'pre', suffix: 'suf', typeId: LC },
      effectiveShelvingOrder: 'PN 12 A6 V 13 suf',
    })
    expect(reply.json.status.date).toBe(reply.json.metadata.createdDate)
  })

  it('does not move the instance when holdings and items are added', async () => {
    const instance = await library.addInstance()
    const holdings = await library.addHoldings(instance.id)
    await library.addItem(holdings.id)
    const { json } = await app.get(`/instance-storage/instances/${instance.id}`)
    expect(json).toMatchObject({ _version: 1 })
  })
})

describe('cleaning', () => {
  it('drops nulls, blank and repeated strings and read-only fields', async () => {
    const reply = await app.post(
      '/instance-storage/instances',
      minimal.instance({
        languages: ['ger', '', 'eng', 'ger', null],
        editions: ['  '],
        series: [{ value: 'S' }, { value: 'S' }],
        indexTitle: null,
        tags: { tagList: ['a', 'a', ''] },
        holdingsRecords2: [],
        metadata: { createdDate: '1999-01-01T00:00:00.000+00:00' },
      }),
    )
    expect(reply.status).toBe(201)
    expect(reply.json).toMatchObject({
      languages: ['ger', 'eng'],
      editions: [],
      series: [{ value: 'S' }],
      tags: { tagList: ['a'] },
    })
    expect(reply.json).not.toHaveProperty('indexTitle')
    expect(reply.json).not.toHaveProperty('holdingsRecords2')
    expect(reply.json.metadata.createdDate).not.toMatch(/^1999/)
  })

  it('stores text that PostgreSQL cannot hold without the characters at fault', async () => {
    const reply = await app.post(
      '/instance-storage/instances',
      minimal.instance({ title: 'a\u0000b \ud800c' }),
    )
    expect(reply.status).toBe(201)
    expect(reply.json.title).toBe('ab \ufffdc')
    const found = await app.get(`/instance-storage/instances?query=id==${reply.json.id} and title=ab`)
    expect(found.json.totalRecords).toBe(1)
    const control = await app.post(
      '/instance-storage/instances',
      minimal.instance({ title: 'u\u0001\u0002\u001f' }),
    )
    expect(control.json.title).toBe('u\u0001\u0002\u001f')
  })
})

describe('refusals of bodies', () => {
  it('names missing fields and unknown ones', async () => {
    const missing = await app.post('/instance-storage/instances', { source: 'FOLIO', contributors: [{}] })
    expect(missing.status).toBe(422)
    const keys = missing.json.errors.map(
      (error: { parameters: { key: string }[] }) => error.parameters[0]!.key,
    )
    expect(keys).toEqual(
      expect.arrayContaining([
        'title',
        'instanceTypeId',
        'contributors[0].name',
        'contributors[0].contributorNameTypeId',
      ]),
    )
    const unknown = await app.post('/instance-storage/instances', minimal.instance({ flavour: 'mint' }))
    expect(unknown.status).toBe(422)
    expect(unknown.json.errors[0].message).toMatch(/^Unrecognized field "flavour"/)
  })

  it('refuses notes over 32,000 characters', async () => {
    const long = 'x'.repeat(32_001)
    for (const [key, part] of Object.entries({
      notes: { notes: [{ note: long }] },
      administrativeNotes: { administrativeNotes: [long] },
    })) {
      const reply = await app.post('/instance-storage/instances', minimal.instance(part))
      expect(reply.status).toBe(422)
      expect(reply.json.errors[0].message).toBe('A note has exceeded the 32,000 character limit.')
      expect(reply.json.errors[0].parameters[0].key).toBe(key)
    }
  })

  it('refuses statistical codes that are no uuid or do not exist', async () => {
    const text = await app.post(
      '/instance-storage/instances',
      minimal.instance({ statisticalCodeIds: ['x'] }),
    )
    expect(text.status).toBe(400)
    const holdings = minimal.holdings((await library.addInstance()).id, library.mainLocation, {
      statisticalCodeIds: [UNKNOWN],
    })
    const unknown = await app.post('/holdings-storage/holdings', holdings)
    expect(unknown.status).toBe(422)
    expect(unknown.text).toContain('statistical_code')
  })

  it('names the reference that does not exist', async () => {
    const instance = await app.post(
      '/instance-storage/instances',
      minimal.instance({ instanceTypeId: UNKNOWN }),
    )
    expect(instance.status).toBe(400)
    expect(instance.text).toBe(`Key (instancetypeid)=(${UNKNOWN}) is not present in table "instance_type".`)
    const holdings = await app.post(
      '/holdings-storage/holdings',
      minimal.holdings(UNKNOWN, library.mainLocation),
    )
    expect(holdings.status).toBe(422)
    expect(holdings.json.errors[0].message).toBe(
      `Cannot set holdings_record.instanceid = ${UNKNOWN} because it does not exist in instance.id.`,
    )
    const orphan = await app.post('/item-storage/items', minimal.item(UNKNOWN))
    expect(orphan.status).toBe(422)
    expect(orphan.json.errors[0]).toMatchObject({
      message: 'Holdings record does not exist',
      parameters: [{ key: 'holdingsRecordId', value: UNKNOWN }],
    })
    const own = await library.addHoldings((await library.addInstance()).id)
    const item = await app.post('/item-storage/items', minimal.item(own.id, { materialTypeId: UNKNOWN }))
    expect(item.status).toBe(422)
    expect(item.json.errors[0]).toEqual({
      message: `Cannot set item.materialtypeid = ${UNKNOWN} because it does not exist in material_type.id.`,
      type: '1',
      code: '-1',
      parameters: [{ key: 'item.materialtypeid', value: UNKNOWN }],
    })
  })

  it('refuses values that another record has', async () => {
    const holdings = await library.addHoldings((await library.addInstance({ hrid: 'dup1' })).id, {
      hrid: 'dup1',
    })
    const item = await library.addItem(holdings.id, { hrid: 'dup1', barcode: '9876A' })
    const instance = await app.post('/instance-storage/instances', minimal.instance({ hrid: 'DUP1' }))
    expect([instance.status, instance.text]).toEqual([
      400,
      'HRID value already exists in table instance: dup1',
    ])
    const again = await app.post(
      '/holdings-storage/holdings',
      minimal.holdings(await library.addInstance().then(({ id }) => id), library.mainLocation, {
        hrid: 'dup1',
      }),
    )
    expect(again.status).toBe(422)
    expect(again.json.errors[0].message).toBe('HRID value already exists in table holdings_record: dup1')
    const barcode = await app.post('/item-storage/items', minimal.item(holdings.id, { barcode: '9876a' }))
    expect(barcode.status).toBe(422)
    expect(barcode.json.errors[0].message).toBe(
      "lower(jsonb ->> 'barcode'::text) value already exists in table item: 9876a",
    )
    const accent = await app.post('/item-storage/items', minimal.item(holdings.id, { barcode: '9876á' }))
    expect(accent.status).toBe(201)
    const id = await app.post('/item-storage/items', minimal.item(holdings.id, { id: item.id }))
    expect(id.status).toBe(422)
    expect(id.json.errors[0].message).toBe(`id value already exists in table item: ${item.id}`)
  })
})

describe('optimistic locking', () => {
  it('takes the stored version only', async () => {
    const stored = (await app.get(`/instance-storage/instances/${(await library.addInstance()).id}`)).json
    const path = `/instance-storage/instances/${stored.id}`
    expect((await app.put(path, { ...stored, title: 'second' })).status).toBe(204)
    const stale = await app.put(path, { ...stored, title: 'third' })
    expect(stale.status).toBe(409)
    expect(stale.text).toBe(
      `ERROR: Cannot update record ${stored.id} because it has been changed (optimistic locking): ` +
        'Stored _version is 2, _version of request is 1 (23F09)',
    )
    const { _version: _left, ...without } = stored
    expect((await app.put(path, without)).text).toContain('_version of request is <NULL>')
    expect((await app.put(path, { ...stored, _version: -1 })).status).toBe(409)
    const now = (await app.get(path)).json
    expect(now).toMatchObject({ _version: 2, title: 'second' })
    expect(now.metadata.createdDate).toBe(stored.metadata.createdDate)
  })

  it('lets one of two writers with the same version through', async () => {
    const stored = (await app.get(`/instance-storage/instances/${(await library.addInstance()).id}`)).json
    const path = `/instance-storage/instances/${stored.id}`
    const replies = await Promise.all(['a', 'b', 'c'].map((title) => app.put(path, { ...stored, title })))
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409, 409])
    expect((await app.get(path)).json).toMatchObject({ _version: 2 })
  })

  it('keeps the document that an update replaces', async () => {
    const { id } = await library.addInstance({ title: 'first' })
    const stored = (await app.get(`/instance-storage/instances/${id}`)).json
    await app.put(`/instance-storage/instances/${id}`, { ...stored, title: 'second' })
    await app.del(`/instance-storage/instances/${id}`)
    const rows = await app.octavo.app.db.tenant('diku', (tx) =>
      tx.query<{ version: number; is_deletion: boolean; title: string }>(
        `select version, is_deletion, doc ->> 'title' as title from record_change where record_id = $1 order by version`,
        [id],
      ),
    )
    expect(rows).toEqual([
      { version: 1, is_deletion: false, title: 'first' },
      { version: 2, is_deletion: true, title: 'second' },
    ])
  })
})

describe('updates', () => {
  it('refuse another hrid, in the words of each API', async () => {
    const instance = await library.addInstance()
    const stored = (await app.get(`/instance-storage/instances/${instance.id}`)).json
    const reply = await app.put(`/instance-storage/instances/${instance.id}`, { ...stored, hrid: 'other' })
    expect([reply.status, reply.text]).toEqual([
      400,
      `The hrid field cannot be changed: new=other, old=${instance.hrid}`,
    ])
  })

  it('change the status date with the status only', async () => {
    const holdings = await library.addHoldings((await library.addInstance()).id)
    const item = await library.addItem(holdings.id)
    const path = `/item-storage/items/${item.id}`
    const first = (await app.get(path)).json
    await app.put(path, { ...first, status: { name: 'Available', date: '1999-01-01T00:00:00.000+00:00' } })
    const second = (await app.get(path)).json
    expect(second.status.date).toBe(first.status.date)
    await app.put(path, { ...second, status: { name: 'Missing' } })
    const third = (await app.get(path)).json
    expect(third.status.name).toBe('Missing')
    expect(third.status.date).toBe(third.metadata.updatedDate)
  })

  it('answer 404 for unknown records, but make holdings records', async () => {
    const instance = await app.put(`/instance-storage/instances/${UNKNOWN}`, minimal.instance())
    expect([instance.status, instance.text]).toEqual([404, 'Not found'])
    const body = minimal.holdings((await library.addInstance()).id, library.mainLocation)
    const id = '22222222-2222-4222-8222-222222222222'
    expect((await app.put(`/holdings-storage/holdings/${id}`, body)).status).toBe(204)
    expect((await app.get(`/holdings-storage/holdings/${id}`)).json).toMatchObject({ _version: 1 })
  })

  it('of an item name what is wrong in plain text', async () => {
    const holdings = await library.addHoldings((await library.addInstance()).id)
    const stored = (await app.get(`/item-storage/items/${(await library.addItem(holdings.id)).id}`)).json
    const path = `/item-storage/items/${stored.id}`
    const lost = await app.put(path, { ...stored, holdingsRecordId: UNKNOWN })
    expect([lost.status, lost.text]).toEqual([400, `holdingsRecordId not found: ${UNKNOWN}`])
    const type = await app.put(path, { ...stored, materialTypeId: UNKNOWN })
    expect(type.status).toBe(400)
    expect(type.text).toBe(
      `Cannot set item materialtypeid = ${UNKNOWN} because it does not exist in material_type.id.`,
    )
  })

  it('may name only the fields that change', async () => {
    const { id } = await library.addInstance({ indexTitle: 'index', editions: ['1st'] })
    const path = `/instance-storage/instances/${id}`
    expect((await app.patch(path, { id, _version: 1, editions: ['2nd'], indexTitle: null })).status).toBe(204)
    const stored = (await app.get(path)).json
    expect(stored).toMatchObject({ _version: 2, editions: ['2nd'], title: 'A title' })
    expect(stored).not.toHaveProperty('indexTitle')
    expect((await app.patch(path, { id, _version: 1, title: 'x' })).status).toBe(409)
  })

  it('of several items change all or none', async () => {
    const holdings = await library.addHoldings((await library.addInstance()).id)
    const one = await library.addItem(holdings.id)
    const two = await library.addItem(holdings.id)
    const change = (items: object[]) => app.patch('/item-storage/items', { items })
    expect((await change([])).text).toBe('Expected at least one item to update')
    expect((await change([{ id: UNKNOWN, _version: 1 }])).status).toBe(404)
    const required = await change([{ id: one.id, _version: 1, materialTypeId: null }])
    expect(required.status).toBe(422)
    expect(required.json.errors[0]).toMatchObject({
      code: 'field.required',
      message: `Required fields cannot be removed. ItemId: ${one.id}`,
    })
    const stale = await change([
      { id: one.id, _version: 1, volume: '1' },
      { id: two.id, _version: 7, volume: '2' },
    ])
    expect(stale.status).toBe(409)
    expect((await app.get(`/item-storage/items/${one.id}`)).json).not.toHaveProperty('volume')
    const good = await change([
      { id: one.id, _version: 1, volume: '1' },
      { id: two.id, _version: 1, volume: '2' },
    ])
    expect(good.status).toBe(204)
    expect((await app.get(`/item-storage/items/${two.id}`)).json).toMatchObject({ volume: '2', _version: 2 })
  })
})

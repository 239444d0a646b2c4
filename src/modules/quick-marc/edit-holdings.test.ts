import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'
import type { TestLibrary } from '../inventory/test-library.ts'
import { bookRecord, field, holdingsRecord } from './test-records.ts'
import type { TestField } from './test-records.ts'

const PATH = '/records-editor/records'

let app: TestApp
let instance: { externalId: string; externalHrid: string }
/** With the locations `Main` and `Annex`, named like their codes. */
let library: TestLibrary

beforeAll(async () => {
  app = await testApp()
  instance = (await app.post(PATH, bookRecord('With holdings'))).json
  library = await addLibrary(app)
})
afterAll(() => app.close())

async function create(record: object) {
  const reply = await app.post(PATH, record)
  expect(reply.status, reply.text).toBe(201)
  return reply.json
}

const view = async (id: string) => (await app.get(`${PATH}?externalId=${id}`)).json
const holdings = async (id: string) => (await app.get(`/holdings-storage/holdings/${id}`)).json
const at = (code: string, call: string) => field('852', '0\\', `$b ${code} $h ${call} $i .A1 $k Folio`)

describe('a MARC holdings record', () => {
  it('makes holdings of the instance in 004, where 852 says', async () => {
    const made = await create(
      holdingsRecord(instance.externalHrid, at('Main', 'QA1'), field('866', '\\\\', '$a v.1-3')),
    )
    expect(made.externalHrid).toMatch(/^ho\d+$/)
    expect(made.fields.map(({ tag }: TestField) => tag)).toEqual([
      '001',
      '005',
      '004',
      '008',
      '852',
      '866',
      '999',
    ])
    expect(await holdings(made.externalId)).toMatchObject({
      hrid: made.externalHrid,
      instanceId: instance.externalId,
      permanentLocationId: library.mainLocation,
      callNumber: 'QA1 .A1',
      callNumberPrefix: 'Folio',
      holdingsStatements: [{ statement: 'v.1-3' }],
      sourceId: '036ee84a-6afd-4c3c-9ad3-4a12ab875f59',
    })
    expect(await view(made.externalId)).toEqual(made)
  })

  it('moves and changes the holdings when it is saved, and their items with them', async () => {
    const made = await create(holdingsRecord(instance.externalHrid, at('Main', 'QA1')))
    const item = await library.addItem(made.externalId)
    const own = {
      ...(await holdings(made.externalId)),
      administrativeNotes: ['Ours'],
      retentionPolicy: 'ever',
    }
    expect((await app.put(`/holdings-storage/holdings/${made.externalId}`, own)).status).toBe(204)
    const other = (await app.post(PATH, bookRecord('Another'))).json
    const shown = await view(made.externalId)
    for (const entry of shown.fields) {
      if (entry.tag === '852') Object.assign(entry, at('Annex', 'QB2'))
      if (entry.tag === '004') entry.content = other.externalHrid
    }
    const reply = await app.put(`${PATH}/${shown.parsedRecordId}`, shown)
    expect(reply.status, reply.text).toBe(202)
    expect(await holdings(made.externalId)).toMatchObject({
      instanceId: other.externalId,
      permanentLocationId: library.annexLocation,
      callNumber: 'QB2 .A1',
      administrativeNotes: ['Ours'],
      retentionPolicy: 'ever',
    })
    expect((await app.get(`/item-storage/items/${item.id}`)).json).toMatchObject({
      effectiveLocationId: library.annexLocation,
      effectiveCallNumberComponents: { callNumber: 'QB2 .A1' },
    })
  })

  it('is refused without an instance, a location or one of each field', async () => {
    const refusal = async (record: object) => {
      const { status, json } = await app.post(PATH, record)
      return [status, json.message, json.parameters?.[0].key]
    }
    expect(await refusal(holdingsRecord('in404', at('Main', 'QA1')))).toEqual([
      422,
      'No instance found for HRID: in404 in tenant: diku',
      '004',
    ])
    expect(await refusal(holdingsRecord(instance.externalHrid, field('852', '0\\', '$b nowhere')))).toEqual([
      422,
      'The location code "nowhere" (field 852, subfield b) is not in the settings.',
      '852',
    ])
    expect(await refusal(holdingsRecord(instance.externalHrid))).toEqual([422, 'Is required tag', '852'])
    expect(
      await refusal(holdingsRecord(instance.externalHrid, at('Main', 'QA1'), at('Main', 'QA2'))),
    ).toEqual([422, 'Is unique tag', '852'])
    expect(
      await refusal({
        ...holdingsRecord(instance.externalHrid, at('Main', 'QA1')),
        leader: '00000nq\\\\a22000001n\\4500',
      }),
    ).toEqual([422, "Wrong value 'q', on position 6. Allowed only: [u, v, x, y]", 'Holdings type of record'])
  })

  it('finds a location by the code that it has now', async () => {
    const record = holdingsRecord(instance.externalHrid, at('Moved', 'QA1'))
    expect((await app.post(PATH, record)).status).toBe(422)
    const path = `/locations/${library.annexLocation}`
    const location = (await app.get(path)).json
    expect((await app.put(path, { ...location, code: 'Moved' })).status).toBe(204)
    expect((await holdings((await create(record)).externalId)).permanentLocationId).toBe(
      library.annexLocation,
    )
    expect((await app.put(path, location)).status).toBe(204)
    expect((await app.post(PATH, record)).status).toBe(422)
  })
})

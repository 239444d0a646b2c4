import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { MARC_SOURCE, addLibrary, minimal } from './test-library.ts'
import type { TestLibrary } from './test-library.ts'

const UNKNOWN = '11111111-1111-4111-8111-111111111111'
const MONOGRAPHIC_SERIES = '30773a27-b485-4dab-aeb6-b8c04fa3cb17'
const PATH = '/inventory/instances'

let app: TestApp
let library: TestLibrary

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
})
afterAll(() => app.close())

describe('an instance with its relations', () => {
  it('is made, shown, changed and parted from them', async () => {
    const series = await library.addInstance({ title: 'Series' })
    const older = await library.addInstance({ title: 'Older title' })
    const made = await app.post(
      PATH,
      minimal.instance({
        title: 'Volume',
        parentInstances: [{ superInstanceId: series.id, instanceRelationshipTypeId: MONOGRAPHIC_SERIES }],
        precedingTitles: [{ precedingInstanceId: older.id }],
        succeedingTitles: [{ title: 'Coming soon', identifiers: [] }],
        isBoundWith: false,
        unheardOf: 1,
      }),
    )
    expect(made.status).toBe(201)
    expect(made.headers.location).toBe(`${PATH}/${made.json.id}`)
    expect(made.json).toMatchObject({
      parentInstances: [{ superInstanceId: series.id, instanceRelationshipTypeId: MONOGRAPHIC_SERIES }],
      childInstances: [],
      precedingTitles: [
        { precedingInstanceId: older.id, title: 'Older title', hrid: older.hrid, identifiers: [] },
      ],
      succeedingTitles: [{ title: 'Coming soon' }],
      isBoundWith: false,
    })
    expect((await app.get(`${PATH}/${series.id}`)).json.childInstances).toMatchObject([
      { subInstanceId: made.json.id },
    ])
    expect((await app.get(`${PATH}/${older.id}`)).json.succeedingTitles).toMatchObject([
      { succeedingInstanceId: made.json.id, title: 'Volume' },
    ])
    expect((await app.get(`${PATH}?query=title=volume`)).json).toEqual({
      instances: [made.json],
      totalRecords: 1,
    })
    const used = await app.del(`/instance-storage/instances/${made.json.id}`)
    expect([used.status, used.text.includes('instance_relationship')]).toEqual([400, true])

    const kept = { ...made.json, precedingTitles: [], succeedingTitles: [{ title: 'Here at last' }] }
    expect((await app.put(`${PATH}/${made.json.id}`, kept)).status).toBe(204)
    const changed = (await app.get(`${PATH}/${made.json.id}`)).json
    expect(changed.parentInstances).toEqual(made.json.parentInstances)
    expect(changed.precedingTitles).toEqual([])
    expect(changed.succeedingTitles).toMatchObject([{ title: 'Here at last' }])
    const cleared = { ...changed, parentInstances: [], succeedingTitles: [] }
    expect((await app.put(`${PATH}/${made.json.id}`, cleared)).status).toBe(204)
    expect((await app.del(`${PATH}/${made.json.id}`)).status).toBe(204)
  })

  it('needs a title, and so do related titles that are no instance', async () => {
    const blank = await app.post(PATH, minimal.instance({ title: ' ' }))
    expect([blank.status, blank.text]).toEqual([400, 'Title must be provided for an instance'])
    const related = await app.post(PATH, minimal.instance({ precedingTitles: [{ hrid: 'x' }] }))
    expect([related.status, related.json.errors[0].message]).toEqual([
      422,
      'Title is required for unconnected preceding title',
    ])
  })

  it('may not change its hrid, nor show itself while it is deleted', async () => {
    const made = (await app.post(PATH, minimal.instance())).json
    const path = `${PATH}/${made.id}`
    const hrid = await app.put(path, { ...made, hrid: 'other' })
    expect([hrid.status, hrid.json.errors[0].message]).toEqual([
      422,
      `HRID change detected: existing=${made.hrid}, updated=other`,
    ])
    const shown = await app.put(path, { ...made, deleted: true, staffSuppress: true })
    expect([shown.status, shown.text]).toEqual([
      400,
      'staffSuppress and discoverySuppress cannot be set to false if instance is marked as deleted',
    ])
    expect((await app.del(`${path}/mark-deleted`)).status).toBe(204)
    expect((await app.get(path)).json).toMatchObject({
      deleted: true,
      staffSuppress: true,
      discoverySuppress: true,
      _version: 2,
    })
    expect((await app.del(`${PATH}/${UNKNOWN}/mark-deleted`)).status).toBe(404)
    expect((await app.patch(path, { id: made.id, _version: 2, administrativeNotes: ['n'] })).status).toBe(204)
    expect((await app.get(path)).json.administrativeNotes).toEqual(['n'])
  })
})

describe('records that MARC rules', () => {
  it('keep the fields of an instance that come from its MARC record', async () => {
    const made = (await app.post(PATH, minimal.instance({ source: 'MARC', editions: ['1st'] }))).json
    const path = `${PATH}/${made.id}`
    const refused = await app.put(path, { ...made, title: 'New', editions: [] })
    expect([refused.status, refused.json.errors[0].message]).toEqual([
      422,
      'Instance is controlled by MARC record, these fields are blocked and can not be updated: editions, title',
    ])
    const titles = await app.put(path, { ...made, succeedingTitles: [{ title: 'Next' }] })
    expect(titles.json.errors[0].message).toContain('succeedingTitles')
    const open = await app.put(path, { ...made, catalogedDate: '2026-01-01', discoverySuppress: true })
    expect(open.status).toBe(204)
    const { blockedFields } = (await app.get('/inventory/config/instances/blocked-fields')).json
    expect(blockedFields).toEqual(expect.arrayContaining(['title', 'dates', 'succeedingTitles']))
    expect(blockedFields).not.toContain('catalogedDate')
  })

  it('keep those of a holdings record as well', async () => {
    const instance = await library.addInstance()
    const { id } = await library.addHoldings(instance.id, { sourceId: MARC_SOURCE, callNumber: 'M 1' })
    const stored = (await app.get(`/holdings-storage/holdings/${id}`)).json
    const { sourceId: _left, ...sent } = stored
    const refused = await app.put(`/inventory/holdings/${id}`, { ...sent, callNumber: 'M 2' })
    expect(refused.status).toBe(422)
    expect(refused.json.errors[0].message).toBe(
      'Holdings is controlled by MARC record, these fields are blocked and can not be updated: callNumber',
    )
    const open = await app.put(`/inventory/holdings/${id}`, {
      ...sent,
      temporaryLocationId: library.annexLocation,
    })
    expect(open.status).toBe(204)
    expect((await app.get(`/holdings-storage/holdings/${id}`)).json).toMatchObject({
      sourceId: MARC_SOURCE,
      effectiveLocationId: library.annexLocation,
    })
    expect((await app.put(`/inventory/holdings/${UNKNOWN}`, sent)).status).toBe(404)
    expect((await app.get('/inventory/config/holdings/blocked-fields')).json.blockedFields).toContain(
      'callNumber',
    )
  })
})

describe('a batch of instances', () => {
  it('makes the good ones and names the faults of the others', async () => {
    const reply = await app.post(`${PATH}/batch`, {
      instances: [
        minimal.instance({ title: 'good one' }),
        minimal.instance({ title: '' }),
        minimal.instance({ instanceTypeId: UNKNOWN }),
      ],
      totalRecords: 3,
    })
    expect(reply.status).toBe(201)
    expect(reply.json.instances).toMatchObject([{ title: 'good one', _version: 1 }])
    expect(reply.json.totalRecords).toBe(1)
    expect(reply.json.errorMessages).toHaveLength(2)
  })
})

describe('titles before and after', () => {
  it('are replaced as a whole for one instance, each naming it', async () => {
    const { id } = await library.addInstance()
    const path = `/preceding-succeeding-titles/instances/${id}`
    const titles = [
      { precedingInstanceId: id, title: 'After' },
      { succeedingInstanceId: id, title: 'Before' },
    ]
    expect((await app.put(path, { precedingSucceedingTitles: titles })).status).toBe(204)
    expect((await app.put(path, { precedingSucceedingTitles: titles.slice(1) })).status).toBe(204)
    const list = await app.get(`/preceding-succeeding-titles?query=succeedingInstanceId==${id}`)
    expect(list.json).toMatchObject({ totalRecords: 1, precedingSucceedingTitles: [{ title: 'Before' }] })
    const stranger = await app.put(path, {
      precedingSucceedingTitles: [{ precedingInstanceId: UNKNOWN, title: 'x' }],
    })
    expect(stranger.status).toBe(422)
    expect((await app.post('/preceding-succeeding-titles', { title: 'nobody' })).status).toBe(422)
    const unknown = await app.post('/instance-storage/instance-relationships', {
      superInstanceId: UNKNOWN,
      subInstanceId: id,
      instanceRelationshipTypeId: MONOGRAPHIC_SERIES,
    })
    expect([unknown.status, unknown.json.errors[0].message]).toEqual([
      422,
      `Cannot set instance_relationship.superinstanceid = ${UNKNOWN} because it does not exist in instance.id.`,
    ])
  })
})

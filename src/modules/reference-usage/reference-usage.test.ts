import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { BOOK, INSTANCE_TYPE, addLibrary } from '../inventory/test-library.ts'
import type { TestLibrary } from '../inventory/test-library.ts'
import { USED_LISTS } from './used-lists.ts'

let app: TestApp
let library: TestLibrary
beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
})
afterAll(() => app.close())

const usage = async (list: string) => (await app.get(`/octavo/reference-usage/${list}`)).json

test('every list answers, with the rights of its list and no others', async () => {
  for (const { id } of USED_LISTS) {
    expect(await usage(id), id).toEqual({
      state: 'counted',
      countedAt: expect.any(String),
      usage: expect.any(Object),
    })
  }
})

test('counts follow what is written, and a record counts once', async () => {
  const { id } = await library.addInstance()
  const holdings = await library.addHoldings(id)
  await library.addItem(holdings.id)
  const twice = { permanentLocationId: library.annexLocation, temporaryLocationId: library.annexLocation }
  const item = await library.addItem(holdings.id, twice)
  expect((await usage('material-types')).usage[BOOK]).toEqual({ item: 2 })
  expect((await usage('locations')).usage).toEqual({
    [library.mainLocation]: { holdings: 1, item: 1 },
    [library.annexLocation]: { item: 1 },
  })
  const made = await app.post('/material-types', { name: 'Usage test', source: 'local' })
  const stored = (await app.get(`/item-storage/items/${item.id}`)).json
  await app.put(`/item-storage/items/${item.id}`, { ...stored, materialTypeId: made.json.id })
  expect((await usage('material-types')).usage).toMatchObject({
    [BOOK]: { item: 1 },
    [made.json.id]: { item: 1 },
  })
  expect((await app.get(`/octavo/reference-usage/material-types/${made.json.id}`)).json).toEqual({
    id: made.json.id,
    state: 'counted',
    countedAt: expect.any(String),
    counts: { item: 1 },
    settings: [],
  })
})

test('values in lists of objects and in facets are found', async () => {
  const ISBN = '8261054f-be78-422d-bd51-4ed9f33c3422'
  const ISSN = '913300b2-03ed-469a-8179-c1092c991227'
  const before = (await usage('instance-types')).usage[INSTANCE_TYPE].instance
  const isbn = (value: string) => ({ identifierTypeId: ISBN, value })
  await library.addInstance({ identifiers: [isbn('9780131101630'), isbn('0131101633')] })
  await library.addInstance({ identifiers: [isbn('9780131103627'), { identifierTypeId: ISSN, value: '1' }] })
  const identifiers = (await usage('identifier-types')).usage
  expect(identifiers[ISBN].instance).toBe(2)
  expect(identifiers[ISSN].instance).toBe(1)
  expect((await usage('instance-types')).usage[INSTANCE_TYPE].instance).toBe(before + 2)
})

test('mapping rules and profiles that name a value are told', async () => {
  const isbn = '8261054f-be78-422d-bd51-4ed9f33c3422'
  const rules = (await app.get(`/octavo/reference-usage/identifier-types/${isbn}`)).json.settings
  expect(rules).toContainEqual({
    kind: 'rule',
    recordType: 'marc-bib',
    tag: '020',
    target: 'identifiers.identifierTypeId',
  })
  const profile = {
    profile: {
      name: 'Usage test mapping',
      incomingRecordType: 'MARC_BIBLIOGRAPHIC',
      existingRecordType: 'ITEM',
      mappingDetails: {
        name: 'item',
        recordType: 'ITEM',
        mappingFields: [
          {
            name: 'materialType.id',
            enabled: 'true',
            path: 'item.materialType.id',
            value: '"book"',
            subfields: [],
            acceptedValues: { [BOOK]: 'book', '615b8413-82d5-4203-aa6e-e37984cb5ac3': 'electronic resource' },
          },
        ],
      },
    },
    addedRelations: [],
    deletedRelations: [],
  }
  const made = await app.post('/data-import-profiles/mappingProfiles', profile)
  expect(made.status, made.text).toBe(201)
  const { settings } = (await app.get(`/octavo/reference-usage/material-types/${BOOK}`)).json
  expect(settings).toEqual([
    { kind: 'profile', id: made.json.id, name: 'Usage test mapping', profileType: 'MAPPING_PROFILE' },
  ])
  const all = (await usage('material-types')).usage
  expect(all[BOOK].profile).toBe(1)
  expect(all['615b8413-82d5-4203-aa6e-e37984cb5ac3']?.profile).toBeUndefined()
})

test('unknown values and lists are not there', async () => {
  expect((await app.get(`/octavo/reference-usage/material-types/${randomUUID()}`)).status).toBe(404)
  expect((await app.get('/octavo/reference-usage/material-types/x')).status).toBe(400)
  expect((await app.get('/octavo/reference-usage/nothing')).status).toBe(404)
})

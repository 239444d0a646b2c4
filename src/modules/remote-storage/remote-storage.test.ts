import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'

test('a location lies in one remote store, which can be changed and ended', async () => {
  const app = await testApp()
  onTestFinished(() => app.close())
  const { mainLocation: folioLocationId } = await addLibrary(app)
  const store = async (name: string) =>
    (await app.post('/remote-storage/configurations', { name, accessionTimeUnit: 'hours' })).json.id as string
  const [first, second] = [await store('Cellar'), await store('Barn')]
  const path = '/remote-storage/mappings'
  expect((await app.post(path, { folioLocationId, configurationId: first })).status).toBe(201)
  expect((await app.post(path, { folioLocationId, configurationId: second })).status).toBe(201)
  const mapping = { folioLocationId, configurationId: second }
  expect((await app.get(`${path}?limit=1000`)).json).toEqual({ mappings: [mapping], totalRecords: 1 })
  expect((await app.get(`${path}/${folioLocationId}`)).json).toEqual(mapping)
  expect((await app.post(path, { folioLocationId: 'x', configurationId: second })).status).toBe(422)
  expect((await app.post(path, { folioLocationId: randomUUID(), configurationId: second })).status).toBe(422)
  expect((await app.del(`${path}/${folioLocationId}`)).status).toBe(204)
  expect((await app.get(`${path}/${folioLocationId}`)).status).toBe(404)
})

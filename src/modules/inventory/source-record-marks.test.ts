import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { newId } from '../../kernel/ids.ts'
import { bib, startSnapshot } from '../records/test-source-records.ts'
import { MARC_SOURCE, addLibrary, minimal } from './test-library.ts'
import type { TestLibrary } from './test-library.ts'

let app: TestApp
let library: TestLibrary
let snapshot: string

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
  snapshot = await startSnapshot(app)
})
afterAll(() => app.close())

/** An instance with a source record. @returns the instance as `/inventory` shows it. */
async function instanceWithRecord(source = 'MARC'): Promise<{ id: string; path: string; body: object }> {
  const body = (await app.post('/inventory/instances', minimal.instance({ source }))).json
  const record = bib(snapshot, { externalIdsHolder: { instanceId: body.id, instanceHrid: body.hrid } })
  expect((await app.post('/source-storage/records', record)).status).toBe(201)
  return { id: body.id, path: `/inventory/instances/${body.id}`, body }
}

/** State, leader/05 and suppression of the source record of an instance or holdings record. */
async function marksOf(id: string, idType = 'INSTANCE') {
  const { json } = await app.get(`/source-storage/records/${id}/formatted?idType=${idType}`)
  return [json.state, json.parsedRecord.content.leader[5], json.additionalInfo.suppressDiscovery]
}

describe('the source record of a MARC instance', () => {
  it('is suppressed and shown with it, by PUT and by PATCH', async () => {
    const { id, path, body } = await instanceWithRecord()
    expect((await app.put(path, { ...body, discoverySuppress: true })).status).toBe(204)
    expect(await marksOf(id)).toEqual(['ACTUAL', 'n', true])
    expect((await app.patch(path, { id, _version: 2, discoverySuppress: false })).status).toBe(204)
    expect(await marksOf(id)).toEqual(['ACTUAL', 'n', false])
  })

  it('keeps a suppression of its own while that of the instance does not change', async () => {
    const { id, path, body } = await instanceWithRecord()
    await app.put(`/source-storage/records/${id}/suppress-from-discovery?idType=INSTANCE&suppress=true`)
    expect((await app.put(path, { ...body, catalogedDate: '2026-01-01' })).status).toBe(204)
    expect(await marksOf(id)).toEqual(['ACTUAL', 'n', true])
  })

  it('is marked as deleted with it, and comes back suppressed as the instance is', async () => {
    const { id, path, body } = await instanceWithRecord()
    const hidden = { ...body, staffSuppress: true, discoverySuppress: true }
    expect((await app.put(path, { ...hidden, deleted: true })).status).toBe(204)
    expect(await marksOf(id)).toEqual(['DELETED', 'd', true])
    expect((await app.put(path, { ...hidden, _version: 2, deleted: false })).status).toBe(204)
    expect(await marksOf(id)).toEqual(['ACTUAL', 'c', true])
    expect((await app.put(path, { ...body, _version: 3 })).status).toBe(204)
    expect(await marksOf(id)).toEqual(['ACTUAL', 'c', false])
  })

  it('is marked as deleted by mark-deleted', async () => {
    const { id, path } = await instanceWithRecord()
    expect((await app.del(`${path}/mark-deleted`)).status).toBe(204)
    expect(await marksOf(id)).toEqual(['DELETED', 'd', true])
  })

  it('stays as it is when the change of the instance is refused, or made in storage', async () => {
    const { id, path, body } = await instanceWithRecord()
    expect((await app.put(path, { ...body, discoverySuppress: true, _version: 9 })).status).toBe(409)
    const stored = (await app.get(`/instance-storage/instances/${id}`)).json
    expect(
      (await app.put(`/instance-storage/instances/${id}`, { ...stored, discoverySuppress: true })).status,
    ).toBe(204)
    expect(await marksOf(id)).toEqual(['ACTUAL', 'n', false])
  })

  it('need not exist', async () => {
    const made = (await app.post('/inventory/instances', minimal.instance({ source: 'MARC' }))).json
    expect((await app.del(`/inventory/instances/${made.id}/mark-deleted`)).status).toBe(204)
  })
})

it('leaves alone the source record of an instance that MARC does not rule', async () => {
  const { id, path } = await instanceWithRecord('FOLIO')
  expect((await app.del(`${path}/mark-deleted`)).status).toBe(204)
  expect(await marksOf(id)).toEqual(['ACTUAL', 'n', false])
})

it('suppresses and shows the source record of a MARC holdings record with it', async () => {
  const instance = await library.addInstance()
  const { id } = await library.addHoldings(instance.id, { sourceId: MARC_SOURCE })
  const record = bib(snapshot, {
    recordType: 'MARC_HOLDING',
    externalIdsHolder: { holdingsId: id, holdingsHrid: newId() },
  })
  expect((await app.post('/source-storage/records', record)).status).toBe(201)
  const path = `/inventory/holdings/${id}`
  const stored = (await app.get(`/holdings-storage/holdings/${id}`)).json
  expect((await app.put(path, { ...stored, discoverySuppress: true })).status).toBe(204)
  expect(await marksOf(id, 'HOLDINGS')).toEqual(['ACTUAL', 'n', true])
  expect((await app.put(path, { ...stored, _version: 2 })).status).toBe(204)
  expect(await marksOf(id, 'HOLDINGS')).toEqual(['ACTUAL', 'n', false])
})

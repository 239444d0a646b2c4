import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { newId } from '../../kernel/ids.ts'
import { bib, setStatus, startSnapshot } from './test-source-records.ts'

const PATH = '/source-storage/snapshots'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('processing of a snapshot starts with the status PARSING_IN_PROGRESS and the date stays afterwards', async () => {
  const id = newId()
  const made = await app.post(PATH, { jobExecutionId: id, status: 'NEW' })
  expect(made.status).toBe(201)
  expect(made.json.processingStartedDate).toBeUndefined()
  expect(made.json.metadata.createdByUserId).toMatch(/^[0-9a-f-]{36}$/)
  const started = await app.put(`${PATH}/${id}`, { jobExecutionId: id, status: 'PARSING_IN_PROGRESS' })
  expect(started.status).toBe(200)
  const date = started.json.processingStartedDate
  expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
  await setStatus(app, id, 'COMMITTED')
  expect((await app.get(`${PATH}/${id}`)).json).toMatchObject({
    jobExecutionId: id,
    status: 'COMMITTED',
    processingStartedDate: date,
  })
})

test('snapshots are listed by status and in the order asked for', async () => {
  const ids = await Promise.all([startSnapshot(app, 'DISCARDED'), startSnapshot(app, 'DISCARDED')])
  const list = await app.get(`${PATH}?status=DISCARDED&orderBy=id,DESC&limit=1`)
  expect(list.json.totalRecords).toBe(2)
  expect(list.json.snapshots.map((snapshot: { jobExecutionId: string }) => snapshot.jobExecutionId)).toEqual([
    ids.toSorted().at(-1),
  ])
})

test('what is wrong with a list of snapshots is said in the words of FOLIO', async () => {
  expect(await app.get(`${PATH}?status=WRONG`)).toMatchObject({
    status: 400,
    text: 'Unknown job execution status WRONG',
  })
  expect(await app.get(`${PATH}?orderBy=select * from x,ASC`)).toMatchObject({
    status: 400,
    text: 'Invalid order by select * from x,ASC',
  })
  expect((await app.get(`${PATH}?limit=-1`)).status).toBe(400)
})

test('a snapshot without id or with an unknown status is refused naming the field', async () => {
  const empty = await app.post(PATH, {})
  expect(empty.status).toBe(422)
  expect(
    empty.json.errors.map((error: { parameters: { key: string }[] }) => error.parameters[0]!.key),
  ).toEqual(['jobExecutionId', 'status'])
  expect((await app.post(PATH, { jobExecutionId: newId(), status: 'DONE' })).status).toBe(422)
})

test('unknown snapshots are not found by any method', async () => {
  const id = newId()
  const text = `Snapshot with id '${id}' was not found`
  expect(await app.get(`${PATH}/${id}`)).toMatchObject({ status: 404, text })
  expect(await app.put(`${PATH}/${id}`, { jobExecutionId: id, status: 'NEW' })).toMatchObject({
    status: 404,
    text,
  })
  expect(await app.del(`${PATH}/${id}`)).toMatchObject({ status: 404, text })
  expect((await app.get(`${PATH}/no-uuid`)).status).toBe(400)
})

test('with a snapshot go its records and the instances made from them', async () => {
  const instance = await app.post('/instance-storage/instances', {
    source: 'MARC',
    title: 'To be removed',
    instanceTypeId: '6312d172-f0cf-40f6-b27d-9fa8feaf332f',
  })
  expect(instance.status).toBe(201)
  const snapshotId = await startSnapshot(app)
  const record = bib(snapshotId, {
    externalIdsHolder: { instanceId: instance.json.id, instanceHrid: instance.json.hrid },
  })
  expect((await app.post('/source-storage/records', record)).status).toBe(201)
  expect((await app.del(`${PATH}/${snapshotId}`)).status).toBe(204)
  expect((await app.get(`${PATH}/${snapshotId}`)).status).toBe(404)
  expect((await app.get(`/source-storage/records/${record.id}`)).status).toBe(404)
  expect((await app.get(`/instance-storage/instances/${instance.json.id}`)).status).toBe(404)
})

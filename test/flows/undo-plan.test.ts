import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { SAMPLE_PROFILE, answer, importFile, logOf, newTenant } from './import-client.ts'
import type { Api } from './import-client.ts'
import { manyBooks } from './marc-files.ts'
import { undoJob } from './undo-client.ts'

let app: TestApp
let api: Api
beforeAll(async () => {
  app = await testApp({ work: true })
  api = await newTenant(app, 'lib', true)
})
afterAll(() => app.close())

test('the plan of an undo says what the undo then does, and why it cannot be done again', async () => {
  const job = await importFile(api, 'plan.mrc', manyBooks(4, 'plan'), SAMPLE_PROFILE)
  const [entry] = await logOf(api, job.id)
  const [id] = entry!.relatedInstanceInfo.idList
  const instance = answer(await api.get(`/instance-storage/instances/${id}`))
  answer(await api.put(`/instance-storage/instances/${id}`, { ...instance, title: 'By hand' }), 204)
  const path = `/octavo/imports/${job.id}/undo/plan`
  const plan = answer(await api.get(path))
  expect(plan).toMatchObject({
    refusal: null,
    isComplete: true,
    progress: { current: 4, total: 4 },
    deleted: { instances: 3, holdings: 4, items: 4 },
    restored: { instances: 0, holdings: 0, items: 0 },
    left: 1,
    leftByReason: [{ reason: 'edited', count: 1 }],
  })
  expect(plan.leftRecords).toEqual([
    expect.objectContaining({ recordType: 'INSTANCE', id, title: 'Book 0 of plan', sourceRecordOrder: 0 }),
  ])
  expect(answer(await api.get(`/instance-storage/instances/${id}`)).title).toBe('By hand')
  const undo = await undoJob(api, job.id)
  expect(undo).toMatchObject({ deleted: { instances: 3, holdings: 4, items: 4 }, left: 1 })
  expect(answer(await api.get(path)).refusal).toBe('The job was undone already.')
})

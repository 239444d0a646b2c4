import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setClockOffset } from '../../src/kernel/clock.ts'
import { importsModule, purgeJobLogs } from '../../src/modules/imports/index.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { SAMPLE_PROFILE, answer, endOf, importFile, logOf, newTenant } from './import-client.ts'
import type { Api } from './import-client.ts'
import { book, manyBooks } from './marc-files.ts'
import { tableChecksums, undoJob } from './undo-client.ts'

const DAY_MS = 86_400_000
let app: TestApp
let api: Api

beforeAll(async () => {
  app = await testApp({ work: true, env: { OCTAVO_JOB_LOG_DAYS: '30' } })
  api = await newTenant(app, 'lib', true)
})

afterAll(() => app.close())

/** Moves a job with its undo into the past. */
async function age(jobId: string, days: number): Promise<void> {
  await app.octavo.app.db.tenant('lib', async (tx) => {
    await tx.query(
      `update job_execution set completed_at = completed_at - make_interval(days => $2),
         created_at = created_at - make_interval(days => $2) where id = $1`,
      [jobId, days],
    )
    await tx.query(
      'update undo_run set completed_at = completed_at - make_interval(days => $2) where job_id = $1',
      [jobId, days],
    )
  })
}

const rowsOf = (table: string, where: string, params: unknown[]) =>
  app.octavo.app.db.tenant('lib', async (tx) => {
    const [row] = await tx.query<{ total: number }>(
      `select count(*) as total from ${table} where ${where}`,
      params,
    )
    return row!.total
  })

const ledgerRows = (jobId: string) =>
  app.octavo.app.db.system(async (tx) => {
    const [row] = await tx.query<{ total: number }>(
      'select count(*) as total from octavo.chunk where job_id = $1',
      [jobId],
    )
    return row!.total
  })

const statusOf = async (path: string) => (await api.get(path)).status

it('old logs go with their files, the jobs stay in the list with their counts and cannot be undone', async () => {
  const old = await importFile(api, 'old.mrc', manyBooks(30, 'old'), SAMPLE_PROFILE)
  const young = await importFile(api, 'young.mrc', manyBooks(2, 'young'), SAMPLE_PROFILE)
  const summary = answer(await api.get(`/metadata-provider/jobSummary/${old.id}`))
  const shown = answer(await api.get(`/metadata-provider/jobExecutions?hrId=${old.hrId}`)).jobExecutions[0]
  await age(old.id, 31)
  const before = await tableChecksums(app, 'lib', ['instance', 'source_record', 'record_change'])
  expect(await purgeJobLogs(app.octavo.app, 'lib', 30)).toEqual({
    jobs: 1,
    records: 30,
    files: 1,
    forgotten: 0,
  })
  expect(await tableChecksums(app, 'lib', ['instance', 'source_record', 'record_change'])).toEqual(before)
  expect(await logOf(api, old.id)).toEqual([])
  expect(await logOf(api, young.id)).toHaveLength(2)
  expect(answer(await api.get(`/metadata-provider/jobSummary/${old.id}`))).toEqual(summary)
  const listed = answer(await api.get(`/metadata-provider/jobExecutions?hrId=${old.hrId}`)).jobExecutions[0]
  expect({ ...listed, startedDate: '', completedDate: '' }).toEqual({
    ...shown,
    startedDate: '',
    completedDate: '',
  })
  expect(await statusOf(`/octavo/imports/${old.id}/file`)).toBe(404)
  expect(await statusOf(`/octavo/imports/${young.id}/file`)).toBe(200)
  expect(answer(await api.get(`/octavo/imports/${old.id}/errors`))).toEqual({ errors: [], totalRecords: 0 })
  expect([
    await rowsOf('import_context', 'id = (select context_id from job_execution where id = $1)', [old.id]),
    await ledgerRows(old.id),
    await rowsOf('import_context', 'id = (select context_id from job_execution where id = $1)', [young.id]),
    await ledgerRows(young.id),
  ]).toEqual([0, 0, 1, 1])
  const refusal = answer(await api.post(`/octavo/imports/${old.id}/undo`), 422)
  expect(refusal.errors[0].message).toBe(
    'The log of the job is not kept any more, so nothing tells what it made.',
  )
  expect(await purgeJobLogs(app.octavo.app, 'lib', 30)).toEqual({
    jobs: 0,
    records: 0,
    files: 0,
    forgotten: 0,
  })
})

it('posted records, deleted jobs and undos go too; a job that was undone lately is kept', async () => {
  const user = answer(await api.get('/users?query=username==lib_admin')).users[0]
  const online = answer(
    await api.post('/change-manager/jobExecutions', { sourceType: 'ONLINE', userId: user.id }),
    201,
  ).parentJobExecutionId as string
  answer(await api.put(`/change-manager/jobExecutions/${online}/jobProfile`, SAMPLE_PROFILE))
  const posted = {
    id: randomUUID(),
    recordsMetadata: { last: true, counter: 1, total: 1, contentType: 'MARC_RAW' },
    initialRecords: [{ record: book('posted1', 'Posted').toString('utf8'), order: 0 }],
  }
  answer(await api.post(`/change-manager/jobExecutions/${online}/records`, posted), 204)
  await endOf(api, online)
  const deleted = await importFile(api, 'deleted.mrc', manyBooks(2, 'deleted'), SAMPLE_PROFILE)
  answer(await api.del('/change-manager/jobExecutions', { ids: [deleted.id] }))
  const undone = await importFile(api, 'undone.mrc', manyBooks(2, 'undone'), SAMPLE_PROFILE)
  await age(undone.id, 40)
  await undoJob(api, undone.id)
  await age(online, 40)
  await age(deleted.id, 40)
  expect(await purgeJobLogs(app.octavo.app, 'lib', 30)).toEqual({
    jobs: 2,
    records: 3,
    files: 1,
    forgotten: 1,
  })
  expect([
    await rowsOf('posted_chunk', 'job_id = $1', [online]),
    await rowsOf('job_execution', 'id = $1', [online]),
    await rowsOf('job_execution', 'id = $1', [deleted.id]),
    await rowsOf('file_definition', 'job_id = $1', [deleted.id]),
    await rowsOf('upload_definition', 'meta_job_id = $1', [deleted.id]),
    await rowsOf('undo_run', 'job_id = $1', [undone.id]),
  ]).toEqual([0, 1, 0, 0, 0, 1])
  await age(undone.id, 40)
  expect(await purgeJobLogs(app.octavo.app, 'lib', 30)).toMatchObject({ jobs: 1, records: 2 })
  expect(await statusOf(`/octavo/imports/${undone.id}/undo`)).toBe(404)
})

it('the nightly task does it for every tenant as the setting says', async () => {
  const job = await importFile(api, 'night.mrc', manyBooks(2, 'night'), SAMPLE_PROFILE)
  const task = importsModule.tasks!(app.octavo.app).find(({ name }) => name === 'purge-job-logs')!
  await task.run()
  expect(await logOf(api, job.id)).toHaveLength(2)
  try {
    setClockOffset(31 * DAY_MS)
    await task.run()
  } finally {
    setClockOffset(0)
  }
  expect(await logOf(api, job.id)).toEqual([])
})

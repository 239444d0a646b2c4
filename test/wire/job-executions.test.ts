import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { CREATE_INSTANCE, answer } from '../flows/import-client.ts'

let app: TestApp
let userId: string

const JOBS = '/change-manager/jobExecutions'
const LIST = '/metadata-provider/jobExecutions'

beforeAll(async () => {
  app = await testApp()
  userId = answer(await app.get('/bl-users/by-username/diku_admin')).user.id
})

afterAll(() => app.close())

const create = async (body: object) => answer(await app.post(JOBS, { userId, ...body }), 201)

async function createOne(): Promise<string> {
  return (await create({ sourceType: 'FILES', files: [{ name: 'one.mrc' }] })).parentJobExecutionId
}

describe('POST /change-manager/jobExecutions', () => {
  it('makes one job for a client that sends the records itself', async () => {
    const { parentJobExecutionId, jobExecutions } = await create({ sourceType: 'ONLINE' })
    expect(jobExecutions).toMatchObject([
      {
        id: parentJobExecutionId,
        parentJobId: parentJobExecutionId,
        subordinationType: 'PARENT_SINGLE',
        fileName: 'No file name',
        status: 'NEW',
        uiStatus: 'INITIALIZATION',
        progress: { jobExecutionId: parentJobExecutionId, current: 0, total: 100 },
        userId,
      },
    ])
    expect(jobExecutions[0].jobProfileInfo).toBeUndefined()
  })

  it('makes one job for one file, named by the last part of its path', async () => {
    const { parentJobExecutionId, jobExecutions } = await create({
      sourceType: 'FILES',
      files: [{ name: 'folder/weekly.mrc' }],
    })
    expect(jobExecutions).toMatchObject([
      {
        id: parentJobExecutionId,
        subordinationType: 'PARENT_SINGLE',
        fileName: 'weekly.mrc',
        sourcePath: 'folder/weekly.mrc',
        progress: { current: 0, total: 0 },
      },
    ])
  })

  it('makes a child for each of several files, and a parent', async () => {
    const files = Array.from({ length: 12 }, (_, index) => ({ name: `part-${index}.mrc` }))
    const { parentJobExecutionId, jobExecutions } = await create({ sourceType: 'FILES', files })
    const parent = jobExecutions.find(({ id }: { id: string }) => id === parentJobExecutionId)
    expect(parent).toMatchObject({
      subordinationType: 'PARENT_MULTIPLE',
      status: 'PARENT',
      uiStatus: 'PARENT',
    })
    expect(jobExecutions).toHaveLength(13)

    const all = answer(await app.get(`${JOBS}/${parentJobExecutionId}/children`))
    expect(all.totalRecords).toBe(12)
    expect(all.jobExecutions.map(({ fileName }: { fileName: string }) => fileName)).toEqual(
      files.map(({ name }) => name),
    )
    for (const child of all.jobExecutions) {
      expect(child).toMatchObject({
        subordinationType: 'CHILD',
        parentJobId: parentJobExecutionId,
        status: 'NEW',
      })
    }
    const page = answer(await app.get(`${JOBS}/${parentJobExecutionId}/children?limit=2&offset=10`))
    expect(page).toMatchObject({
      totalRecords: 12,
      jobExecutions: [{ fileName: 'part-10.mrc' }, { fileName: 'part-11.mrc' }],
    })
    const listed = answer(await app.get(`${LIST}?limit=1000&fileName=part-*`))
    expect(listed.totalRecords).toBe(12)
  })

  it('makes a composite parent, and children that name it', async () => {
    const parent = await create({ sourceType: 'COMPOSITE', files: [{ name: 'whole.mrc' }] })
    expect(parent.jobExecutions).toMatchObject([
      { subordinationType: 'COMPOSITE_PARENT', fileName: 'whole.mrc' },
    ])
    const parentJobId = parent.parentJobExecutionId
    for (const jobPartNumber of [2, 1]) {
      const files = [{ name: `whole_${jobPartNumber}.mrc` }]
      const child = await create({
        sourceType: 'COMPOSITE',
        files,
        parentJobId,
        jobPartNumber,
        totalJobParts: 2,
      })
      expect(child.jobExecutions).toMatchObject([
        { subordinationType: 'COMPOSITE_CHILD', parentJobId, jobPartNumber, totalJobParts: 2 },
      ])
    }
    const children = answer(await app.get(`${JOBS}/${parentJobId}/children`))
    expect(children.jobExecutions).toMatchObject([{ jobPartNumber: 1 }, { jobPartNumber: 2 }])
  })

  it('makes the snapshot of each job in the record storage', async () => {
    const id = await createOne()
    expect(answer(await app.get(`/source-storage/snapshots/${id}`))).toMatchObject({
      jobExecutionId: id,
      status: 'NEW',
    })
  })

  it('takes a profile at once', async () => {
    const { jobExecutions } = await create({ sourceType: 'ONLINE', jobProfileInfo: CREATE_INSTANCE })
    expect(jobExecutions[0].jobProfileInfo).toEqual({ ...CREATE_INSTANCE, hidden: false })
  })

  it('counts jobs up from one', async () => {
    const first = answer(await app.get(`${JOBS}/${await createOne()}`))
    const second = answer(await app.get(`${JOBS}/${await createOne()}`))
    expect(second.hrId).toBe(first.hrId + 1)
  })

  it('shows who runs a job', async () => {
    const user = { id: randomUUID(), username: 'loader', active: true, type: 'system' }
    answer(await app.post('/users', user), 201)
    const without = await create({ sourceType: 'ONLINE', userId: user.id })
    expect(without.jobExecutions[0].runBy).toEqual({ firstName: 'loader', lastName: 'SYSTEM' })
    const personal = { firstName: 'Ada', lastName: 'Byron' }
    answer(await app.put(`/users/${user.id}`, { ...user, personal }), 204)
    const withNames = await create({ sourceType: 'ONLINE', userId: user.id })
    expect(withNames.jobExecutions[0].runBy).toEqual(personal)
  })

  it('refuses what cannot be done with the reason', async () => {
    const refusals: [body: object, status: number, text: string][] = [
      [{ sourceType: 'FILES' }, 400, 'Received files must not be empty'],
      [{ sourceType: 'FILES', files: [] }, 400, 'Received files must not be empty'],
      [{ sourceType: 'ONLINE', userId: randomUUID() }, 422, 'No user found by user id :'],
    ]
    for (const [body, status, text] of refusals) {
      const reply = await app.post(JOBS, { userId, ...body })
      expect(reply.status).toBe(status)
      expect(reply.text).toContain(text)
    }
  })
})

describe('PUT /change-manager/jobExecutions/{id}/status', () => {
  const put = async (id: string, body: object) => app.put(`${JOBS}/${id}/status`, body)

  it('moves a job on and shows it so', async () => {
    const id = await createOne()
    const states = {
      FILE_UPLOADED: 'INITIALIZATION',
      PARSING_IN_PROGRESS: 'RUNNING',
      PARSING_FINISHED: 'RUNNING_COMPLETE',
      PROCESSING_IN_PROGRESS: 'PREPARING_FOR_PREVIEW',
      PROCESSING_FINISHED: 'READY_FOR_PREVIEW',
      COMMIT_IN_PROGRESS: 'RUNNING',
    }
    for (const [status, uiStatus] of Object.entries(states)) {
      const job = answer(await put(id, { status }))
      expect(job).toMatchObject({ id, status, uiStatus })
      expect(job.completedDate).toBeUndefined()
    }
    const done = answer(await put(id, { status: 'COMMITTED' }))
    expect(done).toMatchObject({ status: 'COMMITTED', completedDate: expect.any(String) })
  })

  it('ends a job with an error, and one without a readable file with nothing to do', async () => {
    const first = await createOne()
    expect(answer(await put(first, { status: 'ERROR', errorStatus: 'RECORD_UPDATE_ERROR' }))).toMatchObject({
      status: 'ERROR',
      uiStatus: 'ERROR',
      errorStatus: 'RECORD_UPDATE_ERROR',
      completedDate: expect.any(String),
    })
    const { parentJobExecutionId: online } = await create({ sourceType: 'ONLINE' })
    expect(
      answer(await put(online, { status: 'ERROR', errorStatus: 'FILE_PROCESSING_ERROR' })),
    ).toMatchObject({
      errorStatus: 'FILE_PROCESSING_ERROR',
      progress: { current: 0, total: 0 },
    })
  })

  it('cancels a job, once', async () => {
    const id = await createOne()
    const first = answer(await put(id, { status: 'CANCELLED' }))
    expect(first).toMatchObject({ status: 'CANCELLED', completedDate: expect.any(String) })
    expect(answer(await put(id, { status: 'CANCELLED' }))).toEqual(first)
    const back = await put(id, { status: 'PARSING_IN_PROGRESS' })
    expect(back.status).toBe(400)
    expect(back.text).toContain('already marked as CANCELLED')
  })

  it('refuses PARENT, an unknown state and an unknown kind of error', async () => {
    const id = await createOne()
    expect(await put(id, { status: 'PARENT' })).toMatchObject({
      status: 400,
      text: 'Cannot update JobExecution status to PARENT',
    })
    for (const [body, key] of [
      [{ status: 'DONE' }, 'status'],
      [{}, 'status'],
      [{ status: 'ERROR', errorStatus: 'BROKEN' }, 'errorStatus'],
    ] as const) {
      const reply = await put(id, body)
      expect(answer(reply, 422).errors[0].parameters[0].key).toBe(key)
    }
    expect(answer(await app.get(`${JOBS}/${id}`)).status).toBe('NEW')
    expect((await put(randomUUID(), { status: 'ERROR' })).status).toBe(404)
  })
})

describe('PUT /change-manager/jobExecutions/{id}', () => {
  it('keeps what the server derives and takes the rest', async () => {
    const id = await createOne()
    const job = answer(await app.get(`${JOBS}/${id}`))
    const sent = {
      ...job,
      hrId: 99_999,
      progress: { current: 7, total: 7 },
      userId: randomUUID(),
      note: 'ours',
    }
    const put = answer(await app.put(`${JOBS}/${id}`, sent))
    expect(put).toEqual({ ...job, note: 'ours' })
    const without = answer(await app.put(`${JOBS}/${id}`, job))
    expect(without.note).toBeUndefined()
  })

  it('takes a changed state by its rules', async () => {
    const id = await createOne()
    const job = answer(await app.get(`${JOBS}/${id}`))
    expect(answer(await app.put(`${JOBS}/${id}`, { ...job, status: 'CANCELLED' })).status).toBe('CANCELLED')
    expect((await app.put(`${JOBS}/${id}`, { ...job, status: 'NEW' })).status).toBe(400)
    expect((await app.put(`${JOBS}/${id}`, { ...job, status: 'PARENT' })).status).toBe(400)
  })

  it('gives nobody a way to files that are not the job its own', async () => {
    const id = await createOne()
    const job = answer(await app.get(`${JOBS}/${id}`))
    for (const sourcePath of ['../../../etc/passwd', '/etc/passwd', 'data-import/../../x', 'a\u0000b']) {
      const put = await app.put(`${JOBS}/${id}`, { ...job, sourcePath })
      expect(put.status, put.text).toBeLessThan(500)
      for (const url of [`/data-import/jobExecutions/${id}/downloadUrl`, `/octavo/imports/${id}/file`]) {
        expect((await app.get(url)).status, `${url} ${sourcePath}`).toBe(404)
      }
    }
  })
})

describe('DELETE /change-manager/jobExecutions', () => {
  it('hides jobs from lists and from being read, and says which there were', async () => {
    const id = await createOne()
    const kept = await createOne()
    const unknown = randomUUID()
    const before = answer(await app.get(`${LIST}?limit=0`)).totalRecords
    expect(answer(await app.del(JOBS, { ids: [id, unknown] }))).toEqual({
      jobExecutionDetails: [
        { jobExecutionId: id, isDeleted: true },
        { jobExecutionId: unknown, isDeleted: false },
      ],
    })
    expect(answer(await app.get(`${LIST}?limit=0`)).totalRecords).toBe(before - 1)
    for (const url of [
      `${JOBS}/${id}`,
      `${JOBS}/${id}/children`,
      `/metadata-provider/jobLogEntries/${id}`,
      `/metadata-provider/jobSummary/${id}`,
      `/metadata-provider/journalRecords/${id}`,
      `/octavo/imports/${id}/errors`,
    ]) {
      expect((await app.get(url)).status, url).toBe(404)
    }
    expect((await app.put(`${JOBS}/${id}/status`, { status: 'ERROR' })).status).toBe(404)
    expect((await app.get(`${JOBS}/${kept}`)).status).toBe(200)
    expect(answer(await app.del(JOBS, { ids: [] }))).toEqual({ jobExecutionDetails: [] })
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishJobIfComplete } from '../../src/kernel/jobs/ledger.ts'
import { finishImport } from '../../src/modules/imports/finish-job.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { answer, endOf } from './import-client.ts'
import { manyBooks } from './marc-files.ts'
import { childrenOf, startSplit } from './part-client.ts'

let app: TestApp

const JOBS = '/change-manager/jobExecutions'

beforeAll(async () => {
  // Nobody works here, so that parts stay where the tests put them.
  app = await testApp({ env: { OCTAVO_SPLIT_FILES: 'on', OCTAVO_RECORDS_PER_SPLIT_FILE: '10' } })
})

afterAll(() => app.close())

const read = async (id: string) => answer(await app.get(`${JOBS}/${id}`))
const cancel = (id: string) => app.del(`/data-import/jobExecutions/${id}/cancel`)
const system = (text: string, params: unknown[]) => app.octavo.app.db.system((tx) => tx.query(text, params))

/** Does what a worker does with the only chunk of a part, without records. */
async function work(jobId: string): Promise<void> {
  const counts = {
    records: 10,
    errors: 0,
    entities: { INSTANCE: { created: 10, updated: 0, discarded: 0, errors: 0 } },
  }
  await system('update octavo.chunk set state = 2, counts = $2 where job_id = $1', [
    jobId,
    JSON.stringify(counts),
  ])
  await app.octavo.app.db.tenant('diku', async (tx) => {
    const { isFinishedNow } = await finishJobIfComplete(tx, jobId)
    if (isFinishedNow) await finishImport(tx, jobId, 0)
  })
}

describe('a file in parts that nobody has taken up', () => {
  it('runs as a whole, and its parts wait', async () => {
    const { parent } = await startSplit(app, 'waiting.mrc', manyBooks(25, 'w'))
    expect(await read(parent.id)).toMatchObject({
      status: 'COMMIT_IN_PROGRESS',
      uiStatus: 'RUNNING',
      progress: { current: 0, total: 25 },
      compositeDetails: {
        fileUploadedState: { chunksCount: 3, totalRecordsCount: 25, currentlyProcessedCount: 0 },
      },
    })
    for (const child of await childrenOf(app, parent.id)) {
      expect(child).toMatchObject({ status: 'FILE_UPLOADED', uiStatus: 'INITIALIZATION' })
    }
    const running = answer(
      await app.get(
        '/metadata-provider/jobExecutions?statusNot=DISCARDED&uiStatusAny=PREPARING_FOR_PREVIEW&uiStatusAny=READY_FOR_PREVIEW&uiStatusAny=RUNNING&limit=50&sortBy=completed_date,desc&subordinationTypeNotAny=COMPOSITE_CHILD',
      ),
    )
    expect(running.jobExecutions).toMatchObject([{ id: parent.id, totalRecordsInFile: 25 }])
    answer(await cancel(parent.id))
  })

  it('is cancelled with the parts that have not ended', async () => {
    const { parent } = await startSplit(app, 'cancelled.mrc', manyBooks(25, 'c'))
    const [first, second, third] = await childrenOf(app, parent.id)
    await work(first!.id)
    expect(await read(parent.id)).toMatchObject({
      status: 'COMMIT_IN_PROGRESS',
      progress: { current: 10, total: 25 },
    })
    const reply = await cancel(parent.id)
    expect(answer(reply)).toEqual({ ok: true })
    expect(await read(parent.id)).toMatchObject({
      status: 'CANCELLED',
      uiStatus: 'CANCELLED',
      completedDate: expect.any(String),
      progress: { current: 10, total: 25 },
      compositeDetails: {
        committedState: { chunksCount: 1, totalRecordsCount: 10, currentlyProcessedCount: 10 },
        cancelledState: { chunksCount: 2, totalRecordsCount: 15, currentlyProcessedCount: 0 },
      },
    })
    expect((await read(first!.id)).status).toBe('COMMITTED')
    for (const part of [second!, third!]) expect((await read(part.id)).status).toBe('CANCELLED')
    expect(answer(await app.get(`/metadata-provider/jobSummary/${parent.id}`))).toMatchObject({
      instanceSummary: { totalCreatedEntities: 10 },
    })
    const open = await system("select from octavo.job where id = any($1::uuid[]) and state = 'running'", [
      [first!.id, second!.id, third!.id],
    ])
    expect(open).toEqual([])
    expect(answer(await cancel(parent.id))).toEqual({ ok: true })
    expect((await read(first!.id)).status).toBe('COMMITTED')
  })

  it('ends when its last part is cancelled by itself', async () => {
    const { parent } = await startSplit(app, 'single.mrc', manyBooks(15, 's'))
    const [first, second] = await childrenOf(app, parent.id)
    await work(first!.id)
    answer(await app.put(`${JOBS}/${second!.id}/status`, { status: 'CANCELLED' }))
    expect(await read(parent.id)).toMatchObject({ status: 'COMMITTED', progress: { current: 10, total: 15 } })
  })

  it('of another kind is refused with the reason, or not found', async () => {
    const { file, parent } = await startSplit(app, 'kinds.mrc', manyBooks(5, 'k'))
    const [child] = await childrenOf(app, parent.id)
    for (const [id, kind] of [
      [file.jobExecutionId, 'PARENT_SINGLE'],
      [child!.id, 'COMPOSITE_CHILD'],
    ]) {
      const reply = await cancel(id)
      expect(reply.status).toBe(400)
      expect(reply.text).toContain(`subordinationType ${kind}`)
    }
    expect((await cancel(randomUUID())).status).toBe(404)
    expect((await cancel('x')).status).toBe(400)
    answer(await cancel(parent.id))
  })
})

describe('parts that end at the same moment', () => {
  it('end the whole once, however they meet', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { parent } = await startSplit(app, `race-${round}.mrc`, manyBooks(60, `r${round}-`))
      const parts = await childrenOf(app, parent.id)
      expect(parts).toHaveLength(6)
      await Promise.all(parts.map((part) => work(part.id)))
      expect(await read(parent.id), `round ${round}`).toMatchObject({
        status: 'COMMITTED',
        progress: { current: 60, total: 60 },
        compositeDetails: { committedState: { chunksCount: 6 } },
      })
    }
  })

  it('and a cancellation leave no part open', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { parent } = await startSplit(app, `stop-${round}.mrc`, manyBooks(60, `s${round}-`))
      const parts = await childrenOf(app, parent.id)
      const [reply] = await Promise.all([cancel(parent.id), ...parts.map((part) => work(part.id))])
      answer(reply)
      const job = await endOf(app, parent.id, 1)
      expect(['COMMITTED', 'CANCELLED']).toContain(job.status)
      const states = new Set((await childrenOf(app, parent.id)).map((child) => child.status))
      for (const state of states) expect(['COMMITTED', 'CANCELLED']).toContain(state)
      if (job.status === 'COMMITTED') expect([...states]).toEqual(['COMMITTED'])
    }
  })
})

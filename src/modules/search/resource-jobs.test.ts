import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'
import { removeOldJobs } from './resource-jobs.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000099'

let app: TestApp
const ids: string[] = []
let holdingsId: string
let authorityId: string

async function run(query: string, entityType: string): Promise<string> {
  const started = await app.post('/search/resources/jobs', { query, entityType })
  expect(started.status).toBe(200)
  expect(started.json).toMatchObject({ query, entityType, status: 'IN_PROGRESS' })
  expect(started.json.createdDate).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)
  const { id } = started.json
  await vi.waitFor(
    async () => expect((await app.get(`/search/resources/jobs/${id}`)).json.status).toBe('COMPLETED'),
    { timeout: 10_000, interval: 50 },
  )
  return id
}

async function idsOf(jobId: string): Promise<{ ids: { id: string }[]; totalRecords: number }> {
  return (await app.get(`/search/resources/jobs/${jobId}/ids`)).json
}

beforeAll(async () => {
  app = await testApp({ work: true })
  const library = await addLibrary(app)
  for (const title of ['Lakes', 'Lakes and rivers', 'Seas'])
    ids.push((await library.addInstance({ title })).id)
  holdingsId = (await library.addHoldings(ids[1]!)).id
  const authority = { source: 'MARC', naturalId: 'x', topicalTerm: 'Lakes', sftTopicalTerm: ['Lakes, small'] }
  authorityId = (await app.post('/authority-storage/authorities', authority)).json.id
})
afterAll(() => app.close())

describe('a job that keeps ids', () => {
  it('gives them once', async () => {
    const job = await run('title all lakes', 'INSTANCE')
    const { ids: found, totalRecords } = await idsOf(job)
    expect(totalRecords).toBe(2)
    expect(found.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort())
    // The answer's end may be seen a moment before its transaction has.
    await vi.waitFor(async () =>
      expect((await app.get(`/search/resources/jobs/${job}`)).json.status).toBe('DEPRECATED'),
    )
    const again = await app.get(`/search/resources/jobs/${job}/ids`)
    expect(again.status).toBe(400)
    expect(again.json.errors[0].message).toBe(
      'Completed async job with query=[title all lakes] was not found.',
    )
  })

  it('may find nothing', async () => {
    expect(await idsOf(await run('title all deserts', 'INSTANCE'))).toEqual({ ids: [], totalRecords: 0 })
  })

  it('finds the holdings of instances, and each authority once', async () => {
    expect(await idsOf(await run('title all lakes', 'HOLDINGS'))).toEqual({
      ids: [{ id: holdingsId }],
      totalRecords: 1,
    })
    expect(await idsOf(await run('keyword all lakes', 'AUTHORITY'))).toEqual({
      ids: [{ id: authorityId }],
      totalRecords: 1,
    })
  })

  it('is not started for a query that cannot run', async () => {
    const jobs = '/search/resources/jobs'
    for (const body of [
      { query: 'colour==red', entityType: 'INSTANCE' },
      { query: 'title all', entityType: 'INSTANCE' },
      { query: 'title all x', entityType: 'AUTHORITY' },
      { query: 'title all x', entityType: 'ITEM' },
      { entityType: 'INSTANCE' },
      { query: 'id=*' },
      [],
    ]) {
      const reply = await app.post(jobs, body)
      expect([reply.status, reply.json.total_records]).toEqual([400, 1])
    }
  })

  it('is unknown under another id', async () => {
    for (const id of [UNKNOWN, 'nonsense']) {
      expect((await app.get(`/search/resources/jobs/${id}`)).status).toBe(404)
      expect((await app.get(`/search/resources/jobs/${id}/ids`)).status).toBe(404)
    }
  })

  it('goes after a day', async () => {
    const job = await run('title all lakes', 'INSTANCE')
    const { app: inner } = app.octavo
    await inner.db.tenant('diku', (tx) =>
      tx.query(`update search_id_job set created_at = now() - interval '25 hours' where id = $1`, [job]),
    )
    await removeOldJobs(inner)
    expect((await app.get(`/search/resources/jobs/${job}`)).status).toBe(404)
    const [left] = await inner.db.tenant('diku', (tx) =>
      tx.query<{ pages: number }>('select count(*) as pages from search_id_page where job_id = $1', [job]),
    )
    expect(left!.pages).toBe(0)
  })
})

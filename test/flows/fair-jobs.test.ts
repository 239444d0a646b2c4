import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { answer, countOf, endOf, logOf, newTenant, startFiles, until } from './import-client.ts'
import type { Api, Job } from './import-client.ts'
import { manyBooks } from './marc-files.ts'

let app: TestApp
let second: Api

beforeAll(async () => {
  app = await testApp({ work: true, env: { OCTAVO_CHUNK_RECORDS: '20' } })
  second = await newTenant(app, 'second', false)
})

afterAll(() => app.close())

async function stateOf(api: Api, jobId: string): Promise<Job> {
  return answer(await api.get(`/change-manager/jobExecutions/${jobId}`)) as Job
}

describe('jobs that run at the same time', () => {
  it('of two libraries end with their own records, each exactly once', async () => {
    const apis: Api[] = [app, second]
    const sizes = [7, 20, 21, 60, 130]
    const started: { api: Api; jobId: string; size: number }[] = []
    for (const [index, size] of sizes.entries()) {
      for (const api of apis) {
        const file = { name: `job-${index}.mrc`, bytes: manyBooks(size, `j${index}x`) }
        const [jobId] = await startFiles(api, [file])
        started.push({ api, jobId: jobId!, size })
      }
    }
    const hrids = new Map<Api, string[]>(apis.map((api) => [api, []]))
    for (const { api, jobId, size } of started) {
      const job = await endOf(api, jobId)
      expect(job).toMatchObject({ status: 'COMMITTED', progress: { current: size, total: size } })
      const entries = await logOf(api, jobId)
      expect(entries.map((entry) => Number(entry.sourceRecordOrder))).toEqual([...Array(size).keys()])
      expect(new Set(entries.map((entry) => entry.sourceRecordTitle)).size).toBe(size)
      hrids.get(api)!.push(...entries.map((entry) => entry.relatedInstanceInfo.hridList[0]!))
    }
    const total = sizes.reduce((sum, size) => sum + size)
    for (const api of apis) {
      expect(await countOf(api, '/instance-storage/instances')).toBe(total)
      expect(answer(await api.get('/source-storage/source-records?limit=0')).totalRecords).toBe(total)
      expect(new Set(hrids.get(api)).size).toBe(total)
      const { jobExecutions, totalRecords } = answer(
        await api.get('/metadata-provider/jobExecutions?limit=100'),
      )
      expect(totalRecords).toBe(sizes.length)
      const numbers = jobExecutions.map((job: Job) => job.hrId).sort((a: number, b: number) => a - b)
      expect(numbers).toEqual([1, 2, 3, 4, 5])
    }
  })

  it('are not seen by the other library', async () => {
    const [jobId] = await startFiles(second, [{ name: 'own.mrc', bytes: manyBooks(1, 'own') }])
    await endOf(second, jobId!)
    for (const url of [
      `/change-manager/jobExecutions/${jobId}`,
      `/metadata-provider/jobLogEntries/${jobId}`,
      `/metadata-provider/jobSummary/${jobId}`,
      `/octavo/imports/${jobId}/failed-records`,
      `/octavo/imports/${jobId}/file`,
    ]) {
      expect((await app.get(url)).status, url).toBe(404)
    }
  })

  it('do not keep a small one waiting behind a big one, of the same library or another', async () => {
    const [big] = await startFiles(app, [{ name: 'big.mrc', bytes: manyBooks(3000, 'big') }])
    const [small] = await startFiles(app, [{ name: 'small.mrc', bytes: manyBooks(5, 'small') }])
    const [other] = await startFiles(second, [{ name: 'other.mrc', bytes: manyBooks(5, 'other') }])
    const smallEnd = await endOf(app, small!)
    const otherEnd = await endOf(second, other!)
    expect((await stateOf(app, big!)).status).toBe('PARSING_IN_PROGRESS')
    const bigEnd = await endOf(app, big!)
    expect(bigEnd).toMatchObject({ status: 'COMMITTED', progress: { current: 3000, total: 3000 } })
    for (const end of [smallEnd, otherEnd]) {
      expect(end.status).toBe('COMMITTED')
      expect(Date.parse(end.completedDate!)).toBeLessThan(Date.parse(bigEnd.completedDate!))
    }
    expect(await logOf(app, big!)).toHaveLength(3000)
  })

  it('stop for good when they are cancelled, with what they had done', async () => {
    const stopped: [jobId: string, current: number][] = []
    for (let round = 0; round < 8; round += 1) {
      const before = await countOf(app, '/instance-storage/instances')
      const [jobId] = await startFiles(app, [{ name: 'stop.mrc', bytes: manyBooks(1000, `stop${round}`) }])
      await until(async () => (await stateOf(app, jobId!)).progress.current > 0)
      answer(await app.del(`/change-manager/jobExecutions/${jobId}/records`), 204)
      const job = await stateOf(app, jobId!)
      expect(job).toMatchObject({ status: 'CANCELLED', uiStatus: 'CANCELLED', progress: { total: 1000 } })
      expect(await countOf(app, '/instance-storage/instances')).toBe(before + job.progress.current)
      stopped.push([jobId!, job.progress.current])
    }
    // Nothing that was at work when a call was answered comes in afterwards.
    for (const [jobId, current] of stopped) {
      expect((await stateOf(app, jobId)).progress.current).toBe(current)
      expect(await logOf(app, jobId)).toHaveLength(current)
      expect(answer(await app.get(`/metadata-provider/jobSummary/${jobId}`))).toMatchObject({
        instanceSummary: { totalCreatedEntities: current },
      })
    }
  })
})

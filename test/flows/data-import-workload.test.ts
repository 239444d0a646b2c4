import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../../src/sample-library/read-sample.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'
import { answer, countOf, endOf, insertLocation, logOf, until } from './import-client.ts'
import { readJsonPath } from './json-path.ts'
import { IMPORT_STEPS, POLL_STEPS, createProfileSteps, parseWorkload } from './workload-steps.ts'
import type { Step } from './workload-steps.ts'
import { VirtualUser, makeWorkloadProfile } from './virtual-user.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ work: true })
  await insertLocation(app)
})

afterAll(() => app.close())

const STATUS = new Map([
  ['/data-import/uploadDefinitions', 201],
  ['/data-import/uploadDefinitions/${uploadDefinitionId}/processFiles?defaultMapping=false', 204],
])

/** Runs the whole script with one file. @returns the id of its job and the progress that it saw. */
async function runImport(name: string, bytes: Buffer): Promise<{ jobId: string; progress: number[] }> {
  const user = new VirtualUser(app, { DI_file: name, profile_name: 'PTF - Create 3' }, bytes)
  for (const [index, step] of IMPORT_STEPS.entries()) {
    const { reply, missing } = await user.send(step)
    expect(reply.status, `${step.url} ${reply.text}`).toBe(STATUS.get(step.url) ?? 200)
    // The first request may find nothing unfinished; the last two look for a job that may run or be done.
    if (index > 0 && index < IMPORT_STEPS.length - 2) expect(missing, step.url).toEqual([])
  }
  const progress: number[] = []
  await until(async () => {
    const seen: boolean[] = []
    for (const step of POLL_STEPS) {
      const { reply, missing } = await user.send(step)
      expect(reply.status, reply.text).toBe(200)
      seen.push(missing.length === 0)
    }
    if (seen[0]) progress.push(Number(user.values.job_progress))
    return seen[1]
  })
  expect(user.values.job_status).toBe('COMMITTED')
  return { jobId: user.values.jobExecutionId!, progress }
}

async function expectWhole(jobId: string, records: number, before: Record<string, number>): Promise<void> {
  const job = await endOf(app, jobId)
  expect(job).toMatchObject({
    status: 'COMMITTED',
    uiStatus: 'RUNNING_COMPLETE',
    progress: { jobExecutionId: jobId, current: records, total: records },
    jobProfileInfo: { name: 'PTF - Create 3', dataType: 'MARC' },
  })
  const after = await stock()
  for (const [list, count] of Object.entries(before)) expect(after[list], list).toBe(count + records)
  const whole = {
    totalCreatedEntities: records,
    totalUpdatedEntities: 0,
    totalDiscardedEntities: 0,
    totalErrors: 0,
  }
  expect(answer(await app.get(`/metadata-provider/jobSummary/${jobId}`))).toEqual({
    jobExecutionId: jobId,
    totalErrors: 0,
    sourceRecordSummary: whole,
    instanceSummary: whole,
    holdingSummary: whole,
    itemSummary: whole,
  })
  const entries = await logOf(app, jobId)
  expect(entries.map((entry) => Number(entry.sourceRecordOrder))).toEqual([...Array(records).keys()])
  for (const entry of entries) {
    expect(entry).toMatchObject({
      sourceRecordType: 'MARC_BIBLIOGRAPHIC',
      sourceRecordActionStatus: 'CREATED',
      error: '',
      relatedInstanceInfo: { actionStatus: 'CREATED', error: '' },
      relatedHoldingsInfo: [{ actionStatus: 'CREATED', error: '' }],
      relatedItemInfo: [{ actionStatus: 'CREATED', error: '' }],
    })
  }
  const named = (ids: string[]) => new Set(ids.filter((id) => id !== undefined)).size
  expect(named(entries.map((entry) => entry.relatedInstanceInfo.idList[0]!))).toBe(records)
  expect(named(entries.map((entry) => entry.relatedInstanceInfo.hridList[0]!))).toBe(records)
  expect(named(entries.map((entry) => entry.relatedItemInfo[0]!.id))).toBe(records)
}

async function stock(): Promise<Record<string, number>> {
  return {
    instances: await countOf(app, '/instance-storage/instances'),
    holdings: await countOf(app, '/holdings-storage/holdings'),
    items: await countOf(app, '/item-storage/items'),
    sourceRecords: answer(await app.get('/source-storage/source-records?limit=0')).totalRecords,
  }
}

describe.skipIf(!sharedAvailable)('the requests that the tests here send', () => {
  const read = (name: string) => parseWorkload(readFileSync(sharedPath(`reference/workload/${name}`), 'utf8'))
  const plain = ({ method, url, body, reads }: Step) => ({
    method,
    url,
    body: body === null ? null : JSON.stringify(JSON.parse(body)),
    reads: reads.map(([name, path]) => [name, path.replaceAll('.[', '[').replaceAll('..', '.')]).sort(),
  })

  it('are those of the create test, in its order', () => {
    const [login, ...steps] = read('data-import.txt')
    expect(login!.url).toBe('/authn/login')
    expect(steps).toEqual([...IMPORT_STEPS, ...POLL_STEPS])
  })

  it('are those of the script that makes the profile, in its order', () => {
    const [login, self, ...steps] = read('data-import-create-profiles.txt')
    expect([login!.url, self!.url]).toEqual(['/authn/login', '/bl-users/_self'])
    expect(createProfileSteps().map(plain)).toEqual(steps.map(plain))
  })
})

describe('the create test of the public performance workload', () => {
  it('signs in with a token in the header of the answer and knows who it is', async () => {
    const reply = await app.raw(
      'POST',
      '/authn/login',
      { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' },
      '{"username": "diku_admin", "password": "admin"}',
    )
    expect(reply.status).toBe(201)
    const token = String(reply.headers['x-okapi-token'])
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const self = await app.raw('GET', '/bl-users/_self', { 'x-okapi-tenant': 'diku', 'x-okapi-token': token })
    expect(readJsonPath(answer(self), '$.user.id')).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
  })

  it('makes its profiles, loads the sample books and finds its job committed', async () => {
    await makeWorkloadProfile(app)
    const before = await stock()
    const { jobId } = await runImport('books.mrc', readFileSync(sampleFile('books.mrc')))
    await expectWhole(jobId, 73, before)
  })

  it.skipIf(!sharedAvailable)('loads its own 2,000 records with holdings and items', async () => {
    const before = await stock()
    const bytes = readFileSync(sharedPath('samples/bench/perf_2k_bib_Create.mrc'))
    const { jobId, progress } = await runImport('perf_2k_bib_Create.mrc', bytes)
    await expectWhole(jobId, 2000, before)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(Math.max(0, ...progress)).toBeLessThanOrEqual(2000)
  })
})

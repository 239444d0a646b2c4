import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../../src/sample-library/read-sample.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'
import { answer, countOf, endOf, insertLocation, until } from './import-client.ts'
import { childrenOf, findParent } from './part-client.ts'
import { SPLIT_POLL_STEPS, SPLIT_STEPS } from './split-steps.ts'
import { VirtualUser, makeWorkloadProfile } from './virtual-user.ts'
import { parseWorkload } from './workload-steps.ts'

const apps: TestApp[] = []
let whole: TestApp
let split: TestApp
/** Where each app listens: the script sends a file's bytes to the address that it was told. */
const addresses = new Map<TestApp, string>()

async function start(env: Record<string, string>): Promise<TestApp> {
  const app = await testApp({ work: true, env: { ...env, OCTAVO_PORT: '0' } })
  apps.push(app)
  addresses.set(app, new URL(await app.octavo.listen()).host)
  await insertLocation(app)
  await makeWorkloadProfile(app)
  return app
}

beforeAll(async () => {
  whole = await start({})
  split = await start({ OCTAVO_SPLIT_FILES: 'on', OCTAVO_RECORDS_PER_SPLIT_FILE: '20' })
})

afterAll(async () => {
  for (const app of apps) await app.close()
})

const STATUS: [pattern: RegExp, status: number][] = [
  [/^POST .*\/uploadDefinitions$/, 201],
  [/^POST .*\/(?:assembleStorageFile|processFiles\b.*)$/, 204],
]

/** Runs the whole script up to its loop with one file. @returns what it has read */
async function runImport(app: TestApp, name: string, bytes: Buffer): Promise<VirtualUser> {
  const user = new VirtualUser(app, { DI_file: name, DI_profile_name: 'PTF - Create 3' }, bytes)
  for (const step of SPLIT_STEPS) {
    const { reply, missing } = await user.send(step)
    const request = `${step.method} ${step.url}`
    const status = STATUS.find(([pattern]) => pattern.test(request))?.[1] ?? 200
    expect(reply.status, `${request} ${reply.text}`).toBe(status)
    if (user.values.uploadUrl) {
      const url = new URL(user.values.uploadUrl)
      url.host = addresses.get(app)!
      user.values.uploadUrl = url.href
    }
    if (step.method === 'PUT') expect(missing).not.toContain('ETag')
  }
  return user
}

describe.skipIf(!sharedAvailable)('the requests that the tests here send', () => {
  it('are those of the test of split files, in its order', () => {
    const file = sharedPath('reference/workload/data-import-split-files.txt')
    const [login, ...steps] = parseWorkload(readFileSync(file, 'utf8'))
    expect(login!.url).toBe('/authn/login')
    expect(steps).toEqual([...SPLIT_STEPS, ...SPLIT_POLL_STEPS])
  })
})

const books = readFileSync(sampleFile('books.mrc'))

describe('the split test of the public performance workload', () => {
  it('finds its job committed where files are not split', async () => {
    const user = await runImport(whole, 'books.mrc', books)
    expect(user.values.splitStatus).toBe('false')
    await until(async () => {
      const seen: boolean[] = []
      for (const step of SPLIT_POLL_STEPS) seen.push((await user.send(step)).missing.length === 0)
      return seen[1]
    })
    expect(user.values.job_status).toBe('COMMITTED')
    expect(await countOf(whole, '/instance-storage/instances')).toBe(73)
  })

  it('loads the same where they are, and nothing runs any more at its end', async () => {
    const user = await runImport(split, 'books.mrc', books)
    expect(user.values.splitStatus).toBe('true')
    const [running] = SPLIT_POLL_STEPS
    await until(async () => (await user.send(running!)).missing.length > 0)
    const parent = await findParent(split, user.values.uploadKey!)
    expect(await endOf(split, parent.id)).toMatchObject({
      status: 'COMMITTED',
      progress: { current: 73, total: 73 },
    })
    const sizes = (await childrenOf(split, parent.id)).map((child) => child.progress.total)
    expect(sizes).toEqual([20, 20, 20, 13])
    expect(await countOf(split, '/instance-storage/instances')).toBe(73)
    expect(await countOf(split, '/item-storage/items')).toBe(73)
    const made = {
      totalCreatedEntities: 73,
      totalUpdatedEntities: 0,
      totalDiscardedEntities: 0,
      totalErrors: 0,
    }
    expect(answer(await split.get(`/metadata-provider/jobSummary/${parent.id}`))).toEqual({
      jobExecutionId: parent.id,
      totalErrors: 0,
      sourceRecordSummary: made,
      instanceSummary: made,
      holdingSummary: made,
      itemSummary: made,
    })
  })
})

import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobProgress } from '../../src/modules/job-progress/index.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { CREATE_INSTANCE, answer, endOf, importFile, startFiles, until } from './import-client.ts'
import { book, manyBooks } from './marc-files.ts'
import { endOfPreview, startPreview, uploadOnly } from './preview-client.ts'
import { endOfUndo, startUndo } from './undo-client.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  app = await testApp({ env: { OCTAVO_PORT: '0' }, work: true })
  url = await app.octavo.listen()
})
afterAll(() => app.close())

type Event = { event: string; data: { jobs?: JobProgress[] } & Partial<JobProgress> }

/** Listens to the stream of jobs and keeps what it says. */
async function listen(token = app.token) {
  const events: Event[] = []
  const abort = new AbortController()
  const response = await fetch(`${url}/octavo/jobs/stream`, {
    headers: { 'x-okapi-tenant': 'diku', 'x-okapi-token': token, 'accept-encoding': 'gzip' },
    signal: abort.signal,
  })
  const read = async (): Promise<void> => {
    let text = ''
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      const parts = text.split('\n\n')
      text = parts.pop()!
      for (const part of parts) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? []
        if (event !== undefined) events.push({ event, data: JSON.parse(data!) as Event['data'] })
      }
    }
  }
  const ended = read().catch(() => undefined)
  return {
    events,
    response,
    ended,
    of: (jobId: string) => events.flatMap(({ data }) => (data.jobId === jobId ? [data as JobProgress] : [])),
    close: () => abort.abort(),
  }
}

const sum = ({ created, updated, discarded, errors }: JobProgress) => created + updated + discarded + errors

async function jobOf(id: string): Promise<JobProgress> {
  return answer(await app.get(`/octavo/jobs/${id}`))
}

test('a running import tells its progress, which never falls and adds up at the end', async () => {
  const stream = await listen()
  expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(stream.response.headers.get('content-encoding')).toBeNull()
  await until(async () => stream.events[0]?.event === 'snapshot')
  const bytes = Buffer.concat([manyBooks(4000, 'live'), book('bad', null)])
  const [id] = await startFiles(app, [{ name: 'live.mrc', bytes }], CREATE_INSTANCE)
  const last = await until(async () => stream.of(id!).find(({ finishedAt }) => finishedAt !== null))
  stream.close()
  const told = stream.of(id!)
  for (const [at, job] of told.entries()) {
    expect(job.done).toBeGreaterThanOrEqual(told[at - 1]?.done ?? 0)
    expect(job.done).toBeLessThanOrEqual(job.total)
    expect(sum(job)).toBe(job.done)
  }
  expect(told.some(({ state }) => state === 'running')).toBe(true)
  expect(last).toMatchObject({
    kind: 'import',
    title: 'live.mrc',
    state: 'finished-with-errors',
    done: 4001,
    total: 4001,
    created: 4000,
    updated: 0,
    discarded: 0,
    errors: 1,
    userName: 'Administrator',
    profile: { id: CREATE_INSTANCE.id, name: CREATE_INSTANCE.name },
    resumedAt: null,
  })
  expect(await jobOf(id!)).toEqual(last)
})

test('a preview and an undo are jobs too; the undone import says so to those who listen', async () => {
  const upload = await uploadOnly(app, 'small.mrc', manyBooks(3, 'small'))
  const preview = await startPreview(app, upload, CREATE_INSTANCE)
  await endOfPreview(app, preview.id)
  expect(await jobOf(preview.id)).toMatchObject({ kind: 'preview', number: null, done: 3, created: 3 })
  const job = await importFile(app, 'again.mrc', manyBooks(3, 'again'), CREATE_INSTANCE)
  const stream = await listen()
  await until(async () => stream.events[0]?.event === 'snapshot')
  expect(stream.events[0]!.data.jobs!.map(({ jobId }) => jobId)).toContain(job.id)
  const undo = await startUndo(app, job.id)
  await endOfUndo(app, job.id)
  await until(async () => stream.of(job.id).at(-1)?.state === 'undone')
  stream.close()
  expect(stream.of(undo.id).at(-1)).toMatchObject({
    kind: 'undo',
    number: job.hrId,
    title: 'again.mrc',
    state: 'finished',
    done: 3,
    originalJobId: job.id,
    originalKind: 'import',
  })
})

test('a job that cannot run, one that was stopped, and one that is not there', async () => {
  const [failed] = await startFiles(app, [{ name: 'none.mrc', bytes: 'nothing' }], CREATE_INSTANCE)
  await endOf(app, failed!)
  expect(await jobOf(failed!)).toMatchObject({ state: 'failed', done: 0, reason: expect.any(String) })
  const [id] = await startFiles(app, [{ name: 'stop.mrc', bytes: manyBooks(3000, 'stop') }], CREATE_INSTANCE)
  answer(await app.del(`/change-manager/jobExecutions/${id}/records`), 204)
  const stopped = await jobOf(id!)
  expect(stopped.state).toBe('stopped')
  expect(sum(stopped)).toBe(stopped.done)
  expect((await app.get('/octavo/jobs/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await app.get('/octavo/jobs/x')).status).toBe(400)
})

test('each sees the kinds of jobs alone that they may see', async () => {
  const user = { id: '5f1a3a5e-7c3b-4d41-9d9c-000000000001', username: 'desk', active: true }
  answer(await app.post('/users', user), 201)
  answer(await app.post('/authn/credentials', { userId: user.id, password: 'secret' }), 201)
  const permissions = ['data-import.previews.item.get']
  answer(await app.post('/perms/users', { userId: user.id, permissions }), 201)
  const login = await app.raw(
    'POST',
    '/authn/login',
    { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' },
    JSON.stringify({ username: 'desk', password: 'secret' }),
  )
  const token = String(login.headers['x-okapi-token'])
  const { jobs } = answer(await app.get('/octavo/jobs', { 'x-okapi-token': token }))
  expect(new Set(jobs.map(({ kind }: JobProgress) => kind))).toEqual(new Set(['preview']))
  const stream = await listen(token)
  await until(async () => stream.events[0]?.event === 'snapshot')
  expect(stream.events[0]!.data.jobs!.map(({ kind }) => kind)).toEqual(['preview'])
  await importFile(app, 'hidden.mrc', manyBooks(1, 'hidden'), CREATE_INSTANCE)
  await delay(1200)
  expect(stream.events).toHaveLength(1)
  stream.close()
})

test('streams end when the server stops', async () => {
  const own = await testApp({ env: { OCTAVO_PORT: '0' } })
  const address = await own.octavo.listen()
  const response = await fetch(`${address}/octavo/jobs/stream`, {
    headers: { 'x-okapi-tenant': 'diku', 'x-okapi-token': own.token },
  })
  const text = response.text()
  await delay(100)
  const before = Date.now()
  await own.close()
  expect(await text).toContain('event: snapshot')
  expect(Date.now() - before).toBeLessThan(3000)
})

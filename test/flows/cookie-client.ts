import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestApp, TestReply } from '../support/app.ts'
import { CREATE_INSTANCE, answer, until } from './import-client.ts'
import type { Job } from './import-client.ts'

const RUNNING =
  '/metadata-provider/jobExecutions?statusNot=DISCARDED&uiStatusAny=PREPARING_FOR_PREVIEW&uiStatusAny=READY_FOR_PREVIEW&uiStatusAny=RUNNING&limit=50'
const ENDED =
  '/metadata-provider/jobExecutions?limit=100&sortBy=completed_date%2Cdesc&statusAny=COMMITTED&statusAny=ERROR&statusAny=CANCELLED'

/** Records as a client posts them; `order` is left out by most. */
export type Batch = {
  id?: string
  records: readonly (string | { record: string; order: number })[]
  counter: number
  total: number
  last?: boolean
  contentType?: string
}

/** Calls as folio_data_import does: cookies instead of a token header, and JSON named as content on every call. */
export class CookieClient {
  cookie = ''
  readonly #app: TestApp
  constructor(app: TestApp) {
    this.#app = app
  }

  /** Signs in and keeps the cookies. */
  async signIn(): Promise<TestReply> {
    const reply = await this.#app.raw(
      'POST',
      '/authn/login-with-expiry',
      { 'x-okapi-tenant': 'diku', 'content-type': 'application/json', accept: 'application/json' },
      '{"username": "diku_admin", "password": "admin"}',
    )
    const cookies = [reply.headers['set-cookie']].flat()
    this.cookie = cookies.map((cookie) => String(cookie).split(';')[0]).join('; ')
    return reply
  }

  #send(method: string, url: string, body?: unknown): Promise<TestReply> {
    const headers = {
      'x-okapi-tenant': 'diku',
      'content-type': 'application/json',
      accept: '*/*',
      cookie: this.cookie,
    }
    return this.#app.raw(method, url, headers, body === undefined ? undefined : JSON.stringify(body))
  }

  get = (url: string) => this.#send('GET', url)
  del = (url: string) => this.#send('DELETE', url)
  post = (url: string, body: unknown) => this.#send('POST', url, body)
  put = (url: string, body: unknown) => this.#send('PUT', url, body)

  async userId(): Promise<string> {
    return answer(await this.get('/bl-users/by-username/diku_admin')).user.id
  }

  /** Makes a job and sets its profile. */
  async newJob(profile: object = CREATE_INSTANCE): Promise<string> {
    const job = { sourceType: 'ONLINE', userId: await this.userId() }
    const created = answer(await this.post('/change-manager/jobExecutions', job), 201)
    const id = created.parentJobExecutionId as string
    const set = answer(await this.put(`/change-manager/jobExecutions/${id}/jobProfile`, profile))
    expect(set.hrId).toEqual(expect.any(Number))
    return id
  }

  postBatch(
    jobId: string,
    { id = randomUUID(), records, counter, total, last = false, contentType = 'MARC_RAW' }: Batch,
  ): Promise<TestReply> {
    return this.post(`/change-manager/jobExecutions/${jobId}/records`, {
      id,
      recordsMetadata: { last, counter, contentType, total },
      initialRecords: records.map((record) => (typeof record === 'string' ? { record } : record)),
    })
  }

  /** The status poll: folio_data_import dies when a job is in neither list. */
  async poll(jobId: string): Promise<{ job: Job; isEnded: boolean }> {
    for (const [url, isEnded] of [
      [RUNNING, false],
      [ENDED, true],
    ] as const) {
      const { jobExecutions } = answer(await this.get(url)) as { jobExecutions: Job[] }
      const job = jobExecutions.find(({ id }) => id === jobId)
      if (job) {
        expect(job.progress.current).toEqual(expect.any(Number))
        return { job, isEnded }
      }
    }
    throw new Error(`The job ${jobId} is in neither list.`)
  }

  ended(jobId: string): Promise<Job> {
    return until(async () => {
      const { job, isEnded } = await this.poll(jobId)
      return isEnded ? job : null
    })
  }
}

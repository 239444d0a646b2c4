import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { assemble } from '../../src/app.ts'
import type { Octavo } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { testDatabase } from './database.ts'

export type TestReply = {
  status: number
  text: string
  /** The answer's body as JSON. */
  // A wire answer has no static type in a test.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any
  headers: Record<string, string | string[] | number | undefined>
}

type Body = unknown

/** A whole Octavo over a cloned database, called in-process as the tenant's administrator. */
export type TestApp = {
  octavo: Octavo
  token: string
  get(url: string, headers?: Record<string, string>): Promise<TestReply>
  post(url: string, body?: Body, headers?: Record<string, string>): Promise<TestReply>
  put(url: string, body?: Body, headers?: Record<string, string>): Promise<TestReply>
  patch(url: string, body?: Body, headers?: Record<string, string>): Promise<TestReply>
  del(url: string, body?: Body, headers?: Record<string, string>): Promise<TestReply>
  /** A call with exactly these headers: no token, no tenant. */
  raw(
    method: string,
    url: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<TestReply>
  close(): Promise<void>
}

type Options = { env?: Record<string, string>; work?: boolean }

/** Starts the app for a test file; call `close` in `afterAll`. `work: true` also runs jobs. */
export async function testApp({ env = {}, work = false }: Options = {}): Promise<TestApp> {
  const database = await testDatabase()
  const files = await mkdtemp(path.join(tmpdir(), 'octavo-files-'))
  const config = readConfig({
    DATABASE_URL: database.url,
    OCTAVO_DATA_DIR: files,
    OCTAVO_LOG_LEVEL: 'error',
    OCTAVO_DATABASE_CONNECTIONS: '10',
    ...env,
  })
  const octavo = await assemble(config, 'visitor')
  const server = await octavo.http()
  if (work) await octavo.work()

  async function raw(method: string, url: string, headers: Record<string, string>, body?: string | Buffer) {
    const reply = await server.inject({
      method: method as 'GET',
      url,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    })
    return {
      status: reply.statusCode,
      text: reply.body,
      get json() {
        return JSON.parse(reply.body) as unknown
      },
      headers: reply.headers,
    }
  }

  const login = await raw(
    'POST',
    '/authn/login',
    { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' },
    JSON.stringify({ username: 'diku_admin', password: 'admin' }),
  )
  const token = String(login.headers['x-okapi-token'])

  function call(method: string, url: string, body: Body, headers: Record<string, string> = {}) {
    const isBytes = Buffer.isBuffer(body)
    const all = {
      'x-okapi-tenant': 'diku',
      'x-okapi-token': token,
      'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      ...headers,
    }
    return raw(method, url, all, body === undefined || isBytes ? (body as Buffer) : JSON.stringify(body))
  }

  return {
    octavo,
    token,
    get: (url, headers) => call('GET', url, undefined, headers),
    post: (url, body, headers) => call('POST', url, body, headers),
    put: (url, body, headers) => call('PUT', url, body, headers),
    patch: (url, body, headers) => call('PATCH', url, body, headers),
    del: (url, body, headers) => call('DELETE', url, body, headers),
    raw,
    async close() {
      await octavo.stop()
      await database.drop()
      await rm(files, { recursive: true, force: true })
    },
  }
}

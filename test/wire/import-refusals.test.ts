import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importsModule } from '../../src/modules/imports/index.ts'
import { testApp } from '../support/app.ts'
import type { TestApp, TestReply } from '../support/app.ts'
import { CREATE_INSTANCE, answer, defineUpload } from '../flows/import-client.ts'

let app: TestApp
let userId: string
let uploadId: string
let fileId: string
let jobId: string
let powerless: string

const UPLOADS = '/data-import/uploadDefinitions'
const JOBS = '/change-manager/jobExecutions'

beforeAll(async () => {
  app = await testApp()
  userId = answer(await app.get('/bl-users/by-username/diku_admin')).user.id
  const upload = await defineUpload(app, ['one.mrc'])
  uploadId = upload.id
  fileId = upload.fileDefinitions[0].id
  const created = answer(await app.post(JOBS, { sourceType: 'ONLINE', userId }), 201)
  jobId = created.parentJobExecutionId
  answer(await app.put(`${JOBS}/${jobId}/jobProfile`, CREATE_INSTANCE))
  const user = { id: randomUUID(), username: 'reader', active: true, type: 'staff' }
  answer(await app.post('/users', user), 201)
  const credentials = { username: 'reader', userId: user.id, password: 'a-test-password' }
  answer(await app.post('/authn/credentials', credentials), 201)
  const login = await app.raw(
    'POST',
    '/authn/login',
    { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' },
    JSON.stringify({ username: 'reader', password: 'a-test-password' }),
  )
  powerless = String(login.headers['x-okapi-token'])
})

afterAll(() => app.close())

/** Every route but that whose address is its own permission (upload-parts.test.ts). */
const routes = () => importsModule.routes!(app.octavo.app).filter((route) => route.permissions !== 'public')

type Method = 'POST' | 'PUT' | 'DELETE'

/** Every request of imports that has a body, with a good one. */
function requests(): [method: Method, url: string, body: Record<string, unknown>][] {
  return [
    ['POST', UPLOADS, { fileDefinitions: [{ name: 'a.mrc', size: 1, uiKey: 'k' }] }],
    ['PUT', `${UPLOADS}/${uploadId}`, { fileDefinitions: [] }],
    ['POST', `${UPLOADS}/${uploadId}/files`, { name: 'b.mrc' }],
    ['POST', `${UPLOADS}/${uploadId}/processFiles`, { jobProfileInfo: CREATE_INSTANCE }],
    ['POST', JOBS, { sourceType: 'ONLINE', userId }],
    ['DELETE', JOBS, { ids: [randomUUID()] }],
    ['PUT', `${JOBS}/${jobId}`, { fileName: 'x' }],
    ['PUT', `${JOBS}/${jobId}/status`, { status: 'ERROR' }],
    ['PUT', `${JOBS}/${jobId}/jobProfile`, CREATE_INSTANCE],
    [
      'POST',
      `${JOBS}/${jobId}/records`,
      {
        id: randomUUID(),
        recordsMetadata: { last: false, counter: 1, total: 1, contentType: 'MARC_RAW' },
        initialRecords: [{ record: 'x' }],
      },
    ],
    [
      'POST',
      `${UPLOADS}/${uploadId}/files/${fileId}/assembleStorageFile`,
      { uploadId: randomUUID(), key: 'data-import/diku/1-one.mrc', tags: ['a'] },
    ],
  ]
}

function send(method: string, url: string, body: string | undefined): Promise<TestReply> {
  const headers = { 'x-okapi-tenant': 'diku', 'x-okapi-token': app.token, 'content-type': 'application/json' }
  return app.raw(method, url, headers, body)
}

describe('a body that is no object', () => {
  it.each([
    ['nothing', undefined],
    ['broken JSON', '{"a":'],
    ['a list', '[]'],
    ['text', '"x"'],
    ['a number', '5'],
    ['null', 'null'],
    ['not UTF-8', '\ud800'],
  ])('such as %s is refused on every call', async (_, body) => {
    for (const [method, url] of requests()) {
      const reply = await send(method, url, body)
      expect([400, 422], `${method} ${url} answered ${reply.status}: ${reply.text}`).toContain(reply.status)
      expect(reply.text.length).toBeGreaterThan(10)
    }
  })

  it('is refused when its content is not named JSON', async () => {
    const headers = { 'x-okapi-tenant': 'diku', 'x-okapi-token': app.token, 'content-type': 'text/plain' }
    const reply = await app.raw('POST', JOBS, headers, JSON.stringify({ sourceType: 'ONLINE', userId }))
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('application/json')
  })
})

/** A path such as `recordsMetadata.counter` set to a value in a copy of a body. */
function withValue(body: Record<string, unknown>, path: string, value: unknown): unknown {
  const copy = structuredClone(body)
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '')
  let node: Record<string, unknown> = copy
  for (const key of keys.slice(0, -1)) node = node[key] as Record<string, unknown>
  if (value === undefined) delete node[keys.at(-1)!]
  else node[keys.at(-1)!] = value
  return copy
}

describe('a value that cannot be', () => {
  const wrong: [index: number, field: string, values: unknown[]][] = [
    [0, 'fileDefinitions', [undefined, null, [], 'a.mrc', {}]],
    [0, 'fileDefinitions[0].name', [undefined, null, '', '  ', 7, 'x'.repeat(256), {}]],
    [0, 'fileDefinitions[0].size', ['1', 1.5, {}, 2 ** 40, -1]],
    [0, 'fileDefinitions[0].uiKey', [5, {}]],
    [1, 'fileDefinitions', ['x', {}]],
    [2, 'name', [undefined, null, '', 3]],
    [2, 'size', ['x', 2 ** 40]],
    [3, 'jobProfileInfo', [undefined, null, 'x', {}]],
    [3, 'jobProfileInfo.id', [undefined, null, 'x', 5]],
    [4, 'sourceType', [undefined, null, 'FTP', 4]],
    [4, 'userId', [undefined, null, 'me', 4]],
    [4, 'parentJobId', ['x', 5]],
    [4, 'files', ['x', [{}], [{ name: 5 }], [null]]],
    [4, 'jobProfileInfo', [{ id: 'x' }, { id: 5 }, 'x']],
    [4, 'jobPartNumber', ['x', 0, 1.5, 2 ** 40]],
    [4, 'totalJobParts', ['x', 0, 1.5, 2 ** 40]],
    [5, 'ids', [undefined, null, 'x', ['x'], [5], {}]],
    [6, 'fileName', [5, {}]],
    [6, 'sourcePath', [5, {}]],
    [7, 'status', [undefined, null, 'DONE', 5]],
    [7, 'errorStatus', ['x', 5]],
    [8, 'id', [undefined, null, 'x', 5]],
    [9, 'id', [undefined, null, 'x', 5]],
    [9, 'recordsMetadata', [undefined, null, 'x', []]],
    [9, 'recordsMetadata.last', [undefined, null, 'true', 1]],
    [9, 'recordsMetadata.counter', [undefined, null, '1', -1, 1.5, 2 ** 40]],
    [9, 'recordsMetadata.total', ['1', -1, 1.5, 2 ** 40]],
    [9, 'recordsMetadata.contentType', [undefined, null, 'MARC', 5]],
    [9, 'initialRecords', ['x', {}, 5]],
    [9, 'initialRecords[0]', [null, 'x', 5]],
    [9, 'initialRecords[0].record', [undefined, null, 5, {}]],
    [9, 'initialRecords[0].order', ['0', -1, 1.5, 2 ** 40]],
    [10, 'uploadId', [undefined, null, 5, 'x', randomUUID()]],
    [10, 'tags', [undefined, null, 'x', {}, []]],
  ]

  it.each(wrong)('%i: %s is refused by its name', async (index, field, values) => {
    const [method, url, body] = requests()[index]!
    const last = field.replaceAll(/^.*\./g, '').replace(/\[0\]$/, '')
    for (const value of values) {
      const reply = await send(method, url, JSON.stringify(withValue(body, field, value)))
      const shown = `${method} ${url} ${field}=${JSON.stringify(value)} answered ${reply.status}: ${reply.text}`
      expect([400, 422], shown).toContain(reply.status)
      if (reply.status === 422) {
        expect(reply.json.total_records, shown).toBe(reply.json.errors.length)
        expect(reply.json.errors[0].parameters[0].key, shown).toContain(last)
      } else {
        expect(reply.text, shown).toMatch(/ids|files|must not be empty|job profile/i)
      }
    }
  })

  it('leaves jobs as they were', async () => {
    expect(answer(await app.get(`${JOBS}/${jobId}`))).toMatchObject({
      status: 'NEW',
      fileName: 'No file name',
    })
    expect(answer(await app.get(`${UPLOADS}/${uploadId}`))).toMatchObject({
      status: 'NEW',
      fileDefinitions: [{ name: 'one.mrc' }],
    })
  })

  it('such as text that cannot be stored is answered with 4xx or taken without it', async () => {
    for (const name of ['nul\u0000.mrc', 'half \ud800.mrc']) {
      const upload = await app.post(UPLOADS, { fileDefinitions: [{ name }] })
      expect([201, 400, 422], upload.text).toContain(upload.status)
      const put = await app.put(`${JOBS}/${jobId}`, { fileName: name, extra: name })
      expect([200, 400, 422], put.text).toContain(put.status)
    }
  })
})

describe('an id in a path that is no uuid', () => {
  it('is refused on every call', async () => {
    for (const route of routes()) {
      if (!route.path.includes(':')) continue
      const url = route.path.replaceAll(/:\w+/g, 'not-a-uuid')
      const reply = await send(route.method, url, route.method === 'GET' ? undefined : '{}')
      expect(reply.status, `${route.method} ${url} ${reply.text}`).toBe(400)
    }
  })

  it('is not found on every call when it is unknown', async () => {
    const bodies = new Map(
      requests().map(([method, url, body]) => [`${method} ${url.replaceAll(/[\da-f-]{36}/g, ':id')}`, body]),
    )
    for (const route of routes()) {
      if (!route.path.includes(':')) continue
      const url = route.path.replace(':order', '0').replaceAll(/:\w+/g, () => randomUUID())
      const body = bodies.get(`${route.method} ${route.path}`)
      const reply = await send(route.method, url, body === undefined ? undefined : JSON.stringify(body))
      expect(reply.status, `${route.method} ${url} ${reply.text}`).toBe(404)
    }
  })
})

describe('every call of imports', () => {
  const everyRoute = () =>
    routes().map((route) => ({
      ...route,
      url: route.path.replaceAll(/:\w+/g, () => randomUUID()),
      permission: route.permissions[0]!,
    }))

  it('asks for a permission, but the one whose address is signed', () => {
    for (const route of everyRoute()) expect(route.permissions.length, route.path).toBeGreaterThan(0)
    const open = importsModule.routes!(app.octavo.app).filter((route) => route.permissions === 'public')
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT /octavo/upload-parts/:uploadId/:partNumber',
    ])
  })

  it('is refused to a user without that permission, with its name', async () => {
    for (const { method, url, permission } of everyRoute()) {
      const headers = {
        'x-okapi-tenant': 'diku',
        'x-okapi-token': powerless,
        'content-type': 'application/json',
      }
      const reply = await app.raw(method, url, headers)
      expect(reply.status, `${method} ${url} ${reply.text}`).toBe(403)
      expect(reply.text).toContain(permission)
    }
  })

  it('is refused without a token, with a broken one, and with that of another library', async () => {
    for (const { method, url } of everyRoute()) {
      const cases: [headers: Record<string, string>, statuses: number[]][] = [
        [{ 'x-okapi-tenant': 'diku' }, [400, 401]],
        [{}, [400, 401]],
        [{ 'x-okapi-tenant': 'diku', 'x-okapi-token': 'nonsense' }, [401]],
        [{ 'x-okapi-tenant': 'diku', 'x-okapi-token': `${app.token.slice(0, -3)}abc` }, [401]],
        [{ 'x-okapi-tenant': 'nowhere', 'x-okapi-token': app.token }, [400, 403]],
        [{ 'x-okapi-tenant': 'nowhere' }, [400, 404]],
      ]
      for (const [headers, statuses] of cases) {
        const reply = await app.raw(method, url, { 'content-type': 'application/json', ...headers })
        expect(statuses, `${method} ${url} ${JSON.stringify(headers)} ${reply.text}`).toContain(reply.status)
        expect(reply.text.length).toBeGreaterThan(5)
      }
    }
  })
})

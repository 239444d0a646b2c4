import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp, TestReply } from '../support/app.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'

type Step = { method: string; url: string; body: string | null }

const LINE = /^\s*(GET|POST|PUT|DELETE) (\S+)(?: ?(\?.*?))?(?: (?:BODY )?(\{.*\}|\$\{\w+\}))?$/

function readSteps(text: string): Step[] {
  return text.split('\n').flatMap((line) => {
    const [, method, target, query = '', body] = LINE.exec(line) ?? []
    return method === undefined
      ? []
      : [{ method, url: `/${target!.replace(/^\//, '')}${query}`, body: body ?? null }]
  })
}

const SCRIPT = readFileSync(path.resolve(import.meta.dirname, 'users-steps.txt'), 'utf8')
const PARTS = new Map(
  SCRIPT.split('\n# ')
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf(':')), readSteps(part)]),
)
const part = (name: string): Step[] => PARTS.get(name)!

let app: TestApp
const values: Record<string, string> = {
  uuid: randomUUID(),
  perms_uuid: randomUUID(),
  reqpref_uuid: randomUUID(),
  rand_id: '4711',
  keyword: 'LastName_4711',
}

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

function fill(text: string): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_all, name: string) => {
    expect(values, `${name} has been read`).toHaveProperty(name)
    return values[name]!
  })
}

async function send({ method, url, body }: Step): Promise<TestReply> {
  const headers = {
    'x-okapi-tenant': 'diku',
    'x-okapi-token': app.token,
    'content-type': 'application/json',
  }
  const [address, query] = fill(url).split(/\?(.*)/s)
  const parameters = (query ?? '').split('&').map((pair) => {
    const [name, value] = pair.split(/=(.*)/s)
    return `${name}=${encodeURIComponent(value ?? '')}`
  })
  const target = query === undefined ? address! : `${address}?${parameters.join('&')}`
  return app.raw(method, target, headers, body === null ? undefined : fill(body))
}

/** Sends the requests of a part, which must all succeed. @returns their answers */
async function run(name: string): Promise<{ step: Step; reply: TestReply }[]> {
  const answers = []
  for (const step of part(name)) {
    const reply = await send(step)
    const status = { GET: 200, POST: 201, PUT: 204, DELETE: 204 }[step.method]
    // A change of a permission row answers with the row, as FOLIO's.
    const expected = step.url.startsWith('/perms/users/') && step.method === 'PUT' ? 200 : status
    expect([step.url, reply.status, reply.text]).toEqual([step.url, expected, expect.anything()])
    answers.push({ step, reply })
  }
  return answers
}

function answerTo(answers: { step: Step; reply: TestReply }[], start: string) {
  return answers.find(({ step }) => step.url.startsWith(start))!.reply.json
}

describe('the users app as the public workloads drive it', () => {
  test('signs in and knows who it is', async () => {
    const self = await app.get('/bl-users/_self')
    values.current_userID = self.json.user.id
    expect(values.current_userID).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('creates a user', async () => {
    const opened = await run('LOAD_USERS')
    expect(answerTo(opened, '/groups').usergroups).toHaveLength(4)
    await run('LOAD_CREATE')
    const saved = await run('SAVE_CREATED')
    expect(answerTo(saved, '/users').id).toBe(values.uuid)
    expect(answerTo(saved, '/perms/users').userId).toBe(values.uuid)
    expect(answerTo(saved, '/note-links').notes).toEqual([])
    expect(answerTo(saved, '/users?query').users[0].id).toBe(values.current_userID)
  })

  test('lists active users, a page after the other', async () => {
    const listed = await run('SEARCH_USERS')
    expect(listed.map(({ reply }) => reply.json.totalRecords)).toEqual([4, 2, 2, 2])
    expect(listed[3]!.reply.json.users).toEqual([])
  })

  test('finds and shows the user, with loans', async () => {
    const found = await run('FIND')
    expect(found[0]!.reply.json.users.map(({ id }: { id: string }) => id)).toEqual([values.uuid])
    const shown = await run('CHOOSE')
    expect(answerTo(shown, `/users/`).personal.lastName).toBe('LastName_4711')
    expect(answerTo(shown, '/perms/users/').permissions).toEqual([])
    await run('LOANS')
  })

  test('edits the user', async () => {
    const point = await app.post('/service-points', {
      name: 'Desk',
      code: 'desk',
      discoveryDisplayName: 'Desk',
    })
    await app.post('/service-points-users', { userId: values.uuid, servicePointsIds: [point.json.id] })
    await run('FIND')
    const opened = await run('LOAD_EDIT')
    const points = answerTo(opened, '/service-points-users').servicePointsUsers[0]
    const permissions = answerTo(opened, '/perms/users/')
    const user = answerTo(opened, '/users/')
    const [preference] = answerTo(opened, '/request-preference-storage').requestPreferences
    expect(preference).toMatchObject({ userId: values.uuid, fulfillment: 'Hold Shelf', holdShelf: true })
    Object.assign(values, {
      user_data: JSON.stringify({ ...user, barcode: '31456' }),
      users_perm_id: permissions.id,
      users_perms: JSON.stringify({ ...permissions, permissions: ['ui-users.view'] }),
      service_points_users_id: points.id,
      service_points_users: JSON.stringify({ ...points, defaultServicePointId: point.json.id }),
      request_preferences_id: values.reqpref_uuid,
      request_preferences: JSON.stringify({ ...preference, fulfillment: 'Delivery', delivery: true }),
    })
    await run('SAVE_EDITED')
    const after = await app.get(`/bl-users/by-id/${values.uuid}`)
    expect(after.json).toMatchObject({
      user: { barcode: '31456' },
      permissions: { permissions: ['ui-users.view'] },
      servicePointsUser: { defaultServicePointId: point.json.id },
    })
  })

  test('deletes the user', async () => {
    const deleted = await run('DELETE_USER')
    expect(answerTo(deleted, '/bl-users/by-id').hasOpenTransactions).toBe(false)
    expect((await app.get(`/users/${values.uuid}`)).status).toBe(404)
  })
})

test.skipIf(!sharedAvailable)('the requests are those of the workloads, in their order', () => {
  const read = (name: string) => readSteps(readFileSync(sharedPath(`reference/workload/${name}`), 'utf8'))
  const names = (steps: readonly Step[]) => steps.map(({ method, url }) => `${method} ${url}`)
  const [login, ...search] = read('users-search.txt')
  expect(login!.url).toBe('/authn/login')
  expect(names(search)).toEqual(names(part('SEARCH_USERS')))
  const order =
    'LOAD_USERS LOAD_CREATE SAVE_CREATED FIND CHOOSE LOANS LOANS FIND CHOOSE LOAD_EDIT SAVE_EDITED FIND CHOOSE DELETE_USER'
  expect(names(read('patron-record-operations.txt').slice(2))).toEqual(
    order.split(' ').flatMap((name) => names(part(name))),
  )
})

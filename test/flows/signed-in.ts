import { randomUUID } from 'node:crypto'
import type { TestApp } from '../support/app.ts'
import { answer } from './import-client.ts'
import type { Api } from './import-client.ts'

/** Makes a user with these permissions. @returns the calls of that user */
export async function signedIn(app: TestApp, username: string, permissions: readonly string[]): Promise<Api> {
  const id = randomUUID()
  answer(await app.post('/users', { id, username, active: true, personal: { lastName: username } }), 201)
  answer(await app.post('/authn/credentials', { userId: id, password: 'secret' }), 201)
  answer(await app.post('/perms/users', { userId: id, permissions }), 201)
  const login = await app.raw(
    'POST',
    '/authn/login',
    { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' },
    JSON.stringify({ username, password: 'secret' }),
  )
  const token = { 'x-okapi-token': String(login.headers['x-okapi-token']) }
  return {
    get: (url, headers) => app.get(url, { ...token, ...headers }),
    post: (url, body, headers) => app.post(url, body, { ...token, ...headers }),
    put: (url, body, headers) => app.put(url, body, { ...token, ...headers }),
    del: (url, body, headers) => app.del(url, body, { ...token, ...headers }),
  }
}

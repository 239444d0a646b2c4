import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { createLog } from '../../kernel/log.ts'
import { isLeaked } from './pwned-password.ts'
import { compileExpression, matchesInTime } from './rule-expression.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function addUser(password: string) {
  const id = randomUUID()
  const username = `rule.${id.slice(0, 6)}`
  await app.post('/users', { id, username, active: true })
  await app.post('/authn/credentials', { userId: id, password })
  return { id, username }
}

function check(password: string) {
  return app.post('/password/check', { username: 'ada', password })
}

test('a new tenant has FOLIO’s rules, and anybody may read them', async () => {
  const reply = await app.raw('GET', '/tenant/rules?limit=50&query=cql.allRecords=1 sortby orderNo/number', {
    'x-okapi-tenant': 'diku',
  })
  expect(reply.json.totalRecords).toBe(11)
  expect(reply.json.rules.map(({ name }: { name: string }) => name).slice(0, 3)).toEqual([
    'password_length',
    'alphabetical_letters',
    'numeric_symbol',
  ])
})

describe('POST /password/check names all rules that are broken', () => {
  const cases: [string, string[]][] = [
    ['Rainy-Day-42', []],
    ['Rainy-42', []],
    ['Rainy-4', ['password.length.invalid']],
    ['rainy-day-42', ['password.alphabetical.invalid']],
    ['Rainy-Day-xx', ['password.number.invalid']],
    ['RainyDay42', ['password.specialCharacter.invalid']],
    ['Rainy-ada-42', ['password.usernameDuplicate.invalid']],
    ['Rainy  Day-42', ['password.consecutiveWhitespaces.invalid']],
    [
      'abc',
      [
        'password.length.invalid',
        'password.alphabetical.invalid',
        'password.number.invalid',
        'password.specialCharacter.invalid',
      ],
    ],
  ]
  test.each(cases)('%s', async (password, messages) => {
    const reply = await check(password)
    const result = messages.length === 0 ? 'valid' : 'invalid'
    expect([reply.status, reply.json]).toEqual([200, { result, messages }])
  })
})

test('POST /password/validate stops at the first strong rule, and knows the user’s last passwords', async () => {
  const { id } = await addUser('Rainy-Day-42')
  const weak = await app.post('/password/validate', { userId: id, password: 'abc' })
  const repeated = await app.post('/password/validate', { userId: id, password: 'Rainy-Day-42' })
  const unknown = await app.post('/password/validate', { userId: randomUUID(), password: 'abc' })
  expect(weak.json).toEqual({ result: 'invalid', messages: ['password.length.invalid'] })
  expect(repeated.json).toEqual({ result: 'invalid', messages: ['password.lastTenPasswords.invalid'] })
  expect(unknown.status).toBe(404)
})

test('a password of one’s own is changed within the rules, and not back to one of the last', async () => {
  const { id, username } = await addUser('Rainy-Day-1')
  await app.post('/configurations/entries', {
    module: 'LOGIN',
    configName: 'password.history.number',
    value: '2',
  })
  const change = (password: string, newPassword: string) =>
    app.post('/bl-users/settings/myprofile/password', { userId: id, username, password, newPassword })
  const weak = await change('Rainy-Day-1', 'Rainy')
  const wrong = await change('Rainy-Day-9', 'Rainy')
  expect([weak.status, weak.json.errors]).toEqual([
    400,
    [{ code: 'password.length.invalid', message: 'password.length.invalid' }],
  ])
  expect(wrong.status).toBe(401)
  expect((await change('Rainy-Day-1', 'Rainy-Day-2')).status).toBe(204)
  expect((await change('Rainy-Day-2', 'Rainy-Day-1')).json.errors[0].code).toBe(
    'password.lastTenPasswords.invalid',
  )
  expect((await change('Rainy-Day-2', 'Rainy-Day-3')).status).toBe(204)
  // Two are remembered: the present one and the one before.
  expect((await change('Rainy-Day-3', 'Rainy-Day-1')).status).toBe(204)
  const asked = await app.post('/authn/password/repeatable', { userId: id, password: 'Rainy-Day-3' })
  const other = await app.post('/authn/password/repeatable', { userId: id, password: 'Rainy-Day-2' })
  expect([asked.json, other.json]).toEqual([{ result: 'invalid' }, { result: 'valid' }])
})

test('a rule is added, changed and read; one that cannot be applied is refused', async () => {
  const rule = {
    name: 'no_x',
    type: 'RegExp',
    validationType: 'Soft',
    state: 'Enabled',
    moduleName: 'test',
    orderNo: 20,
    expression: '[^x]+',
    errMessageId: 'no.x',
  }
  const added = await app.post('/tenant/rules', rule)
  expect(added.status).toBe(200)
  expect((await check('Rainy-x-Day-42')).json.messages).toEqual(['no.x'])
  const changed = await app.put('/tenant/rules', { ...added.json, state: 'Disabled' })
  expect([changed.status, changed.json.state]).toEqual([200, 'Disabled'])
  expect((await check('Rainy-x-Day-42')).json.messages).toEqual([])
  expect((await app.get(`/tenant/rules/${added.json.id}`)).json.name).toBe('no_x')
  const refused = await Promise.all([
    app.post('/tenant/rules', { ...rule, name: 'b', expression: '(' }),
    app.post('/tenant/rules', { ...rule, name: 'c', type: 'Programmatic', implementationReference: '/x' }),
    app.post('/tenant/rules', { ...rule, name: 'd', type: 'Other' }),
    app.post('/tenant/rules', rule),
    app.put('/tenant/rules', { ...rule, id: randomUUID() }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422, 404])
})

test('an expression that backtracks without end refuses instead of holding up the server', () => {
  const start = Date.now()
  expect(matchesInTime(compileExpression('(a+)+b', ''), 'a'.repeat(60))).toBe(false)
  expect(Date.now() - start).toBeLessThan(1000)
})

test('a user name is no expression', () => {
  expect(compileExpression('<USER_NAME>', 'a.b(').test('a.b(')).toBe(true)
  expect(compileExpression('<USER_NAME>', 'a.b').test('axb')).toBe(false)
})

describe('the list of leaked passwords', () => {
  const log = createLog('silent')
  const hash = createHash('sha1').update('password1').digest('hex').toUpperCase()

  test('is asked with five digits of the hash', async () => {
    const asked: string[] = []
    const range = (count: number) => async (prefix: string) => {
      asked.push(prefix)
      return `${'0'.repeat(35)}:3\r\n${hash.slice(5)}:${count}`
    }
    expect(await isLeaked('password1', log, range(7))).toBe(true)
    // Entries with count 0 are padding.
    expect(await isLeaked('password1', log, range(0))).toBe(false)
    expect(asked).toEqual([hash.slice(0, 5), hash.slice(0, 5)])
  })

  test('refuses nothing when it is away', async () => {
    expect(await isLeaked('password1', log, () => Promise.reject(new Error('away')))).toBe(false)
  })
})

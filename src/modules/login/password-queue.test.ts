import { expect, test } from 'vitest'
import { hashPassword } from '../../kernel/auth/passwords.ts'
import { createFailureLimit } from './failure-limit.ts'
import { createPasswordQueue } from './password-queue.ts'
import { fromThisMachine, isPlainLocal } from './request-origin.ts'

function at(remoteAddress: string, headers: Record<string, string> = {}) {
  return { remoteAddress, headers }
}

test('the queue answers everyone in turn and refuses whom it cannot hold', async () => {
  const stored = await hashPassword('right')
  const queue = createPasswordQueue(1, 2)
  const answers = await Promise.allSettled([
    queue.verify('right', stored),
    queue.verify('wrong', stored),
    queue.verify('right', null),
    queue.verify('right', stored),
  ])
  expect(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.status)),
  ).toEqual([true, false, false, 429])
  expect(await queue.verify('right', stored)).toBe(true)
})

test('a key may fail as often as its bucket holds, and once more for each refill', () => {
  let now = 1_000_000
  const limit = createFailureLimit(3, 1000, () => now)
  for (let failures = 0; failures < 3; failures += 1) {
    expect(limit.allows('a')).toBe(true)
    limit.countFailure('a')
  }
  expect(limit.allows('a')).toBe(false)
  expect(limit.allows('b')).toBe(true)
  now += 1001
  expect(limit.allows('a')).toBe(true)
  limit.countFailure('a')
  expect(limit.allows('a')).toBe(false)
})

test('keys that failed long ago make room for new ones, and recent ones are kept', () => {
  let now = 0
  const limit = createFailureLimit(1, 1000, () => now)
  for (let key = 0; key < 20_000; key += 1) limit.countFailure(`old ${key}`)
  now = 5000
  limit.countFailure('new')
  expect(limit.allows('new')).toBe(false)
  expect(limit.allows('old 0')).toBe(true)
})

test('a request is from this machine only when no proxy passes on another one', () => {
  expect(fromThisMachine(at('127.0.0.1'))).toBe(true)
  expect(fromThisMachine(at('::1'))).toBe(true)
  expect(fromThisMachine(at('::ffff:127.0.0.1'))).toBe(true)
  expect(fromThisMachine(at('192.0.2.7'))).toBe(false)
  expect(fromThisMachine(at('127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 192.0.2.7' }))).toBe(false)
  expect(fromThisMachine(at('127.0.0.1', { forwarded: 'for=192.0.2.7' }))).toBe(false)
  expect(isPlainLocal(at('127.0.0.1', { 'x-forwarded-proto': 'https' }))).toBe(false)
  expect(isPlainLocal(at('127.0.0.1', { 'x-forwarded-proto': 'http' }))).toBe(true)
})

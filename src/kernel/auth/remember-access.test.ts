import { expect, test } from 'vitest'
import type { Transaction } from '../db/database.ts'
import { noteAccessChange } from './access-changes.ts'
import { rememberAccess } from './remember-access.ts'

const access = { username: 'u', isActive: true, permissions: new Set<string>() }

/** A transaction that commits when it is told to. */
function openChange(tenant: string) {
  let commit = (): void => undefined
  noteAccessChange({ tenant, afterCommit: (fn: () => void) => (commit = fn) } as unknown as Transaction)
  return () => commit()
}

test('requests of one moment share a look-up, those of other users and tenants do not', async () => {
  const asked: string[] = []
  const remembered = rememberAccess((tenant, user) => {
    asked.push(`${tenant}/${user}`)
    return Promise.resolve(access)
  })
  await Promise.all([remembered('a', '1'), remembered('a', '1'), remembered('a', '2'), remembered('b', '1')])
  await remembered('a', '1')
  expect(asked).toEqual(['a/1', 'a/2', 'b/1'])
})

test('a look-up that began before a change was committed is not used after it', async () => {
  let asked = 0
  const remembered = rememberAccess(() => {
    asked += 1
    return Promise.resolve(access)
  })
  const commit = openChange('change')
  await remembered('change', '1')
  await remembered('change', '1')
  expect(asked).toBe(1)
  commit()
  await remembered('change', '1')
  expect(asked).toBe(2)
})

test('a look-up that failed is asked again', async () => {
  let asked = 0
  const remembered = rememberAccess(() => {
    asked += 1
    return asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve(access)
  })
  await expect(remembered('fail', '1')).rejects.toThrow('away')
  await expect(remembered('fail', '1')).resolves.toBe(access)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp } from '../../../../test/support/app.ts'
import type { TestApp } from '../../../../test/support/app.ts'
import { newId } from '../../../kernel/ids.ts'
import { fieldExpression, profile } from './test-stored-records.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ work: true })
})

afterAll(() => app.close())

const path = '/data-import-profiles/matchProfiles'

async function bodyOf(field: string): Promise<object> {
  const { id: _id, ...content } = profile({ existingMatchExpression: fieldExpression(field) })
  return { profile: { ...content, name: `Match ${newId()}` }, addedRelations: [], deletedRelations: [] }
}

async function indexes(): Promise<string[]> {
  const rows = await app.octavo.app.db.tenant('diku', (tx) =>
    tx.query<{ definition: string }>(
      `select pg_get_indexdef(to_regclass(name)) as definition from match_index
       where state = 'ready' order by asked_at`,
    ),
  )
  return rows.map(({ definition }) => definition)
}

async function until(count: number): Promise<string[]> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const built = await indexes()
    if (built.length === count) return built
    if (Date.now() > deadline) throw new Error('The index was not built in a minute.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

it('a match profile that is saved gets its field indexed, once, and again when it changes', async () => {
  const reply = await app.post(path, await bodyOf('instance.indexTitle'))
  expect(reply.status).toBe(201)
  expect(await until(1)).toEqual([expect.stringContaining("'indexTitle'")])

  expect((await app.post(path, await bodyOf('instance.indexTitle'))).status).toBe(201)
  expect((await app.post(path, await bodyOf('instance.hrid'))).status).toBe(201)
  const { id } = reply.json as { id: string }
  const changed = (await bodyOf('instance.languages')) as { profile: object }
  const update = { id, ...changed, profile: { ...changed.profile, id } }
  expect((await app.put(`${path}/${id}`, update)).status).toBe(200)
  expect(await until(2)).toEqual([
    expect.stringContaining("'indexTitle'"),
    expect.stringContaining("'languages'"),
  ])
})

it('a match profile that cannot be evaluated is saved all the same', async () => {
  expect((await app.post(path, await bodyOf('nothing'))).status).toBe(201)
})

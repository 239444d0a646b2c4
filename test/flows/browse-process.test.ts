import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer, until } from './import-client.ts'
import { ServerProcess } from './server-process.ts'

let server: ServerProcess

beforeAll(async () => {
  server = await ServerProcess.create({ OCTAVO_JOB_CONCURRENCY: '1' })
  await server.start()
  await server.run('tenant', 'create', 'lib')
  await server.signIn('lib', 'lib_admin')
})

afterAll(() => server.remove())

const INSTANCE_TYPE = '6312d172-f0cf-40f6-b27d-9fa8feaf332f'

/** How many subjects can be browsed, and of how many instances the one that all have is. */
async function browsable(): Promise<{ total: number; shared: number } | null> {
  const query = encodeURIComponent('value >= "common subject"')
  const reply = await server.api.get(`/browse/subjects/instances?limit=1&query=${query}`).catch(() => null)
  if (reply?.status !== 200) return null
  return { total: reply.json.totalRecords, shared: reply.json.items[0]?.totalRecords ?? 0 }
}

it('the work on what can be browsed goes on after the server was killed, and loses and doubles nothing', async () => {
  const all = 10_000
  const instances = Array.from({ length: all }, (_, i) => ({
    source: 'FOLIO',
    title: `Title ${i}`,
    instanceTypeId: INSTANCE_TYPE,
    subjects: ['Common subject', `Own subject ${i}`, `Further subject ${i}`].map((value) => ({ value })),
  }))
  answer(await server.api.post('/instance-storage/batch/synchronous', { instances }), 201)
  const before = await until(async () => {
    const now = await browsable()
    return now !== null && now.shared > 0 ? now : null
  }, 30)
  expect(before.shared, 'the work must still be going on').toBeLessThan(all)
  await server.end('SIGKILL')
  await server.start()
  const done = await until(async () => {
    const now = await browsable()
    return now !== null && now.shared >= all ? now : null
  }, 60)
  expect(done).toEqual({ total: 2 * all + 1, shared: all })
})

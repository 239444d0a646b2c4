import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_PROFILE, answer, countOf, endOf, startFiles, until } from './import-client.ts'
import { manyBooks } from './marc-files.ts'
import { ServerProcess } from './server-process.ts'
import { startUndo } from './undo-client.ts'
import type { Undo } from './undo-client.ts'

let server: ServerProcess

beforeAll(async () => {
  server = await ServerProcess.create({ OCTAVO_JOB_CONCURRENCY: '2' })
  await server.start()
  await server.run('tenant', 'create', 'lib', '--sample')
  await server.signIn('lib', 'lib_admin')
})

afterAll(() => server.remove())

async function stock() {
  const { api } = server
  return [
    await countOf(api, '/instance-storage/instances'),
    await countOf(api, '/holdings-storage/holdings'),
    await countOf(api, '/item-storage/items'),
    answer(await api.get('/source-storage/source-records?limit=0')).totalRecords as number,
  ]
}

/** Asks for an undo until it answers with one that `isAwaited`; a server that is coming up may refuse meanwhile. */
function waitForUndo(jobId: string, isAwaited: (undo: Undo) => boolean): Promise<Undo> {
  return until(async () => {
    const reply = await server.api.get(`/octavo/imports/${jobId}/undo`).catch(() => null)
    const undo = reply?.status === 200 ? (reply.json as Undo) : null
    return undo !== null && isAwaited(undo) ? undo : null
  }, 30)
}

it('an undo goes on by itself after server and PostgreSQL were killed, and undoes every record once', async () => {
  const records = 8000
  const before = await stock()
  const [jobId] = await startFiles(
    server.api,
    [{ name: 'u.mrc', bytes: manyBooks(records, 'u') }],
    SAMPLE_PROFILE,
  )
  expect((await endOf(server.api, jobId!)).status).toBe('COMMITTED')
  await startUndo(server.api, jobId!)
  const isUnderWay = (least: number) => (undo: Undo) => {
    expect(undo.status, 'the undo must still be running').toBe('RUNNING')
    return undo.progress.current >= least
  }
  const { progress } = await waitForUndo(jobId!, isUnderWay(500))
  await server.end('SIGKILL')
  await server.start()
  await waitForUndo(jobId!, isUnderWay(progress.current + 500))
  await server.killPostgres()
  const undo = await waitForUndo(jobId!, ({ status }) => status !== 'RUNNING')
  expect(undo).toMatchObject({
    status: 'COMMITTED',
    progress: { current: records, total: records },
    deleted: { instances: records, holdings: records, items: records, sourceRecords: records },
    left: 0,
  })
  expect(await stock()).toEqual(before)
})

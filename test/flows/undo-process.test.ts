import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  SAMPLE_PROFILE,
  answer,
  countOf,
  endOf,
  importFile,
  logOf,
  startFiles,
  until,
} from './import-client.ts'
import { manyBooks } from './marc-files.ts'
import { ServerProcess } from './server-process.ts'
import { editRecord, startUndo } from './undo-client.ts'
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

it('the command line lists and shows jobs, undoes one, and removes old logs', async () => {
  const { api } = server
  const job = await importFile(api, 'cli.mrc', manyBooks(3, 'cli'), SAMPLE_PROFILE)
  const [entry] = await logOf(api, job.id)
  const id = entry!.relatedInstanceInfo.idList[0]!
  const { hrid } = answer(await api.get(`/instance-storage/instances/${id}`))
  const octavo = (...args: string[]) => server.run('jobs', ...args, '--tenant', 'lib')
  const list = await octavo('list', '--limit', '1')
  expect(list.split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(/^Job +State +Records +Ended \(UTC\) +File +Profile$/),
    expect.stringMatching(
      new RegExp(
        `^${job.hrId} +COMMITTED +3 of 3 +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +cli.mrc +Sample - Create`,
      ),
    ),
  ])
  expect(await octavo('show', String(job.hrId))).toMatch(
    new RegExp(
      `^Done cli.mrc: job ${job.hrId}, 3 records in .*\\n  source records +3 created\\n  instances +3 created`,
    ),
  )
  await editRecord(api, `/instance-storage/instances/${id}`, { title: 'By hand' })
  const failed = await octavo('undo', job.id).catch((error: { code: number; stdout: string }) => error)
  expect(failed).toMatchObject({ code: 1 })
  const { stdout } = failed as { stdout: string }
  expect(stdout.split('\n')).toEqual([
    `Undone: job ${job.hrId}, 3 of 3 records`,
    '  instances       2 deleted',
    '  holdings        3 deleted',
    '  items           3 deleted',
    '  source records  2 deleted',
    '  1 record was left as it is:',
    '        1  changed after the import',
    expect.stringContaining(
      `    instance ${hrid} (Book 0 of cli): It was changed after the import, last at `,
    ),
    '',
  ])
  expect(await octavo('show', job.id)).toContain(stdout)
  await expect(octavo('undo', job.id)).rejects.toMatchObject({
    code: 1,
    stderr: 'The server refused: The job was undone already.\n',
  })
  await expect(octavo('undo', '987654')).rejects.toMatchObject({ code: 2 })
  await expect(octavo('purge')).rejects.toMatchObject({ code: 2 })
  expect(await octavo('purge', '--older-than', '1')).toBe(
    'Removed the logs of 0 jobs (0 records, 0 files) and 0 deleted jobs.\n',
  )
})

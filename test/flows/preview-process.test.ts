import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_PROFILE, answer, countOf, importFile, until } from './import-client.ts'
import { book, copy, manyBooks } from './marc-files.ts'
import {
  PREVIEWS,
  endOfPreview,
  hridsOf,
  importUpload,
  makeMatchingProfile,
  startPreview,
  toldByJob,
  toldByPreview,
  uploadOnly,
} from './preview-client.ts'
import type { Preview } from './preview-client.ts'
import { ServerProcess } from './server-process.ts'

let server: ServerProcess

beforeAll(async () => {
  server = await ServerProcess.create({ OCTAVO_JOB_CONCURRENCY: '3' })
  await server.start()
  await server.run('tenant', 'create', 'lib', '--sample')
  await server.signIn('lib', 'lib_admin')
})

afterAll(() => server.remove())

/** Asks for a preview until it has gone through so many records; a server that is coming up may refuse meanwhile. */
function waitForRecords(id: string, least: number): Promise<Preview> {
  return until(async () => {
    const reply = await server.api.get(`${PREVIEWS}/${id}`).catch(() => null)
    if (reply?.status !== 200) return null
    const preview = reply.json as Preview
    expect(preview.status, 'the preview must still be running').toBe('RUNNING')
    return preview.progress.current >= least ? preview : null
  }, 30)
}

it('two previews at once start over after server and PostgreSQL were killed, and tell every record once', async () => {
  const { api } = server
  const records = 10_000
  const before = await countOf(api, '/instance-storage/instances')
  const uploads = [
    await uploadOnly(api, 'p.mrc', manyBooks(records, 'p')),
    await uploadOnly(api, 'q.mrc', manyBooks(records, 'q')),
  ]
  const [first, second] = [
    await startPreview(api, uploads[0], SAMPLE_PROFILE),
    await startPreview(api, uploads[1], SAMPLE_PROFILE),
  ]
  await Promise.all([waitForRecords(first.id, 500), waitForRecords(second.id, 500)])
  await server.end('SIGKILL')
  await server.start()
  await waitForRecords(first.id, 500)
  await server.killPostgres()
  for (const { id } of [first, second]) {
    const ended = await until(async () => {
      const reply = await api.get(`${PREVIEWS}/${id}`).catch(() => null)
      return reply?.status === 200 && reply.json.status !== 'RUNNING' ? (reply.json as Preview) : null
    })
    expect(ended).toMatchObject({
      status: 'FINISHED',
      progress: { current: records, total: records },
      totalErrors: 0,
    })
    expect(ended.summary.itemSummary).toMatchObject({ totalCreatedEntities: records })
  }
  const told = await toldByPreview(api, first.id)
  expect(told.map(({ order }) => order)).toEqual(Array.from({ length: records }, (_, order) => order))
  expect(await countOf(api, '/instance-storage/instances')).toBe(before)
  const job = await importUpload(api, uploads[0], SAMPLE_PROFILE)
  expect(told).toEqual(await toldByJob(api, job.id))
})

it('a preview does not keep a small import waiting', async () => {
  const { api } = server
  const upload = await uploadOnly(api, 'long.mrc', manyBooks(10_000, 'long'))
  const long = [
    await startPreview(api, upload, SAMPLE_PROFILE),
    await startPreview(api, upload, SAMPLE_PROFILE),
    await startPreview(api, upload, SAMPLE_PROFILE),
  ]
  await waitForRecords(long[0]!.id, 1)
  await importFile(api, 'small.mrc', manyBooks(3, 'small'), SAMPLE_PROFILE)
  const states = await Promise.all(
    long.map(async ({ id }) => answer(await api.get(`${PREVIEWS}/${id}`)).status as string),
  )
  expect(states).toContain('RUNNING')
  for (const { id } of long) expect((await endOfPreview(api, id)).status).toBe('FINISHED')
})

it('the command line shows a forecast and leaves nothing behind', async () => {
  const { api } = server
  const stock = await importFile(api, 'stock.mrc', manyBooks(1, 'cli'), SAMPLE_PROFILE)
  const [hrids] = await hridsOf(api, stock.id)
  await makeMatchingProfile(api, 'CLI update', [
    {
      incoming: ['001', ''],
      existing: { type: 'INSTANCE', field: 'instance.hrid' },
      onMatch: [{ action: 'UPDATE', folioRecord: 'INSTANCE', mapping: { mappingFields: [] } }],
    },
  ])
  const octavo = async (name: string, bytes: Buffer, ...args: string[]) => {
    const file = path.join(server.folder, name)
    await writeFile(file, bytes)
    return server.run('import', file, '--tenant', 'lib', '--preview', ...args)
  }
  const changed = await octavo('u.mrc', book(hrids!.instance, 'By preview'), '--profile', 'CLI update')
  const lines = changed.split('\n')
  expect(lines[0]).toMatch(/^Preview u\.mrc: 1 records in .*; nothing was written$/)
  expect(lines).toContain('  instances       0 created, 1 updated')
  expect(lines).toContain('  record 1: By preview')
  expect(lines).toContain(`    instance ${hrids!.instance}`)
  expect(lines).toContain('      - title: Book 0 of cli')
  expect(lines).toContain('      + title: By preview')
  expect(lines).toContain('      - 245 00 $aBook 0 of cli')
  expect(lines).toContain('      + 245 00 $aBy preview')
  expect(answer(await api.get(`/instance-storage/instances/${hrids!.instanceId}`)).title).toBe(
    'Book 0 of cli',
  )

  const wrong = Buffer.concat([book('w1', 'One', [copy('cli-0')]), book('w2', 'Two', [copy('w-2')])])
  const failed = await octavo('w.mrc', wrong, '--profile', SAMPLE_PROFILE.name).catch(
    (error: { code: number; stdout: string }) => error,
  )
  expect(failed).toMatchObject({ code: 1 })
  expect((failed as { stdout: string }).stdout.split('\n').slice(1)).toEqual([
    '  source records  2 created',
    '  instances       2 created',
    '  holdings        2 created',
    '  items           1 created, 1 not made',
    '  1 records with errors:',
    '        1  Barcodes that are in use',
    expect.stringContaining(
      'e.g. Record 1 at byte 0, control number w1: The barcode cli-0 is in use already by',
    ),
    '',
  ])
  await expect(
    octavo('w.mrc', wrong, '--profile', SAMPLE_PROFILE.name, '--failed', 'x.mrc'),
  ).rejects.toMatchObject({ code: 2 })
  const { uploadDefinitions } = answer(await api.get('/data-import/uploadDefinitions?limit=100'))
  const names = (uploadDefinitions as { fileDefinitions: { name: string }[] }[]).map(
    ({ fileDefinitions }) => fileDefinitions[0]!.name,
  )
  expect(names).toContain('stock.mrc')
  expect(names).not.toContain('u.mrc')
  expect(names).not.toContain('w.mrc')
})

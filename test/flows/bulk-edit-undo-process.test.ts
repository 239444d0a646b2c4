import { afterAll, beforeAll, expect, it } from 'vitest'
import { commit, edit, match } from './bulk-edit-client.ts'
import { answer, until } from './import-client.ts'
import { ServerProcess } from './server-process.ts'

const RECORDS = 8000
let server: ServerProcess

beforeAll(async () => {
  server = await ServerProcess.create({ OCTAVO_JOB_CONCURRENCY: '2' })
  await server.start()
  await server.run('tenant', 'create', 'lib', '--sample')
  await server.signIn('lib', 'lib_admin')
})
afterAll(() => server.remove())

type Undo = { status: string; progress: { current: number }; restored: { items: number }; left: number }
type Item = { _version: number; barcode: string; administrativeNotes: string[]; copyNumber?: string }

/** Asks for an undo until it answers with one that `isAwaited`; a server that is coming up may refuse meanwhile. */
function waitForUndo(id: string, isAwaited: (undo: Undo) => boolean): Promise<Undo> {
  return until(async () => {
    const reply = await server.api.get(`/octavo/bulk-operations/${id}/undo`).catch(() => null)
    const undo = reply?.status === 200 ? (reply.json as Undo) : null
    return undo !== null && isAwaited(undo) ? undo : null
  }, 60)
}

it('the undo of a bulk edit goes on by itself after a kill, and puts every record back once', async () => {
  const { api } = server
  const [first] = answer(await api.get('/item-storage/items?limit=1')).items
  const like = { ...first, id: undefined, hrid: undefined, metadata: undefined, _version: undefined }
  const barcodes = Array.from({ length: RECORDS }, (_, i) => `u${i}`)
  for (let start = 0; start < RECORDS; start += 2000) {
    const items = barcodes.slice(start, start + 2000).map((barcode) => ({ ...like, barcode }))
    answer(await api.post('/item-storage/batch/synchronous', { items }), 201)
  }
  const { id } = await match(api, 'ITEM', 'BARCODE', barcodes.join('\n'))
  await edit(api, id, [['ADMINISTRATIVE_NOTE', { type: 'ADD_TO_EXISTING', updated: 'by bulk' }]])
  expect(await commit(api, id)).toMatchObject({ status: 'COMPLETED', committedNumOfRecords: RECORDS })
  const query = encodeURIComponent('barcode="u*"')
  const read = async () =>
    answer(await api.get(`/item-storage/items?query=${query}&limit=${RECORDS}`)).items as Item[]
  const changed = (await read()).find(({ barcode }) => barcode === `u${RECORDS - 1}`)!
  const [stored] = answer(await api.get(`/item-storage/items?query=barcode==${changed.barcode}`)).items
  answer(await api.put(`/item-storage/items/${stored.id}`, { ...stored, copyNumber: '7' }), 204)

  answer(await api.post(`/octavo/bulk-operations/${id}/undo`), 202)
  await waitForUndo(id, ({ status, progress }) => {
    expect(status, 'the undo must still be running').toBe('RUNNING')
    return progress.current > 0
  })
  await server.end('SIGKILL')
  await server.start()
  expect(await waitForUndo(id, ({ status }) => status !== 'RUNNING')).toMatchObject({
    status: 'COMMITTED',
    progress: { current: RECORDS },
    restored: { items: RECORDS - 1 },
    left: 1,
  })
  const items = await read()
  expect(items).toHaveLength(RECORDS)
  const kept = items.filter(({ administrativeNotes }) => administrativeNotes.includes('by bulk'))
  expect(kept.map(({ barcode, copyNumber }) => [barcode, copyNumber])).toEqual([[changed.barcode, '7']])
  expect(items.filter(({ _version }) => _version !== 3)).toEqual([])
})

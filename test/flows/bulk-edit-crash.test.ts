import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorLines, previewRows, rulesBody, upload } from './bulk-edit-client.ts'
import type { Operation } from './bulk-edit-client.ts'
import { answer, until } from './import-client.ts'
import { ServerProcess } from './server-process.ts'

const RECORDS = 12_000
let server: ServerProcess

beforeAll(async () => {
  server = await ServerProcess.create({ OCTAVO_JOB_CONCURRENCY: '2' })
  await server.start()
  await server.run('tenant', 'create', 'lib', '--sample')
  await server.signIn('lib', 'lib_admin')
})
afterAll(() => server.remove())

/** Asks for an operation until it answers with one that `isAwaited`; a server that is coming up may refuse meanwhile. */
function waitFor(id: string, isAwaited: (operation: Operation) => boolean): Promise<Operation> {
  return until(async () => {
    const reply = await server.api.get(`/bulk-operations/${id}`).catch(() => null)
    const operation = reply?.status === 200 ? (reply.json as Operation) : null
    return operation !== null && isAwaited(operation) ? operation : null
  }, 60)
}

/** Starts a step, kills server and database when it has gone through so many records, and waits for its end. */
async function killWithin(id: string, step: string, records: number): Promise<Operation> {
  const started = answer(await server.api.post(`/bulk-operations/${id}/start`, { step })) as Operation
  await waitFor(id, ({ status, processedNumOfRecords }) => {
    return status !== started.status || processedNumOfRecords >= records
  })
  await server.end('SIGKILL')
  await server.start()
  return waitFor(id, ({ status }) => status !== started.status)
}

test('an operation that is killed in each of its steps ends right by itself', async () => {
  const { api } = server
  const [first] = answer(await api.get('/item-storage/items?limit=1')).items
  const like = { ...first, id: undefined, hrid: undefined, metadata: undefined, _version: undefined }
  for (let start = 0; start < RECORDS; start += 2000) {
    const items = Array.from({ length: 2000 }, (_, i) => ({
      ...like,
      barcode: `k${start + i}`,
      discoverySuppress: false,
    }))
    answer(await api.post('/item-storage/batch/synchronous', { items }), 201)
  }
  const barcodes = Array.from({ length: RECORDS }, (_, i) => `k${i}`)
  const { id } = await upload(api, 'ITEM', 'BARCODE', [...barcodes, 'k0', 'nosuch'].join('\n'))
  expect(await killWithin(id, 'UPLOAD', 1)).toMatchObject({
    status: 'DATA_MODIFICATION',
    matchedNumOfRecords: RECORDS,
    matchedNumOfErrors: 1,
    matchedNumOfWarnings: 1,
  })
  expect(await errorLines(api, id)).toEqual(['ERROR nosuch: No match found', 'WARNING k0: Duplicate entry'])
  const rules = rulesBody(id, [
    ['SUPPRESS_FROM_DISCOVERY', { type: 'SET_TO_TRUE' }],
    ['ADMINISTRATIVE_NOTE', { type: 'ADD_TO_EXISTING', updated: 'once' }],
  ])
  answer(await api.post(`/bulk-operations/${id}/content-update`, rules))
  expect(await killWithin(id, 'EDIT', 2000)).toMatchObject({
    status: 'REVIEW_CHANGES',
    processedNumOfRecords: RECORDS,
    committedNumOfErrors: 0,
  })
  expect(await killWithin(id, 'COMMIT', 3000)).toMatchObject({
    status: 'COMPLETED',
    committedNumOfRecords: RECORDS,
    committedNumOfErrors: 0,
    committedNumOfWarnings: 0,
  })
  const last = await previewRows(api, id, 'COMMIT', `limit=10&offset=${RECORDS - 1}`)
  expect(last.map((row) => row.Barcode)).toEqual([`k${RECORDS - 1}`])
  const query = encodeURIComponent('barcode="k*"')
  const { items } = answer(await api.get(`/item-storage/items?query=${query}&limit=${RECORDS}`)) as {
    items: { _version: number; administrativeNotes: string[]; discoverySuppress: boolean }[]
  }
  expect(items).toHaveLength(RECORDS)
  const wrong = items.filter(
    ({ _version: version, administrativeNotes: notes, discoverySuppress: isHidden }) =>
      version !== 2 || !isHidden || notes.filter((note) => note === 'once').length !== 1,
  )
  expect(wrong).toEqual([])
})

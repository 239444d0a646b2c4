import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  FOLIO_HOLDINGS_SOURCE,
  insertHoldings,
  insertItems,
  updateItems,
} from '../../src/modules/inventory/index.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  CREATE_INSTANCE,
  SAMPLE_PROFILE,
  answer,
  countOf,
  importFile,
  logOf,
  newTenant,
  startFiles,
  until,
} from './import-client.ts'
import type { Api } from './import-client.ts'
import { book, copy, manyBooks } from './marc-files.ts'
import {
  addJob,
  editRecord,
  endOfUndo,
  leftOf,
  startUndo,
  step,
  tableChecksums,
  undoJob,
} from './undo-client.ts'

let app: TestApp
let api: Api

beforeAll(async () => {
  app = await testApp({ work: true })
  api = await newTenant(app, 'lib', true)
})

afterAll(() => app.close())

const noneOf = { instances: 0, holdings: 0, items: 0, authorities: 0, sourceRecords: 0 }

describe('the undo of an import that created records', () => {
  it('leaves all tables as they were before 3,000 records came in', async () => {
    const before = await tableChecksums(app, 'lib')
    const job = await importFile(api, 'wrong.mrc', manyBooks(3000, 'w'), SAMPLE_PROFILE)
    expect(job.status).toBe('COMMITTED')
    const undo = await undoJob(api, job.id)
    expect(undo).toMatchObject({
      status: 'COMMITTED',
      progress: { current: 3000, total: 3000 },
      deleted: { instances: 3000, holdings: 3000, items: 3000, authorities: 0, sourceRecords: 3000 },
      restored: noneOf,
      left: 0,
      leftByReason: [],
    })
    expect(await tableChecksums(app, 'lib')).toEqual(before)
    expect(await countOf(api, '/inventory/instances', 'title all "Book 7 w"')).toBe(0)
  })

  it('takes back what a job had made when it was cancelled', async () => {
    const before = await tableChecksums(app, 'lib')
    const [jobId] = await startFiles(
      api,
      [{ name: 'stop.mrc', bytes: manyBooks(4000, 'stop') }],
      SAMPLE_PROFILE,
    )
    await until(async () => {
      const job = answer(await api.get(`/change-manager/jobExecutions/${jobId}`))
      return job.progress.current > 0
    })
    answer(await api.del(`/change-manager/jobExecutions/${jobId}/records`), 204)
    const undo = await undoJob(api, jobId!)
    expect(undo).toMatchObject({ status: 'COMMITTED', left: 0 })
    expect(undo.deleted.instances).toBeGreaterThan(0)
    expect(await tableChecksums(app, 'lib')).toEqual(before)
  })

  it('keeps the job as it is shown, and the same file can be loaded again', async () => {
    const file = manyBooks(3, 'again')
    const first = await importFile(api, 'again.mrc', file, SAMPLE_PROFILE)
    const shown = await api.get(`/metadata-provider/jobExecutions?hrId=${first.hrId}`)
    await undoJob(api, first.id)
    expect((await api.get(`/metadata-provider/jobExecutions?hrId=${first.hrId}`)).json).toEqual(shown.json)
    expect(await logOf(api, first.id)).toHaveLength(3)
    const second = await importFile(api, 'again.mrc', file, SAMPLE_PROFILE)
    expect(second.status).toBe('COMMITTED')
    const hrids = async (id: string) =>
      (await logOf(api, id)).map((entry) => entry.relatedInstanceInfo.hridList[0])
    const [old, fresh] = [await hrids(first.id), await hrids(second.id)]
    expect(fresh.filter((hrid) => old.includes(hrid))).toEqual([])
  })
})

/** An import of books with one copy each, and the ids of what was made of each. */
async function importBooks(prefix: string, count: number) {
  const job = await importFile(api, `${prefix}.mrc`, manyBooks(count, prefix), SAMPLE_PROFILE)
  const books = (await logOf(api, job.id)).map((entry) => ({
    source: entry.sourceRecordId!,
    instance: entry.relatedInstanceInfo.idList[0]!,
    holdings: entry.relatedHoldingsInfo[0]!.id,
    item: entry.relatedItemInfo[0]!.id,
  }))
  return { job, books }
}

const statusOf = async (path: string) => (await api.get(path)).status
const instancePath = (id: string) => `/instance-storage/instances/${id}`
const holdingsPath = (id: string) => `/holdings-storage/holdings/${id}`
const itemPath = (id: string) => `/item-storage/items/${id}`

/** Which of a book's records are there: instance, holdings, item, current source record. */
async function presence(one: { instance: string; holdings: string; item: string; source: string }) {
  const source = `/source-storage/source-records/${one.instance}?idType=INSTANCE`
  const paths = [instancePath(one.instance), holdingsPath(one.holdings), itemPath(one.item), source]
  const statuses: number[] = []
  for (const path of paths) statuses.push(await statusOf(path))
  return statuses
}

describe('what somebody changed or needs since the import', () => {
  it('stays with its parents and its MARC, and is listed with the reason', async () => {
    const { job, books } = await importBooks('kept', 7)
    const [titled, noted, extended, bound, marced, gone, plain] = books as Required<typeof books>
    await editRecord(api, instancePath(titled!.instance), { title: 'A better title' })
    await editRecord(api, itemPath(noted!.item), { administrativeNotes: ['repaired'] })
    const item = answer(await api.get(itemPath(extended!.item)))
    const { materialTypeId, permanentLoanTypeId } = item
    const foreign = { materialTypeId, permanentLoanTypeId, status: { name: 'Available' } }
    answer(await api.post('/item-storage/items', { ...foreign, holdingsRecordId: extended!.holdings }), 201)
    const part = { itemId: bound!.item, holdingsRecordId: titled!.holdings }
    answer(await api.post('/inventory-storage/bound-with-parts', part), 201)
    const marc = answer(await api.get(`/source-storage/records/${marced!.source}`))
    answer(await api.put(`/source-storage/records/${marced!.source}`, marc))
    for (const path of [itemPath(gone!.item), holdingsPath(gone!.holdings), instancePath(gone!.instance)])
      answer(await api.del(path), 204)

    const undo = await undoJob(api, job.id)
    expect(undo).toMatchObject({
      status: 'COMMITTED',
      deleted: { instances: 1, holdings: 2, items: 4, sourceRecords: 2 },
      restored: noneOf,
      left: 14,
    })
    expect(undo.leftByReason).toEqual([
      { reason: 'in-use', count: 8 },
      { reason: 'gone', count: 3 },
      { reason: 'edited', count: 2 },
      { reason: 'marc-edited', count: 1 },
    ])
    expect(await presence(titled!)).toEqual([200, 200, 404, 200])
    expect(await presence(noted!)).toEqual([200, 200, 200, 200])
    expect(await presence(extended!)).toEqual([200, 200, 404, 200])
    expect(await presence(bound!)).toEqual([200, 200, 200, 200])
    expect(await presence(marced!)).toEqual([200, 404, 404, 200])
    expect(await presence(gone!)).toEqual([404, 404, 404, 404])
    expect(await presence(plain!)).toEqual([404, 404, 404, 404])
    const left = await leftOf(api, job.id)
    expect(
      left.map(({ recordType, sourceRecordOrder, reason }) => [sourceRecordOrder, recordType, reason]),
    ).toEqual([
      [0, 'INSTANCE', 'edited'],
      [0, 'HOLDINGS', 'in-use'],
      [1, 'INSTANCE', 'in-use'],
      [1, 'HOLDINGS', 'in-use'],
      [1, 'ITEM', 'edited'],
      [2, 'INSTANCE', 'in-use'],
      [2, 'HOLDINGS', 'in-use'],
      [3, 'INSTANCE', 'in-use'],
      [3, 'HOLDINGS', 'in-use'],
      [3, 'ITEM', 'in-use'],
      [4, 'INSTANCE', 'marc-edited'],
      [5, 'INSTANCE', 'gone'],
      [5, 'HOLDINGS', 'gone'],
      [5, 'ITEM', 'gone'],
    ])
    expect(left[0]).toMatchObject({
      id: titled!.instance,
      hrid: expect.stringMatching(/^in/),
      title: 'Book 0 of kept',
      text: expect.stringMatching(/^It was changed after the import, last at \d{4}-\d\d-\d\dT[\d:]+Z\.$/),
    })
    expect(left.map(({ text }) => text).slice(1, 4)).toEqual([
      'It is part of a bound-with.',
      'It still has holdings.',
      'It still has items.',
    ])
    const page = answer(await api.get(`/octavo/imports/${job.id}/undo/left?limit=2&offset=3`))
    expect(page).toEqual({ left: left.slice(3, 5), totalRecords: 14 })
  })

  it('is nothing of a record that only looks alike: changes by the import itself do not count', async () => {
    const job = await importFile(api, 'one.mrc', book('own1', 'Own change', [copy('own-1')]), SAMPLE_PROFILE)
    const [entry] = await logOf(api, job.id)
    const id = entry!.relatedItemInfo[0]!.id
    await app.octavo.app.db.tenant('lib', async (tx) => {
      const [row] = await tx.query<{ doc: string }>('select doc from item where id = $1', [id])
      await updateItems(tx, null, [{ ...JSON.parse(row!.doc), copyNumber: '2' }], { jobId: job.id })
    })
    expect(await undoJob(api, job.id)).toMatchObject({ deleted: { instances: 1, items: 1 }, left: 0 })
  })
})

describe('records of one job that hang together over chunks', () => {
  it('are undone although parents come up before their children', async () => {
    const count = 1100
    const file = Buffer.concat(Array.from({ length: count }, (_, i) => book(`far${i}`, `Far ${i}`)))
    const before = await tableChecksums(app, 'lib')
    const job = await importFile(api, 'far.mrc', file, CREATE_INSTANCE)
    const entries = await logOf(api, job.id)
    const instanceIds = entries.map((entry) => entry.relatedInstanceInfo.idList[0]!)
    const location = answer(await api.get('/locations?limit=1')).locations[0].id
    const [material, loan] = [
      answer(await api.get('/material-types?limit=1')).mtypes[0].id,
      answer(await api.get('/loan-types?limit=1')).loantypes[0].id,
    ]
    await app.octavo.app.db.tenant('lib', async (tx) => {
      const options = { jobId: job.id, allOrNothing: true }
      // The record at place 1 made holdings of the last instance, the one at place 0 the item on them.
      const [holdings] = await insertHoldings(
        tx,
        null,
        [{ instanceId: instanceIds.at(-1)!, permanentLocationId: location, sourceId: FOLIO_HOLDINGS_SOURCE }],
        options,
      )
      const holdingsRecordId = holdings!.ok ? holdings!.id : ''
      const [item] = await insertItems(
        tx,
        null,
        [
          {
            holdingsRecordId,
            materialTypeId: material,
            permanentLoanTypeId: loan,
            status: { name: 'Available' },
          },
        ],
        options,
      )
      const append = (seq: number, made: unknown) =>
        tx.query(
          `update journal set steps = (steps::jsonb || $3::jsonb)::text
           where seq = $2 and job_no = (select hr_id from job_execution where id = $1)`,
          [job.id, seq, JSON.stringify([made])],
        )
      await append(1, step('HOLDINGS', 'CREATE', holdingsRecordId))
      await append(0, step('ITEM', 'CREATE', item!.ok ? item!.id : ''))
    })
    expect(await undoJob(api, job.id)).toMatchObject({
      status: 'COMMITTED',
      progress: { current: count, total: count },
      deleted: { instances: count, holdings: 1, items: 1, sourceRecords: count },
      left: 0,
    })
    expect(await tableChecksums(app, 'lib')).toEqual(before)
  })
})

describe('an undo', () => {
  it('touches the records of its own tenant only', async () => {
    const other = await newTenant(app, 'other', true)
    const file = manyBooks(5, 'both')
    const mine = await importFile(api, 'both.mrc', file, SAMPLE_PROFILE)
    const theirs = await importFile(other, 'both.mrc', file, SAMPLE_PROFILE)
    const before = await tableChecksums(app, 'other')
    expect((await api.post(`/octavo/imports/${theirs.id}/undo`)).status).toBe(404)
    await undoJob(api, mine.id)
    expect(await tableChecksums(app, 'other')).toEqual(before)
    expect((await undoJob(other, theirs.id)).deleted).toMatchObject({ instances: 5 })
  })

  it('is refused in words where there is nothing to undo, or no more', async () => {
    const refusalOf = async (id: string) =>
      answer(await api.post(`/octavo/imports/${id}/undo`), 422).errors[0].message
    const statusOfPost = async (id: string) => (await api.post(`/octavo/imports/${id}/undo`)).status
    expect(await statusOfPost('11111111-1111-4111-8111-111111111111')).toBe(404)
    expect(await statusOfPost('nonsense')).toBe(400)
    const { job } = await importBooks('twice', 2)
    expect(await statusOf(`/octavo/imports/${job.id}/undo`)).toBe(404)
    expect(await statusOf(`/octavo/imports/${job.id}/undo/left`)).toBe(404)
    await startUndo(api, job.id)
    expect(await refusalOf(job.id)).toMatch(/^The job (is being|was) undone already\.$/)
    await endOfUndo(api, job.id)
    expect(await refusalOf(job.id)).toBe('The job was undone already.')
    const user = answer(await api.get('/users?query=username==lib_admin')).users[0]
    const online = { sourceType: 'ONLINE', userId: user.id }
    const running = answer(await api.post('/change-manager/jobExecutions', online), 201).parentJobExecutionId
    expect(await refusalOf(running)).toMatch(/^The job still runs/)
    const empty = await addJob(app, 'lib', api, async () => [])
    expect(await refusalOf(empty)).toBe('The job has made nothing that could be undone.')
    const several = { sourceType: 'FILES', userId: user.id, files: [{ name: 'a.mrc' }, { name: 'b.mrc' }] }
    const parent = answer(await api.post('/change-manager/jobExecutions', several), 201).parentJobExecutionId
    expect(await refusalOf(parent)).toMatch(/undo them one by one/)
  })

  it('that could not be finished can be started again and finds what is done', async () => {
    const { job, books } = await importBooks('retry', 3)
    await editRecord(api, instancePath(books[1]!.instance), { title: 'Changed' })
    await undoJob(api, job.id)
    await app.octavo.app.db.tenant('lib', (tx) =>
      tx.query("update undo_run set status = 'ERROR' where job_id = $1", [job.id]),
    )
    expect(await undoJob(api, job.id)).toMatchObject({
      status: 'COMMITTED',
      deleted: noneOf,
      restored: noneOf,
      left: 1,
      leftByReason: [{ reason: 'edited', count: 1 }],
    })
  })

  it('closes the job to further records', async () => {
    const { job } = await importBooks('closed', 1)
    await undoJob(api, job.id)
    const posted = {
      id: '7d3f8a52-0d53-4f0c-9d6e-0d9c6a0f0a01',
      recordsMetadata: { last: true, counter: 1, total: 1, contentType: 'MARC_RAW' },
      initialRecords: [{ record: 'x' }],
    }
    const reply = await api.post(`/change-manager/jobExecutions/${job.id}/records`, posted)
    expect(answer(reply, 422).errors[0].message).toBe('The job was undone, so it takes no more records.')
  })

  it('asks for a permission of its own, which those who manage imports have', async () => {
    const grants = async (name: string) =>
      answer(await api.get(`/perms/permissions?query=permissionName==${name}&expanded=true`)).permissions[0]
        .subPermissions as string[]
    const start = 'change-manager.jobExecutions.undo.item.post'
    const read = 'metadata-provider.jobExecutions.undo.item.get'
    expect(await grants('change-manager.all')).toContain(start)
    expect(await grants('ui-data-import.manage')).toEqual(expect.arrayContaining([start, read]))
    expect(await grants('ui-data-import.view')).toContain(read)
    expect(await grants('ui-data-import.view')).not.toContain(start)
  })
})

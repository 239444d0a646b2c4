import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordFromJson } from '../../src/formats/marc/index.ts'
import type { Transaction } from '../../src/kernel/db/database.ts'
import { insertAuthorities, updateAuthorities } from '../../src/modules/authorities/index.ts'
import type { Authority } from '../../src/modules/authorities/index.ts'
import {
  insertItems,
  updateHoldings,
  updateInstances,
  updateItems,
} from '../../src/modules/inventory/index.ts'
import type { Holdings, Instance, Item } from '../../src/modules/inventory/index.ts'
import { insertSourceRecords, replaceGenerations } from '../../src/modules/records/index.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { SAMPLE_PROFILE, answer, importFile, logOf, newTenant } from './import-client.ts'
import type { Api } from './import-client.ts'
import { book, copy } from './marc-files.ts'
import { addJob, editRecord, leftOf, step, undoJob } from './undo-client.ts'
import type { JournalSteps } from './undo-client.ts'

let app: TestApp
let api: Api

beforeAll(async () => {
  app = await testApp({ work: true })
  api = await newTenant(app, 'lib', true)
})

afterAll(() => app.close())

type Ids = { source: string; instance: string; holdings: string; item: string }

/** Books that are in the catalog already, with one copy each. */
async function addBooks(prefix: string, count: number): Promise<Ids[]> {
  const file = Buffer.concat(
    Array.from({ length: count }, (_, i) =>
      book(`${prefix}${i}`, `Old title ${prefix} ${i}`, [copy(`${prefix}-${i}`)]),
    ),
  )
  const job = await importFile(api, `${prefix}.mrc`, file, SAMPLE_PROFILE)
  return (await logOf(api, job.id)).map((entry) => ({
    source: entry.sourceRecordId!,
    instance: entry.relatedInstanceInfo.idList[0]!,
    holdings: entry.relatedHoldingsInfo[0]!.id,
    item: entry.relatedItemInfo[0]!.id,
  }))
}

async function stored<T>(tx: Transaction, table: string, id: string): Promise<T> {
  const [row] = await tx.query<{ doc: string }>(`select doc from ${table} where id = $1`, [id])
  return JSON.parse(row!.doc) as T
}

function marcOf(title: string, ...fields: object[]) {
  const content = {
    leader: '00000nam a2200000 a 4500',
    fields: [{ '001': 'x' }, { 245: { ind1: '0', ind2: '0', subfields: [{ a: title }] } }, ...fields],
  }
  return recordFromJson(content)
}

/** Updates instance, MARC, holdings and item of one book as an import does. @returns the steps for its journal. */
async function overlay(tx: Transaction, jobId: string, ids: Ids, title: string): Promise<JournalSteps> {
  const options = { jobId, allOrNothing: true }
  const instance = await stored<Instance>(tx, 'instance', ids.instance)
  await updateInstances(tx, null, [{ ...instance, title, statusId: STATUS }], options)
  const [next] = await replaceGenerations(tx, null, [
    { matchedId: ids.source, snapshotId: jobId, marc: marcOf(title) },
  ])
  const holdings = await stored<Holdings>(tx, 'holdings_record', ids.holdings)
  await updateHoldings(tx, null, [{ ...holdings, callNumber: `Z ${title}` }], options)
  const item = await stored<Item>(tx, 'item', ids.item)
  await updateItems(tx, null, [{ ...item, copyNumber: title, status: { name: 'Missing' } }], options)
  return [
    step('MARC_BIBLIOGRAPHIC', 'UPDATE', next!.ok ? next!.record.id : ''),
    step('INSTANCE', 'UPDATE', ids.instance),
    step('HOLDINGS', 'UPDATE', ids.holdings),
    step('ITEM', 'UPDATE', ids.item),
  ]
}

/** FOLIO's instance status "Batch Loaded". */
const STATUS = '52a2ff34-2a12-420d-8539-21aa8d3cf5d8'

const overlayJob = (books: readonly Ids[], title: string) =>
  addJob(app, 'lib', api, async (tx, jobId) => {
    const rows: JournalSteps[] = []
    for (const ids of books) rows.push(await overlay(tx, jobId, ids, title))
    return rows
  })

/** A book's records as clients read them, without what every write moves. */
async function readBook({ instance, holdings, item }: Ids) {
  const records = [
    answer(await api.get(`/instance-storage/instances/${instance}`)),
    answer(await api.get(`/holdings-storage/holdings/${holdings}`)),
    answer(await api.get(`/item-storage/items/${item}`)),
    answer(await api.get(`/source-storage/source-records/${instance}?idType=INSTANCE`)),
  ]
  for (const record of records) {
    delete record['_version']
    delete record.metadata
  }
  return records
}

const versionOf = async (path: string) => answer(await api.get(path))['_version'] as number

describe('the undo of an import that updated records', () => {
  it('gives every record its earlier document and MARC back, as an ordinary change', async () => {
    const books = await addBooks('back', 3)
    const before = await Promise.all(books.map(readBook))
    const job = await overlayJob(books, 'New')
    const changed = await readBook(books[0]!)
    expect(changed).not.toEqual(before[0])
    expect(changed[2].effectiveCallNumberComponents.callNumber).toBe('Z New')
    const undo = await undoJob(api, job)
    expect(undo).toMatchObject({
      status: 'COMMITTED',
      deleted: { instances: 0, holdings: 0, items: 0, sourceRecords: 0 },
      restored: { instances: 3, holdings: 3, items: 3, sourceRecords: 3 },
      left: 0,
    })
    expect(await Promise.all(books.map(readBook))).toEqual(before)
    const path = `/instance-storage/instances/${books[0]!.instance}`
    expect(await versionOf(path)).toBe(3)
    expect(answer(await api.get(`/inventory/instances?query=title="Old title back"`)).totalRecords).toBe(3)
    expect(answer(await api.get(`/inventory/instances?query=title="New"`)).totalRecords).toBe(0)
    const generations = answer(
      await api.get(`/source-storage/records?externalId=${books[0]!.instance}&limit=10`),
    ).records
    expect(generations.map((row: { id: string; state: string }) => [row.id, row.state])).toEqual([
      [books[0]!.source, 'ACTUAL'],
    ])
    const kept = await app.octavo.app.db.tenant('lib', (tx) =>
      tx.query<{ version: number; title: string }>(
        `select version, doc ->> 'title' as title from record_change where record_id = $1 order by version`,
        [books[0]!.instance],
      ),
    )
    expect(kept).toEqual([
      { version: 1, title: 'Old title back 0' },
      { version: 2, title: 'New' },
    ])
  })

  it('leaves records that were changed since, with their MARC, and lists them', async () => {
    const books = await addBooks('since', 4)
    const before = await Promise.all(books.map(readBook))
    const job = await overlayJob(books, 'Newer')
    const [edited, marced, itemed, plain] = books as [Ids, Ids, Ids, Ids]
    await editRecord(api, `/instance-storage/instances/${edited.instance}`, { title: 'By hand' })
    const current = `/source-storage/records?externalId=${marced.instance}&state=ACTUAL`
    const [record] = answer(await api.get(current)).records
    answer(await api.put(`/source-storage/records/${record.id}`, record))
    await editRecord(api, `/item-storage/items/${itemed.item}`, { copyNumber: '9' })
    const undo = await undoJob(api, job)
    expect(undo).toMatchObject({
      left: 3,
      restored: { instances: 2, holdings: 4, items: 3, sourceRecords: 2 },
    })
    const left = await leftOf(api, job)
    expect(left.map(({ id, reason }) => [id, reason])).toEqual([
      [edited.instance, 'edited'],
      [marced.instance, 'marc-edited'],
      [itemed.item, 'edited'],
    ])
    const [title] = await readBook(edited)
    expect(title.title).toBe('By hand')
    expect((await readBook(edited))[3].parsedRecord.content.fields[1]['245'].subfields).toEqual([
      { a: 'Newer' },
    ])
    expect((await readBook(marced))[0].title).toBe('Newer')
    expect((await readBook(itemed))[2].copyNumber).toBe('9')
    expect((await readBook(itemed))[0]).toEqual(before[2]![0])
    expect(await readBook(plain)).toEqual(before[3])
  })

  it('is refused for what a second import changed after the first, and done when the second is undone', async () => {
    const books = await addBooks('two', 3)
    const before = await Promise.all(books.map(readBook))
    const first = await overlayJob(books, 'First')
    const afterFirst = await readBook(books[1]!)
    const second = await overlayJob([books[1]!], 'Second')
    expect(await undoJob(api, first)).toMatchObject({
      restored: { instances: 2, holdings: 2, items: 2, sourceRecords: 2 },
      leftByReason: [{ reason: 'edited', count: 3 }],
    })
    expect(await readBook(books[0]!)).toEqual(before[0])
    expect((await readBook(books[1]!))[0].title).toBe('Second')
    expect(await undoJob(api, second)).toMatchObject({
      restored: { instances: 1, sourceRecords: 1 },
      left: 0,
    })
    expect(await readBook(books[1]!)).toEqual(afterFirst)
  })

  it('of two imports in reverse order leaves nothing of either, also of records that the first made', async () => {
    const there = await addBooks('order', 2)
    const before = await Promise.all(there.map(readBook))
    const file = book('fresh1', 'Fresh', [copy('fresh-1')])
    const created = await importFile(api, 'fresh.mrc', file, SAMPLE_PROFILE)
    const [entry] = await logOf(api, created.id)
    const fresh = {
      source: entry!.sourceRecordId!,
      instance: entry!.relatedInstanceInfo.idList[0]!,
      holdings: entry!.relatedHoldingsInfo[0]!.id,
      item: entry!.relatedItemInfo[0]!.id,
    }
    const first = await overlayJob([...there, fresh], 'First')
    const second = await overlayJob([...there, fresh], 'Second')
    const restored = { instances: 3, holdings: 3, items: 3, sourceRecords: 3 }
    expect(await undoJob(api, second)).toMatchObject({ restored, left: 0 })
    expect(await undoJob(api, first)).toMatchObject({ restored, left: 0 })
    expect(await Promise.all(there.map(readBook))).toEqual(before)
    const deleted = { instances: 1, holdings: 1, items: 1, sourceRecords: 1 }
    expect(await undoJob(api, created.id)).toMatchObject({ deleted, left: 0 })
  })

  it('goes back to the first of several changes that the import made, over chunks too', async () => {
    const books = await addBooks('many', 1)
    const before = await readBook(books[0]!)
    const job = await addJob(app, 'lib', api, async (tx, jobId) => {
      const rows = [await overlay(tx, jobId, books[0]!, 'One')]
      for (let i = 0; i < 600; i += 1) rows.push([])
      rows.push(await overlay(tx, jobId, books[0]!, 'Two'), await overlay(tx, jobId, books[0]!, 'Three'))
      return rows
    })
    expect(await undoJob(api, job)).toMatchObject({
      progress: { current: 603, total: 603 },
      restored: { instances: 1, holdings: 1, items: 1, sourceRecords: 1 },
      left: 0,
    })
    expect(await readBook(books[0]!)).toEqual(before)
  })

  it('leaves a record that somebody changed between two changes by the import', async () => {
    const [ids] = (await addBooks('between', 1)) as [Ids]
    const job = await addJob(app, 'lib', api, async (tx, jobId) => {
      const rename = async (title: string, by: string | null) => {
        const instance = await stored<Instance>(tx, 'instance', ids.instance)
        await updateInstances(tx, null, [{ ...instance, title }], by === null ? {} : { jobId: by })
      }
      await rename('By the import', jobId)
      await rename('By hand', null)
      await rename('By the import again', jobId)
      const updated = step('INSTANCE', 'UPDATE', ids.instance)
      return [[updated], [updated]]
    })
    expect(await undoJob(api, job)).toMatchObject({ leftByReason: [{ reason: 'edited', count: 1 }] })
    expect((await readBook(ids))[0].title).toBe('By the import again')
  })

  it('deletes what the import added to a record that was there', async () => {
    const books = await addBooks('added', 1)
    const [ids] = books as [Ids]
    const before = await readBook(ids)
    const item = answer(await api.get(`/item-storage/items/${ids.item}`))
    const { materialTypeId, permanentLoanTypeId, holdingsRecordId } = item
    let added = ''
    const job = await addJob(app, 'lib', api, async (tx, jobId) => {
      const fresh = { materialTypeId, permanentLoanTypeId, holdingsRecordId, status: { name: 'Available' } }
      const [outcome] = await insertItems(tx, null, [fresh], { jobId })
      added = outcome!.ok ? outcome!.id : ''
      const steps = await overlay(tx, jobId, ids, 'Added')
      return [[...steps, step('ITEM', 'CREATE', added)]]
    })
    expect(await undoJob(api, job)).toMatchObject({ deleted: { items: 1 }, restored: { items: 1 }, left: 0 })
    expect((await api.get(`/item-storage/items/${added}`)).status).toBe(404)
    expect(await readBook(ids)).toEqual(before)
  })

  it('takes the MARC away that the import gave to a record without one', async () => {
    const [typeId] = [answer(await api.get('/instance-types?limit=1')).instanceTypes[0].id]
    const plain = { source: 'FOLIO', title: 'Without MARC', instanceTypeId: typeId }
    const { id, hrid } = answer(await api.post('/instance-storage/instances', plain), 201)
    const job = await addJob(app, 'lib', api, async (tx, jobId) => {
      const instance = await stored<Instance>(tx, 'instance', id)
      await updateInstances(tx, null, [{ ...instance, source: 'MARC' }], { jobId })
      const marc = {
        snapshotId: jobId,
        recordType: 0,
        externalId: id,
        externalHrid: hrid,
        marc: marcOf('With MARC'),
      }
      const [source] = await insertSourceRecords(tx, null, [marc], { follows: 'started' })
      return [
        [
          step('MARC_BIBLIOGRAPHIC', 'UPDATE', source!.ok ? source!.record.id : ''),
          step('INSTANCE', 'UPDATE', id),
        ],
      ]
    })
    expect(await undoJob(api, job)).toMatchObject({
      deleted: { sourceRecords: 1 },
      restored: { instances: 1 },
      left: 0,
    })
    expect(answer(await api.get(`/instance-storage/instances/${id}`)).source).toBe('FOLIO')
    expect((await api.get(`/source-storage/source-records/${id}?idType=INSTANCE`)).status).toBe(404)
  })

  it('lists records that cannot be put back because of what is there now, and those deleted since', async () => {
    const books = await addBooks('barred', 3)
    const item = answer(await api.get(`/item-storage/items/${books[0]!.item}`))
    const job = await addJob(app, 'lib', api, async (tx, jobId) => {
      const rows: JournalSteps[] = []
      for (const ids of books) {
        const before = await stored<Item>(tx, 'item', ids.item)
        await updateItems(tx, null, [{ ...before, barcode: `${before.barcode}-new` }], { jobId })
        rows.push([step('ITEM', 'UPDATE', ids.item)])
      }
      rows.push([step('INSTANCE', 'DELETE', '11111111-1111-4111-8111-111111111111')])
      return rows
    })
    const { materialTypeId, permanentLoanTypeId, holdingsRecordId, barcode } = item
    const rival = {
      materialTypeId,
      permanentLoanTypeId,
      holdingsRecordId,
      barcode,
      status: { name: 'Available' },
    }
    answer(await api.post('/item-storage/items', rival), 201)
    answer(await api.del(`/item-storage/items/${books[1]!.item}`), 204)
    expect(await undoJob(api, job)).toMatchObject({ restored: { items: 1 }, left: 3 })
    const left = await leftOf(api, job)
    expect(left.map(({ reason }) => reason)).toEqual(['refused', 'gone', 'deleted-by-job'])
    expect(left[0]!.text).toMatch(/^It cannot be put back as it was: .*barred-0/)
  })
})

describe('the undo of an import of authorities', () => {
  const MARC = { source: 'MARC' }

  it('deletes new ones unless records are linked to them, and restores changed ones', async () => {
    let ids: string[] = []
    const setup = await addJob(app, 'lib', api, async (tx) => {
      const outcomes = await insertAuthorities(tx, null, [
        { ...MARC, personalName: 'Austen, J.', naturalId: 'n1' },
      ])
      ids = outcomes.map((outcome) => (outcome.ok ? outcome.id : ''))
      return []
    })
    expect(setup).toBeDefined()
    const [old] = ids as [string]
    const job = await addJob(app, 'lib', api, async (tx, jobId) => {
      const before = await stored<Authority>(tx, 'authority', old)
      await updateAuthorities(tx, null, [{ ...before, personalName: 'Austen, Jane' }], { jobId })
      const made = await insertAuthorities(tx, null, [
        { ...MARC, personalName: 'New one', naturalId: 'n2' },
        { ...MARC, personalName: 'Linked one', naturalId: 'n3' },
      ])
      ids.push(...made.map((outcome) => (outcome.ok ? outcome.id : '')))
      const sources = await insertSourceRecords(
        tx,
        null,
        ids
          .slice(1)
          .map((externalId) => ({ snapshotId: jobId, recordType: 2, externalId, marc: marcOf('heading') })),
        { follows: 'started' },
      )
      return [
        [step('AUTHORITY', 'UPDATE', old)],
        ...ids.slice(1).map((id, i) => {
          const source = sources[i]!
          return [
            step('MARC_AUTHORITY', 'CREATE', source.ok ? source.record.id : ''),
            step('AUTHORITY', 'CREATE', id),
          ]
        }),
      ]
    })
    const [ids0] = await addBooks('linked', 1)
    const link = {
      instanceId: ids0!.instance,
      authorityId: ids[2],
      authorityNaturalId: 'n3',
      linkingRuleId: 1,
    }
    answer(await api.put(`/links/instances/${ids0!.instance}`, { links: [link] }), 204)
    expect(await undoJob(api, job)).toMatchObject({
      deleted: { authorities: 1, sourceRecords: 1 },
      restored: { authorities: 1 },
      left: 1,
    })
    const [left] = await leftOf(api, job)
    expect(left).toMatchObject({ id: ids[2], recordType: 'AUTHORITY', reason: 'in-use' })
    expect(answer(await api.get(`/authority-storage/authorities/${old}`))).toMatchObject({
      personalName: 'Austen, J.',
      _version: 2,
    })
    expect((await api.get(`/authority-storage/authorities/${ids[1]}`)).status).toBe(404)
    expect((await api.get(`/source-storage/source-records/${ids[1]}?idType=AUTHORITY`)).status).toBe(404)
  })

  it('brings links back that the earlier MARC names, and removes those of instances that go', async () => {
    let authorityId = ''
    await addJob(app, 'lib', api, async (tx) => {
      const [outcome] = await insertAuthorities(tx, null, [
        { ...MARC, personalName: 'Brontë, A.', naturalId: 'n9' },
      ])
      authorityId = outcome!.ok ? outcome!.id : ''
      return []
    })
    const linked = ['100', `1 $aBrontë, A.$9${authorityId}`] as [string, string]
    const file = book('ln1', 'Linked book', [linked])
    const first = await importFile(api, 'ln.mrc', file, SAMPLE_PROFILE)
    const [entry] = await logOf(api, first.id)
    const instanceId = entry!.relatedInstanceInfo.idList[0]!
    const path = `/links/instances/${instanceId}`
    const link = { instanceId, authorityId, authorityNaturalId: 'n9', linkingRuleId: 1 }
    answer(await api.put(path, { links: [link] }), 204)
    const second = await addJob(app, 'lib', api, async (tx, jobId) => {
      const instance = await stored<Instance>(tx, 'instance', instanceId)
      await updateInstances(tx, null, [{ ...instance, title: 'Unlinked' }], { jobId })
      const [next] = await replaceGenerations(tx, null, [
        { matchedId: entry!.sourceRecordId!, snapshotId: jobId, marc: marcOf('Unlinked') },
      ])
      await tx.query('delete from instance_authority_link where instance_id = $1', [instanceId])
      return [
        [
          step('MARC_BIBLIOGRAPHIC', 'UPDATE', next!.ok ? next!.record.id : ''),
          step('INSTANCE', 'UPDATE', instanceId),
        ],
      ]
    })
    expect(answer(await api.get(path)).links).toEqual([])
    await undoJob(api, second)
    expect(answer(await api.get(path)).links).toMatchObject([
      { authorityId, linkingRuleId: 1, status: 'ACTUAL' },
    ])
    expect(await undoJob(api, first.id)).toMatchObject({ deleted: { instances: 1 }, left: 0 })
    expect(answer(await api.get(path)).links).toEqual([])
  })
})

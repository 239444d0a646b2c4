import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { answer, importFile, insertLocation, logOf, makeProfile, rule } from '../flows/import-client.ts'
import type { Job, LogEntry } from '../flows/import-client.ts'
import { book } from '../flows/marc-files.ts'

let app: TestApp
let job: Job
let entries: LogEntry[]
let locationId: string

const item = (barcode: string, type = 'book', location = 'U/C/M/A'): [string, string] => [
  '952',
  `  $b${location}$p${barcode}$y${type}`,
]

const records = [
  book('n0', 'Beta', [item('1')]),
  book('n1', null),
  book('n2', 'alpha', [item('2', 'papyrus')]),
  book('n3', 'Gamma', [item('3'), item('4')]),
  book('n4', 'Delta', [item('5', 'book', 'NOWHERE')]),
  book('n5', 'No bibliographic record', [], { head: 'nz  a' }),
]

beforeAll(async () => {
  app = await testApp({ work: true })
  locationId = await insertLocation(app)
  const profile = await makeProfile(app, 'From 952', {
    INSTANCE: [],
    HOLDINGS: [rule('holdings.permanentLocationId', '952$b')],
    ITEM: [
      rule('item.barcode', '952$p'),
      rule('item.materialType.id', '952$y'),
      rule('item.permanentLoanType.id', '"Can circulate"'),
      rule('item.status.name', '"Available"'),
    ],
  })
  job = await importFile(app, 'log.mrc', Buffer.concat(records), profile)
  entries = await logOf(app, job.id)
})

afterAll(() => app.close())

const LOG = () => `/metadata-provider/jobLogEntries/${job.id}`
const orders = async (query: string) =>
  (await logOf(app, job.id, query)).map((entry) => Number(entry.sourceRecordOrder))

describe('the log of a job', () => {
  it('has an entry a record with what became of it', () => {
    expect(job).toMatchObject({ status: 'ERROR', progress: { current: 6, total: 6 } })
    const outcome = (entry: LogEntry) => [
      entry.sourceRecordTitle,
      entry.sourceRecordActionStatus,
      entry.relatedInstanceInfo.actionStatus,
      entry.relatedHoldingsInfo.map(({ actionStatus }) => actionStatus),
      entry.relatedItemInfo.map(({ actionStatus }) => actionStatus),
      entry.error === '',
    ]
    expect(entries.map(outcome)).toEqual([
      ['Beta', 'CREATED', 'CREATED', ['CREATED'], ['CREATED'], true],
      ['No content', 'DISCARDED', 'DISCARDED', [], [], false],
      ['alpha', 'CREATED', 'CREATED', ['CREATED'], ['DISCARDED'], false],
      ['Gamma', 'CREATED', 'CREATED', ['CREATED'], ['CREATED', 'CREATED'], true],
      ['Delta', 'CREATED', 'CREATED', ['DISCARDED'], [], false],
      ['No content', 'DISCARDED', undefined, [], [], false],
    ])
  })

  it('shows an entry as clients read it', () => {
    const [entry] = entries
    expect(entry).toEqual({
      jobExecutionId: job.id,
      incomingRecordId: expect.stringMatching(
        /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      ),
      sourceRecordId: expect.any(String),
      sourceRecordOrder: '0',
      sourceRecordTitle: 'Beta',
      sourceRecordType: 'MARC_BIBLIOGRAPHIC',
      sourceRecordActionStatus: 'CREATED',
      error: '',
      relatedInstanceInfo: {
        actionStatus: 'CREATED',
        idList: [expect.any(String)],
        hridList: [expect.stringMatching(/^in\d{11}$/)],
        error: '',
      },
      relatedHoldingsInfo: [
        {
          actionStatus: 'CREATED',
          id: expect.any(String),
          hrid: expect.stringMatching(/^ho\d{11}$/),
          permanentLocationId: locationId,
          error: '',
        },
      ],
      relatedItemInfo: [
        {
          actionStatus: 'CREATED',
          id: expect.any(String),
          hrid: expect.stringMatching(/^it\d{11}$/),
          holdingsId: entry!.relatedHoldingsInfo[0]!.id,
          error: '',
        },
      ],
      relatedAuthorityInfo: { idList: [], hridList: [] },
      relatedPoLineInfo: { idList: [], hridList: [] },
      relatedInvoiceInfo: { idList: [], hridList: [] },
      relatedInvoiceLineInfo: {},
    })
  })

  it('names what exists', async () => {
    for (const entry of entries) {
      for (const id of entry.relatedInstanceInfo.idList) {
        const instance = answer(await app.get(`/instance-storage/instances/${id}`))
        expect(instance).toMatchObject({
          title: entry.sourceRecordTitle,
          hrid: entry.relatedInstanceInfo.hridList[0],
        })
      }
      for (const { id, actionStatus } of entry.relatedHoldingsInfo) {
        if (actionStatus !== 'CREATED') continue
        const holdings = answer(await app.get(`/holdings-storage/holdings/${id}`))
        expect(holdings.instanceId).toBe(entry.relatedInstanceInfo.idList[0])
      }
      for (const { id, actionStatus, hrid } of entry.relatedItemInfo) {
        if (actionStatus === 'CREATED') {
          expect(answer(await app.get(`/item-storage/items/${id}`))).toMatchObject({ hrid })
        }
      }
    }
  })

  it('puts each error where it happened', () => {
    const [, noTitle, noType, , noPlace, heading] = entries
    expect(noTitle!.relatedInstanceInfo.error).toContain('245')
    expect(noType!.relatedInstanceInfo.error).toBe('')
    expect(noType!.relatedItemInfo[0]!.error).toContain('papyrus')
    expect(noPlace!.relatedHoldingsInfo[0]!.error).toContain('NOWHERE')
    expect(heading!.error).toContain('authority')
    expect(heading).toMatchObject({ sourceRecordType: 'MARC_AUTHORITY' })
  })

  it('gives errors only, kinds of entity and pages', async () => {
    expect(await orders('errorsOnly=true')).toEqual([1, 2, 4, 5])
    expect(await orders('errorsOnly=false')).toEqual([0, 1, 2, 3, 4, 5])
    expect(await orders('entityType=ALL')).toHaveLength(6)
    expect(await orders('entityType=MARC')).toHaveLength(6)
    expect(await orders('entityType=INSTANCE')).toEqual([0, 1, 2, 3, 4])
    expect(await orders('entityType=HOLDINGS')).toEqual([0, 2, 3, 4])
    expect(await orders('entityType=ITEM')).toEqual([0, 2, 3])
    expect(await orders('entityType=ITEM&errorsOnly=true')).toEqual([2])
    for (const type of ['AUTHORITY', 'ORDER', 'INVOICE'])
      expect(await orders(`entityType=${type}`)).toEqual([])
    // The screen names the parameter otherwise, which FOLIO overlooks.
    expect(await orders('entity=ITEM')).toHaveLength(6)
    expect(await orders('limit=2&offset=1')).toEqual([1, 2])
    const none = answer(await app.get(`${LOG()}?limit=0&errorsOnly=true`))
    expect(none).toEqual({ entries: [], totalRecords: 4 })
  })

  it.each([
    ['source_record_order', [0, 1, 2, 3, 4, 5]],
    ['title', [2, 0, 4, 3, 1, 5]],
    ['source_record_action_status', null],
    ['instance_action_status', null],
    ['holdings_action_status', null],
    ['item_action_status', null],
    ['authority_action_status', null],
    ['order_action_status', null],
    ['invoice_action_status', null],
    ['error', null],
  ] as const)('is sorted by %s both ways', async (field, expected) => {
    const up = await orders(`sortBy=${field}&order=asc`)
    expect(up.toSorted()).toEqual([0, 1, 2, 3, 4, 5])
    if (expected !== null) expect(up).toEqual(expected)
    expect((await orders(`sortBy=${field}&order=desc`)).toSorted()).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('refuses what it does not know', async () => {
    for (const query of [
      'sortBy=size',
      'order=up&sortBy=title',
      'entityType=BOOK',
      'errorsOnly=maybe',
      'limit=x',
      'offset=-1',
    ]) {
      const reply = await app.get(`${LOG()}?${query}`)
      expect(reply.status, query).toBe(400)
      expect(reply.text.length).toBeGreaterThan(10)
    }
    expect((await app.get(`/metadata-provider/jobLogEntries/${randomUUID()}`)).status).toBe(404)
  })
})

describe('one record of a job', () => {
  it('is found by the id of the incoming record and by that of the source record', async () => {
    for (const entry of entries) {
      for (const id of [entry.incomingRecordId, entry.sourceRecordId]) {
        if (id === undefined) continue
        expect(answer(await app.get(`${LOG()}/records/${id}`))).toEqual(entry)
      }
    }
    const unknown = await app.get(`${LOG()}/records/${randomUUID()}`)
    expect(unknown).toMatchObject({
      status: 404,
      text: 'Can`t find record with specific jobExecutionId and recordId',
    })
  })

  it('is given back as it came', async () => {
    for (const [index, { incomingRecordId }] of entries.entries()) {
      const incoming = answer(await app.get(`/metadata-provider/incomingRecords/${incomingRecordId}`))
      expect(incoming).toMatchObject({ id: incomingRecordId, jobExecutionId: job.id, order: index })
      expect(incoming.rawRecordContent).toBe(records[index]!.toString())
      expect(JSON.parse(incoming.parsedRecordContent).leader).toHaveLength(24)
    }
    expect((await app.get(`/metadata-provider/incomingRecords/${randomUUID()}`)).status).toBe(404)
  })
})

describe('the journal of a job', () => {
  const journal = async (query = '') =>
    answer(await app.get(`/metadata-provider/journalRecords/${job.id}?${query}`)).journalRecords as {
      id: string
      sourceId: string
      sourceRecordOrder: number
      entityType: string
      actionType: string
      actionStatus: string
      error?: string
      entityId?: string
    }[]

  it('has a row for each entity and step, each with an id of its own', async () => {
    const rows = await journal()
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
    const shown = rows
      .filter((row) => row.sourceRecordOrder === 3)
      .map((row) => [row.entityType, row.actionType, row.actionStatus])
    expect(shown).toEqual([
      ['MARC_BIBLIOGRAPHIC', 'CREATE', 'COMPLETED'],
      ['INSTANCE', 'CREATE', 'COMPLETED'],
      ['HOLDINGS', 'CREATE', 'COMPLETED'],
      ['ITEM', 'CREATE', 'COMPLETED'],
      ['ITEM', 'CREATE', 'COMPLETED'],
    ])
    for (const row of rows) {
      expect(row.sourceId).toBe(entries[row.sourceRecordOrder]!.incomingRecordId)
      expect(row.actionStatus === 'ERROR').toBe(row.error !== undefined)
      if (row.actionStatus === 'COMPLETED') expect(row.entityId).toEqual(expect.any(String))
    }
  })

  it('is sorted, or refused', async () => {
    const rows = await journal()
    for (const sortBy of ['source_record_order', 'action_type', 'error']) {
      for (const order of ['asc', 'desc']) {
        expect(await journal(`sortBy=${sortBy}&order=${order}`)).toHaveLength(rows.length)
      }
    }
    const reversed = await journal('sortBy=source_record_order&order=desc')
    expect(reversed[0]!.sourceRecordOrder).toBe(5)
    expect((await app.get(`/metadata-provider/journalRecords/${job.id}?sortBy=x`)).status).toBe(400)
    expect((await app.get(`/metadata-provider/journalRecords/${randomUUID()}`)).status).toBe(404)
  })
})

describe('the summary of a job', () => {
  it('counts each entity, and errors by record', async () => {
    const sum = (created: number, discarded: number, errors = discarded) => ({
      totalCreatedEntities: created,
      totalUpdatedEntities: 0,
      totalDiscardedEntities: discarded,
      totalErrors: errors,
    })
    expect(answer(await app.get(`/metadata-provider/jobSummary/${job.id}`))).toEqual({
      jobExecutionId: job.id,
      totalErrors: 4,
      sourceRecordSummary: sum(4, 2),
      instanceSummary: sum(4, 1),
      holdingSummary: sum(3, 1),
      itemSummary: sum(4 - 1, 1),
    })
  })

  it('groups errors by kind, the most frequent first, each with its first example', async () => {
    const { errors, totalRecords } = answer(await app.get(`/octavo/imports/${job.id}/errors`))
    expect(totalRecords).toBe(3)
    expect(errors).toMatchObject([
      { kind: 'unknown-value', count: 2, example: entries[2]!.error },
      { kind: 'no-title', count: 1, example: entries[1]!.error },
      { kind: 'record-type', count: 1, example: entries[5]!.error },
    ])
  })
})

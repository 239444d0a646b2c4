import { randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitMessages } from '../../src/formats/edifact/index.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { rawRecord } from '../support/marc-bytes.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'
import { CREATE_INSTANCE, answer, endOf, importFile, logOf } from './import-client.ts'
import type { Job, Profile } from './import-client.ts'
import { undoJob } from './undo-client.ts'

let app: TestApp
let invoices: Profile

beforeAll(async () => {
  app = await testApp({ work: true })
  invoices = await makeInvoiceProfile('Invoices')
})

afterAll(() => app.close())

/** A job profile with the one action CREATE INVOICE. */
async function makeInvoiceProfile(name: string, incomingRecordType = 'EDIFACT_INVOICE'): Promise<Profile> {
  const post = async (
    list: string,
    profile: object,
    detail?: [id: string, type: string],
  ): Promise<string> => {
    const masterProfileType = list === 'jobProfiles' ? 'JOB_PROFILE' : 'ACTION_PROFILE'
    const addedRelations =
      detail === undefined
        ? []
        : [{ masterProfileType, detailProfileId: detail[0], detailProfileType: detail[1], order: 0 }]
    const body = { profile, addedRelations, deletedRelations: [] }
    return answer(await app.post(`/data-import-profiles/${list}`, body), 201).id
  }
  const mappingDetails = {
    name: 'invoice',
    recordType: 'INVOICE',
    mappingFields: [
      {
        name: 'vendorInvoiceNo',
        enabled: true,
        path: 'invoice.vendorInvoiceNo',
        value: 'BGM+380+[1]',
        subfields: [],
      },
    ],
  }
  const mapping = await post('mappingProfiles', {
    name,
    incomingRecordType,
    existingRecordType: 'INVOICE',
    mappingDetails,
  })
  const action = await post('actionProfiles', { name, action: 'CREATE', folioRecord: 'INVOICE' }, [
    mapping,
    'MAPPING_PROFILE',
  ])
  const id = await post('jobProfiles', { name, dataType: 'EDIFACT' }, [action, 'ACTION_PROFILE'])
  return { id, name, dataType: 'EDIFACT' }
}

const marc = rawRecord([
  ['001', 'x1'],
  ['008', '260101s2001    xx            000 0 eng  '],
  ['245', '10$aA title'],
])

const HEADER = "UNB+UNOC:3+VENDOR:31B+LIBRARY:31B+260301:1200+CTRL7'"
const invoice = (number: string) =>
  `UNH+${number}+INVOIC:D:96A:UN:EAN008'BGM+380+INV-${number}+9'DTM+137:20260301:102'NAD+SU+1556150::31B'` +
  `LIN+1'QTY+47:1'MOA+203:10.00'UNS+S'MOA+9:10.00'UNT+10+${number}'`
const TWO = `${HEADER}${invoice('1')}\r\n${invoice('2')}UNZ+2+CTRL7'`

const KEPT =
  /^Record 1 at byte \d+: Invoice INV-1 from 1556150 was read and kept; invoices cannot be made yet, because this version has no acquisitions\.$/

describe('a file of invoices', () => {
  it('is kept message by message, and its job tells that no invoice was made', async () => {
    const job = await importFile(app, 'two.edi', TWO, invoices)
    expect(job).toMatchObject({ status: 'ERROR', progress: { current: 2, total: 2 } })
    expect(job.errorStatus).toBeUndefined()
    const [first, second] = (await logOf(app, job.id)) as any[]
    expect(first).toMatchObject({
      sourceRecordOrder: '0',
      sourceRecordTitle: 'Invoice INV-1 from 1556150',
      sourceRecordType: 'EDIFACT',
      sourceRecordActionStatus: 'CREATED',
      relatedInvoiceInfo: { actionStatus: 'DISCARDED', idList: [], hridList: [] },
    })
    expect(first.error).toMatch(KEPT)
    expect(first.relatedInvoiceInfo.error).toBe(first.error)
    expect(second.sourceRecordTitle).toBe('Invoice INV-2 from 1556150')
    const summary = answer(await app.get(`/metadata-provider/jobSummary/${job.id}`))
    expect(summary).toMatchObject({
      totalErrors: 2,
      sourceRecordSummary: { totalCreatedEntities: 2, totalErrors: 0 },
      invoiceSummary: { totalCreatedEntities: 0, totalDiscardedEntities: 2, totalErrors: 2 },
    })
    const { errors } = answer(await app.get(`/octavo/imports/${job.id}/errors`))
    expect(errors).toMatchObject([{ kind: 'no-invoices', count: 2 }])
  })

  it('gives each message back as an interchange of its own', async () => {
    const job = await importFile(app, 'two.edi', TWO, invoices)
    const [, second] = (await logOf(app, job.id)) as any[]
    const interchange = `${HEADER}${invoice('2')}UNZ+1+CTRL7'`
    const record = answer(await app.get(`/source-storage/records/${second.sourceRecordId}`))
    expect(record).toMatchObject({ recordType: 'EDIFACT', state: 'ACTUAL', order: 1, snapshotId: job.id })
    expect(record.rawRecord.content).toBe(interchange)
    const { segments } = record.parsedRecord.content
    expect(segments[2]).toEqual({
      tag: 'BGM',
      dataElements: [
        { components: [{ data: '380' }] },
        { components: [{ data: 'INV-2' }] },
        { components: [{ data: '9' }] },
      ],
    })
    const incoming = answer(await app.get(`/metadata-provider/incomingRecords/${second.incomingRecordId}`))
    expect(incoming).toMatchObject({ recordType: 'EDIFACT', order: 1, rawRecordContent: interchange })
    expect(JSON.parse(incoming.parsedRecordContent)).toEqual({ segments })
    const list = answer(await app.get(`/source-storage/records?snapshotId=${job.id}&recordType=EDIFACT`))
    expect(list.totalRecords).toBe(2)
  })

  it('gives the failed ones back as a file that can be loaded again', async () => {
    const job = await importFile(app, 'two.edi', TWO, invoices)
    const failed = await app.get(`/octavo/imports/${job.id}/failed-records`)
    expect(failed.headers['content-disposition']).toBe('attachment; filename="failed.edi"')
    expect(failed.text).toBe(`${HEADER}${invoice('1')}UNZ+1+CTRL7'${HEADER}${invoice('2')}UNZ+1+CTRL7'`)
    const again = await importFile(app, 'again.edi', failed.text, invoices)
    expect(again.progress).toMatchObject({ current: 2, total: 2 })
  })

  it('is taken back by an undo', async () => {
    const job = await importFile(app, 'two.edi', TWO, invoices)
    expect(await undoJob(app, job.id)).toMatchObject({
      status: 'COMMITTED',
      deleted: { sourceRecords: 2 },
      left: 0,
    })
    const list = answer(await app.get(`/source-storage/records?snapshotId=${job.id}&recordType=EDIFACT`))
    expect(list.totalRecords).toBe(0)
  })

  it('reads each message with the separators and the header before it', async () => {
    const own = TWO.replaceAll("'", '~').replaceAll('+', '^').replaceAll(':', '<')
    const job = await importFile(
      app,
      'mixed.edi',
      `UNA<^.? ~${own}${TWO.replaceAll('CTRL7', 'CTRL8')}`,
      invoices,
    )
    const entries = (await logOf(app, job.id)) as any[]
    expect(entries.map((entry) => entry.sourceRecordTitle.slice(0, 13))).toEqual([
      'Invoice INV-1',
      'Invoice INV-2',
      'Invoice INV-1',
      'Invoice INV-2',
    ])
    const raw = await Promise.all(
      entries.map(async (entry) => {
        const record = answer(await app.get(`/source-storage/records/${entry.sourceRecordId}`))
        return record.rawRecord.content.slice(-11)
      }),
    )
    expect(raw).toEqual(
      ['UNZ^1^CTRL7~', 'UNZ^1^CTRL7~', "UNZ+1+CTRL8'", "UNZ+1+CTRL8'"].map((text) => text.slice(-11)),
    )
  })

  it('keeps letters beyond ASCII, in ISO 8859-1 and in UTF-8', async () => {
    const text = TWO.replace('INV-1', 'Vendée-1').replace('INV-2', 'Vendée-2')
    for (const bytes of [Buffer.from(text, 'latin1'), Buffer.from(text)]) {
      const job = await importFile(app, 'letters.inv', bytes, invoices)
      const [first] = await logOf(app, job.id)
      expect(first!.sourceRecordTitle).toBe('Invoice Vendée-1 from 1556150')
    }
  })
})

describe('messages that are no whole invoice', () => {
  it('tells of an order that it is none, and keeps it', async () => {
    const order = invoice('1').replace('INVOIC', 'ORDERS').replace('BGM+380', 'BGM+220')
    const job = await importFile(app, 'order.edi', `${HEADER}${order}UNZ+1+CTRL7'`, invoices)
    const [entry] = (await logOf(app, job.id)) as any[]
    expect(entry).toMatchObject({ sourceRecordTitle: 'ORDERS INV-1', sourceRecordActionStatus: 'CREATED' })
    expect(entry.error).toMatch(
      /The message is a purchase order \(ORDERS\), not an invoice \(INVOIC\)\. It was read and kept\.$/,
    )
  })

  it('does not take a message that breaks off, and takes those before it', async () => {
    const job = await importFile(
      app,
      'cut.edi',
      TWO.slice(0, TWO.indexOf("UNS+S'MOA+9:10.00'UNT+10+2")),
      invoices,
    )
    const [whole, cut] = (await logOf(app, job.id)) as any[]
    expect(whole.sourceRecordActionStatus).toBe('CREATED')
    expect(cut).toMatchObject({ sourceRecordType: 'EDIFACT', sourceRecordActionStatus: 'DISCARDED' })
    expect(cut.sourceRecordId).toBeUndefined()
    expect(cut.error).toMatch(/^Record 2 at byte \d+: The message is not complete\. .*UNT/)
    const { errors } = answer(await app.get(`/octavo/imports/${job.id}/errors`))
    expect(errors.map((group: { kind: string }) => group.kind).sort()).toEqual(['no-invoices', 'unreadable'])
  })

  it.each([
    [
      'separators that are not those of its UNA',
      `UNA<^.? ~${TWO}`,
      /no EDIFACT message|is no EDIFACT segment/,
    ],
    ['no message', `${HEADER}UNZ+0+CTRL7'`, /The file holds no EDIFACT message \(UNH segment\)\./],
  ])('ends a file with %s', async (_, text, reason) => {
    const job = await importFile(app, 'bad.edi', text, invoices)
    expect(job).toMatchObject({
      status: 'ERROR',
      errorStatus: 'FILE_PROCESSING_ERROR',
      progress: { total: 0 },
    })
    expect(job.errorText).toMatch(reason)
  })
})

describe('a file and a profile that do not fit', () => {
  it.each([
    [
      'MARC called .edi',
      'books.edi',
      () => marc,
      () => invoices,
      /"books\.edi" holds MARC records, but the job profile "Invoices" works on EDIFACT invoices\. Chosen job profile 'Invoices' does not support 'MARC_BIB' record type$/,
    ],
    [
      'EDIFACT called .mrc',
      'two.mrc',
      () => Buffer.from(TWO),
      () => CREATE_INSTANCE,
      /"two\.mrc" holds EDIFACT messages \(invoices\), but .* does not support 'EDIFACT' record type$/,
    ],
  ])('ends %s at once with both in words', async (_, name, bytes, profile, reason) => {
    const job = await importFile(app, name, bytes(), profile())
    expect(job).toMatchObject({ status: 'ERROR', errorStatus: 'FILE_PROCESSING_ERROR' })
    expect(job.errorText).toMatch(reason)
    expect(await logOf(app, job.id)).toEqual([])
  })

  it('runs MARC whatever it is called', async () => {
    expect(await importFile(app, 'books.edi', marc)).toMatchObject({ status: 'COMMITTED' })
    const job = await importFile(app, 'invoices.txt', TWO, invoices)
    expect(job.progress.total).toBe(2)
  })
})

describe('a profile that cannot make invoices', () => {
  it('of a mapping for MARC ends its job with the reason', async () => {
    const profile = await makeInvoiceProfile('Invoices of MARC', 'MARC_BIBLIOGRAPHIC')
    const job = await importFile(app, 'two.edi', TWO, profile)
    expect(job).toMatchObject({ status: 'ERROR', errorStatus: 'PROFILE_SNAPSHOT_CREATING_ERROR' })
    expect(job.errorText).toBe(
      'The field mapping profile "Invoices of MARC" of the action "Invoices of MARC" is for incoming records of the type MARC_BIBLIOGRAPHIC; an invoice is made of EDIFACT_INVOICE.',
    )
  })
})

describe('messages that a client posts', () => {
  /** Posts records to a job of its own and waits for its end. */
  async function post(profile: Profile, contentType: string, texts: readonly string[]): Promise<Job> {
    const { users } = answer(await app.get('/users?query=username==diku_admin'))
    const made = answer(
      await app.post('/change-manager/jobExecutions', { sourceType: 'ONLINE', userId: users[0].id }),
      201,
    )
    const url = `/change-manager/jobExecutions/${made.parentJobExecutionId}`
    answer(await app.put(`${url}/jobProfile`, profile))
    const body = {
      id: randomUUID(),
      recordsMetadata: { last: true, counter: texts.length, total: texts.length, contentType },
      initialRecords: texts.map((record, order) => ({ record, order })),
    }
    answer(await app.post(`${url}/records`, body), 204)
    return endOf(app, made.parentJobExecutionId)
  }
  const whole = `${HEADER}${invoice('1')}UNZ+1+CTRL7'`

  it('are kept as they came, those that are none with the reason', async () => {
    const job = await post(invoices, 'EDIFACT_RAW', [whole, TWO, 'Dear library,', marc.toString(), ''])
    const entries = (await logOf(app, job.id)) as any[]
    expect(entries.map((entry) => entry.error.replace(/^Record \d: /, ''))).toEqual([
      expect.stringMatching(/^Invoice INV-1 from 1556150 was read and kept/),
      'The record holds 2 messages (UNH segments) where one is expected: post each as a record of its own.',
      'The record is not EDIFACT: it has neither UNA, UNB nor UNH.',
      'The record is not EDIFACT: it has neither UNA, UNB nor UNH.',
      'The record is empty.',
    ])
    expect(entries.map((entry) => entry.sourceRecordActionStatus)).toEqual([
      'CREATED',
      ...Array(4).fill('DISCARDED'),
    ])
    const record = answer(await app.get(`/source-storage/records/${entries[0].sourceRecordId}`))
    expect(record.rawRecord.content).toBe(whole)
    const failed = await app.get(`/octavo/imports/${job.id}/failed-records`)
    expect(failed.text.startsWith(whole + TWO)).toBe(true)
  })

  it('and MARC in their place are told apart', async () => {
    const toInvoices = await post(invoices, 'MARC_RAW', [marc.toString()])
    expect((await logOf(app, toInvoices.id))[0]!.error).toBe(
      `Record 1, control number x1: This is a bibliographic record, but the job profile "Invoices" works on EDIFACT invoices. (Chosen job profile 'Invoices' does not support 'MARC_BIB' record type)`,
    )
    const toBooks = await post(CREATE_INSTANCE, 'EDIFACT_RAW', [whole])
    expect((await logOf(app, toBooks.id))[0]!.error).toBe(
      `Record 1: This is an EDIFACT message, but the job profile "${CREATE_INSTANCE.name}" works on bibliographic records. (Chosen job profile '${CREATE_INSTANCE.name}' does not support 'EDIFACT' record type)`,
    )
    const asMarc = await post(CREATE_INSTANCE, 'MARC_RAW', [whole])
    expect((await logOf(app, asMarc.id))[0]!.error).toMatch(/^Record 1: /)
  })
})

describe.runIf(sharedAvailable)('the sample files', () => {
  const names = sharedAvailable ? readdirSync(sharedPath('samples/edifact')) : []

  it('are 17', () => expect(names).toHaveLength(17))

  it.each(names)('%s is kept, message by message', async (name) => {
    const bytes = readFileSync(sharedPath(`samples/edifact/${name}`))
    const { messages } = splitMessages(bytes)
    const job = await importFile(app, name, bytes, invoices)
    expect(job.progress).toMatchObject({ current: messages.length, total: messages.length })
    const entries = (await logOf(app, job.id)) as any[]
    expect(entries.map((entry) => entry.sourceRecordActionStatus)).toEqual(messages.map(() => 'CREATED'))
    const list = answer(
      await app.get(`/source-storage/records?snapshotId=${job.id}&recordType=EDIFACT&limit=100`),
    )
    const parsed = list.records.map((record: any) => record.parsedRecord.content.segments)
    expect(
      parsed.map((segments: { tag: string }[]) => segments.filter(({ tag }) => tag === 'UNH').length),
    ).toEqual(messages.map(() => 1))
  })
})

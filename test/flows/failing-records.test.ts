import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../../src/sample-library/read-sample.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  SAMPLE_PROFILE,
  answer,
  countOf,
  endOf,
  importFile,
  instanceOf,
  logOf,
  makeProfile,
  marcOf,
  newTenant,
  rule,
  startFiles,
  valuesOf,
} from './import-client.ts'
import type { Api } from './import-client.ts'
import { book, copy } from './marc-files.ts'

let app: TestApp
let library: Api

beforeAll(async () => {
  app = await testApp({ work: true })
  library = await newTenant(app, 'lib', true)
})

afterAll(() => app.close())

async function failedRecords(api: Api, jobId: string): Promise<string> {
  const reply = await api.get(`/octavo/imports/${jobId}/failed-records`)
  expect(reply.status, reply.text).toBe(200)
  expect(reply.headers['content-type']).toBe('application/marc')
  return reply.text
}

describe('records that fail among records that do not', () => {
  it('logs each with place, control number and cause, and takes the others', async () => {
    const records = [
      book('r0', 'First'),
      book('r1', null),
      book('r2', 'Empty name', [['700', '1 $a$eeditor']]),
      book('r3', '   '),
      book('r4', 'Middle'),
      book('r5', 'No such type', [], { head: 'n!m a' }),
      book('r6', 'From the system', [
        ['999', 'ff$i11111111-1111-4111-8111-111111111111$s22222222-2222-4222-8222-222222222222'],
      ]),
      Buffer.from('garbage without any structure\u001d'),
      book('r8', 'Last'),
    ]
    const before = await countOf(app, '/instance-storage/instances')
    const job = await importFile(app, 'mixed.mrc', Buffer.concat(records))
    expect(job).toMatchObject({ status: 'ERROR', uiStatus: 'ERROR', progress: { current: 9, total: 9 } })
    expect(job.errorStatus).toBeUndefined()
    expect(await countOf(app, '/instance-storage/instances')).toBe(before + 3)

    const entries = await logOf(app, job.id)
    expect(entries.map((entry) => (entry.error === '' ? 'CREATED' : 'DISCARDED'))).toEqual(
      entries.map((entry) => entry.sourceRecordActionStatus),
    )
    const offsetOf = (index: number) => Buffer.concat(records.slice(0, index)).length
    const expected: [number, RegExp][] = [
      [1, /control number r1: .*field 245 is missing.*title/],
      [2, /control number r2: .*contributors.*700/],
      [3, /control number r3: .*245/],
      [5, /control number r5: .*position 06 holds "!"/],
      [6, /control number r6: .*999/],
      [7, /: \S/],
    ]
    for (const [index, text] of expected) {
      expect(entries[index]!.error).toMatch(new RegExp(`^Record ${index + 1} at byte ${offsetOf(index)}[,:]`))
      expect(entries[index]!.error).toMatch(text)
      expect(entries[index]!.relatedInstanceInfo.idList).toEqual([])
    }
    const errors = await logOf(app, job.id, 'errorsOnly=true&limit=100')
    expect(errors).toEqual(entries.filter((entry) => entry.error !== ''))

    const groups = answer(await app.get(`/octavo/imports/${job.id}/errors`))
    expect(groups.totalRecords).toBe(groups.errors.length)
    const counts = Object.fromEntries(
      groups.errors.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    )
    expect(counts).toEqual({
      'no-title': 2,
      'missing-value': 1,
      'already-in-system': 1,
      unreadable: expect.any(Number),
      ...(counts['record-type'] === undefined ? {} : { 'record-type': 1 }),
    })
    expect(answer(await app.get(`/metadata-provider/jobSummary/${job.id}`))).toMatchObject({
      totalErrors: 6,
      sourceRecordSummary: { totalCreatedEntities: 3, totalDiscardedEntities: 6, totalErrors: 6 },
      instanceSummary: { totalCreatedEntities: 3 },
    })
    const failed = [1, 2, 3, 5, 6, 7].map((index) => records[index]!)
    expect(await failedRecords(app, job.id)).toBe(Buffer.concat(failed).toString('utf8'))
  })

  it('come back byte for byte, so that they can be mended and loaded again', async () => {
    const bad = book('m1', null, [['300', '  $a12 pages']])
    const job = await importFile(app, 'bad.mrc', Buffer.concat([book('m0', 'Good'), bad]))
    const text = await failedRecords(app, job.id)
    expect(text).toBe(bad.toString('utf8'))
    const again = await importFile(app, 'again.mrc', text)
    expect(again.status).toBe('ERROR')
    expect(await failedRecords(app, again.id)).toBe(text)
    const mended = await importFile(app, 'mended.mrc', book('m1', 'Mended', [['300', '  $a12 pages']]))
    expect(mended.status).toBe('COMMITTED')
  })

  it('are none of it when a field holds 300 KB', async () => {
    const long = 'x'.repeat(300_000)
    const records = [
      book('l0', 'Before'),
      book('l1', 'Long local field', [['907', `  $a${long}`]], { overflow: 'wrap' }),
      book('l2', 'Long note', [['505', `0 $a${long}`]], { overflow: 'wrap' }),
      book('l3', `Long title ${long}`, [], { overflow: 'wrap' }),
      book('l4', 'Long name', [['700', `1 $a${long}`]], { overflow: 'wrap' }),
      book('l5', 'After'),
    ]
    const job = await importFile(app, 'long.mrc', Buffer.concat(records))
    expect(job.progress).toMatchObject({ current: 6, total: 6 })
    const entries = await logOf(app, job.id)
    for (const index of [0, 1, 3, 4, 5]) expect(entries[index]!.error, `record ${index}`).toBe('')
    expect(valuesOf(await marcOf(app, entries[1]!), '907', 'a')).toEqual([long])
    expect((await instanceOf(app, entries[3]!)).title).toBe(`Long title ${long}`)
    expect((await instanceOf(app, entries[4]!)).contributors).toMatchObject([{ name: long }])
    // FOLIO allows notes of 32,000 characters.
    expect(entries[2]!.error).toMatch(/control number l2: A note has 300000 characters .*32000 are allowed/)
    expect((await failedRecords(app, job.id)).length).toBeGreaterThan(300_000)
  })

  it('hold control characters and NUL without harm to the file', async () => {
    const records = [
      book('n0', 'Nul \u0000 inside', [['500', '  $aA note with \u0000 and \u0007.']]),
      book('n1', 'Plain'),
    ]
    const job = await importFile(app, 'nul.mrc', Buffer.concat(records))
    expect(job.status).toBe('COMMITTED')
    const [entry] = await logOf(app, job.id)
    expect(JSON.stringify(await instanceOf(app, entry!))).not.toContain('\\u0000')
  })

  it('is told for a record that never ends, and the record behind it is taken', async () => {
    const endless = Buffer.concat([book('e1', 'x').subarray(0, -1), Buffer.alloc(17 * 1024 * 1024, 'x')])
    const bytes = Buffer.concat([book('e0', 'Before'), endless, Buffer.from([0x1d]), book('e2', 'After')])
    const job = await importFile(app, 'endless.mrc', bytes)
    expect(job).toMatchObject({ status: 'ERROR', progress: { current: 3, total: 3 } })
    const entries = await logOf(app, job.id)
    expect(entries.map((entry) => entry.sourceRecordActionStatus)).toEqual([
      'CREATED',
      'DISCARDED',
      'CREATED',
    ])
    expect(entries[1]!.error).toMatch(
      new RegExp(
        `^Record 2 at byte ${book('e0', 'Before').length}: The record has ${endless.length + 1} bytes`,
      ),
    )
  })
})

describe('items that fail', () => {
  it('are refused for an unknown material type, and instance and holdings stay', async () => {
    const bytes = Buffer.concat([
      book('t0', 'Scroll', [copy('t-0', 'papyrus')]),
      book('t1', 'Book', [copy('t-1')]),
    ])
    const job = await importFile(library, 'types.mrc', bytes, SAMPLE_PROFILE)
    expect(job).toMatchObject({ status: 'ERROR', progress: { current: 2, total: 2 } })
    const [scroll, other] = await logOf(library, job.id)
    expect(scroll!.error).toMatch(
      /^Record 1 at byte 0, control number t0: The material type "papyrus" is not in the settings/,
    )
    expect(scroll!.relatedInstanceInfo.actionStatus).toBe('CREATED')
    expect(scroll!.relatedHoldingsInfo).toMatchObject([{ actionStatus: 'CREATED', error: '' }])
    expect(scroll!.relatedItemInfo).toMatchObject([{ actionStatus: 'DISCARDED' }])
    expect(other!.relatedItemInfo).toMatchObject([{ actionStatus: 'CREATED' }])
    const groups = answer(await library.get(`/octavo/imports/${job.id}/errors`))
    expect(groups.errors).toMatchObject([{ kind: 'unknown-value', count: 1, example: scroll!.error }])
  })

  it('are refused for an unknown location, and the instance stays', async () => {
    const away: [string, string] = ['952', '  $bNOWHERE$hPR 1$pt-3$ybook']
    const job = await importFile(library, 'place.mrc', book('t3', 'Away', [away]), SAMPLE_PROFILE)
    const [entry] = await logOf(library, job.id)
    expect(entry!.error).toMatch(/The permanent location "NOWHERE" is not in the settings/)
    expect(entry!.relatedInstanceInfo.actionStatus).toBe('CREATED')
    expect(entry!.relatedItemInfo).toEqual([])
  })

  it('keep a barcode that comes twice in one file with the first', async () => {
    const records = [
      book('b0', 'First', [copy('TWICE-1')]),
      book('b1', 'Second', [copy('twice-1')]),
      book('b2', 'Third', [copy('once-1'), copy('Once-1')]),
    ]
    const job = await importFile(library, 'twice.mrc', Buffer.concat(records), SAMPLE_PROFILE)
    expect(job).toMatchObject({ status: 'ERROR', progress: { current: 3, total: 3 } })
    const entries = await logOf(library, job.id)
    expect(entries[0]!.error).toBe('')
    expect(entries[1]!.error).toMatch(
      /control number b1: The barcode twice-1 is in use already in record 1 of this file/,
    )
    expect(entries[2]!.relatedItemInfo.map((item) => item.actionStatus)).toEqual(['CREATED', 'DISCARDED'])
    const groups = answer(await library.get(`/octavo/imports/${job.id}/errors`))
    expect(groups.errors).toMatchObject([{ kind: 'duplicate-barcode', count: 2 }])
    expect(await countOf(library, '/item-storage/items', 'barcode==(TWICE-1 or once-1)')).toBe(2)

    // The second with another barcode goes in.
    const failed = await failedRecords(library, job.id)
    expect(failed).toBe(Buffer.concat(records.slice(1)).toString('utf8'))
    const mended = failed.replaceAll('twice-1', 'twice-2').replaceAll('nce-1', 'nce-2')
    const again = await importFile(library, 'mended.mrc', mended, SAMPLE_PROFILE)
    expect((await logOf(library, again.id)).map((entry) => entry.error === '')).toEqual([true, false])
  })

  it('keep a barcode that comes in two files at once with one of them', async () => {
    const file = (name: string) => ({
      name: `${name}.mrc`,
      bytes: book(name, `Book ${name}`, [copy('RACE-1')]),
    })
    const jobs = await startFiles(library, [file('x0'), file('x1'), file('x2')], SAMPLE_PROFILE)
    const ends = await Promise.all(jobs.map((id) => endOf(library, id)))
    expect(ends.map((job) => job.status).sort()).toEqual(['COMMITTED', 'ERROR', 'ERROR'])
    expect(ends.map((job) => job.errorText)).toEqual([undefined, undefined, undefined])
    for (const job of ends.filter(({ status }) => status === 'ERROR')) {
      const [entry] = await logOf(library, job.id)
      expect(entry!.error).toMatch(/The barcode RACE-1 is in use already by another item/)
    }
    expect(await countOf(library, '/item-storage/items', 'barcode==RACE-1')).toBe(1)
  })

  it('keep a human-readable id that the profile gives to all with the first', async () => {
    const profile = await makeProfile(library, 'One number for all', {
      INSTANCE: [],
      HOLDINGS: [rule('holdings.permanentLocationId', '"KU/CC/DI/M"'), rule('holdings.hrid', '"ho-fixed"')],
      ITEM: [
        rule('item.materialType.id', '"book"'),
        rule('item.permanentLoanType.id', '"Can circulate"'),
        rule('item.status.name', '"Available"'),
        rule('item.hrid', '"it-fixed"'),
      ],
    })
    const bytes = Buffer.concat([book('h0', 'One'), book('h1', 'Two')])
    const job = await importFile(library, 'hrids.mrc', bytes, profile)
    expect(job).toMatchObject({ status: 'ERROR', progress: { current: 2, total: 2 } })
    expect(job.errorText).toBeUndefined()
    const entries = await logOf(library, job.id)
    expect(entries[0]!.error).toBe('')
    expect(entries[1]!.error).toMatch(/control number h1: .*ho-fixed.* in use/)
    expect(entries[1]!.relatedInstanceInfo.actionStatus).toBe('CREATED')
  })
})

describe('the sample file with one fault a record', () => {
  it('is told apart record by record', async () => {
    const bytes = readFileSync(sampleFile('books-with-errors.mrc'))
    const job = await importFile(library, 'books-with-errors.mrc', bytes, SAMPLE_PROFILE)
    expect(job).toMatchObject({ status: 'ERROR', progress: { current: 12, total: 12 } })
    const entries = await logOf(library, job.id)
    expect(entries).toHaveLength(12)
    const texts = entries.map((entry) => entry.error)
    expect(texts[0]).toMatch(/245 is missing/)
    expect(texts[1]).toBe('')
    expect(texts[2]).toMatch(/barcode 31456900000019/)
    expect(texts[3]).toMatch(/material type/)
    expect(texts[4]).toMatch(/permanent location/)
    for (const repaired of [5, 6, 7]) expect(texts[repaired], `record ${repaired + 1}`).toBe('')
    expect(texts[8]).toMatch(/contributors/)
    for (const [index, text] of texts.entries()) {
      if (text !== '') expect(text).toMatch(new RegExp(`^Record ${index + 1} at byte \\d+`))
    }
    expect(texts[11]).not.toBe('')
  })
})

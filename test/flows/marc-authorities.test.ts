import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'
import { CREATE_AUTHORITY, authorityOf, authorityRecord } from './authority-client.ts'
import { answer, countOf, importFile, logOf, marcOf, valuesOf } from './import-client.ts'
import { book } from './marc-files.ts'
import { idByName, onlyEntry } from './marc-holdings-client.ts'

let app: TestApp

/** FOLIO's ids (folio-org/mod-entities-links: reference data). */
const LCNAF = 'af045f2f-e851-4613-984c-4bc13430454a'
const LCSH = '837e2c7b-037b-4113-9dfd-b1b8aeeb1fb8'

beforeAll(async () => {
  app = await testApp({ work: true })
})

afterAll(() => app.close())

const sample = (name: string) => readFileSync(sharedPath(`samples/authority/${name}`))

describe.skipIf(!sharedAvailable)('FOLIO’s own authority files', () => {
  it('become authorities with their MARC, and are in the log', async () => {
    const job = await importFile(app, 'marcAuthority.mrc', sample('fit_marcAuthority.mrc'), CREATE_AUTHORITY)
    expect(job).toMatchObject({ status: 'COMMITTED', progress: { current: 1, total: 1 } })
    const entry = await onlyEntry(app, job.id)
    const id = entry.relatedAuthorityInfo.idList[0]!
    expect(entry).toMatchObject({
      sourceRecordTitle: 'Johnson, W. Brad',
      sourceRecordType: 'MARC_AUTHORITY',
      sourceRecordActionStatus: 'CREATED',
      error: '',
      relatedAuthorityInfo: { actionStatus: 'CREATED', idList: [id], error: '' },
      relatedInstanceInfo: { idList: [], hridList: [] },
      relatedHoldingsInfo: [],
    })
    const identifierType = (name: string) => idByName(app, '/authority-identifier-types', name)
    expect(await authorityOf(app, entry)).toMatchObject({
      id,
      _version: 0,
      source: 'MARC',
      personalName: 'Johnson, W. Brad',
      saftGeographicName: ['Test'],
      subjectHeadings: 'a',
      naturalId: 'n00001263',
      sourceFileId: LCNAF,
      identifiers: [
        { value: 'n  00001263 ', identifierTypeId: await identifierType('Control number') },
        { value: 'TestMatching', identifierTypeId: await identifierType('LCCN') },
      ],
      notes: [],
      sftPersonalName: [],
    })
    const listed = answer(await app.get('/authority-storage/authorities?query=naturalId==n00001263'))
    expect(listed).toMatchObject({ totalRecords: 1, authorities: [{ id }] })

    const record = answer(await app.get(`/source-storage/records/${entry.sourceRecordId}`))
    expect(record).toMatchObject({
      recordType: 'MARC_AUTHORITY',
      state: 'ACTUAL',
      generation: 0,
      externalIdsHolder: { authorityId: id, authorityHrid: 'n  00001263' },
    })
    const marc = await marcOf(app, entry)
    expect(valuesOf(marc, '001')).toEqual(['n  00001263 '])
    expect(valuesOf(marc, '003')).toEqual(['DLC'])
    expect(valuesOf(marc, '005')[0]).not.toBe('20150601104413.0')
    expect(valuesOf(marc, '035')).toEqual([])
    expect(valuesOf(marc, '999', 's')).toEqual([record.matchedId])
    expect(valuesOf(marc, '999', 'i')).toEqual([id])
    const created = {
      totalCreatedEntities: 1,
      totalUpdatedEntities: 0,
      totalDiscardedEntities: 0,
      totalErrors: 0,
    }
    expect(answer(await app.get(`/metadata-provider/jobSummary/${job.id}`))).toEqual({
      jobExecutionId: job.id,
      totalErrors: 0,
      sourceRecordSummary: created,
      authoritySummary: created,
    })
  })

  it('are taken without a heading where the 1XX is none that MARC knows', async () => {
    const job = await importFile(app, '1xx.mrc', sample('fit_UIQM-676-undefined-1XX.mrc'), CREATE_AUTHORITY)
    expect(job.status).toBe('COMMITTED')
    const entry = await onlyEntry(app, job.id)
    const authority = await authorityOf(app, entry)
    expect(authority).toMatchObject({ naturalId: 'n2024001265', sourceFileId: LCNAF })
    const texts = Object.entries(authority).flatMap(([name, value]) =>
      typeof value === 'string' ? [name] : [],
    )
    expect(texts.sort()).toEqual(['id', 'naturalId', 'source', 'sourceFileId', 'subjectHeadings'])
    expect(valuesOf(await marcOf(app, entry), '114', 'a')).toEqual(['Undefined 1XX test heading'])
  })

  it('are taken whole, in all scripts', async () => {
    const files = { 'e2e_100_MARC_authority_records.mrc': 100, 'e2e_C388555MarcAuth.mrc': 107 }
    for (const [name, records] of Object.entries(files)) {
      const job = await importFile(app, name, sample(name), CREATE_AUTHORITY)
      expect(job, name).toMatchObject({ status: 'COMMITTED', progress: { current: records, total: records } })
      const entries = await logOf(app, job.id)
      expect(entries.every((entry) => entry.relatedAuthorityInfo.idList.length === 1)).toBe(true)
    }
  })
})

describe('a MARC authority record', () => {
  it('gets its natural id and source file from 010, else from 001', async () => {
    const cases: [
      number: string,
      lccn: string | null,
      naturalId: string,
      sourceFileId: string | undefined,
    ][] = [
      ['sh 85012345 ', null, 'sh85012345', LCSH],
      ['123', 'n  79021383 ', 'n79021383', LCNAF],
      ['sh1', 'zzz 5', 'sh1', LCSH],
      ['zzz-77', null, 'zzz77', undefined],
      ['4711', '4712', '4711', undefined],
    ]
    const records = cases.map(([number, lccn], index) =>
      authorityRecord(number, [
        ...(lccn === null ? [] : [['010', `  $a${lccn}`] satisfies [string, string]]),
        ['150', `  $aTopic ${index}`],
      ]),
    )
    const job = await importFile(app, 'numbers.mrc', Buffer.concat(records), CREATE_AUTHORITY)
    expect(job.status).toBe('COMMITTED')
    const entries = await logOf(app, job.id)
    for (const [index, [number, , naturalId, sourceFileId]] of cases.entries()) {
      const authority = await authorityOf(app, entries[index]!)
      expect([authority.naturalId, authority.sourceFileId], number).toEqual([naturalId, sourceFileId])
      expect(authority.topicalTerm).toBe(`Topic ${index}`)
    }
  })

  it('is refused without 001, with the ids of a record in the system, and among other kinds of records', async () => {
    const ids = 'ff$s11111111-1111-4111-8111-111111111111$i22222222-2222-4222-8222-222222222222'
    const records = [
      authorityRecord('n1', [['100', '1 $aGood, Ann']]),
      authorityRecord(null, [['100', '1 $aNumberless, Ben']]),
      authorityRecord('n3', [
        ['100', '1 $aKnown, Cas'],
        ['999', ids],
      ]),
      book('b4', 'A book'),
      authorityRecord('n5', [
        ['100', '1 $aOther, Dan'],
        ['999', '  $alocal data'],
      ]),
    ]
    const before = await countOf(app, '/authority-storage/authorities')
    const job = await importFile(app, 'mixed.mrc', Buffer.concat(records), CREATE_AUTHORITY)
    expect(job.status).toBe('ERROR')
    const entries = await logOf(app, job.id)
    expect(entries.map((entry) => entry.sourceRecordActionStatus)).toEqual([
      'CREATED',
      'DISCARDED',
      'DISCARDED',
      'DISCARDED',
      'CREATED',
    ])
    expect(entries[1]!.error).toMatch(/no control number \(field 001\)/)
    expect(entries[1]!.relatedAuthorityInfo).toMatchObject({ actionStatus: 'DISCARDED', idList: [] })
    expect(entries[2]!.error).toMatch(
      /A new MARC-Authority was not created because the incoming record already contained a 999ff\$s or 999ff\$i field/,
    )
    expect(entries[3]!.error).toMatch(/bibliographic record, but the job profile .* MARC authority records/)
    expect(await countOf(app, '/authority-storage/authorities')).toBe(before + 2)
    expect(answer(await app.get(`/metadata-provider/jobSummary/${job.id}`))).toMatchObject({
      totalErrors: 3,
      sourceRecordSummary: { totalCreatedEntities: 2, totalDiscardedEntities: 3, totalErrors: 3 },
      authoritySummary: { totalCreatedEntities: 2, totalDiscardedEntities: 2, totalErrors: 2 },
    })
  })
})

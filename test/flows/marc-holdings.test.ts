import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'
import { answer, importFile, insertLocation, logOf, marcOf, valuesOf } from './import-client.ts'
import {
  CREATE_HOLDINGS,
  addTitle,
  holdingsOf,
  holdingsRecord,
  idByName,
  onlyEntry,
} from './marc-holdings-client.ts'

let app: TestApp
let locationId: string
let titleId: string
let mainLocationId: string

const HRID = 'in00000000001'

beforeAll(async () => {
  app = await testApp({ work: true })
  locationId = await insertLocation(app, 'KU/CC/DI/A')
  const location = answer(await app.get(`/locations/${locationId}`))
  mainLocationId = answer(
    await app.post('/locations', { ...location, id: undefined, name: 'Main', code: 'KU/CC/DI/M' }),
    201,
  ).id
  titleId = await addTitle(app, HRID)
})

afterAll(() => app.close())

const sample = (name: string) => readFileSync(sharedPath(`samples/holdings/${name}`))

describe.skipIf(!sharedAvailable)('FOLIO’s own holdings files', () => {
  it('become holdings with their MARC, and are in the log', async () => {
    const job = await importFile(app, 'marcHoldings.mrc', sample('fit_marcHoldings.mrc'), CREATE_HOLDINGS)
    expect(job).toMatchObject({ status: 'COMMITTED', progress: { current: 2, total: 2 } })
    const [first, second] = await logOf(app, job.id)
    const hrid = first!.relatedHoldingsInfo[0]!.hrid
    expect(hrid).toMatch(/^ho\d{11}$/)
    expect(first).toMatchObject({
      sourceRecordTitle: `Holdings ${hrid}`,
      sourceRecordType: 'MARC_HOLDINGS',
      sourceRecordActionStatus: 'CREATED',
      error: '',
      relatedInstanceInfo: { idList: [], hridList: [] },
      relatedHoldingsInfo: [{ actionStatus: 'CREATED', hrid, permanentLocationId: locationId, error: '' }],
    })
    const holdings = await holdingsOf(app, first!)
    expect(holdings).toMatchObject({
      hrid,
      instanceId: titleId,
      permanentLocationId: locationId,
      effectiveLocationId: locationId,
      sourceId: await idByName(app, '/holdings-sources', 'MARC'),
      holdingsTypeId: await idByName(app, '/holdings-types', 'Serial'),
      callNumberTypeId: await idByName(app, '/call-number-types', 'Library of Congress classification'),
      callNumber: 'BR140 .J86',
      formerIds: ['445553'],
      holdingsStatements: [{ statement: 'v.54-68 (2003-2017)' }],
      holdingsStatementsForSupplements: [{ statement: '"Table of cases"' }],
      holdingsStatementsForIndexes: [{ statement: 'v.1/50 (1950/1999)' }],
    })
    expect(holdings.notes ?? []).toEqual([])
    expect(await holdingsOf(app, second!)).toMatchObject({
      permanentLocationId: locationId,
      callNumber: 'KFN5860.A6 C732',
      formerIds: ['1425841'],
      holdingsStatements: [{ statement: '1980/1986-' }],
    })

    const record = answer(await app.get(`/source-storage/records/${first!.sourceRecordId}`))
    expect(record).toMatchObject({
      recordType: 'MARC_HOLDING',
      state: 'ACTUAL',
      generation: 0,
      order: 0,
      externalIdsHolder: { holdingsId: holdings.id, holdingsHrid: hrid },
    })
    const marc = await marcOf(app, first!)
    expect(Object.keys(marc.fields[0]!)).toEqual(['001'])
    expect(valuesOf(marc, '001')).toEqual([hrid])
    expect(valuesOf(marc, '004')).toEqual([HRID])
    expect(valuesOf(marc, '005')[0]).toMatch(/^\d{14}\.\d$/)
    expect(valuesOf(marc, '005')[0]).not.toBe('20171018085818.0')
    expect(valuesOf(marc, '014')).toEqual(['ABP6388CU001', '000442923'])
    expect(valuesOf(marc, '035', 'a')).toEqual(['445553'])
    expect(valuesOf(marc, '999', 's')).toEqual([record.matchedId])
    expect(valuesOf(marc, '999', 'i')).toEqual([holdings.id])

    expect(answer(await app.get(`/metadata-provider/jobSummary/${job.id}`))).toEqual({
      jobExecutionId: job.id,
      totalErrors: 0,
      sourceRecordSummary: {
        totalCreatedEntities: 2,
        totalUpdatedEntities: 0,
        totalDiscardedEntities: 0,
        totalErrors: 0,
      },
      holdingSummary: {
        totalCreatedEntities: 2,
        totalUpdatedEntities: 0,
        totalDiscardedEntities: 0,
        totalErrors: 0,
      },
    })
  })

  it('need no 008, and keep fields that the mapping does not know', async () => {
    for (const name of ['fit_marcHoldingsWithout008.mrc', 'fit_marcHoldingsWith290Tag.mrc']) {
      const job = await importFile(app, name, sample(name), CREATE_HOLDINGS)
      expect(job.status, name).toBe('COMMITTED')
      const [first] = await logOf(app, job.id)
      const kept = valuesOf(await marcOf(app, first!), '290')
      expect(kept.length > 0).toBe(name.includes('290'))
    }
  })

  it('name the location code that is not in the settings, and the 004 that no instance has', async () => {
    const location = await importFile(
      app,
      'invalid852.mrc',
      sample('fit_marcHoldingsInvalid852.mrc'),
      CREATE_HOLDINGS,
    )
    expect(location.status).toBe('ERROR')
    const [unknownLocation, good] = await logOf(app, location.id)
    expect(unknownLocation).toMatchObject({
      sourceRecordTitle: 'No content',
      sourceRecordActionStatus: 'DISCARDED',
      relatedHoldingsInfo: [{ actionStatus: 'DISCARDED' }],
    })
    expect(unknownLocation!.error).toMatch(/location code "olin" \(field 852, subfield b\)/)
    expect(good).toMatchObject({ sourceRecordActionStatus: 'CREATED', error: '' })

    const link = await importFile(
      app,
      'notValid004.mrc',
      sample('fit_marcHoldingsNotValid004.mrc'),
      CREATE_HOLDINGS,
    )
    expect(link.status).toBe('ERROR')
    const [unknownTitle] = await logOf(app, link.id)
    expect(unknownTitle!.error).toMatch(
      /"in00000000123".*The 004 tag of the Holdings doesn't has a link to the Bibliographic record/,
    )
    expect(answer(await app.get(`/metadata-provider/jobSummary/${link.id}`))).toMatchObject({
      totalErrors: 1,
      sourceRecordSummary: { totalCreatedEntities: 1, totalDiscardedEntities: 1, totalErrors: 1 },
      holdingSummary: { totalCreatedEntities: 1, totalDiscardedEntities: 1, totalErrors: 1 },
    })
  })
})

describe('what a MARC holdings record says', () => {
  const place = (indicators: string, more: string): [string, string] => [
    '852',
    `${indicators}$bKU/CC/DI/A${more}`,
  ]

  it('is the scheme of the call number by the first indicator of 852', async () => {
    const schemes = [
      'Library of Congress classification',
      'Dewey Decimal classification',
      'National Library of Medicine classification',
      'Superintendent of Documents classification',
      'Shelving control number',
      'Title',
      'Shelved separately',
      'Source specified in subfield $2',
      'Other scheme',
    ]
    const records = schemes.map((_, digit) =>
      holdingsRecord(`s${digit}`, HRID, [place(`${digit} `, '$hPR 1')]),
    )
    const job = await importFile(app, 'schemes.mrc', Buffer.concat(records), CREATE_HOLDINGS)
    expect(job.status).toBe('COMMITTED')
    for (const [digit, entry] of (await logOf(app, job.id)).entries()) {
      const { callNumberTypeId } = await holdingsOf(app, entry)
      expect(callNumberTypeId, schemes[digit]).toBe(
        await idByName(app, '/call-number-types', schemes[digit]!),
      )
    }
  })

  it('is the type of the holdings by position 06 of the leader', async () => {
    const types = { v: 'Multi-part monograph', x: 'Monograph', y: 'Serial', u: 'Unknown' }
    answer(await app.post('/holdings-types', { name: 'Unknown', source: 'local' }), 201)
    const records = Object.keys(types).map((letter) =>
      holdingsRecord(`t${letter}`, HRID, [place('0 ', '')], { head: `n${letter}  a` }),
    )
    const job = await importFile(app, 'types.mrc', Buffer.concat(records), CREATE_HOLDINGS)
    expect(job.status).toBe('COMMITTED')
    const entries = await logOf(app, job.id)
    for (const [index, name] of Object.values(types).entries()) {
      const { holdingsTypeId } = await holdingsOf(app, entries[index]!)
      expect(holdingsTypeId, name).toBe(await idByName(app, '/holdings-types', name))
    }
  })

  it('is every part of the call number, statements, notes, links and former numbers', async () => {
    const record = holdingsRecord('h1', HRID, [
      ['035', '  $a(OCoLC)ocm00012345'],
      ['035', '  $a(ABC)77'],
      ['561', '  $aGiven by the author'],
      ['562', '  $aSigned'],
      ['563', '  $aGold tooled'],
      ['583', '  $arepaired$c20250102'],
      place('1 ', '$kFolio$h823.912$iJoy$mv. 2$lJoyce shelf$tc. 3'),
      ['856', '40$uhttp://example.com/1$ySee online$3v. 1-9$zOn campus'],
      ['856', '4 $yNo address'],
      ['866', ' 0$av. 1-20;$zincomplete$xv. 7 missing'],
      ['866', ' 0$av. 30'],
      ['867', ' 0$aMaps'],
      ['868', ' 0$aIndex 1-10'],
    ])
    const job = await importFile(app, 'all-fields.mrc', record, CREATE_HOLDINGS)
    expect(job.status, job.errorText).toBe('COMMITTED')
    const holdings = await holdingsOf(app, await onlyEntry(app, job.id))
    const note = async (type: string, text: string) => ({
      holdingsNoteTypeId: await idByName(app, '/holdings-note-types', type),
      note: text,
      staffOnly: false,
    })
    expect(holdings).toMatchObject({
      callNumberPrefix: 'Folio',
      callNumber: '823.912 Joy',
      callNumberSuffix: 'v. 2',
      shelvingTitle: 'Joyce shelf',
      copyNumber: 'c. 3',
      formerIds: ['(OCoLC)12345', '(ABC)77', 'h1'],
      notes: [
        await note('Provenance', 'Given by the author'),
        await note('Copy note', 'Signed'),
        await note('Binding', 'Gold tooled'),
        await note('Action note', 'repaired ; 20250102'),
      ],
      electronicAccess: [
        {
          relationshipId: await idByName(app, '/electronic-access-relationships', 'Resource'),
          uri: 'http://example.com/1',
          linkText: 'See online',
          materialsSpecification: 'v. 1-9',
          publicNote: 'On campus',
        },
      ],
      holdingsStatements: [
        { statement: 'v. 1-20', note: 'incomplete', staffNote: 'v. 7 missing' },
        { statement: 'v. 30' },
      ],
      holdingsStatementsForSupplements: [{ statement: 'Maps' }],
      holdingsStatementsForIndexes: [{ statement: 'Index 1-10' }],
    })
  })

  it('is the last of several 852, as in FOLIO', async () => {
    const record = holdingsRecord('m1', HRID, [
      ['852', '0 $bnowhere$hA 1'],
      ['852', '1 $bKU/CC/DI/M$h20'],
    ])
    const job = await importFile(app, 'several-852.mrc', record, CREATE_HOLDINGS)
    expect(job.status).toBe('COMMITTED')
    expect(await holdingsOf(app, await onlyEntry(app, job.id))).toMatchObject({
      permanentLocationId: mainLocationId,
      callNumber: '20',
      callNumberTypeId: await idByName(app, '/call-number-types', 'Dewey Decimal classification'),
    })
  })

  it('may lack a control number', async () => {
    const record = holdingsRecord(null, HRID, [place('0 ', '')])
    const job = await importFile(app, 'no-001.mrc', record, CREATE_HOLDINGS)
    expect(job.status).toBe('COMMITTED')
    const entry = await onlyEntry(app, job.id)
    const marc = await marcOf(app, entry)
    expect(valuesOf(marc, '001')).toEqual([entry.relatedHoldingsInfo[0]!.hrid])
    expect(valuesOf(marc, '035')).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataField, encodeCompact } from '../../../formats/marc/index.ts'
import type { MatchCriterion, MatchExpression } from '../../import-profiles/index.ts'
import { field, idsOf, marcExpression, marcRecord, matchOf, storedRecords } from './test-stored-records.ts'
import type { StoredRecords } from './test-stored-records.ts'

let library: StoredRecords

beforeAll(async () => {
  library = await storedRecords()
})

afterAll(() => library.close())

const bib = (
  place: string,
  qualifier?: MatchExpression['qualifier'],
  criterion: MatchCriterion = 'EXACTLY_MATCHES',
) => ({
  existingRecordType: 'MARC_BIBLIOGRAPHIC' as const,
  existingMatchExpression: marcExpression(place, qualifier),
  matchCriterion: criterion,
})

const instanceId = '0c8b2a30-5d4e-4b7c-9f54-0a1b2c3d4e5f'

describe('MARC fields with a column', () => {
  it('find by 001, as it is written', async () => {
    const [id] = await library.sourceRecords({
      externalId: instanceId,
      externalHrid: 'in00000000123',
      fields: [field('001', 'in00000000123')],
    })
    expect(await matchOf(library, bib('001'), 'in00000000123')).toEqual([
      { n: 0, id, externalId: instanceId },
    ])
    expect(await idsOf(library, bib('001'), 'IN00000000123')).toEqual([])
    expect(await idsOf(library, bib('001', { comparisonPart: 'NUMERICS_ONLY' }), 'x00000000123')).toEqual([
      id,
    ])
    const begins = bib('001', undefined, 'EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE')
    expect(await idsOf(library, begins, 'in000000001')).toEqual([id])
  })

  it('find by 999 ff $s and $i, whatever the case of the id', async () => {
    const [id] = await library.sourceRecords({
      externalId: 'aaaaaaaa-5d4e-4b7c-9f54-0a1b2c3d4e5f',
      fields: [field('001', 'x')],
    })
    expect(await idsOf(library, bib('999ffs'), id!.toUpperCase())).toEqual([id])
    expect(await idsOf(library, bib('999ffi'), 'AAAAAAAA-5d4e-4b7c-9f54-0a1b2c3d4e5f')).toEqual([id])
    expect(await idsOf(library, bib('999ffs'), 'no id')).toEqual([])
  })

  it('find the record in force alone, and of the right type', async () => {
    const matchedId = '11111111-5d4e-4b7c-9f54-0a1b2c3d4e5f'
    const part = {
      matchedId,
      externalHrid: 'gen-1',
      fields: [field('001', 'gen-1'), field('035  ', '$agen')],
    }
    await library.sourceRecords(
      { ...part, generation: 0, state: 1 },
      { ...part, generation: 1, state: 2 },
      { ...part, generation: 2, state: 3 },
      { ...part, generation: 3, state: 0, recordType: 1 },
    )
    for (const place of ['001', '035  a']) {
      const value = place === '001' ? 'gen-1' : 'gen'
      expect(await idsOf(library, bib(place), value)).toEqual([])
      const holdings = { ...bib(place), existingRecordType: 'MARC_HOLDINGS' as const }
      expect(await idsOf(library, holdings, value)).toEqual([matchedId])
    }
  })
})

describe('other MARC fields', () => {
  it('are found by tag, indicators and subfield', async () => {
    const [id, other] = await library.sourceRecords(
      { fields: [field('03599', '$zno', '$a(OCoLC)1', '$a(OCoLC)2'), field('245 0', '$a(OCoLC)3')] },
      { fields: [field('035  ', '$a(OCoLC)2')] },
    )
    expect(await idsOf(library, bib('03599a'), '(OCoLC)2')).toEqual([id])
    expect(await idsOf(library, bib('035  a'), '(OCoLC)2')).toEqual([other])
    expect((await idsOf(library, bib('035**a'), '(OCoLC)2')).sort()).toEqual([id, other].sort())
    expect(await idsOf(library, bib('035**a'), '(ocolc)2')).toEqual([])
    expect(await idsOf(library, bib('035**z'), 'no')).toEqual([id])
    expect(await idsOf(library, bib('245 0a'), '(OCoLC)3')).toEqual([id])
    expect(await idsOf(library, bib('2450*a'), '(OCoLC)3')).toEqual([])
  })

  it('are found by control field', async () => {
    const [id] = await library.sourceRecords({ fields: [field('003', 'OCoLC-x'), field('008', '26s')] })
    expect(await idsOf(library, bib('003'), 'OCoLC-x')).toEqual([id])
  })

  it('are compared by each criterion, qualifier and part', async () => {
    const [id] = await library.sourceRecords({ fields: [field('024  ', '$a(Vendor) AB-12')] })
    const cases: [MatchCriterion, string][] = [
      ['EXACTLY_MATCHES', '(Vendor) AB-12'],
      ['EXISTING_VALUE_CONTAINS_INCOMING_VALUE', 'dor) A'],
      ['INCOMING_VALUE_CONTAINS_EXISTING_VALUE', '((Vendor) AB-12)'],
      ['EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE', '(Vendor)'],
      ['INCOMING_VALUE_BEGINS_WITH_EXISTING_VALUE', '(Vendor) AB-123'],
      ['EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE', 'B-12'],
      ['INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE', 'see (Vendor) AB-12'],
    ]
    for (const [criterion, value] of cases) {
      expect([criterion, await idsOf(library, bib('024  a', undefined, criterion), value)]).toEqual([
        criterion,
        [id],
      ])
      expect(await idsOf(library, bib('024  a', undefined, criterion), 'X')).toEqual([])
    }
    const qualified = (qualifierType: 'BEGINS_WITH' | 'ENDS_WITH' | 'CONTAINS', qualifierValue: string) =>
      bib('024  a', { qualifierType, qualifierValue, comparisonPart: 'NUMERICS_ONLY' })
    expect(await idsOf(library, qualified('BEGINS_WITH', '(Vendor)'), '12')).toEqual([id])
    expect(await idsOf(library, qualified('BEGINS_WITH', '(vendor)'), '12')).toEqual([])
    expect(await idsOf(library, qualified('ENDS_WITH', '12'), '12')).toEqual([id])
    expect(await idsOf(library, qualified('CONTAINS', 'AB'), '12')).toEqual([id])
    expect(
      await idsOf(library, bib('024  a', { comparisonPart: 'ALPHANUMERICS_ONLY' }), 'Vendor/AB12'),
    ).toEqual([id])
  })

  it('are read from records that are stored as JSON, and with characters that text cannot hold', async () => {
    const odd = marcRecord(
      field('035  ', '$aodd-json\u0000', '$aback\\\\slash "q"'),
      dataField('900', 'wide', ' ', [{ code: 'ab', value: '\ud800lone' }]),
    )
    const withNul = marcRecord(field('035  ', '$anul\u0000in text'))
    expect(encodeCompact(odd)[0]).toBe(0x1d)
    expect(encodeCompact(withNul)[0]).not.toBe(0x1d)
    const [json, nul] = await library.sourceRecords(
      { fields: odd.fields },
      { fields: withNul.fields },
      { marc: Buffer.alloc(0), fields: [] },
      { recordType: 3, marc: Buffer.from('\u001d{"segments":[{"tag":"035"}]}'), fields: [] },
    )
    expect(await idsOf(library, bib('035  a'), 'odd-json')).toEqual([json])
    expect(await idsOf(library, bib('035  a'), 'back\\\\slash "q"')).toEqual([json])
    expect(await idsOf(library, bib('035  a'), 'nulin text')).toEqual([nul])
    expect(await idsOf(library, bib('035  a'), 'nul\u0000in text')).toEqual([nul])
  })
})

import { describe, expect, it } from 'vitest'
import type { MatchDetail, MatchExpression } from '../../import-profiles/index.ts'
import { compileMatch } from './pure.ts'
import {
  field,
  fieldExpression,
  marcExpression,
  marcRecord,
  profile,
  staticExpression,
} from './test-stored-records.ts'

const record = marcRecord(
  field('001', 'in0001'),
  field('035  ', '$a(OCoLC)123-a', '$zold', '$a(DLC)9'),
  field('0359 ', '$aother'),
  field('035  ', '$a(OCoLC)123-a'),
  field('852  ', '$bKU/M', '$bMain Library'),
)

function valuesOf(place: string, qualifier?: MatchExpression['qualifier']): string[] {
  const incomingMatchExpression = marcExpression(place, qualifier)
  return compileMatch(profile({ incomingMatchExpression }), {}).incomingValues(record)
}

function problemOf(parts: Partial<MatchDetail>): string | null {
  return compileMatch(profile(parts), {}).problem
}

describe('incoming values', () => {
  it('are all texts of the field, each once', () => {
    expect(valuesOf('001')).toEqual(['in0001'])
    expect(valuesOf('035  a')).toEqual(['(OCoLC)123-a', '(DLC)9'])
    expect(valuesOf('0359 a')).toEqual(['other'])
    expect(valuesOf('035**a')).toEqual(['(OCoLC)123-a', '(DLC)9', 'other'])
    expect(valuesOf('035z')).toEqual([])
    expect(valuesOf('600  a')).toEqual([])
  })

  it('are blank-indicator fields where the profile leaves indicators empty', () => {
    const expression = {
      ...marcExpression('035'),
      fields: [
        { label: 'field', value: '035' },
        { label: 'indicator1', value: '' },
        { label: 'indicator2', value: '' },
        { label: 'recordSubfield', value: 'z' },
      ],
    }
    const match = compileMatch(profile({ incomingMatchExpression: expression }), {})
    expect(match.incomingValues(record)).toEqual(['old'])
  })

  it('are dropped by a qualifier, reduced to a part', () => {
    expect(valuesOf('035**a', { qualifierType: 'BEGINS_WITH', qualifierValue: '(OCoLC)' })).toEqual([
      '(OCoLC)123-a',
    ])
    expect(valuesOf('035**a', { qualifierType: 'ENDS_WITH', qualifierValue: '9' })).toEqual(['(DLC)9'])
    expect(valuesOf('035**a', { qualifierType: 'CONTAINS', qualifierValue: 'the' })).toEqual(['other'])
    expect(valuesOf('035**a', { comparisonPart: 'NUMERICS_ONLY' })).toEqual(['123', '9'])
    expect(valuesOf('035**a', { comparisonPart: 'ALPHANUMERICS_ONLY' })).toEqual([
      'OCoLC123a',
      'DLC9',
      'other',
    ])
  })

  it('are ids where the field holds ids, and nothing for an unknown name', () => {
    const location = '53cf956f-c1df-410b-8bea-27f712cca7c0'
    const match = compileMatch(
      profile({
        existingRecordType: 'HOLDINGS',
        incomingMatchExpression: marcExpression('852  b'),
        existingMatchExpression: fieldExpression('holdingsrecord.temporaryLocationId'),
      }),
      { locations: [{ id: location, name: 'Main Library', code: 'KU/M' }] },
    )
    expect(match.incomingValues(record)).toEqual([location])
    expect(match.incomingValues(marcRecord(field('852  ', '$bNowhere')))).toEqual([])
  })

  it('are looked up in the lists that the fields of profiles name', () => {
    const id = '9f0b3bb2-75a3-4b38-9f23-0ab60a7ba7a5'
    const listed = [{ id, name: 'Known' }]
    const cases = [
      ['INSTANCE', 'instance.statisticalCodeIds[]', 'statisticalCodes'],
      ['INSTANCE', 'instance.natureOfContentTermIds', 'natureOfContentTerms'],
      ['INSTANCE', 'instance.modeOfIssuanceId', 'issuanceModes'],
      ['INSTANCE', 'instance.contributors[].contributorNameTypeId', 'contributorNameTypes'],
      ['INSTANCE', 'instance.electronicAccess[].relationshipId', 'electronicAccessRelationships'],
      ['HOLDINGS', 'holdingsrecord.notes[].holdingsNoteTypeId', 'holdingsNoteTypes'],
      ['ITEM', 'item.materialTypeId', 'mtypes'],
      ['ITEM', 'item.permanentLoanTypeId', 'loantypes'],
      ['ITEM', 'item.itemDamagedStatusId', 'itemDamageStatuses'],
    ] as const
    for (const [existingRecordType, path, list] of cases) {
      const match = compileMatch(
        profile({ existingRecordType, existingMatchExpression: fieldExpression(path) }),
        { [list]: listed },
      )
      expect([path, match.incomingValues(marcRecord(field('001', 'known')))]).toEqual([path, [id]])
    }
  })

  it('are the static value for every record', () => {
    const match = compileMatch(
      profile({
        incomingRecordType: 'STATIC_VALUE',
        incomingMatchExpression: staticExpression({ staticValueType: 'NUMBER', number: '7' }),
      }),
      {},
    )
    expect(match.incomingValues(marcRecord())).toEqual(['7'])
  })
})

describe('a compiled match', () => {
  it('is plain data but for its function', () => {
    const { question } = compileMatch(profile({}), {})
    expect(JSON.parse(JSON.stringify(question))).toEqual(question)
    expect(structuredClone(question)).toEqual(question)
  })

  it('uses the first detail only', () => {
    const first = profile({})
    const second = profile({ existingMatchExpression: fieldExpression('instance.title') })
    const both = { ...first, matchDetails: [...first.matchDetails!, ...second.matchDetails!] }
    expect(compileMatch(both, {}).question).toEqual(compileMatch(first, {}).question)
  })
})

describe('a profile that cannot be evaluated says why', () => {
  it.each<[Partial<MatchDetail>, string]>([
    [{ existingRecordType: 'ORDER' }, 'records of the type ORDER cannot be looked for'],
    [
      { incomingRecordType: 'EDIFACT_INVOICE' },
      'incoming records of the type EDIFACT_INVOICE cannot be read',
    ],
    [{ existingMatchExpression: fieldExpression('') }, 'the existing side names no field'],
    [{ existingMatchExpression: fieldExpression("instance.x' or 1=1") }, 'the existing side names no field'],
    [{ incomingMatchExpression: marcExpression('') }, 'the incoming side names no MARC field'],
    [
      { incomingMatchExpression: marcExpression('035') },
      'the incoming side names no subfield of MARC field 035',
    ],
    [
      { existingRecordType: 'MARC_BIBLIOGRAPHIC', existingMatchExpression: marcExpression('035  ') },
      'the existing side names no subfield of MARC field 035',
    ],
    [{ incomingRecordType: 'STATIC_VALUE' }, 'the incoming side has no static value'],
    [{ incomingMatchExpression: staticExpression({}) }, 'the static value has no type'],
    [
      { incomingMatchExpression: staticExpression({ staticValueType: 'TEXT' }) },
      'the static value is missing',
    ],
    [
      {
        incomingMatchExpression: staticExpression({ staticValueType: 'EXACT_DATE', exactDate: '2020-13-45' }),
      },
      'the static date is missing or is no date',
    ],
  ])('%j', (parts, reason) => {
    expect(problemOf(parts)).toBe(`Match detail is invalid: ${reason}.`)
  })

  it('also without any detail', () => {
    const match = compileMatch({ ...profile({}), matchDetails: [] }, {})
    expect(match.problem).toBe('Match detail is invalid: the profile has no match criterion.')
    expect(match.incomingValues(record)).toEqual([])
  })
})

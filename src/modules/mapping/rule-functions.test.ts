import { describe, expect, it } from 'vitest'
import { compileRules, mapHoldings, mapRecord, defaultRules, stubId } from './index.ts'
import type { MappingRules, ReferenceSet } from './index.ts'
import { recordOf } from './test-records.ts'

/** Result of one function on 245 $a (with the whole field at hand), written to the title. */
function apply(
  type: string,
  parameter: Record<string, unknown>,
  field: string,
  reference: ReferenceSet = {},
): unknown {
  const rules: MappingRules = {
    '245': [{ target: 'title', subfield: ['a'], rules: [{ conditions: [{ type, parameter }] }] }],
  }
  return mapRecord(compileRules(rules, reference, 'marc-bib'), recordOf(field)).title
}

const types = [
  { id: 'E', name: 'Editor', code: 'edt' },
  { id: 'P', name: 'Producer, etc.', code: 'pro' },
]

describe('functions of mapping rules', () => {
  it('remove_substring removes every occurrence', () => {
    expect(apply('remove_substring', { substring: '/' }, '245 ## $a338.7/6292/092')).toBe('338.76292092')
  })

  it('concat_subfields_by_name stops at the next subfield of its own or a stop code', () => {
    const parameter = { subfieldsToConcat: ['q', 'c'], subfieldsToStopConcat: ['z'] }
    expect(apply('concat_subfields_by_name', parameter, '245 ## $xx$a1$c2$q3$c4$z5$q6')).toBe('1 3 2 4')
  })

  it('remove_prefix_by_indicator needs a digit below the length of the text', () => {
    expect(apply('remove_prefix_by_indicator', {}, '245 #2 $aA boy')).toBe('boy')
    expect(apply('remove_prefix_by_indicator', {}, '245 #9 $aA boy')).toBe('A boy')
    expect(apply('remove_prefix_by_indicator', {}, '245 ## $aA boy')).toBe('A boy')
  })

  it('set_contributor_type_text gives the name for a code in any case, else the text', () => {
    expect(apply('set_contributor_type_text', {}, '245 ## $aEDT', { contributorTypes: types })).toBe('Editor')
    expect(apply('set_contributor_type_text', {}, '245 ## $aother', { contributorTypes: types })).toBe(
      'other',
    )
  })

  it('set_contributor_type_id_by_code_or_name minds the case of codes, not of names', () => {
    const parameter = { contributorCodeSubfield: '4', contributorNameSubfield: 'e' }
    const find = (subfields: string) =>
      apply('set_contributor_type_id_by_code_or_name', parameter, `245 ## $a-${subfields}`, {
        contributorTypes: types,
      })
    expect(find('$eeditor;$4EDT')).toBe('E')
    expect(find('$4xxx$4pro$eeditor')).toBe('P')
    expect(find('$eproducer, etc.')).toBe('P')
    expect(find('$eproducer, etc')).toBe('P')
    expect(find('$4EDT$eother')).toBeUndefined()
  })

  it('set_heading_type_by_name gives its parameter', () => {
    expect(apply('set_heading_type_by_name', { name: 'topicalTerm' }, '245 ## $aX')).toBe('topicalTerm')
  })

  it('set_note_type_id without any note type gives the stub id', () => {
    expect(apply('set_note_type_id', { name: 'Summary' }, '245 ## $aX')).toBe(stubId)
  })

  it('an authority list that was never loaded gives the stub id, one without the code gives nothing', () => {
    const parameter = { code: 'lccn' }
    const type = 'set_authority_identifier_type_id_by_code'
    expect(apply(type, parameter, '245 ## $aX')).toBe(stubId)
    expect(apply(type, parameter, '245 ## $aX', { authorityIdentifierTypes: [] })).toBeUndefined()
    expect(
      apply(type, parameter, '245 ## $aX', {
        authorityIdentifierTypes: [{ id: 'L', name: 'LCCN', code: 'LCCN' }],
      }),
    ).toBe('L')
  })
})

describe('default holdings rules', () => {
  const reference: ReferenceSet = {
    holdingsTypes: [
      { id: 'serial-id', name: 'Serial' },
      { id: 'unknown-id', name: 'Unknown' },
    ],
    callNumberTypes: [
      { id: 'dewey-id', name: 'Dewey Decimal classification' },
      { id: 'source-id', name: 'Source specified in subfield $2' },
    ],
    locations: [{ id: 'main-id', name: 'Main', code: 'KU/CC/DI/M' }],
    holdingsNoteTypes: [{ id: 'action-id', name: 'Action note' }],
  }
  const compiled = compileRules(defaultRules('marc-holdings'), reference, 'marc-holdings')
  const map = (...lines: string[]) =>
    mapHoldings(compiled, recordOf('LDR 00000cy  a22000004n 4500', ...lines))
  const common = {
    holdingsTypeId: 'serial-id',
    hrid: 'ho1',
    sourceId: '036ee84a-6afd-4c3c-9ad3-4a12ab875f59',
  }

  it('take the holdings type from leader/06', () => {
    expect(map('001 ho1')).toEqual(common)
    const unknown = mapHoldings(compiled, recordOf('LDR 00000cu  a22000004n 4500', '001 ho1'))
    expect(unknown.holdingsTypeId).toBe('unknown-id')
  })

  it('852: call number parts, its type by the first indicator, the location by its code', () => {
    expect(map('001 ho1', '852 1# $bKU/CC/DI/M$hQ11$i.A1$kOver$m+$t2$lTitle')).toEqual({
      ...common,
      callNumberTypeId: 'dewey-id',
      permanentLocationId: 'main-id',
      callNumber: 'Q11 .A1',
      callNumberPrefix: 'Over',
      callNumberSuffix: '+',
      copyNumber: '2',
      shelvingTitle: 'Title',
    })
  })

  it('852: an unknown location code, and one in other case, give the stub id', () => {
    expect(map('852 7# $bku/cc/di/m')).toMatchObject({
      permanentLocationId: stubId,
      callNumberTypeId: 'source-id',
    })
  })

  it('866, 867, 868 and 583: statements and notes', () => {
    expect(
      map('866 #0 $av.1-3 ;$zpublic$xstaff', '868 #0 $aIndex', '583 0# $aweeded$c2020$6x'),
    ).toMatchObject({
      holdingsStatements: [{ statement: 'v.1-3', note: 'public', staffNote: 'staff' }],
      holdingsStatementsForIndexes: [{ statement: 'Index' }],
      notes: [{ holdingsNoteTypeId: 'action-id', note: 'weeded ; 2020 ; x', staffOnly: false }],
    })
  })

  it('561: without such a note type the note has none', () => {
    expect(map('561 ## $aBought').notes).toEqual([{ note: 'Bought', staffOnly: false }])
  })

  it('856: links without uri are dropped', () => {
    expect(map('856 40 $yText').electronicAccess).toBeUndefined()
  })
})

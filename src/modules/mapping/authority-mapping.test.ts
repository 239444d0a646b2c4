import { describe, expect, it } from 'vitest'
import { compileRules, defaultRules, mapAuthority } from './index.ts'
import type { MappedRecord, ReferenceSet } from './index.ts'
import { recordOf } from './test-records.ts'

const lists: ReferenceSet = {
  authorityIdentifierTypes: [{ id: 'control', name: 'Control number', code: 'control-number' }],
  authorityNoteTypes: [{ id: 'nonpublic', name: 'Nonpublic general note' }],
}
const sourceFiles: ReferenceSet = {
  ...lists,
  authoritySourceFiles: [
    { id: 'names', codes: ['n', 'nb'] },
    { id: 'subjects', codes: ['sh'] },
  ],
}

function mapAs(recordType: MappedRecord, reference: ReferenceSet, lines: string[]): Record<string, unknown> {
  const compiled = compileRules(defaultRules('marc-authority'), reference, recordType)
  expect(compiled.problems).toEqual([])
  return mapAuthority(compiled, recordOf('LDR 00000nz  a2200000n  4500', ...lines))
}

const map = (...lines: string[]) => mapAs('marc-authority', lists, lines)
const extended = (...lines: string[]) => mapAs('marc-authority-extended', lists, lines)

/** Where the number of an authority comes from when two source files are known. */
function numbering(...lines: string[]): unknown {
  const { naturalId, sourceFileId } = mapAs('marc-authority', sourceFiles, lines)
  return { naturalId, sourceFileId }
}

describe('default authority rules', () => {
  it('map 001, the heading and its tracings, and the id of 999', () => {
    expect(
      map(
        '001 n1',
        '008 201001 n acanaaabn           n aaa     d',
        '150 ## $aCats$xHistory',
        '450 ## $aFelines',
        '550 ## $wg$aAnimals$5X',
        '667 ## $aNote ',
        '999 ff $iid-1$ss-1',
      ),
    ).toEqual({
      identifiers: [{ value: 'n1', identifierTypeId: 'control' }],
      subjectHeadings: 'a',
      topicalTerm: 'Cats History',
      sftTopicalTerm: ['Felines'],
      saftTopicalTerm: ['Animals X'],
      notes: [{ noteTypeId: 'nonpublic', note: 'Note' }],
      id: 'id-1',
      source: 'MARC',
    })
  })

  it('tell names from name-titles by $t', () => {
    expect(map('100 1# $aDoe$d1900-')).toMatchObject({ personalName: 'Doe 1900-' })
    const withTitle = map('100 1# $aDoe$tPoems$vIndexes')
    expect(withTitle.personalNameTitle).toBe('Doe Poems')
    expect(withTitle.personalName).toBeUndefined()
    expect(map('410 2# $aACME$tReport$iUser', '410 2# $aACME$iUser')).toMatchObject({
      sftCorporateNameTitle: ['ACME Report User'],
      sftCorporateName: ['ACME'],
    })
  })

  it('keep a backslash at the end of 010', () => {
    expect(map('010 ## $an1\\').identifiers).toEqual([{ value: 'n1\\' }])
  })
})

describe('natural id and source file', () => {
  it('come from the first 010 $a whose letters are a known code', () => {
    expect(numbering('001 x9', '010 ## $axx 1', '010 ## $ash  85-001 $an 2')).toEqual({
      naturalId: 'sh85001',
      sourceFileId: 'subjects',
    })
    expect(numbering('010 ## $anb 7')).toEqual({ naturalId: 'nb7', sourceFileId: 'names' })
  })

  it('come from 001 otherwise, with a source file only for a known code', () => {
    expect(numbering('001 n 42', '010 ## $a42')).toEqual({ naturalId: 'n42', sourceFileId: 'names' })
    expect(numbering('001 no-42')).toEqual({ naturalId: 'no42', sourceFileId: undefined })
    expect(numbering('010 ## $a42')).toEqual({ naturalId: undefined, sourceFileId: undefined })
  })

  it('are not set when no source files are known', () => {
    expect(map('001 n1').naturalId).toBeUndefined()
  })
})

describe('extended authority mapping', () => {
  it('puts subdivisions last, joined by dashes', () => {
    expect(extended('150 ## $xHistory$aCats$bb$yNow').topicalTerm).toBe('Cats b--History--Now')
    expect(extended('480 ## $xA$vB').sftGeneralSubdivision).toEqual(['A--B'])
  })

  it('adds truncated headings and relations by $w to see-also tracings', () => {
    expect(extended('550 ## $wga$iBroader:$aAnimals$xWild$5X', '511 2# $wnh$aCongress$tActs')).toMatchObject({
      saftTopicalTerm: ['Broader: Animals X--Wild'],
      saftTopicalTermTrunc: ['Animals--Wild'],
      saftBroaderTerm: [{ headingRef: 'Animals--Wild', headingType: 'topicalTermTrunc' }],
      saftEarlierHeading: [{ headingRef: 'Animals--Wild', headingType: 'topicalTermTrunc' }],
      saftNarrowerTerm: [{ headingRef: 'Congress Acts', headingType: 'meetingNameTitleTrunc' }],
    })
  })

  it('leaves tracings without $w and see-from tracings without relations', () => {
    const mapped = extended('450 ## $wg$aA', '550 ## $aB')
    expect(Object.keys(mapped).sort()).toEqual([
      'saftTopicalTerm',
      'saftTopicalTermTrunc',
      'sftTopicalTerm',
      'source',
    ])
  })
})

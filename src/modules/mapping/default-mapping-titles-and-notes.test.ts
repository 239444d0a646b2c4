import { describe, expect, it } from 'vitest'
import { compileRules, defaultRules, mapInstance, stubId } from './index.ts'
import { recordOf } from './test-records.ts'
import { testReferences } from './test-references.ts'

const compiled = compileRules(defaultRules('marc-bib'), testReferences, 'marc-bib')
const map = (...lines: string[]) => mapInstance(compiled, recordOf(...lines))

describe('default bib rules: titles and description', () => {
  it('245: the title keeps its punctuation, the index title loses the non-filing prefix', () => {
    expect(map('245 14 $aThe cat /$cA. Author ; [ed.]')).toMatchObject({
      title: 'The cat / A. Author ; [ed.]',
      indexTitle: 'Cat /',
    })
    expect(map('245 02 $aA a').indexTitle).toBe('A')
    expect(map('245 04 $aThe cat and The dog').indexTitle).toBe('Cat and dog')
  })

  it('130, 240, 246, 247: alternative titles with their type', () => {
    expect(
      map('130 0# $aBible.$pN.T. /', '246 3# $aOther title ;$9a1', '247 10 $aOld').alternativeTitles,
    ).toEqual([
      { alternativeTitleTypeId: 'Uniform title', alternativeTitle: 'Bible. N.T.' },
      { alternativeTitleTypeId: 'Variant title', alternativeTitle: 'Other title', authorityId: 'a1' },
      { alternativeTitleTypeId: 'Former title', alternativeTitle: 'Old' },
    ])
  })

  it('250: an edition given twice is kept once', () => {
    expect(map('250 ## $a2nd ed. /', '250 ## $a2nd ed.').editions).toEqual(['2nd ed.'])
  })

  it('260: repeated places and publishers are joined by semicolons', () => {
    expect(map('260 ## $aParis :$aLyon :$bA ;$bB,$cc1999.').publication).toEqual([
      { place: 'Paris ; Lyon', publisher: 'A ; B', dateOfPublication: 'c1999' },
    ])
  })

  it('264: the second indicator gives the role, except copyright dates', () => {
    expect(map('264 #1 $aOslo :$bX', '264 #3 $bY', '264 #4 $c©2020').publication).toEqual([
      { place: 'Oslo', publisher: 'X', role: 'Publication' },
      { publisher: 'Y', role: 'Manufacture' },
      { dateOfPublication: '©2020' },
    ])
  })

  it('300, 310, 321, 362: copied or without final period', () => {
    expect(
      map('300 ## $av. :$bill. ;$c25 cm.', '310 ## $aMonthly.', '321 ## $aWeekly', '362 0# $av.1-'),
    ).toMatchObject({
      physicalDescriptions: ['v. : ill. ; 25 cm.'],
      publicationFrequency: ['Monthly', 'Weekly'],
      publicationRange: ['v.1-'],
    })
  })

  it('336: the last subfield by name or code, only of the first field; unknown is unspecified', () => {
    expect(map('336 ## $aperformed music', '336 ## $atext').instanceTypeId).toBe('performed music')
    expect(map('336 ## $anonsense$bTXT').instanceTypeId).toBe('text')
    expect(map('336 ## $atext$bnonsense').instanceTypeId).toBe('unspecified')
  })

  it('338: carriers by code, unknown ones dropped', () => {
    expect(map('338 ## $avolume$bnc', '338 ## $bxx', '338 ## $acr').instanceFormatIds).toEqual([
      'unmediated -- volume',
      'computer -- online resource',
    ])
  })
})

describe('default bib rules: notes', () => {
  it('join the subfields and drop the last period', () => {
    expect(map('520 ## $aFirst.$bSecond.').notes).toEqual([
      { instanceNoteTypeId: 'Summary', note: 'First. Second', staffOnly: false },
    ])
  })

  it('an empty subfield still makes a note, without text', () => {
    expect(map('500 ## $a').notes).toEqual([{ instanceNoteTypeId: 'General note', staffOnly: false }])
  })

  it('a note type that the tenant does not have falls back to General note', () => {
    expect(map('546 ## $aIn Latin.').notes).toEqual([
      { instanceNoteTypeId: 'General note', note: 'In Latin', staffOnly: false },
    ])
  })

  it('583, 590: a first indicator 0 hides the note from the public', () => {
    expect(map('583 0# $aDigitise', '583 1# $aKept', '590 0# $aLocal').notes).toEqual([
      { instanceNoteTypeId: 'Action note', note: 'Digitise', staffOnly: true },
      { instanceNoteTypeId: 'Action note', note: 'Kept', staffOnly: false },
      { instanceNoteTypeId: 'Local notes', note: 'Local', staffOnly: true },
    ])
  })
})

describe('default bib rules: subjects', () => {
  it('600: name parts by blanks, then subdivisions by dashes, whatever the record order', () => {
    expect(map('600 10 $aTwain, Mark,$xHumor$d1835-1910$vFiction.$9a1').subjects).toEqual([
      {
        value: 'Twain, Mark, 1835-1910--Humor--Fiction',
        authorityId: 'a1',
        typeId: 'Personal name',
        sourceId: 'Library of Congress Subject Headings',
      },
    ])
  })

  it('650, 651: all parts by dashes', () => {
    expect(map('650 #0 $aCats$xBehavior.', '651 #8 $aOslo$gNorway').subjects).toEqual([
      { value: 'Cats--Behavior', typeId: 'Topical term', sourceId: 'Library of Congress Subject Headings' },
      { value: 'Oslo--Norway', typeId: 'Geographic name' },
    ])
  })

  it('655: subfields outside the delimiter group are joined by a blank', () => {
    expect(map('655 ## $aMaps$brare$xOld').subjects).toEqual([
      { value: 'Maps rare--Old', typeId: 'Genre/Form' },
    ])
  })

  it('650 with second indicator 7: the source is the one coded in $2, if known', () => {
    expect(map('650 #7 $aCats$2FAST', '650 #7 $aDogs$2other').subjects).toEqual([
      { value: 'Cats', typeId: 'Topical term', sourceId: 'FAST' },
      { value: 'Dogs', typeId: 'Topical term' },
    ])
  })
})

describe('default bib rules: related titles, series, links, other scripts', () => {
  it('780, 785: title and numbers; entries without title are dropped', () => {
    const mapped = map('780 00 $tOld title $z123$x456', '780 00 $x789', '785 00 $tNew', '785 00 $w1')
    expect(mapped.precedingTitles).toEqual([
      {
        title: 'Old title',
        identifiers: [
          { value: '123', identifierTypeId: 'ISBN' },
          { value: '456', identifierTypeId: 'ISSN' },
        ],
      },
    ])
    expect(mapped.succeedingTitles).toEqual([{ title: 'New' }])
    expect(map('785 00 $x789').succeedingTitles).toBeUndefined()
  })

  it('830 is a series with its authority, 490 is not mapped', () => {
    expect(map('490 1# $aSeries ;$v1', '830 #0 $aSeries ;$v1.$9a1').series).toEqual([
      { value: 'Series ; 1.', authorityId: 'a1' },
    ])
  })

  it('856: relationship by second indicator, entries without uri dropped', () => {
    expect(
      map('856 41 $uhttp://a$yText ;$3Part:$zNote', '856 48 $uhttp://b', '856 40 $yno uri').electronicAccess,
    ).toEqual([
      {
        relationshipId: 'Version of resource',
        uri: 'http://a',
        linkText: 'Text',
        materialsSpecification: 'Part',
        publicNote: 'Note',
      },
      { relationshipId: 'No information provided', uri: 'http://b' },
    ])
    expect(map('856 42 $uhttp://c').electronicAccess).toEqual([{ relationshipId: stubId, uri: 'http://c' }])
  })

  it('880: mapped as the linked tag, names and titles as added entries', () => {
    expect(
      map(
        '880 1# $6100-01$aИмя',
        '880 10 $6245-02$aНазвание',
        '880 ## $6500-00$aПримечание.',
        '880 ## $aникуда',
      ),
    ).toMatchObject({
      contributors: [{ name: 'Имя', primary: false }],
      alternativeTitles: [{ alternativeTitleTypeId: 'Variant title', alternativeTitle: 'Название' }],
      notes: [{ note: 'Примечание' }],
    })
  })

  it('drop U+0000, a backslash at the end, and bars', () => {
    expect(map('245 10 $aA\0B|C\\').title).toBe('AB C')
  })
})

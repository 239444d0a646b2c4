import { describe, expect, it } from 'vitest'
import { compileRules, defaultRules, mapInstance, stubId } from './index.ts'
import { recordOf } from './test-records.ts'
import { testReferences } from './test-references.ts'

const compiled = compileRules(defaultRules('marc-bib'), testReferences, 'marc-bib')
const map = (...lines: string[]) => mapInstance(compiled, recordOf(...lines))

/** A 40-character 008: date type and both dates from `dates` (9 characters), language at 35. */
const fixedField = (dates: string, language: string) => `008 240105${dates}xx ${' '.repeat(17)}${language} d`

/** The identifiers of a record with these fields, as `type: value`. */
function identifiers(...lines: string[]): string[] {
  const list = (map(...lines).identifiers ?? []) as { value: string; identifierTypeId: string }[]
  return list.map(({ identifierTypeId, value }) => `${identifierTypeId}: ${value}`)
}

describe('default bib rules: leader and fixed fields', () => {
  it('compile without problems', () => {
    expect(compiled.problems).toEqual([])
  })

  it('take mode of issuance and the deleted flags from the leader', () => {
    expect(map('001 in1')).toEqual({
      hrid: 'in1',
      modeOfIssuanceId: 'single unit',
      deleted: false,
      discoverySuppress: false,
      staffSuppress: false,
      source: 'MARC',
    })
    expect(map('LDR 00000das a2200000 a 4500')).toMatchObject({
      modeOfIssuanceId: 'serial',
      deleted: true,
      discoverySuppress: true,
      staffSuppress: true,
    })
    expect(map('LDR 00000na? a2200000 a 4500').modeOfIssuanceId).toBe('unspecified')
  })

  it('take language, dates and the unspecified instance type from 008', () => {
    expect(map(fixedField('s2023    ', 'eng'))).toMatchObject({
      languages: ['eng'],
      dates: { dateTypeId: 'Single known date', date1: '2023' },
      instanceTypeId: 'unspecified',
    })
  })

  it('code an unknown date type as not attempted and keep both dates', () => {
    expect(map(fixedField('z19992001', 'fre')).dates).toEqual({
      dateTypeId: 'No attempt to code',
      date1: '1999',
      date2: '2001',
    })
  })

  it('read no language from an 008 that ends before position 38', () => {
    const mapped = map('008 240105s2023    xx ')
    expect(mapped.languages).toBeUndefined()
    expect(mapped.dates).toEqual({ dateTypeId: 'Single known date', date1: '2023', date2: undefined })
  })

  it('read control fields first even when they stand behind data fields', () => {
    expect(map('336 ## $atext', fixedField('s2023    ', 'eng')).instanceTypeId).toBe('text')
  })
})

describe('default bib rules: identifiers and classifications', () => {
  it('010: trim the numbers and tell cancelled ones', () => {
    expect(identifiers('010 ## $a   58020553 $z  58020554')).toEqual([
      'LCCN: 58020553',
      'Canceled LCCN: 58020554',
    ])
  })

  it('010: objects come in the order of the rules, not of the subfields', () => {
    expect(identifiers('010 ## $z2$a1')).toEqual(['LCCN: 1', 'Canceled LCCN: 2'])
  })

  it('020: price and qualifier follow the ISBN in the order of the rule', () => {
    expect(identifiers('020 ## $a0123456789 :$q(pbk) ;$cUSD 10')).toEqual(['ISBN: 0123456789 : USD 10 (pbk)'])
  })

  it('020: a qualifier belongs to the number before it', () => {
    expect(identifiers('020 ## $a1$q(v.1)$a2$q(v.2)$z3$q(v.3)')).toEqual([
      'ISBN: 1 (v.1)',
      'ISBN: 2 (v.2)',
      'Invalid ISBN: 3 (v.3)',
    ])
  })

  it('020: two equal numbers keep their own qualifiers', () => {
    expect(identifiers('020 ## $a1$q(pbk)$a1$q(hbk)')).toEqual(['ISBN: 1 (pbk)', 'ISBN: 1 (hbk)'])
  })

  it('022: valid, linking and invalid ISSN', () => {
    expect(identifiers('022 ## $a0022-0469$l0022-0470$y1$z2')).toEqual([
      'ISSN: 0022-0469',
      'Invalid ISSN: 1',
      'Invalid ISSN: 2',
      'Linking ISSN: 0022-0470',
    ])
  })

  it('024: the first indicator chooses the type, the rule without indicators is for the rest', () => {
    expect(identifiers('024 1# $a012345678905')).toEqual(['UPC: 012345678905'])
    expect(identifiers('024 2# $aM571$q(score)$zM572')).toEqual(['ISMN: M571 (score)', 'Invalid ISMN: M572'])
    expect(identifiers('024 7# $a10.1/x$2doi')).toEqual(['Other standard identifier: 10.1/x doi'])
  })

  it('024: two ISMN in one field become two identifiers', () => {
    const withoutTypes = compileRules(defaultRules('marc-bib'), {}, 'marc-bib')
    expect(mapInstance(withoutTypes, recordOf('024 2# $aM571$aM572')).identifiers).toEqual([
      { identifierTypeId: stubId, value: 'M571' },
      { identifierTypeId: stubId, value: 'M572' },
    ])
  })

  it('035: OCLC numbers by their beginning, others as system control numbers', () => {
    expect(
      identifiers(
        '035 ## $a(OCoLC)1604275',
        '035 ## $aocm123',
        '035 ## $aon9',
        '035 ## $a(NIC)ocn1$z(OCoLC)7',
      ),
    ).toEqual([
      'OCLC: (OCoLC)1604275',
      'OCLC: ocm123',
      'OCLC: on9',
      'System control number: (NIC)ocn1',
      'Cancelled system control number: (OCoLC)7',
    ])
  })

  it('041: codes written together are split and repeated ones dropped', () => {
    expect(map(fixedField('s2023    ', 'eng'), '041 1# $aengspa$hfre$aita').languages).toEqual([
      'eng',
      'spa',
      'ita',
    ])
  })

  it('050, 080, 082, 086: class numbers with their item parts', () => {
    expect(
      map(
        '050 00 $aPN2$b.A6 1999$aPN3',
        '080 ## $a001.81$bB67',
        '082 04 $a338.7/6292/092$bHEA$221',
        '086 0# $aA 1.1:$zA 1.2',
      ).classifications,
    ).toEqual([
      { classificationTypeId: 'LC', classificationNumber: 'PN2 .A6 1999' },
      { classificationTypeId: 'LC', classificationNumber: 'PN3' },
      { classificationTypeId: 'UDC', classificationNumber: '001.81 B67' },
      { classificationTypeId: 'Dewey', classificationNumber: '338.76292092 HEA' },
      { classificationTypeId: 'GDC', classificationNumber: 'A 1.1:' },
      { classificationTypeId: 'GDC', classificationNumber: 'A 1.2' },
    ])
  })

  it('a type that the tenant does not have becomes the stub id', () => {
    expect(map('060 ## $aWB 102').classifications).toEqual([
      { classificationTypeId: stubId, classificationNumber: 'WB 102' },
    ])
  })
})

describe('default bib rules: contributors', () => {
  const main = { contributorNameTypeId: 'Personal name', primary: true }

  it('100: the relator code wins over the term', () => {
    expect(map('100 1# $aTwain, Mark,$d1835-1910,$epublisher.$4aut').contributors).toEqual([
      { ...main, name: 'Twain, Mark, 1835-1910', contributorTypeId: 'Author' },
    ])
  })

  it('100: a known term gives the type whatever its punctuation, an unknown one stays as text', () => {
    expect(map('100 1# $aDoe$eEditor,').contributors).toEqual([
      { ...main, name: 'Doe', contributorTypeId: 'Editor' },
    ])
    expect(map('100 1# $aDoe$eetc').contributors).toEqual([
      { ...main, name: 'Doe', contributorTypeId: 'Etc.' },
    ])
    expect(map('100 1# $aDoe$efriend of the author.$eowner.$4zzz').contributors).toEqual([
      { ...main, name: 'Doe', contributorTypeText: 'friend of the author.' },
    ])
  })

  it('100: nothing without $a; 700: an object even without a name', () => {
    expect(map('100 1# $d1835-1910$eauthor').contributors).toBeUndefined()
    expect(map('700 1# $eauthor').contributors).toEqual([
      { contributorNameTypeId: 'Personal name', contributorTypeId: 'Author', primary: false },
    ])
  })

  it('keep an initial’s period, drop other end punctuation, and take the authority id from $9', () => {
    expect(map('100 1# $aSmith, J.$9a1', '700 1# $aSmith, John,', '710 2# $aActe Sud.').contributors).toEqual(
      [
        { ...main, name: 'Smith, J.', authorityId: 'a1' },
        { contributorNameTypeId: 'Personal name', primary: false, name: 'Smith, John' },
        { contributorNameTypeId: 'Corporate name', primary: false, name: 'Acte Sud' },
      ],
    )
  })

  it('111, 711: the term stands in $j, and $e is not read', () => {
    expect(map('711 2# $aICML$epart$jeditor').contributors).toEqual([
      { contributorNameTypeId: 'Meeting name', primary: false, name: 'ICML', contributorTypeId: 'Editor' },
    ])
  })

  it('720: the first indicator tells persons from bodies, other values map nothing', () => {
    expect(map('720 2# $aACME', '720 ## $aDoe', '720 3# $aNobody').contributors).toEqual([
      { contributorNameTypeId: 'Corporate name', primary: false, name: 'ACME' },
      { contributorNameTypeId: 'Personal name', primary: false, name: 'Doe' },
    ])
  })
})

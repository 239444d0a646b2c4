import { assert, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarcRecord } from '../../../formats/marc/index.ts'
import type { MarcFieldProtectionSetting, MarcMappingDetail } from '../../import-profiles/index.ts'
import { compileListedFields, compileProtections, overlayLinkedRecord } from './index.ts'
import type { AuthorityLink } from './index.ts'
import { anyRecord, linesOf, recordOf, validRecord } from './record-fixture.ts'

const twain: AuthorityLink = { tag: '100', authorityId: 'id-twain', naturalId: 'n79021164' }
const cats: AuthorityLink = { tag: '650', authorityId: 'id-cats', naturalId: 'sh85021262' }
const dogs: AuthorityLink = { tag: '650', authorityId: 'id-dogs', naturalId: 'sh85038796' }

const uri = 'http://id/names/n79021164'
const stored100 = `100 1# $aTwain, Mark,$d1835-1910$eauthor$0${uri}$9id-twain`

function overlay(
  stored: string[],
  incoming: string[],
  links: AuthorityLink[],
  settings: MarcFieldProtectionSetting[] = [],
  details: MarcMappingDetail[] = [],
): { lines: string[]; kept: AuthorityLink[] } {
  const { record, keptLinks } = overlayLinkedRecord(
    recordOf(...stored),
    recordOf(...incoming),
    compileProtections(settings),
    links,
    compileListedFields(details).listed,
  )
  return { lines: linesOf(record), kept: keptLinks }
}

function listed(field: string, ...codes: string[]): MarcMappingDetail {
  const subfields = codes.map((subfield) => ({ subfield }))
  return { order: 0, action: 'EDIT', field: { field, indicator1: '*', indicator2: '*', subfields } }
}

describe('overlay of linked fields', () => {
  it('keeps heading, $0 and $9 of the authority where $0 is the same, and updates the rest', () => {
    const incoming = `100 0# $6880-01$aTWAIN$qS. L. Clemens$eillustrator$4ill$0${uri}$9other`
    expect(overlay([stored100], [incoming], [twain])).toEqual({
      lines: [`100 0# $6880-01$aTwain, Mark,$d1835-1910$eillustrator$4ill$0${uri}$9id-twain`],
      kept: [twain],
    })
  })

  it('removes subfields outside the heading that are not incoming', () => {
    expect(overlay([stored100], [`100 1# $aTwain$0${uri}`], [twain]).lines).toEqual([
      `100 1# $aTwain, Mark,$d1835-1910$0${uri}$9id-twain`,
    ])
  })

  it('keeps one $0 of several as long as one is the same', () => {
    expect(overlay([stored100], [`100 1# $aX$0other$0${uri}`], [twain])).toEqual({
      lines: [`100 1# $aTwain, Mark,$d1835-1910$0${uri}$9id-twain`],
      kept: [twain],
    })
  })

  it('drops $9 and the link where $0 is another or missing', () => {
    expect(overlay([stored100], ['100 1# $aClemens$0http://id/n1$9id-twain'], [twain])).toEqual({
      lines: ['100 1# $aClemens$0http://id/n1'],
      kept: [],
    })
    expect(overlay([stored100], ['100 1# $aClemens$9id-twain'], [twain])).toEqual({
      lines: ['100 1# $aClemens'],
      kept: [],
    })
    expect(overlay([stored100], ['245 10 $aT'], [twain])).toEqual({ lines: ['245 10 $aT'], kept: [] })
  })

  it('finds a link by the natural id in $0 when there is no $9', () => {
    expect(overlay([`100 1# $aTwain, Mark$0${uri}`], [`100 1# $aX$0${uri}`], [twain])).toEqual({
      lines: [`100 1# $aTwain, Mark$0${uri}`],
      kept: [twain],
    })
  })

  it('pairs repeated fields by $0, and takes $9 off fields that claim a link of their own', () => {
    const stored = ['650 #0 $aCats$0sh85021262$9id-cats', '650 #0 $aDogs$0sh85038796$9id-dogs']
    const incoming = [
      '650 #0 $aHounds$xBreeding$0sh85038796',
      '650 #0 $aBirds$9id-cats',
      '650 #0 $9id-cats',
      '651 #0 $aRome$9id-rome',
      '490 0# $aS$9kept',
    ]
    expect(overlay(stored, incoming, [cats, dogs])).toEqual({
      lines: [
        '490 0# $aS$9kept',
        '650 #0 $aDogs$xBreeding$0sh85038796$9id-dogs',
        '650 #0 $aBirds',
        '651 #0 $aRome',
      ],
      kept: [dogs],
    })
  })

  it('keeps the links of protected fields, which do not change', () => {
    const guard = { field: '650', indicator1: '*', indicator2: '*', subfield: '9', data: '*' }
    const stored = '650 #0 $aCats$0sh85021262$9id-cats'
    expect(overlay([stored], ['650 #0 $aCats$xFood$0sh85021262'], [cats], [guard])).toEqual({
      lines: [stored, '650 #0 $aCats$xFood$0sh85021262'],
      kept: [cats],
    })
  })

  it('takes the controlled subfields of the link before those of the tag', () => {
    const link = { ...twain, controlledSubfields: 'a' }
    expect(overlay([stored100], [`100 1# $aX$d1900$0${uri}`], [link]).lines).toEqual([
      `100 1# $aTwain, Mark,$d1900$0${uri}$9id-twain`,
    ])
  })

  it('changes nothing more when it is done again', () => {
    const links = [
      { tag: '100', authorityId: 'x', naturalId: 'y', controlledSubfields: 'a' },
      { tag: '650', authorityId: 'xy', naturalId: 'x', controlledSubfields: 'b' },
    ]
    assert(
      property(anyRecord, validRecord.map(withOneSourceId), (stored, incoming) => {
        const once = overlayLinkedRecord(stored, incoming, compileProtections([]), links)
        const twice = overlayLinkedRecord(once.record, incoming, compileProtections([]), links)
        expect(linesOf(twice.record)).toEqual(linesOf(once.record))
      }),
      { numRuns: 500 },
    )
  })
})

/** Linked fields have a single $0; with several, which of two fields a link belongs to is anybody's guess. */
function withOneSourceId(record: MarcRecord): MarcRecord {
  for (const field of record.fields) {
    const first = field.subfields?.find(({ code }) => code === '0')
    field.subfields = field.subfields?.filter((each) => each.code !== '0' || each === first) ?? null
  }
  return record
}

describe('update of listed subfields in linked fields', () => {
  const incoming = `100 1# $aTWAIN$eillustrator$0${uri}$9other`

  it('leaves the heading and keeps the link', () => {
    expect(overlay([stored100], [incoming], [twain], [], [listed('100', 'a', '9')])).toEqual({
      lines: [stored100],
      kept: [twain],
    })
  })

  it('updates other subfields and keeps the link', () => {
    expect(overlay([stored100], [incoming], [twain], [], [listed('100', 'e')])).toEqual({
      lines: [`100 1# $aTwain, Mark,$d1835-1910$eillustrator$0${uri}$9id-twain`],
      kept: [twain],
    })
  })

  it('drops $9 and the link when $0 is listed and another', () => {
    expect(overlay([stored100], ['100 1# $aX$0n1'], [twain], [], [listed('100', '0')])).toEqual({
      lines: ['100 1# $aTwain, Mark,$d1835-1910$eauthor$0n1'],
      kept: [],
    })
  })

  it('keeps the heading of a whole field with the same $0, and drops the link of one with another', () => {
    expect(overlay([stored100], [incoming], [twain], [], [listed('100', '*')])).toEqual({
      lines: [`100 1# $aTwain, Mark,$d1835-1910$eillustrator$0${uri}$9id-twain`],
      kept: [twain],
    })
    expect(overlay([stored100], ['100 1# $aX$0n1$9id-twain'], [twain], [], [listed('100', '*')])).toEqual({
      lines: ['100 1# $aX$0n1'],
      kept: [],
    })
  })

  it('keeps the links of fields that are not listed', () => {
    expect(overlay([stored100, '245 10 $aT'], ['245 10 $aU'], [twain], [], [listed('245', 'a')])).toEqual({
      lines: [stored100, '245 10 $aU'],
      kept: [twain],
    })
  })
})

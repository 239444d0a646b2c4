import { describe, expect, it } from 'vitest'
import type { MarcRecord } from '../../../formats/marc/record.ts'
import { controlField } from '../../../formats/marc/record.ts'
import { applyMapping } from './apply-mapping.ts'
import { compileMappingProfile } from './compile-mapping.ts'
import { compile, field, record, reference, rule } from './mapping-fixture.ts'

/** What one scalar rule for a field without a reference list gives. */
function scalar(value: string, marc: MarcRecord): unknown {
  return applyMapping(compile('HOLDINGS', rule('holdings.shelvingTitle', value)), marc).shelvingTitle
}

/** What one rule for an array of text gives. */
function list(value: string, marc: MarcRecord): unknown {
  return applyMapping(compile('HOLDINGS', rule('holdings.formerIds[]', value)), marc).formerIds
}

/** What one rule for a location gives. */
function location(value: string, marc: MarcRecord): unknown {
  return applyMapping(compile('HOLDINGS', rule('holdings.temporaryLocationId', value)), marc)
    .temporaryLocationId
}

describe('a scalar rule', () => {
  const marc = record(
    controlField('008', '070913s1922    dcu     o    f000 0 eng d'),
    field('042', '3test'),
    field('042', 'apcc'),
    field('042', 'alcode'),
    field('245', 'aTitle'),
  )

  it('takes the first value of a subfield with any indicators', () => {
    expect(scalar('042$a', marc)).toBe('pcc')
  })

  it('takes a control field', () => {
    expect(scalar('001', marc)).toBe('009221')
  })

  it('takes positions counted from 1, both ends included', () => {
    expect(scalar('LDR/4', marc)).toBe('1')
    expect(scalar('LDR/04-05', marc)).toBe('14')
    expect(scalar('001/4-5', marc)).toBe('22')
    expect(scalar('008/8-11', marc)).toBe('1922')
  })

  it('never takes the last character of a field by position, as in FOLIO', () => {
    expect(scalar('001/5-6', marc)).toBe('2')
    expect(scalar('001/6', marc)).toBeUndefined()
    expect(scalar('001/40-50', marc)).toBeUndefined()
  })

  it('joins parts without separator', () => {
    expect(scalar('042$3 " " 042$a', marc)).toBe('test pcc')
    expect(scalar('"test" " " "value"', marc)).toBe('test value')
    expect(scalar('245$a " " 245$b', marc)).toBe('Title ')
  })

  it('takes the first alternative that gives more than blanks', () => {
    expect(scalar('043$a " "; else 010$a; else 042$a " " "data" " " 001; else 042$a', marc)).toBe(
      'pcc data 009221',
    )
    expect(scalar('043$a; else "none"', marc)).toBe('none')
    expect(scalar('" "; else 043$a', marc)).toBeUndefined()
  })

  it('does nothing when it is empty, not enabled or cannot be read', () => {
    const mapping = compile(
      'HOLDINGS',
      rule('holdings.copyNumber', ''),
      rule('holdings.callNumber', '"x"', { enabled: 'false' }),
      rule('holdings.callNumberPrefix', '"x"', { enabled: false }),
      rule('holdings.callNumberSuffix', 'asd w3'),
      rule('holdings.shelvingTitle', '"yes"', { enabled: true }),
    )
    expect(applyMapping(mapping, marc)).toEqual({ shelvingTitle: 'yes' })
    expect(mapping.problems.map(({ field: name, position }) => [name, position])).toEqual([
      ['callNumberSuffix', 0],
      ['callNumberSuffix', 4],
    ])
  })

  it('puts in the current date of the library', () => {
    expect(scalar('902$a; else ###TODAY###', marc)).toBe('2026-03-01')
  })

  it('writes dates in ISO form', () => {
    expect(scalar('902$a', record(field('902', 'a5/27/2020')))).toBe('2020-05-27')
  })

  it('passes over blank values', () => {
    expect(scalar('500$a', record(field('500', 'a '), field('500', 'bx', 'anote')))).toBe('note')
  })

  it('looks reference texts up and keeps those that the list does not know', () => {
    expect(location('945$h', record(field('945', 'hmain')))).toBe('id-of-main')
    expect(location('945$h', record(field('945', 'hElsewhere')))).toBe('Elsewhere')
  })

  it('looks a joined text up as a whole, then part by part', () => {
    const joined = record(field('945', 'hMAIN', 'xLibrary'))
    expect(location('"Main " 945$x', joined)).toBe('id-of-main')
    expect(location('945$h "-" 945$x', joined)).toBe('id-of-main-Library')
  })

  it('tells beforehand which text in quotation marks is in no list', () => {
    const { problems } = compile('HOLDINGS', rule('holdings.permanentLocationId', '945$h; else "Elswhere"'))
    expect(problems).toEqual([
      {
        field: 'permanentLocationId',
        path: 'holdings.permanentLocationId',
        position: null,
        message: '"Elswhere" is not one of the locations of this library',
      },
    ])
  })

  it('writes item fields where stored items have them', () => {
    const mapping = compile(
      'ITEM',
      rule('item.materialType.id', '"Book"'),
      rule('item.permanentLoanType.id', '"Can circulate"'),
      rule('item.temporaryLoanType.id', '"can circulate"'),
      rule('item.permanentLocation.id', '"MAIN"'),
      rule('item.temporaryLocation.id', '"MAIN"'),
      rule('item.status.name', '"Available"'),
      rule('item.itemLevelCallNumber', '050$a'),
    )
    expect(applyMapping(mapping, record(field('050', 'aQA76')))).toEqual({
      materialTypeId: 'id-of-book',
      permanentLoanTypeId: 'id-of-can-circulate',
      temporaryLoanTypeId: 'id-of-can-circulate',
      permanentLocationId: 'id-of-main',
      temporaryLocationId: 'id-of-main',
      status: { name: 'Available' },
      itemLevelCallNumber: 'QA76',
    })
  })

  it('changes nothing else in an existing document, and not the document itself', () => {
    const existing = { id: 'x', status: { name: 'Checked out', date: '2026-01-01' }, barcode: '1' }
    const changed = applyMapping(compile('ITEM', rule('item.status.name', '"Available"')), marc, existing)
    expect(changed).toEqual({ id: 'x', status: { name: 'Available', date: '2026-01-01' }, barcode: '1' })
    expect(existing.status.name).toBe('Checked out')
  })
})

describe('###REMOVE###', () => {
  const existing = {
    copyNumber: '1',
    formerIds: ['a'],
    temporaryLoanTypeId: 'x',
    status: { name: 'Available', date: '2026-01-01' },
  }

  it('clears a member, an array, and the object around a nested member', () => {
    const mapping = compile(
      'ITEM',
      rule('item.copyNumber', '###REMOVE###'),
      rule('item.formerIds[]', '"###REMOVE###"'),
      rule('item.temporaryLoanType.id', '###REMOVE###'),
      rule('item.status.name', '###REMOVE###'),
    )
    expect(applyMapping(mapping, record(), existing)).toEqual({})
  })

  it('clears as an alternative when nothing comes before it', () => {
    const mapping = compile('ITEM', rule('item.copyNumber', '300$c; else ###REMOVE###'))
    expect(applyMapping(mapping, record(field('300', 'c2')), { copyNumber: '1' })).toEqual({
      copyNumber: '2',
    })
    expect(applyMapping(mapping, record(), { copyNumber: '1' })).toEqual({})
  })

  it('does not harm a document without the member', () => {
    const mapping = compile('HOLDINGS', rule('holdings.receivingHistory.displayType', '###REMOVE###'))
    expect(applyMapping(mapping, record(), { id: 'x' })).toEqual({ id: 'x' })
  })
})

describe('booleanFieldAction', () => {
  it.each([
    ['ALL_TRUE', true],
    ['ALL_FALSE', false],
    ['AS_IS', null],
    ['IGNORE', null],
  ] as const)('%s makes %j', (booleanFieldAction, made) => {
    const mapping = compile('INSTANCE', rule('instance.staffSuppress', '', { booleanFieldAction }))
    expect(applyMapping(mapping, record())).toEqual(made === null ? {} : { staffSuppress: made })
    const kept = applyMapping(mapping, record(), { staffSuppress: true })
    expect(kept).toEqual({ staffSuppress: made ?? true })
  })

  it('goes before a value, and a value of true or false is no text', () => {
    const mapping = compile(
      'INSTANCE',
      rule('instance.staffSuppress', '"false"', { booleanFieldAction: 'ALL_TRUE' }),
      rule('instance.previouslyHeld', '"true"'),
    )
    expect(applyMapping(mapping, record())).toEqual({ staffSuppress: true, previouslyHeld: true })
  })
})

describe('a rule for an array of text', () => {
  const marc = record(
    field('945', 'aa1', 'bb1'),
    field('945', 'aa2'),
    field('945', 'aa3', 'bb3'),
    field('946', 'cc1'),
    field('946', 'cc2'),
    field('946', 'cc3'),
  )

  it('takes all values, each once', () => {
    expect(list('945$a', marc)).toEqual(['a1', 'a2', 'a3'])
    expect(list('500$a', record(field('500', 'ax', 'ay'), field('500', 'ax')))).toEqual(['x', 'y'])
  })

  it('joins what stands in the same occurrence', () => {
    expect(list('945$a "-" 945$b', marc)).toEqual(['a1-b1', 'a2-', 'a3-b3'])
  })

  it('adds texts and control fields to each value', () => {
    expect(list('"(" 001 ")" 945$a', marc)).toEqual(['(009221)a1', '(009221)a2', '(009221)a3'])
  })

  it('joins several fields in order when they have equally many values', () => {
    expect(list('945$a 946$c', marc)).toEqual(['a1c1', 'a2c2', 'a3c3'])
  })

  it('gives the values of unequally many singly', () => {
    expect(list('945$b "-" 946$c', marc)).toEqual(['b1', 'b3', 'c1', 'c2', 'c3'])
  })

  it('takes texts and the date', () => {
    expect(list('"test" " " "value"', marc)).toEqual(['test value'])
    expect(list('###TODAY###', marc)).toEqual(['2026-03-01'])
    expect(list('" ";else "value"', marc)).toEqual(['value'])
  })

  it('adds to what an existing document has, without repeating it', () => {
    const mapping = compile('HOLDINGS', rule('holdings.formerIds[]', '945$a'))
    expect(applyMapping(mapping, marc, { formerIds: ['old', 'a2'] })).toEqual({
      formerIds: ['old', 'a2', 'a1', 'a3'],
    })
  })
})

describe('a compiled mapping', () => {
  it('can be handed to another thread', () => {
    const mapping = compile('HOLDINGS', rule('holdings.permanentLocationId', '945$h; else "Main Library"'))
    const copy = structuredClone(mapping)
    expect(applyMapping(copy, record())).toEqual({ permanentLocationId: 'id-of-main' })
  })

  it('is empty for a profile without field rules', () => {
    const options = { recordType: 'INSTANCE' as const, tenantTimeZone: 'UTC', today: new Date() }
    const mapping = compileMappingProfile({}, reference, options)
    expect(applyMapping(mapping, record(), { id: 'x' })).toEqual({ id: 'x' })
  })

  it('takes the date in UTC when the time zone is unknown, and says so', () => {
    const profile = {
      mappingDetails: {
        name: 'x',
        recordType: 'INSTANCE' as const,
        mappingFields: [rule('instance.catalogedDate', '###TODAY###')],
      },
    }
    const today = new Date('2026-03-02T03:30:00Z')
    const options = { recordType: 'INSTANCE' as const, tenantTimeZone: 'Mars/Base', today }
    const mapping = compileMappingProfile(profile, reference, options)
    expect(applyMapping(mapping, record())).toEqual({ catalogedDate: '2026-03-02' })
    expect(mapping.problems).toHaveLength(1)
  })
})

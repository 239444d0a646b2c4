import { readFileSync } from 'node:fs'
import { constantFrom, array, assert, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharedAvailable, sharedPath } from '../../../test/support/shared.ts'
import { decodeRecord } from '../../formats/marc/read-iso2709.ts'
import type { MarcRecord } from '../../formats/marc/record.ts'
import {
  dropAuthorityLinks9,
  dropHrid035,
  folio999,
  moveControlNumberTo035,
  normalizeOclc035,
  normalizeOclcNumber,
  setFolio999,
  setHrid001,
  setUpdatedTime005,
} from './index.ts'
import { linesOf, recordOf } from './test-records.ts'

/** The fields after `change`, as lines. */
function after(change: (record: MarcRecord) => void, ...lines: string[]): string[] {
  const record = recordOf(...lines)
  change(record)
  return linesOf(record)
}

describe('moveControlNumberTo035', () => {
  it('puts (003)001 behind the 035 fields that are there and removes 003', () => {
    expect(
      after(
        moveControlNumberTo035,
        '001 123',
        '003 DLC',
        '010 ## $a1',
        '035 ## $a(X)1',
        '040 ## $aY',
        '245 ## $aT',
      ),
    ).toEqual(['001 123', '010 ## $a1', '035 ## $a(X)1', '035 ## $a(DLC)123', '040 ## $aY', '245 ## $aT'])
  })

  it('takes the bare number without 003, and trims both', () => {
    expect(after(moveControlNumberTo035, '001 123 ', '245 ## $aT')).toEqual([
      '001 123 ',
      '035 ## $a123',
      '245 ## $aT',
    ])
    expect(after(moveControlNumberTo035, '001  123 ', '003  DLC ')).toEqual([
      '001  123 ',
      '035 ## $a(DLC)123',
    ])
    expect(after(moveControlNumberTo035, '001 123', '003  ')).toEqual(['001 123', '035 ## $a123'])
  })

  it('adds nothing when the number is there, as it is or in normalised form', () => {
    expect(after(moveControlNumberTo035, '001 123', '035 ## $z123$a123 ')).toEqual([
      '001 123',
      '035 ## $z123$a123 ',
    ])
    expect(after(moveControlNumberTo035, '001 ocm00123', '003 OCoLC', '035 ## $a(OCoLC)123')).toEqual([
      '001 ocm00123',
      '035 ## $a(OCoLC)123',
    ])
  })

  it('only removes 003 when there is no control number', () => {
    expect(after(moveControlNumberTo035, '003 DLC', '245 ## $aT')).toEqual(['245 ## $aT'])
    expect(after(moveControlNumberTo035, '001  ', '003 DLC')).toEqual(['001  '])
  })
})

describe('OCLC numbers in 035', () => {
  it.each([
    ['(OCoLC)ocm00123456', '(OCoLC)123456'],
    ['(OCoLC)ocn0000987654', '(OCoLC)987654'],
    ['(OCoLC)on001234567', '(OCoLC)1234567'],
    ['(OCoLC)0012345', '(OCoLC)12345'],
    ['  (OCoLC) ocm.00123456 ', '(OCoLC)123456'],
    ['(OCoLC)tfe00123', '(OCoLC)tfe123'],
    ['(OCoLC)ab2c00456', '(OCoLC)ab2c00456'],
    ['(OCoLC)ocm00123456abc', '(OCoLC)123456abc'],
    ['(OCoLC)nodigitshere', '(OCoLC)nodigitshere'],
    ['(OCoLC)fst00860740', '(OCoLC)fst860740'],
    ['(OCoLC)000', '(OCoLC)0'],
  ])('%j becomes %j', (value, expected) => {
    expect(normalizeOclcNumber(value)).toBe(expected)
  })

  it('are normalised in every subfield, other numbers stay', () => {
    expect(
      after(normalizeOclc035, '035 ## $a(OCoLC)ocm01$z(OCoLC)ocm02$z(NLC) 9', '036 ## $a(OCoLC)ocm03'),
    ).toEqual(['035 ## $a(OCoLC)1$z(OCoLC)2$z(NLC) 9', '036 ## $a(OCoLC)ocm03'])
  })

  it('of equal ones the last stays', () => {
    expect(after(normalizeOclc035, '035 ## $a(OCoLC)001', '035 ## $a(X)2', '035 ## $a(OCoLC)1')).toEqual([
      '035 ## $a(X)2',
      '035 ## $a(OCoLC)1',
    ])
    expect(after(normalizeOclc035, '035 ## $a(OCoLC)1$a(OCoLC)01$a(OCoLC)1')).toEqual(['035 ## $a(OCoLC)1'])
    expect(after(normalizeOclc035, '035 ## $a(OCoLC)1$z(OCoLC)1')).toEqual(['035 ## $a(OCoLC)1$z(OCoLC)1'])
  })

  it('the one that a field with cancelled numbers needs stays instead', () => {
    expect(after(normalizeOclc035, '035 ## $a(OCoLC)ocm1$z(OCoLC)2', '035 ## $a(OCoLC)1')).toEqual([
      '035 ## $a(OCoLC)1$z(OCoLC)2',
    ])
  })

  it('normalising twice is the same as once, and leaves no equal subfields', () => {
    const value = constantFrom('(OCoLC)1', '(OCoLC)ocm01', '(OCoLC)2', '(X)1', '(OCoLC)on 1')
    const field = array(value, { minLength: 1, maxLength: 3 }).map(
      (values) => `035 ## $a${values.join('$a')}`,
    )
    assert(
      property(array(field, { maxLength: 4 }), (lines) => {
        const once = after(normalizeOclc035, ...lines)
        expect(after(normalizeOclc035, ...once)).toEqual(once)
        const values = once
          .flatMap((line) => line.split('$a').slice(1))
          .filter((text) => text.startsWith('(O'))
        expect(new Set(values).size).toBe(values.length)
      }),
    )
  })

  it('dropHrid035 removes the own HRID and keeps the rest of the field', () => {
    expect(
      after((record) => dropHrid035(record, 'in1'), '035 ## $ain1', '035 ## $ain1 $z5', '035 ## $ain12'),
    ).toEqual(['035 ## $z5', '035 ## $ain12'])
  })
})

function stampTwice(record: MarcRecord): void {
  setUpdatedTime005(record, new Date('2026-03-04T05:06:07.891Z'))
  setHrid001(record, 'in2')
  setUpdatedTime005(record, new Date('2026-03-04T15:06:07.091Z'))
}

describe('001, 005 and 999', () => {
  it('001 becomes the first field and 005 the second, each once', () => {
    expect(after(stampTwice, '008 x', '005 old', '245 ## $aT', '001 in1', '005 older')).toEqual([
      '001 in2',
      '005 20260304150607.0',
      '008 x',
      '245 ## $aT',
    ])
  })

  it('005 is the first field of a record without 001', () => {
    expect(
      after((record) => setUpdatedTime005(record, new Date('2026-12-31T23:59:59.999Z')), '008 x'),
    ).toEqual(['005 20261231235959.9', '008 x'])
  })

  it('999 ff is added at the end', () => {
    expect(
      after(
        (record) => setFolio999(record, { recordId: 'r', externalId: 'e' }),
        '245 ## $aT',
        '999 ## $alocal',
      ),
    ).toEqual(['245 ## $aT', '999 ## $alocal', '999 ff $sr$ie'])
  })

  it('999 ff keeps what is not given, is replaced in place, and moves to the end', () => {
    expect(
      after((record) => setFolio999(record, { externalId: 'e2' }), '999 ff $ie1$sr1$tx', '999 ## $alocal'),
    ).toEqual(['999 ## $alocal', '999 ff $ie2$sr1$tx'])
  })

  it('999 ff is read, other 999 fields are not', () => {
    expect(folio999(recordOf('999 ## $sx', '999 ff $sr$ie'))).toEqual({ recordId: 'r', externalId: 'e' })
    expect(folio999(recordOf('999 ff $i'))).toEqual({})
    expect(folio999(recordOf('999 f# $sr'))).toBeNull()
  })
})

describe('dropAuthorityLinks9', () => {
  it('drops $9 from fields under authority control only', () => {
    expect(
      after(dropAuthorityLinks9, '100 1# $aDoe$9a$4aut', '650 #0 $9b', '246 1# $aT$9c', '830 #0 $aS$9d'),
    ).toEqual(['100 1# $aDoe$4aut', '246 1# $aT$9c', '830 #0 $aS'])
  })

  it('takes the tags to clear from the caller when given', () => {
    expect(
      after((record) => dropAuthorityLinks9(record, new Set(['246'])), '100 1# $aA$9a', '246 1# $aT$9c'),
    ).toEqual(['100 1# $aA$9a', '246 1# $aT'])
  })
})

describe.skipIf(!sharedAvailable)('the field case of blanks behind control numbers', () => {
  it('leaves one normalised 035 in each record, no 003, and no blank at an end', () => {
    const bytes = readFileSync(sharedPath('samples/cases/07-001-trailing-space.mrc'))
    const parts = bytes.toString('latin1').split('\u001d').slice(0, -1)
    const numbers = parts.map((part, i) => {
      const { record } = decodeRecord(Buffer.from(`${part}\u001d`, 'latin1'), { mode: 'permissive' })
      moveControlNumberTo035(record)
      normalizeOclc035(record)
      setHrid001(record, `in${i + 1}`)
      return linesOf(record).filter((line) => /^00[13]|^035/.test(line))
    })
    expect(numbers).toEqual([
      ['001 in1', '035 ## $a(OCoLC)12345'],
      ['001 in2', '035 ## $a(OCoLC)12346'],
      ['001 in3', '035 ## $a(OCoLC)12347'],
    ])
  })
})

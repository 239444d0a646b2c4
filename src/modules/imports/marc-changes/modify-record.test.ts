import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarcMappingDetail, MarcSubfieldEdit } from '../../import-profiles/index.ts'
import { compileModifications, modifyRecord } from './index.ts'
import { added, after, detail, leaderAfter } from './modification-fixture.ts'
import { anyRecord, linesOf, recordOf } from './record-fixture.ts'

describe('ADD', () => {
  it('adds the 947 of the PTF update profile, whose second subfield names no subaction', () => {
    const ptf: MarcMappingDetail = {
      order: 0,
      action: 'ADD',
      field: {
        field: '947',
        subfields: [
          { subaction: 'ADD_SUBFIELD', data: { text: 'Test' }, subfield: 'a' },
          { subfield: 'b', data: { text: 'Addition' } },
        ],
      },
    }
    expect(after([ptf], '245 10 $aT', '901 ## $aho1', '999 ff $ss1$ii1')).toEqual([
      '245 10 $aT',
      '901 ## $aho1',
      '947 ## $aTest$bAddition',
      '999 ff $ss1$ii1',
    ])
  })

  it('keeps 0XX to 3XX and 9XX in numeric order, behind those of the same tag', () => {
    const details = ['035', '245', '336', '910'].map((tag) => detail('ADD', `${tag} 1#`, added('a', 'new')))
    expect(
      after(
        details,
        '001 1',
        '020 ## $a2',
        '035 ## $a3',
        '040 ## $a4',
        '300 ## $a5',
        '490 0# $a6',
        '901 ## $a7',
        '920 ## $a8',
      ),
    ).toEqual([
      '001 1',
      '020 ## $a2',
      '035 ## $a3',
      '035 1# $anew',
      '040 ## $a4',
      '245 1# $anew',
      '300 ## $a5',
      '336 1# $anew',
      '490 0# $a6',
      '901 ## $a7',
      '910 1# $anew',
      '920 ## $a8',
    ])
  })

  it('puts 4XX to 8XX at the end of their hundred-block', () => {
    const details = ['500', '655', '856'].map((tag) => detail('ADD', tag, added('a', 'new')))
    expect(after(details, '490 0# $a1', '507 ## $a2', '650 #0 $a3', '700 1# $a4', '901 ## $a5')).toEqual([
      '490 0# $a1',
      '507 ## $a2',
      '500 ## $anew',
      '650 #0 $a3',
      '655 ## $anew',
      '700 1# $a4',
      '856 ## $anew',
      '901 ## $a5',
    ])
  })

  it('takes the text of a control field from its only entry and puts it in order before the data fields', () => {
    const control = (tag: string): MarcMappingDetail => detail('ADD', tag, added('*', `text of ${tag}`))
    expect(after([control('006'), control('008')], '001 1', '007 v', '245 10 $aT')).toEqual([
      '001 1',
      '006 text of 006',
      '007 v',
      '008 text of 008',
      '245 10 $aT',
    ])
    expect(after([control('003')], '245 10 $aT')).toEqual(['003 text of 003', '245 10 $aT'])
  })

  it('gives each record a field of its own', () => {
    const { modifications } = compileModifications([detail('ADD', '947', added('a', 'one'))])
    const first = recordOf()
    const second = recordOf()
    modifyRecord(first, modifications)
    modifyRecord(second, modifications)
    first.fields[0]!.subfields![0]!.value = 'changed'
    expect(linesOf(second)).toEqual(['947 ## $aone'])
  })
})

describe('DELETE', () => {
  const any = { subfield: '*' }

  it('deletes whole fields of a tag with the indicators given, blanks where none are given', () => {
    const lines = ['856 40 $uA', '856 4# $uB', '856 ## $uC', '956 40 $uD']
    expect(after([detail('DELETE', '856 40', any)], ...lines)).toEqual([
      '856 4# $uB',
      '856 ## $uC',
      '956 40 $uD',
    ])
    expect(after([detail('DELETE', '856', any)], ...lines)).toEqual([
      '856 40 $uA',
      '856 4# $uB',
      '956 40 $uD',
    ])
    expect(after([detail('DELETE', '856 **', any)], ...lines)).toEqual(['956 40 $uD'])
    expect(after([detail('DELETE', '* 40', any)], ...lines)).toEqual(['856 4# $uB', '856 ## $uC'])
  })

  it('takes an empty indicator for a blank, as it takes a missing one', () => {
    const empty: MarcMappingDetail = {
      order: 0,
      action: 'DELETE',
      field: { field: '856', indicator1: '', indicator2: '', subfields: [any] },
    }
    expect(after([empty], '856 40 $uA', '856 ## $uC')).toEqual(['856 40 $uA'])
  })

  it('deletes every subfield of a code, and the field when nothing is left', () => {
    expect(
      after([detail('DELETE', '650 **', { subfield: '9' })], '650 #0 $aX$9i$9j', '650 #0 $9k', '651 #0 $9l'),
    ).toEqual(['650 #0 $aX', '651 #0 $9l'])
    expect(
      after([detail('DELETE', '* **', { subfield: '9' })], '001 9', '650 #0 $9k', '651 #0 $aA$9l'),
    ).toEqual(['001 9', '651 #0 $aA'])
  })

  it('deletes several subfields that one detail lists', () => {
    expect(
      after([detail('DELETE', '245 **', { subfield: 'b' }, { subfield: 'c' })], '245 10 $aA$bB$cC'),
    ).toEqual(['245 10 $aA'])
  })

  it('deletes control fields by their tag, all of them', () => {
    expect(after([detail('DELETE', '007')], '001 1', '007 v', '007 c', '008 d')).toEqual(['001 1', '008 d'])
  })

  it('deletes 999 ff like any other field', () => {
    expect(after([detail('DELETE', '999 ff', any)], '999 ## $aX', '999 ff $iY')).toEqual(['999 ## $aX'])
  })

  it('leaves only control fields when everything is deleted by wildcards', () => {
    const { modifications } = compileModifications([detail('DELETE', '* **', any)])
    assert(
      property(anyRecord, (record) => {
        const control = linesOf(record).filter((line) => line.startsWith('00'))
        modifyRecord(record, modifications)
        expect(linesOf(record)).toEqual(control)
      }),
    )
  })

  it('leaves no subfield of a code that is deleted everywhere', () => {
    assert(
      property(anyRecord, constantFrom('a', 'b', '9'), (record, code) => {
        modifyRecord(
          record,
          compileModifications([detail('DELETE', '* **', { subfield: code })]).modifications,
        )
        for (const { subfields } of record.fields) {
          expect(subfields?.length).not.toBe(0)
          expect(subfields?.some((subfield) => subfield.code === code) ?? false).toBe(false)
        }
      }),
    )
  })
})

describe('EDIT INSERT', () => {
  const insert = (
    subfield: string,
    text: string,
    position: MarcSubfieldEdit['position'],
  ): MarcSubfieldEdit => ({
    subfield,
    subaction: 'INSERT',
    data: { text },
    ...(position ? { position } : {}),
  })

  it('puts a text before the text of a subfield', () => {
    expect(
      after(
        [detail('EDIT', '856 4*', insert('u', 'http://proxy?url=', 'BEFORE_STRING'))],
        '856 40 $zsee$uA$uB',
        '856 70 $uC',
      ),
    ).toEqual(['856 40 $zsee$uhttp://proxy?url=A$uhttp://proxy?url=B', '856 70 $uC'])
  })

  it('puts a text behind the text of every subfield with *', () => {
    expect(
      after(
        [detail('EDIT', '* **', insert('*', '!', 'AFTER_STRING'))],
        '001 1',
        '245 10 $aA$bB',
        '500 ## $aC',
      ),
    ).toEqual(['001 1', '245 10 $aA!$bB!', '500 ## $aC!'])
  })

  it('adds a subfield at the end of the field, whether or not there is one with the code', () => {
    expect(
      after(
        [detail('EDIT', '245 10', insert('h', '[text]', 'NEW_SUBFIELD'))],
        '245 10 $aA$hB$c1',
        '245 00 $aA',
      ),
    ).toEqual(['245 10 $aA$hB$c1$h[text]', '245 00 $aA'])
  })

  it('works on the whole text of a control field', () => {
    expect(
      after([detail('EDIT', '001', insert('', 'ocm', 'BEFORE_STRING'))], '001 123', '245 10 $aA'),
    ).toEqual(['001 ocm123', '245 10 $aA'])
  })
})

describe('EDIT REPLACE', () => {
  const replace = (subfield: string, find: string, replaceWith: string): MarcSubfieldEdit => ({
    subfield,
    subaction: 'REPLACE',
    data: { find, replaceWith },
  })

  it('replaces every occurrence of a text in the subfield, letter case included', () => {
    expect(
      after(
        [detail('EDIT', '650 #0', replace('a', 'cat', 'dog'))],
        '650 #0 $acat and cat, Cat$xcat',
        '650 #1 $acat',
      ),
    ).toEqual(['650 #0 $adog and dog, Cat$xcat', '650 #1 $acat'])
  })

  it('replaces the whole text with *, and puts in a text with $ signs as it is', () => {
    expect(after([detail('EDIT', '020 **', replace('c', '*', '$$1 $& each'))], '020 ## $a1$cfree')).toEqual([
      '020 ## $a1$c$$1 $& each',
    ])
  })

  it('replaces in all fields and subfields with *', () => {
    expect(
      after([detail('EDIT', '* **', replace('*', 'x', 'y'))], '001 x', '245 10 $axx$bax', '500 ## $az'),
    ).toEqual(['001 x', '245 10 $ayy$bay', '500 ## $az'])
  })

  it('drops a subfield that is left without text, and then its field', () => {
    expect(
      after(
        [detail('EDIT', '500 **', replace('a', 'old', ''))],
        '500 ## $aold',
        '500 ## $aold$bkept',
        '500 ## $aolder',
      ),
    ).toEqual(['500 ## $bkept', '500 ## $aer'])
  })

  it('replaces characters of a control field by their positions, from 0, where the text is the one looked for', () => {
    const date = '230101s2020    nyu'
    expect(after([detail('EDIT', '008/06', replace('', 's', 't'))], `008 ${date}`)).toEqual([
      '008 230101t2020    nyu',
    ])
    expect(after([detail('EDIT', '008/7-10', replace('', '2020', '1999'))], `008 ${date}`)).toEqual([
      '008 230101s1999    nyu',
    ])
    expect(after([detail('EDIT', '008/7-10', replace('', '2021', '1999'))], `008 ${date}`)).toEqual([
      `008 ${date}`,
    ])
    expect(after([detail('EDIT', '008/15-17', replace('', '*', 'xxu'))], `008 ${date}`)).toEqual([
      '008 230101s2020    xxu',
    ])
  })

  it('leaves other control fields alone that have the same text at the positions', () => {
    expect(after([detail('EDIT', '006/0', replace('', 'a', 'b'))], '006 a1', '007 a1')).toEqual([
      '006 b1',
      '007 a1',
    ])
  })

  it('leaves a control field alone that ends before the positions', () => {
    expect(after([detail('EDIT', '007/5-6', replace('', '*', 'zz'))], '007 vd')).toEqual(['007 vd'])
  })

  it('replaces a text anywhere in a control field when no positions are given', () => {
    expect(after([detail('EDIT', '001', replace('', 'ocm', ''))], '001 ocm1ocm')).toEqual(['001 1'])
  })

  it('replaces characters of the leader', () => {
    expect(leaderAfter([detail('EDIT', 'LDR/5', replace('', 'n', 'c'))], '00000nam a2200000 a 4500')).toBe(
      '00000cam a2200000 a 4500',
    )
    expect(
      leaderAfter([detail('EDIT', 'LDR/17-18', replace('', '*', '7i'))], '00000nam a2200000 a 4500'),
    ).toBe('00000nam a22000007i 4500')
  })

  it('leaves lengths and addresses of the leader alone', () => {
    const leader = '00714nam a2200205 a 4500'
    for (const place of ['LDR/0', 'LDR/4-5', 'LDR/12', 'LDR/16-17', 'LDR/10-20', 'LDR/12-16']) {
      expect(leaderAfter([detail('EDIT', place, replace('', '*', 'xxxxxxxxxxx'))], leader)).toBe(leader)
    }
  })
})

describe('EDIT REMOVE', () => {
  const remove = (subfield: string, text: string): MarcSubfieldEdit => ({
    subfield,
    subaction: 'REMOVE',
    data: { text },
  })

  it('removes a text from subfields', () => {
    expect(
      after(
        [detail('EDIT', '245 **', remove('h', '[electronic resource]'))],
        '245 10 $aA$h[electronic resource] /$cB',
      ),
    ).toEqual(['245 10 $aA$h /$cB'])
  })

  it('removes the characters at positions of a control field', () => {
    expect(after([detail('EDIT', '007/3-4', remove('', 'cg'))], '007 vd cgaizm')).toEqual(['007 vd aizm'])
    expect(after([detail('EDIT', '007/3-4', remove('', 'xx'))], '007 vd cgaizm')).toEqual(['007 vd cgaizm'])
  })
})

describe('several modifications', () => {
  it('are carried out by their order, each on what the one before has left', () => {
    const first = { ...detail('ADD', '590', added('a', 'old')), order: 1 }
    const second = {
      ...detail('EDIT', '590', {
        subfield: 'a',
        subaction: 'REPLACE' as const,
        data: { find: 'old', replaceWith: 'new' },
      }),
      order: 2,
    }
    expect(after([second, first])).toEqual(['590 ## $anew'])
  })

  it('never leave a field without subfields or a changed order of the fields they do not touch', () => {
    const details = [
      detail('EDIT', '650 **', { subfield: 'a', subaction: 'REMOVE', data: { text: 'x' } }),
      detail('MOVE', '500 **', {
        subfield: 'a',
        subaction: 'CREATE_NEW_FIELD',
        data: { marcField: { field: '947', subfields: [{ subfield: 'a' }] } },
      }),
      detail('ADD', '035', added('a', 'new')),
    ]
    const { modifications } = compileModifications(details)
    assert(
      property(array(constantFrom(...modifications), { maxLength: 5 }), anyRecord, (chosen, record) => {
        const untouched = (): string[] => linesOf(record).filter((line) => /^(00|1|245|651|999)/.test(line))
        const before = untouched()
        modifyRecord(record, chosen)
        expect(untouched()).toEqual(before)
        expect(record.fields.every(({ subfields }) => subfields?.length !== 0)).toBe(true)
      }),
    )
  })
})

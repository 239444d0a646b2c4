import { describe, expect, it } from 'vitest'
import { instanceAfterRules } from './instance-after-rules.ts'

const [a, b] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']

describe('instanceAfterRules', () => {
  it('replaces the source and keeps each language once, in order', () => {
    expect(instanceAfterRules({ source: 'MARC21', languages: ['eng', 'ger', 'eng'] })).toEqual({
      source: 'MARC',
      languages: ['eng', 'ger'],
    })
  })

  it('takes joined ids apart: first in place, others at the end, the last with the rest of the values', () => {
    const identifiers = [
      { identifierTypeId: `${a} ${b}`, value: '1 2 3' },
      { identifierTypeId: a, value: '4 5' },
    ]
    expect(instanceAfterRules({ identifiers }).identifiers).toEqual([
      { identifierTypeId: a, value: '1' },
      { identifierTypeId: a, value: '4 5' },
      { identifierTypeId: b, value: '2 3' },
    ])
  })

  it('keeps one id when there is only one value', () => {
    const classifications = [{ classificationTypeId: `${a} ${b}`, classificationNumber: '1' }]
    expect(instanceAfterRules({ classifications }).classifications).toEqual([
      { classificationTypeId: a, classificationNumber: '1' },
    ])
  })

  it('drops links without uri and lists that become empty', () => {
    expect(
      instanceAfterRules({
        electronicAccess: [{ uri: 'u' }, { linkText: 't' }],
        succeedingTitles: [{ issnId: a }],
      }),
    ).toEqual({ source: 'MARC', electronicAccess: [{ uri: 'u' }] })
  })

  it('makes the numbers of related titles identifiers, dropping ids without a number', () => {
    expect(
      instanceAfterRules({
        precedingTitles: [{ title: 'T', isbnId: a, isbnValue: '1', issnId: b }],
      }).precedingTitles,
    ).toEqual([{ title: 'T', identifiers: [{ value: '1', identifierTypeId: a }] }])
  })
})

import { describe, expect, it } from 'vitest'
import type { MappingRule } from '../../import-profiles/index.ts'
import { applyMapping } from './apply-mapping.ts'
import type { MappedDocument } from './apply-mapping.ts'
import type { CompiledMapping } from './compile-mapping.ts'
import { compile, field, record, repeatable } from './mapping-fixture.ts'

function codes(action: MappingRule['repeatableFieldAction']): CompiledMapping {
  return compile(
    'HOLDINGS',
    repeatable(
      'holdings.statisticalCodeIds[]',
      action,
      [{ name: 'statisticalCodeId', path: 'holdings.statisticalCodeIds[]', value: '"ARL: books - Books"' }],
      [{ name: 'statisticalCodeId', path: 'holdings.statisticalCodeIds[]', value: '945$s; else 944$s' }],
    ),
  )
}

function notes(action: MappingRule['repeatableFieldAction'], value = '"Gift"'): CompiledMapping {
  return compile(
    'ITEM',
    repeatable('item.notes[]', action, [
      { path: 'item.notes[].itemNoteTypeId', value: '"Binding"', required: true },
      { path: 'item.notes[].note', value, required: true },
      { path: 'item.notes[].staffOnly', value: null, booleanFieldAction: 'ALL_TRUE' },
    ]),
  )
}

describe('repeatableFieldAction on texts', () => {
  const marc = record(field('944', 'sunknown'))

  it.each([
    ['EXTEND_EXISTING', ['old', 'id-of-books', 'unknown']],
    ['EXCHANGE_EXISTING', ['id-of-books', 'unknown']],
    ['DELETE_EXISTING', undefined],
    ['DELETE_INCOMING', ['old']],
  ] as const)('%s on an existing document', (action, expected) => {
    const existing = { statisticalCodeIds: ['old', 'id-of-books'] }
    expect(applyMapping(codes(action), marc, existing).statisticalCodeIds).toEqual(expected)
    expect(existing.statisticalCodeIds).toEqual(['old', 'id-of-books'])
  })

  it.each([
    ['EXTEND_EXISTING', { statisticalCodeIds: ['id-of-books', 'unknown'] }],
    ['EXCHANGE_EXISTING', { statisticalCodeIds: ['id-of-books', 'unknown'] }],
    ['DELETE_EXISTING', {}],
    ['DELETE_INCOMING', {}],
  ] as const)('%s on a new document', (action, expected) => {
    expect(applyMapping(codes(action), marc)).toEqual(expected)
  })

  it('leaves existing values when the record has none', () => {
    const mapping = compile(
      'HOLDINGS',
      repeatable('holdings.formerIds[]', 'EXCHANGE_EXISTING', [
        { path: 'holdings.formerIds[]', value: '901$a' },
      ]),
    )
    expect(applyMapping(mapping, record(), { formerIds: ['old'] })).toEqual({ formerIds: ['old'] })
  })

  it('deletes existing values with DELETE_EXISTING and no entries', () => {
    const mapping = compile('HOLDINGS', repeatable('holdings.formerIds[]', 'DELETE_EXISTING'))
    expect(applyMapping(mapping, record(), { id: 'x', formerIds: ['old'] })).toEqual({ id: 'x' })
  })

  it('does nothing without an action, and says so', () => {
    const mapping = compile(
      'HOLDINGS',
      repeatable('holdings.formerIds[]', null, [{ path: 'holdings.formerIds[]', value: '"x"' }]),
    )
    expect(applyMapping(mapping, record())).toEqual({})
    expect(mapping.problems).toHaveLength(1)
  })
})

describe('repeatableFieldAction on objects', () => {
  const gift = { itemNoteTypeId: 'id-of-binding', note: 'Gift', staffOnly: true }
  const other = { itemNoteTypeId: 'id-of-provenance', note: 'Old', staffOnly: false }

  it.each([
    ['EXTEND_EXISTING', [other, gift, gift]],
    ['EXCHANGE_EXISTING', [gift]],
    ['DELETE_EXISTING', undefined],
    ['DELETE_INCOMING', [other]],
  ] as const)('%s on an existing document', (action, expected) => {
    expect(applyMapping(notes(action), record(), { notes: [other, gift] }).notes).toEqual(expected)
  })

  it.each([
    ['EXTEND_EXISTING', [gift]],
    ['EXCHANGE_EXISTING', [gift]],
    ['DELETE_EXISTING', undefined],
    ['DELETE_INCOMING', undefined],
  ] as const)('%s on a new document', (action, expected) => {
    expect(applyMapping(notes(action), record()).notes).toEqual(expected)
  })

  it('deletes entries that have the named members and others besides', () => {
    const stored = { notes: [{ ...gift, id: 'n1' }, other] }
    expect(applyMapping(notes('DELETE_INCOMING'), record(), stored).notes).toEqual([other])
  })

  it('drops an object whose required member is missing', () => {
    expect(applyMapping(notes('EXTEND_EXISTING', '945$n'), record())).toEqual({})
    expect(applyMapping(notes('EXTEND_EXISTING', ''), record())).toEqual({})
  })

  it('makes one object for each value', () => {
    const made = applyMapping(
      notes('EXTEND_EXISTING', '945$n'),
      record(field('945', 'nA', 'nB'), field('945', 'nC')),
    )
    expect(
      (made.notes as MappedDocument[]).map(({ note, itemNoteTypeId }) => [note, itemNoteTypeId]),
    ).toEqual([
      ['A', 'id-of-binding'],
      ['B', 'id-of-binding'],
      ['C', 'id-of-binding'],
    ])
  })

  it('makes equal objects once', () => {
    const made = applyMapping(
      notes('EXTEND_EXISTING', '945$n'),
      record(field('945', 'nA'), field('945', 'nA')),
    )
    expect(made.notes).toHaveLength(1)
  })
})

describe('repeatable objects from several subfields', () => {
  const links = compile(
    'HOLDINGS',
    repeatable('holdings.electronicAccess[]', 'EXTEND_EXISTING', [
      { path: 'holdings.electronicAccess[].uri', value: '856$u', required: true },
      { name: 'relationshipId', path: 'holdings.electronicAccess[].relationshipId', value: '"Resource"' },
      { path: 'holdings.electronicAccess[].linkText', value: '856$z' },
    ]),
  )

  it('keeps together what stands in one field', () => {
    const marc = record(
      field('856', 'uhttps://one.example', 'zimage'),
      field('856', 'uhttps://two.example'),
      field('856', 'zno address'),
      field('856', 'uhttps://three.example', 'zfilms'),
    )
    expect(applyMapping(links, marc).electronicAccess).toEqual([
      { uri: 'https://one.example', relationshipId: 'id-of-resource', linkText: 'image' },
      { uri: 'https://two.example', relationshipId: 'id-of-resource' },
      { uri: 'https://three.example', relationshipId: 'id-of-resource', linkText: 'films' },
    ])
  })

  it('gives the one link text of a field to all its addresses', () => {
    const marc = record(
      field('856', 'uhttps://one.example', 'uhttps://two.example', 'zimage'),
      field('856', 'uhttps://three.example'),
    )
    expect(
      (applyMapping(links, marc).electronicAccess as MappedDocument[]).map(({ linkText }) => linkText),
    ).toEqual(['image', 'image', undefined])
  })

  it('makes nothing of constants when the record has no data for them', () => {
    expect(applyMapping(links, record())).toEqual({})
    const loose = compile(
      'HOLDINGS',
      repeatable('holdings.holdingsStatements[]', 'EXTEND_EXISTING', [
        { path: 'holdings.holdingsStatements[].statement', value: '866$a' },
        { path: 'holdings.holdingsStatements[].note', value: '"From the old system"' },
      ]),
    )
    expect(applyMapping(loose, record())).toEqual({})
  })

  it('pairs values of different fields in order and goes on with the first where one is short', () => {
    const mapping = compile(
      'ITEM',
      repeatable('item.notes[]', 'EXTEND_EXISTING', [
        { path: 'item.notes[].itemNoteTypeId', value: '944$t' },
        { path: 'item.notes[].note', value: '945$n' },
      ]),
    )
    const marc = record(
      field('944', 'tBinding'),
      field('944', 'tProvenance'),
      field('945', 'nA'),
      field('945', 'nB'),
      field('945', 'nC'),
    )
    expect(applyMapping(mapping, marc).notes).toEqual([
      { itemNoteTypeId: 'id-of-binding', note: 'A' },
      { itemNoteTypeId: 'id-of-provenance', note: 'B' },
      { itemNoteTypeId: 'id-of-binding', note: 'C' },
    ])
  })

  it('leaves a relationship out that the list does not know', () => {
    const mapping = compile(
      'HOLDINGS',
      repeatable('holdings.electronicAccess[]', 'EXTEND_EXISTING', [
        { path: 'holdings.electronicAccess[].uri', value: '856$u' },
        { name: 'relationshipId', path: 'holdings.electronicAccess[].relationshipId', value: '"Resourcce"' },
      ]),
    )
    expect(applyMapping(mapping, record(field('856', 'uhttps://one.example'))).electronicAccess).toEqual([
      { uri: 'https://one.example' },
    ])
  })

  it('writes into a nested array and beside what its object has', () => {
    const mapping = compile(
      'HOLDINGS',
      repeatable('holdings.receivingHistory.entries[]', 'EXTEND_EXISTING', [
        { path: 'holdings.receivingHistory.entries[].enumeration', value: '863$a' },
        {
          path: 'holdings.receivingHistory.entries[].publicDisplay',
          value: null,
          booleanFieldAction: 'ALL_FALSE',
        },
      ]),
    )
    const existing = { receivingHistory: { displayType: '1', entries: [{ enumeration: 'v.1' }] } }
    expect(applyMapping(mapping, record(field('863', 'av.2')), existing)).toEqual({
      receivingHistory: {
        displayType: '1',
        entries: [{ enumeration: 'v.1' }, { enumeration: 'v.2', publicDisplay: false }],
      },
    })
    expect(existing.receivingHistory.entries).toHaveLength(1)
  })

  it('stores circulation note types under their stored names', () => {
    const mapping = compile(
      'ITEM',
      repeatable('item.circulationNotes[]', 'EXTEND_EXISTING', [
        {
          name: 'noteType',
          path: 'item.circulationNotes[].noteType',
          value: '"Check in note"',
          required: true,
        },
        { path: 'item.circulationNotes[].note', value: '"Handle with care"', required: true },
      ]),
    )
    expect(applyMapping(mapping, record()).circulationNotes).toEqual([
      { noteType: 'Check in', note: 'Handle with care' },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { ITEM_STATUSES } from '../../inventory/item-statuses.ts'
import {
  ANNEX,
  BINDING,
  BOOK,
  CAN_CIRCULATE,
  DVD,
  MAIN,
  PROVENANCE,
  READING_ROOM,
  SIGNER,
  STAMP,
  UNKNOWN_ID,
  edit,
  id,
  rule,
  run,
} from './rules.fixture.ts'
import type { Case } from './rules.fixture.ts'

const BASE = {
  id: id(1000),
  _version: 3,
  barcode: '0042',
  hrid: 'it1',
  tags: { tagList: ['a'] },
  own: { x: 1 },
}
const binding = { parameters: [{ key: 'ITEM_NOTE_TYPE_ID_KEY', value: BINDING }] }
const bound = (note: string, staffOnly = false) => ({ itemNoteTypeId: BINDING, note, staffOnly })
const owned = (note: string, staffOnly = false) => ({ itemNoteTypeId: PROVENANCE, note, staffOnly })
const circulation = (noteType: 'Check in' | 'Check out', note: string, n: number, staffOnly = false) => ({
  id: id(n),
  noteType,
  note,
  staffOnly,
  source: { id: id(71) },
  date: '2020-01-01T00:00:00.000+00:00',
})
const inNote = (note: string, staffOnly = false) => circulation('Check in', note, 81, staffOnly)
const outNote = (note: string, staffOnly = false) => circulation('Check out', note, 82, staffOnly)
const signed = (note: object) => ({ ...note, source: SIGNER, date: STAMP })

const REFERENCES: Case[] = [
  [
    'PERMANENT_LOCATION',
    'REPLACE_WITH',
    { updated: ANNEX },
    { permanentLocationId: MAIN, effectiveLocationId: MAIN },
    { permanentLocationId: ANNEX, effectiveLocationId: ANNEX },
  ],
  [
    'PERMANENT_LOCATION',
    'REPLACE_WITH',
    { updated: ANNEX.toUpperCase() },
    {},
    { permanentLocationId: ANNEX, effectiveLocationId: ANNEX },
  ],
  [
    'PERMANENT_LOCATION',
    'REPLACE_WITH',
    { updated: ANNEX },
    { temporaryLocationId: MAIN, effectiveLocationId: MAIN },
    { permanentLocationId: ANNEX, temporaryLocationId: MAIN, effectiveLocationId: MAIN },
  ],
  [
    'PERMANENT_LOCATION',
    'REPLACE_WITH',
    { updated: UNKNOWN_ID },
    { permanentLocationId: MAIN },
    `Location ${UNKNOWN_ID} doesn't exist`,
  ],
  [
    'PERMANENT_LOCATION',
    'REPLACE_WITH',
    { updated: 'shelf' },
    { permanentLocationId: MAIN },
    'UUID has invalid format: shelf',
  ],
  [
    'PERMANENT_LOCATION',
    'REPLACE_WITH',
    { updated: '' },
    { permanentLocationId: MAIN },
    'Id value cannot be empty',
  ],
  [
    'PERMANENT_LOCATION',
    'CLEAR_FIELD',
    { updated: '' },
    { permanentLocationId: MAIN, effectiveLocationId: MAIN },
    { permanentLocationId: undefined, effectiveLocationId: undefined },
  ],
  ['PERMANENT_LOCATION', 'CLEAR_FIELD', {}, { temporaryLocationId: MAIN }, { temporaryLocationId: MAIN }],
  [
    'TEMPORARY_LOCATION',
    'REPLACE_WITH',
    { updated: ANNEX },
    { permanentLocationId: MAIN, effectiveLocationId: MAIN },
    { permanentLocationId: MAIN, temporaryLocationId: ANNEX, effectiveLocationId: ANNEX },
  ],
  [
    'TEMPORARY_LOCATION',
    'CLEAR_FIELD',
    {},
    { permanentLocationId: MAIN, temporaryLocationId: ANNEX, effectiveLocationId: ANNEX },
    { permanentLocationId: MAIN, temporaryLocationId: undefined, effectiveLocationId: MAIN },
  ],
  [
    'PERMANENT_LOAN_TYPE',
    'REPLACE_WITH',
    { updated: READING_ROOM },
    { permanentLoanTypeId: CAN_CIRCULATE },
    { permanentLoanTypeId: READING_ROOM },
  ],
  [
    'PERMANENT_LOAN_TYPE',
    'REPLACE_WITH',
    { updated: UNKNOWN_ID },
    {},
    `Loan type ${UNKNOWN_ID} doesn't exist`,
  ],
  [
    'PERMANENT_LOAN_TYPE',
    'CLEAR_FIELD',
    {},
    { permanentLoanTypeId: CAN_CIRCULATE },
    'Permanent loan type cannot be cleared',
  ],
  [
    'TEMPORARY_LOAN_TYPE',
    'REPLACE_WITH',
    { updated: READING_ROOM },
    {},
    { temporaryLoanTypeId: READING_ROOM },
  ],
  [
    'TEMPORARY_LOAN_TYPE',
    'REPLACE_WITH',
    { updated: '' },
    {},
    'Loan type value cannot be empty for REPLACE_WITH option',
  ],
  [
    'TEMPORARY_LOAN_TYPE',
    'CLEAR_FIELD',
    {},
    { temporaryLoanTypeId: READING_ROOM },
    { temporaryLoanTypeId: undefined },
  ],
  ['MATERIAL_TYPE', 'REPLACE_WITH', { updated: DVD }, { materialTypeId: BOOK }, { materialTypeId: DVD }],
  [
    'MATERIAL_TYPE',
    'REPLACE_WITH',
    { updated: UNKNOWN_ID },
    { materialTypeId: BOOK },
    `Material type ${UNKNOWN_ID} doesn't exist`,
  ],
  [
    'MATERIAL_TYPE',
    'CLEAR_FIELD',
    {},
    { materialTypeId: BOOK },
    "Combination MATERIAL_TYPE and CLEAR_FIELD isn't supported yet",
  ],
  [
    'STATUS',
    'REPLACE_WITH',
    { updated: 'Missing' },
    { status: { name: 'Available', date: 'then' } },
    { status: { name: 'Missing', date: STAMP } },
  ],
  [
    'STATUS',
    'REPLACE_WITH',
    { updated: 'Available' },
    { status: { name: 'Available', date: 'then' } },
    { status: { name: 'Available', date: 'then' } },
  ],
  [
    'STATUS',
    'REPLACE_WITH',
    { updated: 'Available' },
    { status: { name: 'Checked out' } },
    'New status value "Available" is not allowed',
  ],
  [
    'STATUS',
    'REPLACE_WITH',
    { updated: 'Lost' },
    { status: { name: 'Available' } },
    'New status value "Lost" is not allowed',
  ],
  ['STATUS', 'CLEAR_FIELD', {}, { status: { name: 'Available' } }, 'Status field can not be cleared'],
  ['SUPPRESS_FROM_DISCOVERY', 'SET_TO_TRUE', {}, {}, { discoverySuppress: true }],
  ['SUPPRESS_FROM_DISCOVERY', 'SET_TO_FALSE', {}, { discoverySuppress: true }, { discoverySuppress: false }],
  ['SUPPRESS_FROM_DISCOVERY', 'SET_TO_FALSE', {}, {}, {}],
  [
    'SUPPRESS_FROM_DISCOVERY',
    'CLEAR_FIELD',
    {},
    { discoverySuppress: true },
    'Suppress from discovery flag cannot be cleared',
  ],
  [
    'SUPPRESS_FROM_DISCOVERY',
    'SET_TO_TRUE_INCLUDING_ITEMS',
    {},
    {},
    "Combination SUPPRESS_FROM_DISCOVERY and SET_TO_TRUE_INCLUDING_ITEMS isn't supported yet",
  ],
  [
    'PATRON_GROUP',
    'REPLACE_WITH',
    { updated: id(31) },
    {},
    "Combination PATRON_GROUP and REPLACE_WITH isn't supported yet",
  ],
  ['HOLDINGS_NOTE', 'REMOVE_ALL', {}, {}, "Combination HOLDINGS_NOTE and REMOVE_ALL isn't supported yet"],
]

const ADMINISTRATIVE: Case[] = [
  [
    'ADMINISTRATIVE_NOTE',
    'ADD_TO_EXISTING',
    { updated: 'new' },
    { administrativeNotes: ['old'] },
    { administrativeNotes: ['old', 'new'] },
  ],
  ['ADMINISTRATIVE_NOTE', 'ADD_TO_EXISTING', { updated: 'new' }, {}, { administrativeNotes: ['new'] }],
  [
    'ADMINISTRATIVE_NOTE',
    'ADD_TO_EXISTING',
    { updated: 'old' },
    { administrativeNotes: ['old'] },
    { administrativeNotes: ['old'] },
  ],
  [
    'ADMINISTRATIVE_NOTE',
    'FIND_AND_REMOVE_THESE',
    { initial: 'old' },
    { administrativeNotes: ['old', 'old shelf', 'Old'] },
    { administrativeNotes: [' shelf', 'Old'] },
  ],
  [
    'ADMINISTRATIVE_NOTE',
    'FIND_AND_REPLACE',
    { initial: 'a.b', updated: '$&' },
    { administrativeNotes: ['a.b a.b', 'axb'] },
    { administrativeNotes: ['$& $&', 'axb'] },
  ],
  [
    'ADMINISTRATIVE_NOTE',
    'FIND_AND_REPLACE',
    { initial: 'old', updated: '' },
    { administrativeNotes: ['old', 'x'] },
    { administrativeNotes: ['x'] },
  ],
  [
    'ADMINISTRATIVE_NOTE',
    'FIND_AND_REPLACE',
    { initial: 'one', updated: 'two' },
    { administrativeNotes: ['one', 'two'] },
    { administrativeNotes: ['two'] },
  ],
  ['ADMINISTRATIVE_NOTE', 'REMOVE_ALL', {}, { administrativeNotes: ['a', 'b'] }, { administrativeNotes: [] }],
  ['ADMINISTRATIVE_NOTE', 'REMOVE_ALL', {}, {}, {}],
  [
    'ADMINISTRATIVE_NOTE',
    'CHANGE_TYPE',
    { updated: BINDING },
    { administrativeNotes: ['a', 'b'], notes: [owned('c')] },
    { administrativeNotes: [], notes: [owned('c'), bound('a'), bound('b')] },
  ],
  [
    'ADMINISTRATIVE_NOTE',
    'CHANGE_TYPE',
    { updated: UNKNOWN_ID },
    { administrativeNotes: ['a'] },
    `Note type ${UNKNOWN_ID} doesn't exist`,
  ],
  [
    'ADMINISTRATIVE_NOTE',
    'CHANGE_TYPE',
    { updated: 'CHECK_IN_NOTE' },
    { administrativeNotes: ['a'] },
    {
      administrativeNotes: [],
      circulationNotes: [signed({ noteType: 'Check in', note: 'a', staffOnly: false })],
    },
  ],
  [
    'ADMINISTRATIVE_NOTE',
    'CHANGE_TYPE',
    { updated: 'CHECK_OUT_NOTE' },
    { administrativeNotes: ['a'], circulationNotes: [inNote('i')] },
    {
      administrativeNotes: [],
      circulationNotes: [inNote('i'), signed({ noteType: 'Check out', note: 'a', staffOnly: false })],
    },
  ],
  [
    'ADMINISTRATIVE_NOTE',
    'MARK_AS_STAFF_ONLY',
    {},
    { administrativeNotes: ['a'] },
    "Combination ADMINISTRATIVE_NOTE and MARK_AS_STAFF_ONLY isn't supported yet",
  ],
  [
    'ADMINISTRATIVE_NOTE',
    'DUPLICATE',
    { updated: 'CHECK_IN_NOTE' },
    { administrativeNotes: ['a'] },
    "Combination ADMINISTRATIVE_NOTE and DUPLICATE isn't supported yet",
  ],
]

const BOTH = [inNote('in old'), outNote('out old')]

const CIRCULATION: Case[] = [
  [
    'CHECK_IN_NOTE',
    'ADD_TO_EXISTING',
    { updated: 'n' },
    { circulationNotes: BOTH },
    { circulationNotes: [...BOTH, signed({ noteType: 'Check in', note: 'n', staffOnly: false })] },
  ],
  [
    'CHECK_OUT_NOTE',
    'ADD_TO_EXISTING',
    { updated: 'n', parameters: [{ key: 'STAFF_ONLY', value: true }] },
    {},
    { circulationNotes: [signed({ noteType: 'Check out', note: 'n', staffOnly: true })] },
  ],
  [
    'CHECK_IN_NOTE',
    'FIND_AND_REMOVE_THESE',
    { initial: ' old' },
    { circulationNotes: BOTH },
    { circulationNotes: [signed(inNote('in')), BOTH[1]] },
  ],
  [
    'CHECK_OUT_NOTE',
    'FIND_AND_REMOVE_THESE',
    { initial: 'out old' },
    { circulationNotes: BOTH },
    { circulationNotes: [BOTH[0]] },
  ],
  [
    'CHECK_IN_NOTE',
    'FIND_AND_REPLACE',
    { initial: 'old', updated: 'new' },
    { circulationNotes: BOTH },
    { circulationNotes: [signed(inNote('in new')), BOTH[1]] },
  ],
  [
    'CHECK_OUT_NOTE',
    'FIND_AND_REPLACE',
    { initial: 'old', updated: 'new' },
    { circulationNotes: BOTH },
    { circulationNotes: [BOTH[0], signed(outNote('out new'))] },
  ],
  ['CHECK_IN_NOTE', 'REMOVE_ALL', {}, { circulationNotes: BOTH }, { circulationNotes: [BOTH[1]] }],
  ['CHECK_OUT_NOTE', 'REMOVE_ALL', {}, { circulationNotes: BOTH }, { circulationNotes: [BOTH[0]] }],
  [
    'CHECK_IN_NOTE',
    'CHANGE_TYPE',
    { updated: 'CHECK_OUT_NOTE' },
    { circulationNotes: BOTH },
    { circulationNotes: [signed({ ...inNote('in old'), noteType: 'Check out' }), BOTH[1]] },
  ],
  [
    'CHECK_OUT_NOTE',
    'CHANGE_TYPE',
    { updated: 'CHECK_IN_NOTE' },
    { circulationNotes: BOTH },
    { circulationNotes: [BOTH[0], signed({ ...outNote('out old'), noteType: 'Check in' })] },
  ],
  [
    'CHECK_IN_NOTE',
    'CHANGE_TYPE',
    { updated: 'CHECK_IN_NOTE' },
    { circulationNotes: BOTH },
    { circulationNotes: BOTH },
  ],
  [
    'CHECK_IN_NOTE',
    'CHANGE_TYPE',
    { updated: 'ADMINISTRATIVE_NOTE' },
    { circulationNotes: BOTH },
    { circulationNotes: [BOTH[1]], administrativeNotes: ['in old'] },
  ],
  [
    'CHECK_OUT_NOTE',
    'CHANGE_TYPE',
    { updated: BINDING },
    { circulationNotes: [outNote('o', true)] },
    { circulationNotes: [], notes: [bound('o', true)] },
  ],
  [
    'CHECK_IN_NOTE',
    'DUPLICATE',
    { updated: 'CHECK_OUT_NOTE' },
    { circulationNotes: BOTH },
    { circulationNotes: [...BOTH, signed({ noteType: 'Check out', note: 'in old', staffOnly: false })] },
  ],
  [
    'CHECK_OUT_NOTE',
    'DUPLICATE',
    { updated: 'CHECK_IN_NOTE' },
    { circulationNotes: [outNote('o', true)] },
    { circulationNotes: [outNote('o', true), signed({ noteType: 'Check in', note: 'o', staffOnly: true })] },
  ],
  [
    'CHECK_IN_NOTE',
    'MARK_AS_STAFF_ONLY',
    {},
    { circulationNotes: BOTH },
    { circulationNotes: [signed(inNote('in old', true)), BOTH[1]] },
  ],
  [
    'CHECK_OUT_NOTE',
    'MARK_AS_STAFF_ONLY',
    {},
    { circulationNotes: BOTH },
    { circulationNotes: [BOTH[0], signed(outNote('out old', true))] },
  ],
  [
    'CHECK_IN_NOTE',
    'REMOVE_MARK_AS_STAFF_ONLY',
    {},
    { circulationNotes: [inNote('i', true)] },
    { circulationNotes: [signed(inNote('i'))] },
  ],
  ['CHECK_OUT_NOTE', 'REMOVE_MARK_AS_STAFF_ONLY', {}, { circulationNotes: BOTH }, { circulationNotes: BOTH }],
]

const TYPED: Case[] = [
  [
    'ITEM_NOTE',
    'ADD_TO_EXISTING',
    { ...binding, updated: 'n' },
    { notes: [owned('p')] },
    { notes: [owned('p'), bound('n')] },
  ],
  [
    'ITEM_NOTE',
    'ADD_TO_EXISTING',
    { parameters: [...binding.parameters, { key: 'STAFF_ONLY', value: 'true' }], updated: 'n' },
    {},
    { notes: [bound('n', true)] },
  ],
  [
    'ITEM_NOTE',
    'ADD_TO_EXISTING',
    { parameters: [{ key: 'ITEM_NOTE_TYPE_ID_KEY', value: UNKNOWN_ID }], updated: 'n' },
    {},
    `Note type ${UNKNOWN_ID} doesn't exist`,
  ],
  [
    'ITEM_NOTE',
    'FIND_AND_REMOVE_THESE',
    { ...binding, initial: 'worn' },
    { notes: [bound('worn'), bound('worn spine', true), owned('worn')] },
    { notes: [bound(' spine', true), owned('worn')] },
  ],
  [
    'ITEM_NOTE',
    'FIND_AND_REPLACE',
    { ...binding, initial: 'old shelf', updated: 'new shelf' },
    { notes: [bound('old shelf 3'), owned('old shelf 4'), bound('Old shelf')] },
    { notes: [bound('new shelf 3'), owned('old shelf 4'), bound('Old shelf')] },
  ],
  [
    'ITEM_NOTE',
    'REMOVE_ALL',
    binding,
    { notes: [bound('a'), owned('b'), bound('c')] },
    { notes: [owned('b')] },
  ],
  [
    'ITEM_NOTE',
    'MARK_AS_STAFF_ONLY',
    binding,
    { notes: [bound('a'), owned('b')] },
    { notes: [bound('a', true), owned('b')] },
  ],
  [
    'ITEM_NOTE',
    'REMOVE_MARK_AS_STAFF_ONLY',
    binding,
    { notes: [bound('a', true), owned('b', true)] },
    { notes: [bound('a'), owned('b', true)] },
  ],
  [
    'ITEM_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: PROVENANCE },
    { notes: [bound('a', true), owned('b')] },
    { notes: [owned('a', true), owned('b')] },
  ],
  [
    'ITEM_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: 'ADMINISTRATIVE_NOTE' },
    { notes: [bound('a', true), owned('b')], administrativeNotes: ['x', 'a'] },
    { notes: [owned('b')], administrativeNotes: ['x', 'a'] },
  ],
  [
    'ITEM_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: 'CHECK_IN_NOTE' },
    { notes: [bound('a', true)] },
    { notes: [], circulationNotes: [signed({ noteType: 'Check in', note: 'a', staffOnly: true })] },
  ],
  [
    'ITEM_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: 'CHECK_OUT_NOTE' },
    { notes: [bound('a')], circulationNotes: [outNote('o')] },
    {
      notes: [],
      circulationNotes: [outNote('o'), signed({ noteType: 'Check out', note: 'a', staffOnly: false })],
    },
  ],
  [
    'ITEM_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: UNKNOWN_ID },
    { notes: [bound('a')] },
    `Note type ${UNKNOWN_ID} doesn't exist`,
  ],
  [
    'ITEM_NOTE',
    'DUPLICATE',
    { ...binding, updated: 'CHECK_IN_NOTE' },
    { notes: [bound('a')] },
    "Combination ITEM_NOTE and DUPLICATE isn't supported yet",
  ],
]

describe('a rule on items', () => {
  it.each([...REFERENCES, ...ADMINISTRATIVE, ...CIRCULATION, ...TYPED])(
    '%s %s %j: %j becomes %j',
    (...each) => {
      const before = { ...BASE, ...each[3] }
      const { record, problems, cascade } = run('ITEM', BASE, each)
      const after = typeof each[4] === 'string' ? before : { ...before, ...each[4] }
      expect(record).toEqual(after)
      expect(problems).toEqual(typeof each[4] === 'string' ? [{ type: 'ERROR', message: each[4] }] : [])
      expect(cascade).toBeNull()
    },
  )

  const FREE = [
    'Available',
    'Missing',
    'Withdrawn',
    'In process (non-requestable)',
    'Intellectual item',
    'Long missing',
    'Restricted',
    'Unavailable',
    'Unknown',
  ]
  const ALLOWED: Record<string, string[]> = {
    ...Object.fromEntries(FREE.map((from) => [from, FREE.filter((to) => to !== from)])),
    'In process': ['Missing', 'Withdrawn'],
    'Lost and paid': ['Withdrawn'],
  }
  ALLOWED['Available']!.push('In process')

  it.each(ITEM_STATUSES)('moves an item that is %s only where staff may move it', (from) => {
    const reached = ITEM_STATUSES.filter((to) => {
      const { record } = edit(
        'ITEM',
        { status: { name: from } },
        rule('STATUS', 'REPLACE_WITH', { updated: to }),
      )
      return (record.status as { name: string }).name !== from
    })
    expect(reached.toSorted()).toEqual((ALLOWED[from] ?? []).toSorted())
  })

  it('gives the very record back when the rules together change nothing', () => {
    const record = { ...BASE, notes: [bound('a')] }
    const { record: after } = edit(
      'ITEM',
      record,
      rule('ITEM_NOTE', 'FIND_AND_REPLACE', { ...binding, initial: 'a', updated: 'b' }),
      rule('ITEM_NOTE', 'FIND_AND_REPLACE', { ...binding, initial: 'b', updated: 'a' }),
      rule('TEMPORARY_LOCATION', 'CLEAR_FIELD'),
      rule('SUPPRESS_FROM_DISCOVERY', 'SET_TO_FALSE'),
    )
    expect(after).toBe(record)
  })

  it('applies the others when one is refused, and says each reason once', () => {
    const { record, problems } = edit(
      'ITEM',
      { ...BASE, status: { name: 'Checked out' } },
      rule('STATUS', 'REPLACE_WITH', { updated: 'Missing' }),
      rule('STATUS', 'REPLACE_WITH', { updated: 'Missing' }),
      rule('TEMPORARY_LOAN_TYPE', 'REPLACE_WITH', { updated: READING_ROOM }),
    )
    expect(record).toEqual({ ...BASE, status: { name: 'Checked out' }, temporaryLoanTypeId: READING_ROOM })
    expect(problems).toEqual([{ type: 'ERROR', message: 'New status value "Missing" is not allowed' }])
  })

  it('sees what those before it have done', () => {
    const { record } = edit(
      'ITEM',
      { administrativeNotes: ['keep'] },
      rule('ADMINISTRATIVE_NOTE', 'ADD_TO_EXISTING', { updated: 'draft' }),
      rule('ADMINISTRATIVE_NOTE', 'FIND_AND_REPLACE', { initial: 'draft', updated: 'final' }),
      rule('ADMINISTRATIVE_NOTE', 'CHANGE_TYPE', { updated: BINDING }),
    )
    expect(record).toEqual({ administrativeNotes: [], notes: [bound('keep'), bound('final')] })
  })
})

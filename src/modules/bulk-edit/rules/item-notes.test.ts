import { describe, it } from 'vitest'
import { BINDING, PROVENANCE, SIGNER, STAMP, UNKNOWN_ID, checkCase, id } from './rules.fixture.ts'
import type { Case } from './rules.fixture.ts'

const BASE = { id: id(1000), _version: 3, barcode: '0042', own: { x: 1 } }
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

describe('a rule on notes of items', () => {
  it.each([...ADMINISTRATIVE, ...CIRCULATION, ...TYPED])('%s %s %j: %j becomes %j', (...each) => {
    checkCase('ITEM', BASE, each)
  })
})

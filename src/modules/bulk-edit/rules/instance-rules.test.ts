import { describe, expect, it } from 'vitest'
import type { EntityType } from '../contracts.ts'
import {
  BINDING,
  GIFT_CODE,
  PROVENANCE,
  UNKNOWN_ID,
  WITHDRAWN_CODE,
  edit,
  id,
  rule,
  checkCase,
} from './rules.fixture.ts'
import type { Case } from './rules.fixture.ts'

const BASE = { id: id(1000), _version: 3, hrid: 'in1', source: 'FOLIO', title: 'Emma', own: { x: 1 } }
const binding = { parameters: [{ key: 'INSTANCE_NOTE_TYPE_ID_KEY', value: BINDING }] }
const bound = (note: string, staffOnly = false) => ({ instanceNoteTypeId: BINDING, note, staffOnly })
const owned = (note: string, staffOnly = false) => ({ instanceNoteTypeId: PROVENANCE, note, staffOnly })
const MARC = { source: 'MARC' }
const hidden = { staffSuppress: true, discoverySuppress: true }

const FLAGS: Case[] = [
  ['STAFF_SUPPRESS', 'SET_TO_TRUE', {}, {}, { staffSuppress: true }],
  ['STAFF_SUPPRESS', 'SET_TO_FALSE', {}, { staffSuppress: true }, { staffSuppress: false }],
  ['STAFF_SUPPRESS', 'SET_TO_FALSE', {}, {}, {}],
  ['STAFF_SUPPRESS', 'CLEAR_FIELD', {}, hidden, 'Suppress flag cannot be cleared'],
  ['SUPPRESS_FROM_DISCOVERY', 'SET_TO_TRUE', {}, { discoverySuppress: false }, { discoverySuppress: true }],
  ['SUPPRESS_FROM_DISCOVERY', 'SET_TO_FALSE', {}, MARC, MARC],
  [
    'SUPPRESS_FROM_DISCOVERY',
    'SET_TO_FALSE',
    {},
    { ...MARC, discoverySuppress: true },
    { discoverySuppress: false },
  ],
  ['SUPPRESS_FROM_DISCOVERY', 'CLEAR_FIELD', {}, hidden, 'Suppress flag cannot be cleared'],
  [
    'SUPPRESS_FROM_DISCOVERY',
    'SET_TO_TRUE_INCLUDING_ITEMS',
    {},
    {},
    "Combination SUPPRESS_FROM_DISCOVERY and SET_TO_TRUE_INCLUDING_ITEMS isn't supported yet",
  ],
  ['SET_RECORDS_FOR_DELETE', 'SET_TO_TRUE', {}, { deleted: false }, { deleted: true, ...hidden }],
  [
    'SET_RECORDS_FOR_DELETE',
    'SET_TO_TRUE',
    {},
    { ...MARC, deleted: false, discoverySuppress: false },
    { deleted: true, ...hidden },
  ],
  ['SET_RECORDS_FOR_DELETE', 'SET_TO_FALSE', {}, { deleted: true, ...hidden }, { deleted: false, ...hidden }],
  [
    'SET_RECORDS_FOR_DELETE',
    'CLEAR_FIELD',
    {},
    {},
    "Combination SET_RECORDS_FOR_DELETE and CLEAR_FIELD isn't supported yet",
  ],
]

const CODES: Case[] = [
  ['STATISTICAL_CODE', 'ADD_TO_EXISTING', { updated: GIFT_CODE }, {}, { statisticalCodeIds: [GIFT_CODE] }],
  [
    'STATISTICAL_CODE',
    'ADD_TO_EXISTING',
    { updated: `${WITHDRAWN_CODE},${GIFT_CODE.toUpperCase()}` },
    { statisticalCodeIds: [WITHDRAWN_CODE] },
    { statisticalCodeIds: [WITHDRAWN_CODE, GIFT_CODE] },
  ],
  ['STATISTICAL_CODE', 'ADD_TO_EXISTING', { updated: GIFT_CODE }, { statisticalCodeIds: [GIFT_CODE] }, {}],
  [
    'STATISTICAL_CODE',
    'ADD_TO_EXISTING',
    { updated: UNKNOWN_ID },
    {},
    `Statistical code ${UNKNOWN_ID} doesn't exist`,
  ],
  [
    'STATISTICAL_CODE',
    'REMOVE_SOME',
    { updated: `${GIFT_CODE}, ${UNKNOWN_ID}` },
    { statisticalCodeIds: [WITHDRAWN_CODE, GIFT_CODE] },
    { statisticalCodeIds: [WITHDRAWN_CODE] },
  ],
  ['STATISTICAL_CODE', 'REMOVE_SOME', { updated: GIFT_CODE }, {}, {}],
  [
    'STATISTICAL_CODE',
    'REMOVE_ALL',
    {},
    { ...MARC, statisticalCodeIds: [WITHDRAWN_CODE, GIFT_CODE] },
    { statisticalCodeIds: [] },
  ],
  [
    'STATISTICAL_CODE',
    'REPLACE_WITH',
    { updated: GIFT_CODE },
    {},
    "Combination STATISTICAL_CODE and REPLACE_WITH isn't supported yet",
  ],
]

const NOTES: Case[] = [
  [
    'ADMINISTRATIVE_NOTE',
    'ADD_TO_EXISTING',
    { updated: 'new' },
    { ...MARC, administrativeNotes: ['old'] },
    { administrativeNotes: ['old', 'new'] },
  ],
  [
    'ADMINISTRATIVE_NOTE',
    'FIND_AND_REMOVE_THESE',
    { initial: 'old' },
    { administrativeNotes: ['old', 'old x'] },
    { administrativeNotes: [' x'] },
  ],
  [
    'ADMINISTRATIVE_NOTE',
    'FIND_AND_REPLACE',
    { initial: 'old', updated: 'new' },
    { ...MARC, administrativeNotes: ['old'] },
    { administrativeNotes: ['new'] },
  ],
  ['ADMINISTRATIVE_NOTE', 'REMOVE_ALL', {}, { administrativeNotes: ['old'] }, { administrativeNotes: [] }],
  [
    'ADMINISTRATIVE_NOTE',
    'CHANGE_TYPE',
    { updated: BINDING },
    { administrativeNotes: ['old'] },
    { administrativeNotes: [], notes: [bound('old')] },
  ],
  [
    'ADMINISTRATIVE_NOTE',
    'CHANGE_TYPE',
    { updated: BINDING },
    { ...MARC, administrativeNotes: ['old'] },
    'Administrative notes of MARC instances cannot be given another note type',
  ],
  [
    'INSTANCE_NOTE',
    'ADD_TO_EXISTING',
    { ...binding, updated: 'n' },
    { notes: [owned('p')] },
    { notes: [owned('p'), bound('n')] },
  ],
  [
    'INSTANCE_NOTE',
    'ADD_TO_EXISTING',
    { parameters: [...binding.parameters, { key: 'STAFF_ONLY', value: true }], updated: 'n' },
    {},
    { notes: [bound('n', true)] },
  ],
  [
    'INSTANCE_NOTE',
    'FIND_AND_REMOVE_THESE',
    { ...binding, initial: 'a' },
    { notes: [bound('a'), bound('ab'), owned('a')] },
    { notes: [bound('b'), owned('a')] },
  ],
  [
    'INSTANCE_NOTE',
    'FIND_AND_REPLACE',
    { ...binding, initial: 'a', updated: 'c' },
    { notes: [bound('ab', true), owned('a')] },
    { notes: [bound('cb', true), owned('a')] },
  ],
  ['INSTANCE_NOTE', 'REMOVE_ALL', binding, { notes: [bound('a'), owned('b')] }, { notes: [owned('b')] }],
  [
    'INSTANCE_NOTE',
    'MARK_AS_STAFF_ONLY',
    binding,
    { notes: [bound('a'), owned('b')] },
    { notes: [bound('a', true), owned('b')] },
  ],
  [
    'INSTANCE_NOTE',
    'REMOVE_MARK_AS_STAFF_ONLY',
    binding,
    { notes: [bound('a', true), owned('b', true)] },
    { notes: [bound('a'), owned('b', true)] },
  ],
  [
    'INSTANCE_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: PROVENANCE },
    { notes: [bound('a', true), owned('b')] },
    { notes: [owned('a', true), owned('b')] },
  ],
  [
    'INSTANCE_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: 'ADMINISTRATIVE_NOTE' },
    { notes: [bound('a', true), owned('b')] },
    { notes: [owned('b')], administrativeNotes: ['a'] },
  ],
  [
    'INSTANCE_NOTE',
    'REMOVE_ALL',
    binding,
    { ...MARC, notes: [bound('a')] },
    'Instance notes of MARC instances cannot be changed in bulk',
  ],
  [
    'INSTANCE_NOTE',
    'DUPLICATE',
    { ...binding, updated: PROVENANCE },
    {},
    "Combination INSTANCE_NOTE and DUPLICATE isn't supported yet",
  ],
  ['ITEM_NOTE', 'REMOVE_ALL', {}, {}, "Combination ITEM_NOTE and REMOVE_ALL isn't supported yet"],
]

const ENTITIES: EntityType[] = ['INSTANCE', 'INSTANCE_MARC']

describe.each(ENTITIES)('a rule on records of the type %s', (entity) => {
  it.each([...FLAGS, ...CODES, ...NOTES])('%s %s %j: %j becomes %j', (...each) => {
    checkCase(entity, BASE, each)
  })

  it.each([
    [true, false],
    [false, true],
    [true, true],
  ])('hands its suppression on to holdings: %s, items: %s', (holdings, items) => {
    const parameters = [
      { key: 'APPLY_TO_HOLDINGS', value: holdings },
      { key: 'APPLY_TO_ITEMS', value: items },
    ]
    const { record, cascade } = edit(
      entity,
      BASE,
      rule('SUPPRESS_FROM_DISCOVERY', 'SET_TO_TRUE', { parameters }),
    )
    expect(record).toEqual({ ...BASE, discoverySuppress: true })
    expect(cascade).toEqual({ holdings, items, discoverySuppress: true })
  })

  it('hands on what is so in the end', () => {
    const parameters = [{ key: 'APPLY_TO_ITEMS', value: true }]
    const { cascade } = edit(
      entity,
      { ...BASE, discoverySuppress: true },
      rule('SUPPRESS_FROM_DISCOVERY', 'SET_TO_FALSE', { parameters }),
      rule('SET_RECORDS_FOR_DELETE', 'SET_TO_TRUE'),
    )
    expect(cascade).toEqual({ holdings: false, items: true, discoverySuppress: true })
  })

  it('refuses to remove all statistical codes and to do something else with them', () => {
    const record = { ...BASE, statisticalCodeIds: [WITHDRAWN_CODE] }
    const outcome = edit(
      entity,
      record,
      rule('STATISTICAL_CODE', 'REMOVE_ALL'),
      rule('STATISTICAL_CODE', 'ADD_TO_EXISTING', { updated: GIFT_CODE }),
      rule('STAFF_SUPPRESS', 'SET_TO_TRUE'),
    )
    expect(outcome.record).toEqual({ ...record, staffSuppress: true })
    expect(outcome.problems).toEqual([
      { type: 'ERROR', message: 'REMOVE_ALL cannot be combined with other actions on statistical codes' },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { MARC_HOLDINGS_SOURCE } from '../../inventory/pure.ts'
import {
  ANNEX,
  BINDING,
  MAIN,
  PROVENANCE,
  RESOURCE,
  UNKNOWN_ID,
  VERSION,
  edit,
  id,
  rule,
  checkCase,
} from './rules.fixture.ts'
import type { Case } from './rules.fixture.ts'

const BASE = { id: id(1000), _version: 3, hrid: 'ho1', sourceId: id(5), own: { x: 1 } }
const binding = { parameters: [{ key: 'HOLDINGS_NOTE_TYPE_ID_KEY', value: BINDING }] }
const bound = (note: string, staffOnly = false) => ({ holdingsNoteTypeId: BINDING, note, staffOnly })
const owned = (note: string, staffOnly = false) => ({ holdingsNoteTypeId: PROVENANCE, note, staffOnly })

const LOCATIONS: Case[] = [
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
    { updated: ANNEX },
    { permanentLocationId: MAIN, temporaryLocationId: MAIN, effectiveLocationId: MAIN },
    { permanentLocationId: ANNEX, temporaryLocationId: MAIN, effectiveLocationId: MAIN },
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
    'REPLACE_WITH',
    { updated: 'shelf' },
    { permanentLocationId: MAIN },
    'UUID has invalid format: shelf',
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
    'CLEAR_FIELD',
    {},
    { permanentLocationId: MAIN },
    'Permanent location cannot be cleared',
  ],
  [
    'TEMPORARY_LOCATION',
    'REPLACE_WITH',
    { updated: ANNEX },
    { permanentLocationId: MAIN, effectiveLocationId: MAIN },
    { permanentLocationId: MAIN, temporaryLocationId: ANNEX, effectiveLocationId: ANNEX },
  ],
  ['TEMPORARY_LOCATION', 'REPLACE_WITH', { updated: UNKNOWN_ID }, {}, `Location ${UNKNOWN_ID} doesn't exist`],
  [
    'TEMPORARY_LOCATION',
    'CLEAR_FIELD',
    { updated: '' },
    { permanentLocationId: MAIN, temporaryLocationId: ANNEX, effectiveLocationId: ANNEX },
    { permanentLocationId: MAIN, temporaryLocationId: undefined, effectiveLocationId: MAIN },
  ],
  ['TEMPORARY_LOCATION', 'CLEAR_FIELD', {}, { permanentLocationId: MAIN }, { permanentLocationId: MAIN }],
  [
    'STATUS',
    'REPLACE_WITH',
    { updated: 'Missing' },
    {},
    "Combination STATUS and REPLACE_WITH isn't supported yet",
  ],
]

const access = (values: object) => ({ uri: 'http://a.org/http:', ...values })
const list = (...entries: object[]) => ({ electronicAccess: entries })
const URIS: Case[] = [
  [
    'ELECTRONIC_ACCESS_URI',
    'CLEAR_FIELD',
    {},
    list(access({ linkText: 'x' }), { uri: '' }),
    list({ uri: '', linkText: 'x' }, { uri: '' }),
  ],
  [
    'ELECTRONIC_ACCESS_URI',
    'FIND_AND_REMOVE_THESE',
    { initial: 'http:' },
    list(access({})),
    list({ uri: '//a.org/' }),
  ],
  [
    'ELECTRONIC_ACCESS_URI',
    'FIND_AND_REPLACE',
    { initial: 'http:', updated: 'https:' },
    list(access({}), { uri: 'HTTP:' }),
    list({ uri: 'https://a.org/https:' }, { uri: 'HTTP:' }),
  ],
  [
    'ELECTRONIC_ACCESS_URI',
    'REPLACE_WITH',
    { updated: 'http://b.org' },
    list(access({}), { uri: '' }),
    list({ uri: 'http://b.org' }, { uri: 'http://b.org' }),
  ],
  ['ELECTRONIC_ACCESS_URI', 'REPLACE_WITH', { updated: 'http://b.org' }, {}, {}],
  [
    'ELECTRONIC_ACCESS_URI',
    'ADD_TO_EXISTING',
    { updated: 'x' },
    {},
    "Combination ELECTRONIC_ACCESS_URI and ADD_TO_EXISTING isn't supported yet",
  ],
]

const MEMBERS = [
  ['ELECTRONIC_ACCESS_LINK_TEXT', 'linkText'],
  ['ELECTRONIC_ACCESS_MATERIALS_SPECIFIED', 'materialsSpecification'],
  ['ELECTRONIC_ACCESS_URL_PUBLIC_NOTE', 'publicNote'],
] as const
const TEXTS: Case[] = MEMBERS.flatMap(([option, member]): Case[] => [
  [option, 'CLEAR_FIELD', {}, list(access({ [member]: 'x' }), access({})), list(access({}), access({}))],
  [
    option,
    'FIND_AND_REMOVE_THESE',
    { initial: 'x' },
    list(access({ [member]: 'xyx' }), access({ [member]: 'X' })),
    list(access({ [member]: 'y' }), access({ [member]: 'X' })),
  ],
  [
    option,
    'FIND_AND_REPLACE',
    { initial: 'x', updated: 'z' },
    list(access({ [member]: 'xyx' }), access({})),
    list(access({ [member]: 'zyz' }), access({})),
  ],
  [
    option,
    'REPLACE_WITH',
    { updated: 'z' },
    list(access({ [member]: 'x' }), access({})),
    list(access({ [member]: 'z' }), access({ [member]: 'z' })),
  ],
])

const as = (relationshipId: string) => access({ relationshipId })
const RELATIONSHIPS: Case[] = [
  [
    'ELECTRONIC_ACCESS_URL_RELATIONSHIP',
    'CLEAR_FIELD',
    {},
    list(as(RESOURCE), access({})),
    list(access({}), access({})),
  ],
  [
    'ELECTRONIC_ACCESS_URL_RELATIONSHIP',
    'FIND_AND_REMOVE_THESE',
    { initial: RESOURCE },
    list(as(RESOURCE), as(VERSION)),
    list(access({}), as(VERSION)),
  ],
  [
    'ELECTRONIC_ACCESS_URL_RELATIONSHIP',
    'FIND_AND_REMOVE_THESE',
    { initial: RESOURCE.slice(0, 20) },
    list(as(RESOURCE)),
    list(as(RESOURCE)),
  ],
  [
    'ELECTRONIC_ACCESS_URL_RELATIONSHIP',
    'FIND_AND_REPLACE',
    { initial: RESOURCE.toUpperCase(), updated: VERSION },
    list(as(RESOURCE), access({})),
    list(as(VERSION), access({})),
  ],
  [
    'ELECTRONIC_ACCESS_URL_RELATIONSHIP',
    'REPLACE_WITH',
    { updated: VERSION },
    list(as(RESOURCE), access({})),
    list(as(VERSION), as(VERSION)),
  ],
  [
    'ELECTRONIC_ACCESS_URL_RELATIONSHIP',
    'REPLACE_WITH',
    { updated: UNKNOWN_ID },
    list(as(RESOURCE)),
    `URL relationship ${UNKNOWN_ID} doesn't exist in tenant diku`,
  ],
  [
    'ELECTRONIC_ACCESS_URL_RELATIONSHIP',
    'REPLACE_WITH',
    { updated: null },
    list(as(RESOURCE)),
    'Id value cannot be empty',
  ],
  [
    'ELECTRONIC_ACCESS_URL_RELATIONSHIP',
    'FIND_AND_REPLACE',
    { initial: RESOURCE, updated: 'x' },
    list(as(RESOURCE)),
    'UUID has invalid format: x',
  ],
]

const NOTES: Case[] = [
  [
    'ADMINISTRATIVE_NOTE',
    'ADD_TO_EXISTING',
    { updated: 'new' },
    { administrativeNotes: ['old'] },
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
    { administrativeNotes: ['old'] },
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
    'HOLDINGS_NOTE',
    'ADD_TO_EXISTING',
    { ...binding, updated: 'n' },
    { notes: [owned('p')] },
    { notes: [owned('p'), bound('n')] },
  ],
  [
    'HOLDINGS_NOTE',
    'ADD_TO_EXISTING',
    { parameters: [{ key: 'STAFF_ONLY', value: true }, ...binding.parameters], updated: 'n' },
    {},
    { notes: [bound('n', true)] },
  ],
  [
    'HOLDINGS_NOTE',
    'FIND_AND_REMOVE_THESE',
    { ...binding, initial: 'a' },
    { notes: [bound('a'), bound('ab'), owned('a')] },
    { notes: [bound('b'), owned('a')] },
  ],
  [
    'HOLDINGS_NOTE',
    'FIND_AND_REPLACE',
    { ...binding, initial: 'a', updated: 'c' },
    { notes: [bound('ab', true), owned('a')] },
    { notes: [bound('cb', true), owned('a')] },
  ],
  ['HOLDINGS_NOTE', 'REMOVE_ALL', binding, { notes: [bound('a'), owned('b')] }, { notes: [owned('b')] }],
  [
    'HOLDINGS_NOTE',
    'MARK_AS_STAFF_ONLY',
    binding,
    { notes: [bound('a'), owned('b')] },
    { notes: [bound('a', true), owned('b')] },
  ],
  [
    'HOLDINGS_NOTE',
    'REMOVE_MARK_AS_STAFF_ONLY',
    binding,
    { notes: [bound('a', true), owned('b', true)] },
    { notes: [bound('a'), owned('b', true)] },
  ],
  [
    'HOLDINGS_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: PROVENANCE },
    { notes: [bound('a', true), owned('b')] },
    { notes: [owned('a', true), owned('b')] },
  ],
  [
    'HOLDINGS_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: 'ADMINISTRATIVE_NOTE' },
    { notes: [bound('a', true), owned('b')] },
    { notes: [owned('b')], administrativeNotes: ['a'] },
  ],
  [
    'HOLDINGS_NOTE',
    'DUPLICATE',
    { ...binding, updated: PROVENANCE },
    {},
    "Combination HOLDINGS_NOTE and DUPLICATE isn't supported yet",
  ],
  ['CHECK_IN_NOTE', 'REMOVE_ALL', {}, {}, "Combination CHECK_IN_NOTE and REMOVE_ALL isn't supported yet"],
]

describe('a rule on holdings', () => {
  it.each([...LOCATIONS, ...URIS, ...TEXTS, ...RELATIONSHIPS, ...NOTES])(
    '%s %s %j: %j becomes %j',
    (...each) => {
      checkCase('HOLDINGS_RECORD', BASE, each)
    },
  )

  const toItems = { parameters: [{ key: 'APPLY_TO_ITEMS', value: true }] }
  const toItemsAsText = { parameters: [{ key: 'APPLY_TO_ITEMS', value: 'true' }] }
  it.each([
    ['SET_TO_TRUE', {}, false, true, false],
    ['SET_TO_FALSE', {}, true, false, false],
    ['SET_TO_TRUE', toItems, false, true, true],
    ['SET_TO_FALSE', toItemsAsText, true, false, true],
    ['SET_TO_TRUE', { parameters: [{ key: 'APPLY_TO_ITEMS', value: false }] }, false, true, false],
    ['SET_TO_TRUE', { parameters: [{ key: 'APPLY_TO_HOLDINGS', value: true }] }, false, true, false],
    ['SET_TO_TRUE_INCLUDING_ITEMS', {}, false, true, true],
    ['SET_TO_FALSE_INCLUDING_ITEMS', {}, true, false, true],
    ['SET_TO_TRUE', toItems, true, true, true],
  ])('%s %j takes suppression from %s to %s; items follow: %s', (type, values, before, after, items) => {
    const { record, cascade, problems } = edit(
      'HOLDINGS_RECORD',
      { ...BASE, discoverySuppress: before },
      rule('SUPPRESS_FROM_DISCOVERY', type, values),
    )
    expect(record).toEqual({ ...BASE, discoverySuppress: after })
    expect(cascade).toEqual(items ? { holdings: false, items: true, discoverySuppress: after } : null)
    expect(problems).toEqual([])
  })

  it('refuses to clear the suppression', () => {
    const { problems } = edit('HOLDINGS_RECORD', BASE, rule('SUPPRESS_FROM_DISCOVERY', 'CLEAR_FIELD'))
    expect(problems).toEqual([{ type: 'ERROR', message: 'Suppress from discovery flag cannot be cleared' }])
  })

  it('leaves holdings that their MARC record rules, and says so once', () => {
    const record = { ...BASE, sourceId: MARC_HOLDINGS_SOURCE }
    const outcome = edit(
      'HOLDINGS_RECORD',
      record,
      rule('TEMPORARY_LOCATION', 'REPLACE_WITH', { updated: ANNEX }),
      rule('SUPPRESS_FROM_DISCOVERY', 'SET_TO_TRUE_INCLUDING_ITEMS'),
    )
    expect(outcome.record).toBe(record)
    expect(outcome.cascade).toBeNull()
    expect(outcome.problems).toEqual([
      { type: 'ERROR', message: 'Holdings records that have source "MARC" cannot be changed' },
    ])
  })
})

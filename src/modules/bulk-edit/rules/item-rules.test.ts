import { describe, expect, it } from 'vitest'
import { ITEM_STATUSES } from '../../inventory/item-statuses.ts'
import {
  ANNEX,
  BINDING,
  BOOK,
  CAN_CIRCULATE,
  DVD,
  MAIN,
  READING_ROOM,
  STAMP,
  UNKNOWN_ID,
  checkCase,
  edit,
  id,
  rule,
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

describe('a rule on items', () => {
  it.each(REFERENCES)('%s %s %j: %j becomes %j', (...each) => {
    checkCase('ITEM', BASE, each)
  })

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

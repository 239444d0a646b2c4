import {
  ANNEX,
  MAIN,
  CAN_CIRCULATE,
  DVD,
  READING_ROOM,
  actionCase,
  noteMakers,
  ofType,
} from './bulk-edit-cases.ts'
import type { ActionCase, Part } from './bulk-edit-cases.ts'

const BINDING = '87c450be-2033-41fb-80ba-dd2409883681'
const PROVENANCE = 'c3a539b9-9576-4e3a-b6de-d910200b2919'
const { first: bound, second: owned } = noteMakers('itemNoteTypeId', [BINDING, PROVENANCE])
const binding = ofType('ITEM_NOTE_TYPE_ID_KEY', BINDING)
const into = (note: string, staffOnly = false): Part => ({ noteType: 'Check in', note, staffOnly })
const out = (note: string, staffOnly = false): Part => ({ noteType: 'Check out', note, staffOnly })

const FIELDS: ActionCase[] = [
  actionCase(
    'PERMANENT_LOCATION',
    'REPLACE_WITH',
    { updated: ANNEX },
    { permanentLocationId: MAIN },
    { permanentLocationId: ANNEX, effectiveLocationId: ANNEX },
    { 'Item permanent location': 'Annex', 'Item effective location': 'Annex' },
  ),
  actionCase(
    'PERMANENT_LOCATION',
    'CLEAR_FIELD',
    {},
    { permanentLocationId: ANNEX },
    { permanentLocationId: null, effectiveLocationId: MAIN },
    { 'Item permanent location': '', 'Item effective location': 'Main' },
  ),
  actionCase(
    'TEMPORARY_LOCATION',
    'REPLACE_WITH',
    { updated: ANNEX },
    { permanentLocationId: MAIN },
    { permanentLocationId: MAIN, temporaryLocationId: ANNEX, effectiveLocationId: ANNEX },
    { 'Item temporary location': 'Annex', 'Item effective location': 'Annex' },
  ),
  actionCase(
    'TEMPORARY_LOCATION',
    'CLEAR_FIELD',
    { updated: '' },
    { permanentLocationId: MAIN, temporaryLocationId: ANNEX },
    { permanentLocationId: MAIN, temporaryLocationId: null, effectiveLocationId: MAIN },
    { 'Item temporary location': '', 'Item effective location': 'Main' },
  ),
  actionCase(
    'PERMANENT_LOAN_TYPE',
    'REPLACE_WITH',
    { updated: READING_ROOM },
    { permanentLoanTypeId: CAN_CIRCULATE },
    { permanentLoanTypeId: READING_ROOM },
    { 'Permanent loan type': 'Reading room' },
  ),
  actionCase(
    'TEMPORARY_LOAN_TYPE',
    'REPLACE_WITH',
    { updated: READING_ROOM },
    {},
    { temporaryLoanTypeId: READING_ROOM },
    { 'Temporary loan type': 'Reading room' },
  ),
  actionCase(
    'TEMPORARY_LOAN_TYPE',
    'CLEAR_FIELD',
    {},
    { temporaryLoanTypeId: READING_ROOM },
    { temporaryLoanTypeId: null },
    { 'Temporary loan type': '' },
  ),
  actionCase(
    'MATERIAL_TYPE',
    'REPLACE_WITH',
    { updated: DVD },
    {},
    { materialTypeId: DVD },
    { 'Material type': 'dvd' },
  ),
  actionCase(
    'STATUS',
    'REPLACE_WITH',
    { updated: 'Unknown' },
    {},
    { status: 'Unknown' },
    { Status: 'Unknown' },
  ),
  actionCase(
    'SUPPRESS_FROM_DISCOVERY',
    'SET_TO_TRUE',
    {},
    {},
    { discoverySuppress: true },
    { 'Suppress from discovery': 'true' },
  ),
  actionCase(
    'SUPPRESS_FROM_DISCOVERY',
    'SET_TO_FALSE',
    {},
    { discoverySuppress: true },
    { discoverySuppress: false },
    { 'Suppress from discovery': 'false' },
  ),
]

const ADMINISTRATIVE: ActionCase[] = [
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'ADD_TO_EXISTING',
    { updated: 'new' },
    { administrativeNotes: ['old'] },
    { administrativeNotes: ['old', 'new'] },
    { 'Administrative note': 'old|new' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'FIND_AND_REMOVE_THESE',
    { initial: 'old' },
    { administrativeNotes: ['old', 'old shelf', 'Old'] },
    { administrativeNotes: [' shelf', 'Old'] },
    { 'Administrative note': ' shelf|Old' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'FIND_AND_REPLACE',
    { initial: 'old', updated: 'new' },
    { administrativeNotes: ['old shelf', 'x'] },
    { administrativeNotes: ['new shelf', 'x'] },
    { 'Administrative note': 'new shelf|x' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'REMOVE_ALL',
    {},
    { administrativeNotes: ['a', 'b'] },
    { administrativeNotes: [] },
    { 'Administrative note': '' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'CHANGE_TYPE',
    { updated: BINDING },
    { administrativeNotes: ['a', 'b'] },
    { administrativeNotes: [], notes: [bound('a'), bound('b')] },
    { 'Administrative note': '', 'Binding note': 'a | b' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'CHANGE_TYPE',
    { updated: 'CHECK_IN_NOTE' },
    { administrativeNotes: ['a'] },
    { administrativeNotes: [], circulationNotes: [into('a')] },
    { 'Administrative note': '', 'Check in note': 'a' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'CHANGE_TYPE',
    { updated: 'CHECK_OUT_NOTE' },
    { administrativeNotes: ['a'] },
    { administrativeNotes: [], circulationNotes: [out('a')] },
    { 'Administrative note': '', 'Check out note': 'a' },
  ),
]

type Circulation = {
  option: string
  other: string
  header: string
  otherHeader: string
  own: typeof into
  others: typeof into
}

/** The actions on one kind of circulation notes; notes of the other kind stay as they are. */
function circulation({ option, other, header, otherHeader, own, others }: Circulation): ActionCase[] {
  const circ = (...circulationNotes: Part[]) => ({ circulationNotes })
  const both = circ(own('old mine', true), others('old theirs'))
  const theirs = { [otherHeader]: 'old theirs' }
  return [
    actionCase(option, 'ADD_TO_EXISTING', { updated: 'n' }, both, circ(...both.circulationNotes, own('n')), {
      [header]: 'old mine (staff only) | n',
      ...theirs,
    }),
    actionCase(
      option,
      'ADD_TO_EXISTING',
      { updated: 'n', parameters: [{ key: 'STAFF_ONLY', value: true }] },
      {},
      circ(own('n', true)),
      { [header]: 'n (staff only)' },
    ),
    actionCase(
      option,
      'FIND_AND_REMOVE_THESE',
      { initial: 'old ' },
      both,
      circ(own('mine', true), others('old theirs')),
      { [header]: 'mine (staff only)', ...theirs },
    ),
    actionCase(
      option,
      'FIND_AND_REPLACE',
      { initial: 'old', updated: 'new' },
      both,
      circ(own('new mine', true), others('old theirs')),
      { [header]: 'new mine (staff only)', ...theirs },
    ),
    actionCase(option, 'REMOVE_ALL', {}, both, circ(others('old theirs')), { [header]: '', ...theirs }),
    actionCase(
      option,
      'MARK_AS_STAFF_ONLY',
      {},
      circ(own('a'), others('old theirs')),
      circ(own('a', true), others('old theirs')),
      { [header]: 'a (staff only)', ...theirs },
    ),
    actionCase(
      option,
      'REMOVE_MARK_AS_STAFF_ONLY',
      {},
      circ(own('a', true), others('b', true)),
      circ(own('a'), others('b', true)),
      { [header]: 'a', [otherHeader]: 'b (staff only)' },
    ),
    actionCase(
      option,
      'CHANGE_TYPE',
      { updated: other },
      both,
      circ(others('old mine', true), others('old theirs')),
      { [header]: '', [otherHeader]: 'old mine (staff only) | old theirs' },
    ),
    actionCase(
      option,
      'CHANGE_TYPE',
      { updated: 'ADMINISTRATIVE_NOTE' },
      both,
      { ...circ(others('old theirs')), administrativeNotes: ['old mine'] },
      { [header]: '', 'Administrative note': 'old mine', ...theirs },
    ),
    actionCase(
      option,
      'CHANGE_TYPE',
      { updated: BINDING },
      both,
      { ...circ(others('old theirs')), notes: [bound('old mine', true)] },
      { [header]: '', 'Binding note': 'old mine (staff only)', ...theirs },
    ),
    actionCase(
      option,
      'DUPLICATE',
      { updated: other },
      both,
      circ(...both.circulationNotes, others('old mine', true)),
      { [header]: 'old mine (staff only)', [otherHeader]: 'old theirs | old mine (staff only)' },
    ),
  ]
}

const IN = { option: 'CHECK_IN_NOTE', header: 'Check in note', own: into }
const OUT = { option: 'CHECK_OUT_NOTE', header: 'Check out note', own: out }

const TYPED: ActionCase[] = [
  actionCase(
    'ITEM_NOTE',
    'ADD_TO_EXISTING',
    { ...ofType('ITEM_NOTE_TYPE_ID_KEY', BINDING, true), updated: 'n' },
    { notes: [owned('p')] },
    { notes: [owned('p'), bound('n', true)] },
    { 'Binding note': 'n (staff only)', 'Provenance note': 'p' },
  ),
  actionCase(
    'ITEM_NOTE',
    'FIND_AND_REMOVE_THESE',
    { ...binding, initial: 'worn' },
    { notes: [bound('worn'), bound('worn spine'), owned('worn')] },
    { notes: [bound(' spine'), owned('worn')] },
    { 'Binding note': ' spine', 'Provenance note': 'worn' },
  ),
  actionCase(
    'ITEM_NOTE',
    'FIND_AND_REPLACE',
    { ...binding, initial: 'old', updated: 'new' },
    { notes: [bound('old', true), owned('old')] },
    { notes: [bound('new', true), owned('old')] },
    { 'Binding note': 'new (staff only)', 'Provenance note': 'old' },
  ),
  actionCase(
    'ITEM_NOTE',
    'REMOVE_ALL',
    binding,
    { notes: [bound('a'), owned('b'), bound('c')] },
    { notes: [owned('b')] },
    { 'Binding note': '', 'Provenance note': 'b' },
  ),
  actionCase(
    'ITEM_NOTE',
    'MARK_AS_STAFF_ONLY',
    binding,
    { notes: [bound('a'), owned('b')] },
    { notes: [bound('a', true), owned('b')] },
    { 'Binding note': 'a (staff only)', 'Provenance note': 'b' },
  ),
  actionCase(
    'ITEM_NOTE',
    'REMOVE_MARK_AS_STAFF_ONLY',
    binding,
    { notes: [bound('a', true), owned('b', true)] },
    { notes: [bound('a'), owned('b', true)] },
    { 'Binding note': 'a', 'Provenance note': 'b (staff only)' },
  ),
  actionCase(
    'ITEM_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: PROVENANCE },
    { notes: [bound('a', true), owned('b')] },
    { notes: [owned('a', true), owned('b')] },
    { 'Binding note': '', 'Provenance note': 'a (staff only) | b' },
  ),
  actionCase(
    'ITEM_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: 'ADMINISTRATIVE_NOTE' },
    { notes: [bound('a', true), owned('b')] },
    { notes: [owned('b')], administrativeNotes: ['a'] },
    { 'Binding note': '', 'Administrative note': 'a' },
  ),
  actionCase(
    'ITEM_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: 'CHECK_IN_NOTE' },
    { notes: [bound('a', true)] },
    { notes: [], circulationNotes: [into('a', true)] },
    { 'Binding note': '', 'Check in note': 'a (staff only)' },
  ),
  actionCase(
    'ITEM_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: 'CHECK_OUT_NOTE' },
    { notes: [bound('a')] },
    { notes: [], circulationNotes: [out('a')] },
    { 'Binding note': '', 'Check out note': 'a' },
  ),
]

/** Every action that items take. */
export const ITEM_CASES: ActionCase[] = [
  ...FIELDS,
  ...ADMINISTRATIVE,
  ...circulation({ ...IN, other: OUT.option, otherHeader: OUT.header, others: OUT.own }),
  ...circulation({ ...OUT, other: IN.option, otherHeader: IN.header, others: IN.own }),
  ...TYPED,
]

import { actionCase, noteMakers, ofType } from './bulk-edit-cases.ts'
import type { ActionCase } from './bulk-edit-cases.ts'

const ACTION_NOTE = '1c017b8d-c783-4f63-b620-079f7a5b9c07'
const AWARDS = 'e8cdc2fe-c53c-478a-a7f3-47f2fc79c6d4'
const { first: action, second: award } = noteMakers('instanceNoteTypeId', [ACTION_NOTE, AWARDS])
const actionNotes = ofType('INSTANCE_NOTE_TYPE_ID_KEY', ACTION_NOTE)
const BOOKS = 'b5968c9e-cddc-4576-99e3-8e60aed8b0dd'
const ARCHIVES = 'b6b46869-f3c1-4370-b603-29774a1e42b1'
const BOOKS_CELL = 'ARL (Collection stats): books - Book, print (books)'
const ARCHIVES_CELL = 'RECM (Record management): arch - Archives (arch)'

const FLAGS: ActionCase[] = [
  actionCase('STAFF_SUPPRESS', 'SET_TO_TRUE', {}, {}, { staffSuppress: true }, { 'Staff suppress': 'true' }),
  actionCase(
    'STAFF_SUPPRESS',
    'SET_TO_FALSE',
    {},
    { staffSuppress: true },
    { staffSuppress: false },
    { 'Staff suppress': 'false' },
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
  actionCase(
    'SET_RECORDS_FOR_DELETE',
    'SET_TO_TRUE',
    {},
    {},
    { deleted: true, staffSuppress: true, discoverySuppress: true },
    { 'Set for deletion': 'true', 'Staff suppress': 'true', 'Suppress from discovery': 'true' },
  ),
  actionCase(
    'SET_RECORDS_FOR_DELETE',
    'SET_TO_FALSE',
    {},
    { deleted: true, staffSuppress: true, discoverySuppress: true },
    { deleted: false, staffSuppress: true, discoverySuppress: true },
    { 'Set for deletion': 'false', 'Staff suppress': 'true', 'Suppress from discovery': 'true' },
  ),
]

const CODES: ActionCase[] = [
  actionCase(
    'STATISTICAL_CODE',
    'ADD_TO_EXISTING',
    { updated: `${BOOKS},${ARCHIVES}` },
    { statisticalCodeIds: [BOOKS] },
    { statisticalCodeIds: [BOOKS, ARCHIVES] },
    { 'Statistical code': `${BOOKS_CELL}|${ARCHIVES_CELL}` },
  ),
  actionCase(
    'STATISTICAL_CODE',
    'REMOVE_SOME',
    { updated: BOOKS },
    { statisticalCodeIds: [BOOKS, ARCHIVES] },
    { statisticalCodeIds: [ARCHIVES] },
    { 'Statistical code': ARCHIVES_CELL },
  ),
  actionCase(
    'STATISTICAL_CODE',
    'REMOVE_ALL',
    {},
    { statisticalCodeIds: [BOOKS, ARCHIVES] },
    { statisticalCodeIds: [] },
    { 'Statistical code': '' },
  ),
]

const ADMINISTRATIVE: ActionCase[] = [
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'ADD_TO_EXISTING',
    { updated: 'new' },
    { administrativeNotes: ['old'] },
    { administrativeNotes: ['old', 'new'] },
    { 'Administrative note': 'old | new' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'FIND_AND_REMOVE_THESE',
    { initial: 'old' },
    { administrativeNotes: ['old', 'old shelf'] },
    { administrativeNotes: [' shelf'] },
    { 'Administrative note': ' shelf' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'FIND_AND_REPLACE',
    { initial: 'old', updated: 'new' },
    { administrativeNotes: ['old shelf', 'x'] },
    { administrativeNotes: ['new shelf', 'x'] },
    { 'Administrative note': 'new shelf | x' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'REMOVE_ALL',
    {},
    { administrativeNotes: ['a'] },
    { administrativeNotes: [] },
    { 'Administrative note': '' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'CHANGE_TYPE',
    { updated: ACTION_NOTE },
    { administrativeNotes: ['a'] },
    { administrativeNotes: [], notes: [action('a')] },
    { 'Administrative note': '', 'Action note': 'a' },
    { 'Administrative note': '', Notes: 'Action note;a;false' },
  ),
]

/** An action on the notes of the one type, beside which there is one of the other; files have them in one cell. */
function noted(
  type: string,
  values: object,
  before: readonly object[],
  after: readonly object[],
  shown: string,
  inFile: string,
): ActionCase {
  return actionCase(
    'INSTANCE_NOTE',
    type,
    { ...actionNotes, ...values },
    { notes: [...before, award('won', true)] },
    { notes: [...after, award('won', true)] },
    { 'Action note': shown, 'Awards note': 'won (staff only)' },
    { Notes: `${inFile}${inFile === '' ? '' : '|'}Awards note;won;true` },
  )
}

const NOTES: ActionCase[] = [
  noted(
    'FIND_AND_REMOVE_THESE',
    { initial: 'a' },
    [action('a'), action('ab')],
    [action('b')],
    'b',
    'Action note;b;false',
  ),
  noted(
    'FIND_AND_REPLACE',
    { initial: 'a', updated: 'c' },
    [action('ab', true)],
    [action('cb', true)],
    'cb (staff only)',
    'Action note;cb;true',
  ),
  noted('REMOVE_ALL', {}, [action('a'), action('b')], [], '', ''),
  noted('MARK_AS_STAFF_ONLY', {}, [action('a')], [action('a', true)], 'a (staff only)', 'Action note;a;true'),
  noted('REMOVE_MARK_AS_STAFF_ONLY', {}, [action('a', true)], [action('a')], 'a', 'Action note;a;false'),
  actionCase(
    'INSTANCE_NOTE',
    'ADD_TO_EXISTING',
    { ...ofType('INSTANCE_NOTE_TYPE_ID_KEY', ACTION_NOTE, true), updated: 'n' },
    { notes: [award('won')] },
    { notes: [award('won'), action('n', true)] },
    { 'Action note': 'n (staff only)', 'Awards note': 'won' },
    { Notes: 'Awards note;won;false|Action note;n;true' },
  ),
  actionCase(
    'INSTANCE_NOTE',
    'CHANGE_TYPE',
    { ...actionNotes, updated: AWARDS },
    { notes: [action('a', true), award('won')] },
    { notes: [award('a', true), award('won')] },
    { 'Action note': '', 'Awards note': 'a (staff only) | won' },
    { Notes: 'Awards note;a;true|Awards note;won;false' },
  ),
  actionCase(
    'INSTANCE_NOTE',
    'CHANGE_TYPE',
    { ...actionNotes, updated: 'ADMINISTRATIVE_NOTE' },
    { notes: [action('a'), award('won')] },
    { notes: [award('won')], administrativeNotes: ['a'] },
    { 'Action note': '', 'Administrative note': 'a' },
    { Notes: 'Awards note;won;false', 'Administrative note': 'a' },
  ),
]

/** Every action that instances from the inventory take. */
export const INSTANCE_CASES: ActionCase[] = [...FLAGS, ...CODES, ...ADMINISTRATIVE, ...NOTES]

/** The actions that instances take whose MARC is kept: all but those on what comes from MARC. */
export const MARC_INSTANCE_CASES: ActionCase[] = [...FLAGS, ...CODES, ...ADMINISTRATIVE.slice(0, 4)]

import type { EntityType } from '../types.ts'

/** The reference lists that values of rules come from. */
export type ListName =
  | 'electronicAccessRelationships'
  | 'holdingsNoteTypes'
  | 'instanceNoteTypes'
  | 'itemNoteTypes'
  | 'loanTypes'
  | 'locations'
  | 'materialTypes'
  | 'statisticalCodes'

/** How a value of a rule is given. */
export type Control =
  | { kind: 'text' }
  | { kind: 'list'; list: ListName }
  | { kind: 'list-many'; list: ListName }
  | { kind: 'patron-group' }
  | { kind: 'status' }
  | { kind: 'date' }
  /** Another kind of note. */
  | { kind: 'note-kind' }
  /** Nothing to choose: the value follows. */
  | { kind: 'fixed'; value: string }

/** A box that can be ticked beside an action. */
export type FlagName = 'STAFF_ONLY' | 'APPLY_TO_HOLDINGS' | 'APPLY_TO_ITEMS'

/** What can be done to a property: the action by its name on the wire, and what it asks for. */
export type ActionSpec = {
  type: string
  initial?: Control
  updated?: Control
  /** True for a replacement that may be empty. */
  mayBeEmpty?: boolean
  flags?: readonly FlagName[]
}

/** A property that rules can change. */
export type OptionSpec = {
  option: string
  /** Typed notes: the list of their types, and the parameter that names one. */
  noteTypes?: { list: ListName; key: string }
  actions: readonly ActionSpec[]
}

const text: Control = { kind: 'text' }
const listOf = (list: ListName): Control => ({ kind: 'list', list })

const replaceWith = (updated: Control): ActionSpec => ({ type: 'REPLACE_WITH', updated })
const clear: ActionSpec = { type: 'CLEAR_FIELD' }
const findAndRemove: ActionSpec = { type: 'FIND_AND_REMOVE_THESE', initial: text }
const findAndReplace: ActionSpec = {
  type: 'FIND_AND_REPLACE',
  initial: text,
  updated: text,
  mayBeEmpty: true,
}
const setFlag = (...flags: FlagName[]): ActionSpec[] => [
  { type: 'SET_TO_TRUE', flags },
  { type: 'SET_TO_FALSE', flags },
]

const noteActions = (isMarked: boolean): ActionSpec[] => [
  { type: 'ADD_TO_EXISTING', updated: text, flags: isMarked ? ['STAFF_ONLY'] : [] },
  findAndReplace,
  findAndRemove,
  { type: 'REMOVE_ALL' },
  { type: 'CHANGE_TYPE', updated: { kind: 'note-kind' } },
  ...(isMarked ? [{ type: 'MARK_AS_STAFF_ONLY' }, { type: 'REMOVE_MARK_AS_STAFF_ONLY' }] : []),
]
const circulationNote = (option: string, other: string): OptionSpec => ({
  option,
  actions: [...noteActions(true), { type: 'DUPLICATE', updated: { kind: 'fixed', value: other } }],
})
const typedNote = (option: string, list: ListName): OptionSpec => ({
  option,
  noteTypes: { list, key: `${option}_TYPE_ID_KEY` },
  actions: noteActions(true),
})

const location = (option: string, isClearable: boolean): OptionSpec => ({
  option,
  actions: [replaceWith(listOf('locations')), ...(isClearable ? [clear] : [])],
})
const administrativeNote: OptionSpec = { option: 'ADMINISTRATIVE_NOTE', actions: noteActions(false) }
const access = (option: string, control: Control): OptionSpec => ({
  option,
  actions: [
    { type: 'FIND_AND_REPLACE', initial: control, updated: control, mayBeEmpty: control.kind === 'text' },
    { type: 'FIND_AND_REMOVE_THESE', initial: control },
    replaceWith(control),
    clear,
  ],
})

const INSTANCE: readonly OptionSpec[] = [
  { option: 'SUPPRESS_FROM_DISCOVERY', actions: setFlag('APPLY_TO_HOLDINGS', 'APPLY_TO_ITEMS') },
  { option: 'STAFF_SUPPRESS', actions: setFlag() },
  { option: 'SET_RECORDS_FOR_DELETE', actions: setFlag() },
  {
    option: 'STATISTICAL_CODE',
    actions: [
      { type: 'ADD_TO_EXISTING', updated: { kind: 'list-many', list: 'statisticalCodes' } },
      { type: 'REMOVE_SOME', updated: { kind: 'list-many', list: 'statisticalCodes' } },
      { type: 'REMOVE_ALL' },
    ],
  },
  administrativeNote,
  typedNote('INSTANCE_NOTE', 'instanceNoteTypes'),
]

/** What rules can do to records of each type: only pairs that the server applies (`src/modules/bulk-edit/rules`). */
export const CATALOGUE: Readonly<Record<EntityType, readonly OptionSpec[]>> = {
  ITEM: [
    location('TEMPORARY_LOCATION', true),
    location('PERMANENT_LOCATION', true),
    { option: 'STATUS', actions: [replaceWith({ kind: 'status' })] },
    { option: 'TEMPORARY_LOAN_TYPE', actions: [replaceWith(listOf('loanTypes')), clear] },
    { option: 'PERMANENT_LOAN_TYPE', actions: [replaceWith(listOf('loanTypes'))] },
    { option: 'MATERIAL_TYPE', actions: [replaceWith(listOf('materialTypes'))] },
    { option: 'SUPPRESS_FROM_DISCOVERY', actions: setFlag() },
    typedNote('ITEM_NOTE', 'itemNoteTypes'),
    circulationNote('CHECK_IN_NOTE', 'CHECK_OUT_NOTE'),
    circulationNote('CHECK_OUT_NOTE', 'CHECK_IN_NOTE'),
    administrativeNote,
  ],
  HOLDINGS_RECORD: [
    location('TEMPORARY_LOCATION', true),
    location('PERMANENT_LOCATION', false),
    { option: 'SUPPRESS_FROM_DISCOVERY', actions: setFlag('APPLY_TO_ITEMS') },
    typedNote('HOLDINGS_NOTE', 'holdingsNoteTypes'),
    administrativeNote,
    access('ELECTRONIC_ACCESS_URI', text),
    access('ELECTRONIC_ACCESS_LINK_TEXT', text),
    access('ELECTRONIC_ACCESS_MATERIALS_SPECIFIED', text),
    access('ELECTRONIC_ACCESS_URL_PUBLIC_NOTE', text),
    access('ELECTRONIC_ACCESS_URL_RELATIONSHIP', listOf('electronicAccessRelationships')),
  ],
  INSTANCE,
  INSTANCE_MARC: INSTANCE,
  USER: [
    { option: 'PATRON_GROUP', actions: [replaceWith({ kind: 'patron-group' })] },
    { option: 'EXPIRATION_DATE', actions: [replaceWith({ kind: 'date' })] },
    { option: 'EMAIL_ADDRESS', actions: [{ type: 'FIND_AND_REPLACE', initial: text, updated: text }] },
  ],
}

/** The kinds of notes that a note can become, beside the types of typed notes. */
export const PLAIN_NOTES: Readonly<Record<EntityType, readonly string[]>> = {
  ITEM: ['ADMINISTRATIVE_NOTE', 'CHECK_IN_NOTE', 'CHECK_OUT_NOTE'],
  HOLDINGS_RECORD: ['ADMINISTRATIVE_NOTE'],
  INSTANCE: ['ADMINISTRATIVE_NOTE'],
  INSTANCE_MARC: ['ADMINISTRATIVE_NOTE'],
  USER: [],
}

/** A property of records of a type; undefined for one that they have not. */
export function optionOf(entity: EntityType, option: string): OptionSpec | undefined {
  return CATALOGUE[entity].find((spec) => spec.option === option)
}

/** What an action of a property asks for; undefined for one that does not go with it. */
export function actionOf(entity: EntityType, option: string, type: string): ActionSpec | undefined {
  return optionOf(entity, option)?.actions.find((spec) => spec.type === type)
}

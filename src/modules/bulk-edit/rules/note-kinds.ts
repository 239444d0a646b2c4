import { isUuid } from '../../../kernel/ids.ts'
import type { RuleAction } from '../contracts.ts'
import { ActionFault, parameterOf } from './compiled-action.ts'
import type { TouchedProperty } from './touched-columns.ts'
import type { Option } from './vocabulary.ts'

/**
 * A kind of notes: where a record keeps them, and what tells them from others that are kept there. Administrative notes
 * are plain texts in a list of their own, which is a set.
 */
export type NoteKind =
  | { property: 'administrativeNotes'; member: null; value: null }
  | { property: 'circulationNotes'; member: 'noteType'; value: 'Check in' | 'Check out' }
  | { property: 'notes'; member: TypeMember; value: string }

type TypeMember = 'itemNoteTypeId' | 'holdingsNoteTypeId' | 'instanceNoteTypeId'

/** The kinds of notes that a type of record has: its plain ones, and the option, parameter and member of typed ones. */
export type NoteVocabulary = {
  plain: ReadonlyMap<string, NoteKind>
  typed: { option: Option; key: string; member: TypeMember }
}

const ADMINISTRATIVE: NoteKind = { property: 'administrativeNotes', member: null, value: null }

const CIRCULATION: readonly [Option, NoteKind][] = [
  ['CHECK_IN_NOTE', { property: 'circulationNotes', member: 'noteType', value: 'Check in' }],
  ['CHECK_OUT_NOTE', { property: 'circulationNotes', member: 'noteType', value: 'Check out' }],
]

export const ITEM_NOTES: NoteVocabulary = {
  plain: new Map<string, NoteKind>([['ADMINISTRATIVE_NOTE', ADMINISTRATIVE], ...CIRCULATION]),
  typed: { option: 'ITEM_NOTE', key: 'ITEM_NOTE_TYPE_ID_KEY', member: 'itemNoteTypeId' },
}

export const HOLDINGS_NOTES: NoteVocabulary = {
  plain: new Map([['ADMINISTRATIVE_NOTE', ADMINISTRATIVE]]),
  typed: { option: 'HOLDINGS_NOTE', key: 'HOLDINGS_NOTE_TYPE_ID_KEY', member: 'holdingsNoteTypeId' },
}

export const INSTANCE_NOTES: NoteVocabulary = {
  plain: new Map([['ADMINISTRATIVE_NOTE', ADMINISTRATIVE]]),
  typed: { option: 'INSTANCE_NOTE', key: 'INSTANCE_NOTE_TYPE_ID_KEY', member: 'instanceNoteTypeId' },
}

/**
 * The kind of notes that an option and its parameters name; null when the option is not about notes of these records.
 * @throws ActionFault when the note type is not named
 */
export function sourceKind(
  { plain, typed }: NoteVocabulary,
  option: Option,
  action: RuleAction,
): NoteKind | null {
  if (option !== typed.option) return plain.get(option) ?? null
  const id = parameterOf(action, typed.key)
  if (typeof id !== 'string' || !isUuid(id.trim()))
    throw new ActionFault('parameters', `${typed.key} must be the id of a note type`)
  return { property: 'notes', member: typed.member, value: id.trim().toLowerCase() }
}

/** The kind that notes shall become: the option of a plain kind, or the id of a type. @throws ActionFault */
export function targetKind({ plain, typed }: NoteVocabulary, { updated }: RuleAction): NoteKind {
  const target = (updated ?? '').trim()
  const kind = plain.get(target)
  if (kind !== undefined) return kind
  if (isUuid(target)) return { property: 'notes', member: typed.member, value: target.toLowerCase() }
  throw new ActionFault('updated', `must be the id of a note type or one of ${[...plain.keys()].join(', ')}`)
}

/** True for the same kind. */
export function isSameKind(one: NoteKind, other: NoteKind): boolean {
  return one.property === other.property && one.value === other.value
}

/** The column in which notes of a kind are shown, when it has one of its own. */
export function propertyOf(kind: NoteKind): readonly TouchedProperty[] {
  if (kind.property === 'administrativeNotes') return [kind.property]
  return kind.property === 'circulationNotes' ? [`circulationNotes.${kind.value}`] : []
}

/** The note type of typed notes. */
export function noteTypeOf(kind: NoteKind): readonly string[] {
  return kind.property === 'notes' ? [kind.value] : []
}

type NoteObject = Record<string, unknown>

/** True when an entry of the kind's property is a note of this kind. */
export function isOfKind(kind: NoteKind, entry: unknown): boolean {
  if (kind.member === null) return typeof entry === 'string'
  return typeof entry === 'object' && entry !== null && (entry as NoteObject)[kind.member] === kind.value
}

/** What a note says. */
export function textOf(kind: NoteKind, note: unknown): string {
  const text = kind.member === null ? note : (note as NoteObject).note
  return typeof text === 'string' ? text : ''
}

/** True for a note that only staff may see; administrative notes are not marked so. */
export function isStaffOnly(kind: NoteKind, note: unknown): boolean {
  return kind.member !== null && (note as NoteObject).staffOnly === true
}

/** The same note with another text. */
export function withText(kind: NoteKind, note: unknown, text: string): unknown {
  return kind.member === null ? text : { ...(note as NoteObject), note: text }
}

/** A note of a kind. */
export function newNote(kind: NoteKind, text: string, staffOnly: boolean): unknown {
  return kind.member === null ? text : { [kind.member]: kind.value, note: text, staffOnly }
}

/** A note of one kind as one of another that is kept in the same list: what else it says stays. */
export function asKind(to: NoteKind, note: unknown): unknown {
  return { ...(note as NoteObject), [to.member!]: to.value }
}

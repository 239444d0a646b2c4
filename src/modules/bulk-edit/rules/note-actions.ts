import type { RuleAction, RuleFacts } from '../contracts.ts'
import { ActionFault, flagOf, soughtText, unsupported } from './compiled-action.ts'
import type { CompiledAction } from './compiled-action.ts'
import { listOf, refuse, setProperty } from './draft.ts'
import type { Draft, Step } from './draft.ts'
import {
  asKind,
  isOfKind,
  isSameKind,
  isStaffOnly,
  newNote,
  noteTypeOf,
  propertyOf,
  sourceKind,
  targetKind,
  textOf,
  withText,
} from './note-kinds.ts'
import type { NoteKind, NoteVocabulary } from './note-kinds.ts'
import type { ActionType, Option } from './vocabulary.ts'

/**
 * An edit of notes; null for an option that is not about notes of these records.
 * @throws ActionFault when the action lacks a note type, a text or a target
 */
export function compileNoteAction(
  vocabulary: NoteVocabulary,
  option: Option,
  type: ActionType,
  action: RuleAction,
): CompiledAction | null {
  const kind = sourceKind(vocabulary, option, action)
  if (kind === null) return null
  switch (type) {
    case 'ADD_TO_EXISTING':
      return touching([kind], addNote(kind, action))
    case 'FIND_AND_REMOVE_THESE':
      return touching([kind], rewriteNotes(kind, soughtText(action), ''))
    case 'FIND_AND_REPLACE':
      return touching([kind], rewriteNotes(kind, soughtText(action), action.updated ?? ''))
    case 'REMOVE_ALL':
      return touching([kind], removeNotes(kind))
    case 'CHANGE_TYPE': {
      const target = targetKind(vocabulary, action)
      return touching([kind, target], changeType(kind, target))
    }
    case 'DUPLICATE':
      if (kind.property !== 'circulationNotes') return unsupported(option, type)
      return duplicate(kind, targetKind(vocabulary, action))
    case 'MARK_AS_STAFF_ONLY':
    case 'REMOVE_MARK_AS_STAFF_ONLY':
      if (kind.member === null) return unsupported(option, type)
      return touching([kind], markNotes(kind, type === 'MARK_AS_STAFF_ONLY'))
    default:
      return unsupported(option, type)
  }
}

function touching(kinds: readonly NoteKind[], step: Step): CompiledAction {
  return { step, properties: kinds.flatMap(propertyOf), noteTypeIds: kinds.flatMap(noteTypeOf) }
}

function addNote(kind: NoteKind, action: RuleAction): Step {
  const text = action.updated
  if (text === null || text.trim() === '') throw new ActionFault('updated', 'the note to add must be given')
  const note = newNote(kind, text, flagOf(action, 'STAFF_ONLY'))
  return (draft, facts) => {
    if (hasNoteType(draft, facts, kind)) appendNotes(draft, kind, [note])
  }
}

/** Replaces a part of the text of each note that has it, letter case counts; a note that is left blank goes. */
function rewriteNotes(kind: NoteKind, sought: string, replacement: string): Step {
  return (draft) => {
    const before = listOf(draft, kind.property)
    if (!before.some((note) => isOfKind(kind, note) && textOf(kind, note).includes(sought))) return
    const after = before.flatMap((note) => {
      if (!isOfKind(kind, note) || !textOf(kind, note).includes(sought)) return [note]
      const text = textOf(kind, note).replaceAll(sought, () => replacement)
      return text.trim() === '' ? [] : [withText(kind, note, text)]
    })
    setProperty(draft, kind.property, kind.member === null ? [...new Set(after)] : after)
  }
}

function removeNotes(kind: NoteKind): Step {
  return (draft) => {
    takeNotes(draft, kind)
  }
}

/** Takes all notes of a kind out of the record. @returns them */
function takeNotes(draft: Draft, kind: NoteKind): readonly unknown[] {
  const before = listOf(draft, kind.property)
  const taken = before.filter((note) => isOfKind(kind, note))
  if (taken.length > 0)
    setProperty(
      draft,
      kind.property,
      before.filter((note) => !isOfKind(kind, note)),
    )
  return taken
}

function markNotes(kind: NoteKind, staffOnly: boolean): Step {
  return (draft) => {
    const before = listOf(draft, kind.property)
    const isMeant = (note: unknown) => isOfKind(kind, note) && isStaffOnly(kind, note) !== staffOnly
    if (before.some(isMeant))
      setProperty(
        draft,
        kind.property,
        before.map((note) => (isMeant(note) ? { ...(note as object), staffOnly } : note)),
      )
  }
}

/** Notes that stay in their list keep their place and what else they say; others go to the end of the other list. */
function changeType(kind: NoteKind, target: NoteKind): Step {
  if (isSameKind(kind, target)) return () => {}
  return (draft, facts) => {
    const before = listOf(draft, kind.property)
    if (!before.some((note) => isOfKind(kind, note))) return
    if (!hasNoteType(draft, facts, target)) return
    if (kind.property === target.property) {
      const after = before.map((note) => (isOfKind(kind, note) ? asKind(target, note) : note))
      setProperty(draft, kind.property, after)
      return
    }
    const moved = takeNotes(draft, kind)
    appendNotes(
      draft,
      target,
      moved.map((note) => newNote(target, textOf(kind, note), isStaffOnly(kind, note))),
    )
  }
}

/** Copies circulation notes of one kind as notes of the other, without their ids. */
function duplicate(kind: NoteKind, target: NoteKind): CompiledAction {
  if (target.property !== 'circulationNotes' || isSameKind(kind, target))
    throw new ActionFault('updated', 'must be the other kind of circulation note')
  return touching([target], (draft) => {
    const own = listOf(draft, kind.property).filter((note) => isOfKind(kind, note))
    appendNotes(
      draft,
      target,
      own.map((note) => {
        const { id: _ofTheOriginal, ...copy } = asKind(target, note) as Record<string, unknown>
        return copy
      }),
    )
  })
}

function appendNotes(draft: Draft, kind: NoteKind, notes: readonly unknown[]): void {
  const before = listOf(draft, kind.property)
  const added = kind.member === null ? [...new Set(notes)].filter((note) => !before.includes(note)) : notes
  if (added.length > 0) setProperty(draft, kind.property, [...before, ...added])
}

function hasNoteType(draft: Draft, { noteTypeIds }: RuleFacts, kind: NoteKind): boolean {
  if (kind.property !== 'notes' || noteTypeIds.has(kind.value)) return true
  refuse(draft, `Note type ${kind.value} doesn't exist`)
  return false
}

import { isDeepStrictEqual } from 'node:util'
import { isoInstant } from '../../../kernel/clock.ts'
import type { RuleFacts } from '../contracts.ts'
import { isChanged, listOf, setProperty } from './draft.ts'
import type { Draft } from './draft.ts'

type Note = Record<string, unknown>

/**
 * Writes into circulation notes that the rules made or changed who did it and when, as a save of the item does
 * (folio-org/mod-inventory: UpdateItemHandler). A note that says what it said before keeps what it has.
 */
export function signCirculationNotes(draft: Draft, { noteSource, now }: RuleFacts): void {
  if (!isChanged(draft, 'circulationNotes')) return
  const before = new Map<unknown, Note>()
  const stored = draft.original.circulationNotes
  if (Array.isArray(stored)) {
    for (const note of stored as Note[]) before.set(note.id ?? note, note)
  }
  const source = noteSource === null ? {} : { source: noteSource }
  const signed = (listOf(draft, 'circulationNotes') as Note[]).map((note) => {
    const old = before.get(note.id ?? note)
    const isAsBefore = old !== undefined && isDeepStrictEqual(old, note)
    return isAsBefore ? old : { ...note, ...source, date: isoInstant(now) }
  })
  setProperty(draft, 'circulationNotes', signed)
}

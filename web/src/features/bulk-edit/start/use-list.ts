import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { EntityType, IdentifierType } from '../types.ts'
import { guessColumn, guessKind, readIdentifiers, readTable } from './identifier-list.ts'
import type { IdentifierList, Table } from './identifier-list.ts'

const DRAFT = 'octavo.bulk-edit.list'
/** A longer list is not kept: the file it came from is still there. */
const MAX_DRAFT = 500_000

function readDraft(): string {
  return sessionStorage.getItem(DRAFT) ?? ''
}

/** Puts a list into the box of the start page, for its next visit. */
export function keepList(text: string): void {
  writeDraft(text)
}

function writeDraft(text: string): void {
  try {
    if (text === '' || text.length > MAX_DRAFT) sessionStorage.removeItem(DRAFT)
    else sessionStorage.setItem(DRAFT, text)
  } catch {
    // No room in this browser; the list stays on the page.
  }
}

export type ListState = {
  text: string
  setText: (text: string) => void
  /** The file that the list came from, null for one that was typed. */
  file: string | null
  setFile: (name: string, text: string) => void
  clear: () => void
  table: Table
  column: number
  setColumn: (column: number) => void
  list: IdentifierList
  guessed: IdentifierType
  /** The identifiers as the text stands now: what is shown may be a moment behind it. */
  current: () => { values: readonly string[]; guessed: IdentifierType }
}

/** The list of identifiers on the start page: its text, which column counts, and what was read of it. */
export function useList(entity: EntityType): ListState {
  const [text, write] = useState(readDraft)
  const [file, nameFile] = useState<string | null>(null)
  const [chosenColumn, setColumn] = useState<number | null>(null)
  const read = useDeferredValue(text)
  const table = useMemo(() => readTable(read), [read])
  const column = chosenColumn ?? guessColumn(table)
  const list = useMemo(() => readIdentifiers(table, column), [table, column])
  const guessed = useMemo(() => guessKind(entity, list.values), [entity, list])
  useEffect(() => writeDraft(text), [text])
  const set = (next: string, name: string | null): void => {
    write(next)
    nameFile(name)
    setColumn(null)
  }
  return {
    text,
    setText: write,
    file,
    setFile: (name, content) => set(content, name),
    clear: () => set('', null),
    table,
    column,
    setColumn,
    list,
    guessed,
    current: () => {
      if (read === text) return { values: list.values, guessed }
      const now = readTable(text)
      const { values } = readIdentifiers(now, chosenColumn ?? guessColumn(now))
      return { values, guessed: guessKind(entity, values) }
    },
  }
}

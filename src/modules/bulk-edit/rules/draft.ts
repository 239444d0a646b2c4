import { isDeepStrictEqual } from 'node:util'
import type { Cascade, Document, RecordProblem, RuleFacts } from '../contracts.ts'

/** A record while rules are applied to it. It is copied when its first property changes, so the original stays. */
export type Draft = {
  readonly original: Document
  record: Document
  problems: RecordProblem[]
  cascade: Pick<Cascade, 'holdings' | 'items'> | null
}

/** What a compiled action does to a record. */
export type Step = (draft: Draft, facts: RuleFacts) => void

/** Begins to edit a record. */
export function openDraft(record: Document): Draft {
  return { original: record, record, problems: [], cascade: null }
}

/** Sets a property of the record; without a value it is removed. */
export function setProperty(draft: Draft, name: string, value: unknown): void {
  if (draft.record === draft.original) draft.record = { ...draft.original }
  if (value === undefined) delete draft.record[name]
  else draft.record[name] = value
}

/** Says why an action is not applied to the record; the same reason is said once. */
export function refuse(draft: Draft, message: string): void {
  if (draft.problems.some((problem) => problem.message === message)) return
  draft.problems.push({ type: 'ERROR', message })
}

/** True when a property of the record says something else than before. */
export function isChanged({ original, record }: Draft, name: string): boolean {
  const before = original[name]
  const after = record[name]
  return before !== after && !(typeof after === 'object' && isDeepStrictEqual(before, after))
}

/** True when any property of the record says something else than before. */
export function isAnyChanged(draft: Draft): boolean {
  const { original, record } = draft
  if (record === original) return false
  for (const name in record) if (isChanged(draft, name)) return true
  for (const name in original) if (original[name] !== undefined && record[name] === undefined) return true
  return false
}

/** The entries of a property that is a list; none when it is missing. */
export function listOf(draft: Draft, name: string): readonly unknown[] {
  const value = draft.record[name]
  return Array.isArray(value) ? value : []
}

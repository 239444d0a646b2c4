import { Facet } from '@codemirror/state'
import type { EditorState } from '@codemirror/state'
import type { Lock, LockRules } from '../line-locks.ts'
import type { MarcFormat } from '../wire.ts'

/** What the text surface knows of the record in it. */
export type EditorContext = {
  format: MarcFormat
  rules: LockRules
  /** Lines as they are stored, so that changed ones can be marked. */
  stored: ReadonlySet<string>
  /** Something was typed where nothing may be typed. */
  onRefused: (lock: Lock) => void
}

export const editorContext = Facet.define<EditorContext, EditorContext | null>({
  combine: (values) => values[0] ?? null,
})

/** The context of a surface. @throws Error when it was made without one */
export function contextOf(state: EditorState): EditorContext {
  const context = state.facet(editorContext)
  if (context === null) throw new Error('The MARC surface has no context.')
  return context
}

/** All lines of the text. */
export function linesOfState(state: EditorState): string[] {
  return [...state.doc.iterLines()]
}

import { moveLineDown, moveLineUp } from '@codemirror/commands'
import { EditorSelection } from '@codemirror/state'
import type { EditorState, Line, TransactionSpec } from '@codemirror/state'
import type { Command, EditorView } from '@codemirror/view'
import { isControl, lineOf, readPastedFields, readPastedWords } from '../../../lib/marc-text.ts'
import type { MarcField } from '../../../lib/marc-text.ts'
import { firstIndicators } from '../definitions.ts'
import { isFixedTag } from '../fixed-fields.ts'
import { lockOf } from '../line-locks.ts'
import { contextOf, linesOfState } from './editor-context.ts'
import { stopsOf, subfieldsAt } from './tab-stops.ts'

/** The stops of a line that a person may reach: none of a locked one. */
function openStops(state: EditorState, line: Line): { from: number; to: number }[] {
  const lock = lockOf(line.text, contextOf(state).rules)
  if (lock?.kind === 'system' || lock?.kind === 'protected') return []
  return stopsOf(line.text).map(([from, to]) => ({ from: line.from + from, to: line.from + to }))
}

/** Tab and Shift+Tab; behind the last stop the key is the browser's, so that the focus goes on. */
function moveToStop(step: 1 | -1): Command {
  return (view) => {
    const { state } = view
    const { from, empty, head } = state.selection.main
    const here = empty ? head : from
    let number = state.doc.lineAt(here).number
    for (; number >= 1 && number <= state.doc.lines; number += step) {
      const stops = openStops(state, state.doc.line(number))
      const next =
        step === 1 ? stops.find((stop) => stop.from > here) : stops.findLast((stop) => stop.from < here)
      if (next === undefined) continue
      view.dispatch({ selection: EditorSelection.range(next.from, next.to), scrollIntoView: true })
      return true
    }
    return false
  }
}

export const nextStop = moveToStop(1)
export const previousStop = moveToStop(-1)

/** A new line for a field; none beside an empty one. */
function addLine(isAbove: boolean): Command {
  return (view) => {
    const line = view.state.doc.lineAt(view.state.selection.main.head)
    if (line.text.trim() === '' && !isAbove) return true
    const isFirst = isAbove && line.number > 1
    view.dispatch({
      changes: { from: isFirst ? line.from : line.to, insert: '\n' },
      selection: EditorSelection.cursor(isFirst ? line.from : line.to + 1),
      scrollIntoView: true,
      userEvent: 'input',
    })
    return true
  }
}

export const fieldBelow = addLine(false)
export const fieldAbove = addLine(true)

/** Writes a delimiter with a blank before it; the code is typed next. */
export const addDelimiter: Command = (view) => {
  const { from, to } = view.state.selection.main
  const line = view.state.doc.lineAt(from)
  const isSpaced = from === line.from || view.state.sliceDoc(from - 1, from) === ' '
  const insert = isSpaced ? '$' : ' $'
  view.dispatch({
    changes: { from, to, insert },
    selection: EditorSelection.cursor(from + insert.length),
    userEvent: 'input',
  })
  return true
}

/** Takes the field of the cursor out. */
export const deleteField: Command = (view) => {
  const { state } = view
  const line = state.doc.lineAt(state.selection.main.head)
  const isLast = line.number === state.doc.lines
  const from = isLast ? Math.max(0, line.from - 1) : line.from
  view.dispatch({ changes: { from, to: isLast ? line.to : line.to + 1 }, userEvent: 'delete.line' })
  return true
}

/** Takes the subfield of the cursor out. */
export const deleteSubfield: Command = (view) => {
  const { head } = view.state.selection.main
  const line = view.state.doc.lineAt(head)
  const parts = subfieldsAt(line.text)
  const order = parts.findLastIndex(({ at }) => line.from + at <= head)
  const found = parts[order]
  if (found === undefined) return true
  const end = parts[order + 1]?.at ?? line.text.length
  view.dispatch({ changes: { from: line.from + found.at, to: line.from + end }, userEvent: 'delete' })
  return true
}

/** In an indicator Backspace writes a blank: there are always two. */
export const blankIndicator: Command = (view) => {
  const { head, empty } = view.state.selection.main
  const line = view.state.doc.lineAt(head)
  const column = head - line.from
  if (!empty || isControl(line.text.slice(0, 3)) || (column !== 5 && column !== 6)) return false
  if (line.text.charAt(3) !== ' ' || line.text.length < 6) return false
  view.dispatch({
    changes: { from: head - 1, to: head, insert: '_' },
    selection: EditorSelection.cursor(head - 1),
    userEvent: 'delete',
  })
  return true
}

export const moveFieldUp = moveLineUp
export const moveFieldDown = moveLineDown

/** What a field begins with once its tag is typed, and the cursor in it. */
function startedField(state: EditorState, tag: string): { text: string; from: number; to: number } {
  if (isFixedTag(tag)) return { text: `${tag} `, from: 4, to: 4 }
  if (isControl(tag)) return { text: `${tag} `, from: 4, to: 4 }
  return { text: `${tag} ${firstIndicators(contextOf(state).format, tag)} $a `, from: 4, to: 5 }
}

/**
 * Typing by position: a third digit completes a tag, tag, indicators and fixed fields are overwritten, a blank indicator
 * is `_`, and a code gets the blank behind it.
 */
export function typeByPosition(view: EditorView, from: number, to: number, text: string): boolean {
  const spec = text.length === 1 ? typed(view.state, from, to, text) : null
  if (spec === null) return false
  view.dispatch({ ...spec, userEvent: 'input.type', scrollIntoView: true })
  return true
}

function typed(state: EditorState, from: number, to: number, text: string): TransactionSpec | null {
  const line = state.doc.lineAt(from)
  const column = from - line.from
  const whole = line.text.slice(0, column) + text + line.text.slice(to - line.from)
  if (to <= line.to && /^\d{3}$/.test(whole) && column === 2) {
    const field = startedField(state, whole)
    return {
      changes: { from: line.from, to: line.to, insert: field.text },
      selection: EditorSelection.range(line.from + field.from, line.from + field.to),
    }
  }
  const tag = line.text.slice(0, 3)
  const replace = (insert: string, end: number): TransactionSpec => ({
    changes: { from, to: end, insert },
    selection: EditorSelection.cursor(from + insert.length),
  })
  const isFormed = line.text.charAt(3) === ' '
  const isData = isFormed && !isControl(tag)
  if (isData && (column === 4 || column === 5) && to - from <= 1) {
    return replace(text === ' ' ? '_' : text, from + 1)
  }
  if (from !== to) return null
  const isFixed = isFormed && (tag === 'LDR' || isFixedTag(tag))
  if ((isFormed && column < 3) || (isFixed && column >= 4 && from < line.to)) return replace(text, from + 1)
  if (isData && column > 6 && line.text.charAt(column - 1) === '$' && /[a-z0-9]/i.test(text)) {
    return replace(line.text.charAt(column) === ' ' ? text : `${text} `, from)
  }
  return null
}

/** What only the system writes, or what a record has once. */
const NOT_PASTED = /^(?:LDR|001|003|005|999 ff)/

/**
 * Pastes fields as fields: below the line of the cursor, or in place of it when it is empty. Words go where the cursor
 * is, with sums of money as text. @returns how many fields were pasted
 */
export function pasteText(view: EditorView, text: string): number {
  const { state } = view
  const { from, to } = state.selection.main
  const line = state.doc.lineAt(from)
  const fields = isMarcText(text, line.text) ? readPastedFields(text) : null
  if (fields === null) {
    const words = readPastedWords(text)
    view.dispatch(state.replaceSelection(words), { userEvent: 'input.paste', scrollIntoView: true })
    return 0
  }
  const lines = pastedLines(fields)
  if (lines.length === 0) return 0
  const isWhole = from === line.from && to >= line.to && to > from
  const isEmpty = line.text.trim() === ''
  const insert = isEmpty || isWhole ? lines.join('\n') : `\n${lines.join('\n')}`
  const start = isEmpty || isWhole ? line.from : line.to
  view.dispatch({
    changes: { from: start, to: isWhole ? to : line.to, insert },
    selection: EditorSelection.cursor(start + insert.length),
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
  return lines.length
}

function pastedLines(fields: readonly MarcField[]): string[] {
  return fields.map(lineOf).filter((line) => !NOT_PASTED.test(line))
}

/** Inside of a field, one line that only begins with three digits is words. */
function isMarcText(text: string, line: string): boolean {
  return line.trim() === '' || /[\n‡ǂ▼]|^\s*[=<]|\$[a-z0-9] ?\S/.test(text.trim())
}

/** The lines of a view. */
export function linesOfView(view: EditorView): string[] {
  return linesOfState(view.state)
}

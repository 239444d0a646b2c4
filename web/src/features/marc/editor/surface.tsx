import { defaultKeymap, history, historyKeymap, temporarilySetTabFocusMode } from '@codemirror/commands'
import { setDiagnostics } from '@codemirror/lint'
import { search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorSelection, EditorState, Prec } from '@codemirror/state'
import type { Extension } from '@codemirror/state'
import { EditorView, drawSelection, highlightActiveLine, keymap } from '@codemirror/view'
import { useEffect, useImperativeHandle, useRef } from 'react'
import type { Ref } from 'react'
import type { Problem } from '../check-lines.ts'
import { brokenLock } from '../line-locks.ts'
import * as commands from './commands.ts'
import { contextOf, editorContext, linesOfState } from './editor-context.ts'
import type { EditorContext } from './editor-context.ts'
import { lineMarks } from './line-marks.ts'
import styles from './surface.module.css'

/** Where the cursor stands: the line (from 0), and the place in it. */
export type Place = { line: number; column: number }

/** What the page can do with the text from outside of it. */
export type SurfaceHandle = {
  focus: () => void
  /** Selects a stretch of a line and gives it the focus. */
  goTo: (line: number, from: number, to: number) => void
  /** Writes another text into a line, past the locks, as one step of undo. */
  setLine: (line: number, text: string) => void
  /** Replaces everything, past the locks, as one step of undo. */
  setLines: (lines: readonly string[]) => void
  /** Writes where the cursor is. */
  insert: (text: string) => void
}

type Props = {
  label: string
  initial: readonly string[]
  context: EditorContext
  isReadOnly: boolean
  problems: readonly Problem[]
  onChange: (lines: string[]) => void
  onMove: (place: Place) => void
  onPasted: (count: number) => void
  /** Keys of the page that work in the text too. */
  keys: { key: string; run: () => void }[]
  ref: Ref<SurfaceHandle>
}

/** The text surface of the MARC editor: one field a line, in one labelled text box. */
export function Surface(props: Props) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)
  const compartments = useRef({ context: new Compartment(), reading: new Compartment() })
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const { context, reading } = compartments.current
    const made = new EditorView({
      parent: box.current!,
      doc: latest.current.initial.join('\n'),
      extensions: [
        context.of(editorContext.of(latest.current.context)),
        reading.of(EditorState.readOnly.of(latest.current.isReadOnly)),
        ...extensionsOf(latest),
      ],
    })
    view.current = made
    return () => made.destroy()
  }, [])
  useEffect(() => {
    const { context } = compartments.current
    view.current?.dispatch({ effects: context.reconfigure(editorContext.of(props.context)) })
  }, [props.context])
  useEffect(() => {
    const { reading } = compartments.current
    view.current?.dispatch({ effects: reading.reconfigure(EditorState.readOnly.of(props.isReadOnly)) })
  }, [props.isReadOnly])
  useEffect(() => markProblems(view.current, props.problems), [props.problems])
  useImperativeHandle(props.ref, () => handleOf(view), [])
  return <div ref={box} className={styles.surface} />
}

function extensionsOf(latest: { readonly current: Props }): Extension[] {
  return [
    history(),
    drawSelection(),
    highlightActiveLine(),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    search({ top: true }),
    lineMarks,
    EditorView.contentAttributes.of(() => ({
      'aria-label': latest.current.label,
      spellcheck: 'false',
      tabindex: '0',
    })),
    EditorState.changeFilter.of((change) => {
      if (!change.docChanged) return true
      if (change.startState.readOnly) return false
      const { rules, onRefused } = contextOf(change.startState)
      const lock = brokenLock(linesOfState(change.startState), [...change.newDoc.iterLines()], rules)
      if (lock !== null) queueMicrotask(() => onRefused(lock))
      return lock === null
    }),
    EditorView.inputHandler.of(commands.typeByPosition),
    EditorView.domEventHandlers({
      paste: (event, view) => {
        const text = event.clipboardData?.getData('text/plain') ?? ''
        if (text === '' || view.state.readOnly) return false
        event.preventDefault()
        const pasted = commands.pasteText(view, text)
        if (pasted > 0) latest.current.onPasted(pasted)
        return true
      },
    }),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) latest.current.onChange(linesOfState(state))
      if (!docChanged && !selectionSet) return
      const { head } = state.selection.main
      const line = state.doc.lineAt(head)
      latest.current.onMove({ line: line.number - 1, column: head - line.from })
    }),
    Prec.high(keymap.of([...pageKeys(latest), ...MARC_KEYS])),
    keymap.of([...searchKeymap.filter(({ key }) => key !== 'Mod-d'), ...historyKeymap, ...defaultKeymap]),
  ]
}

/** The keys of the page, which are looked up when they are pressed, because they change with the page. */
function pageKeys(latest: { readonly current: Props }) {
  return latest.current.keys.map(({ key }) => ({
    key,
    preventDefault: true,
    stopPropagation: true,
    run: () => {
      latest.current.keys.find((one) => one.key === key)?.run()
      return true
    },
  }))
}

const MARC_KEYS = [
  { key: 'Tab', run: commands.nextStop, shift: commands.previousStop },
  { key: 'Ctrl-]', mac: 'Ctrl-]', run: commands.nextStop },
  { key: 'Ctrl-[', mac: 'Ctrl-[', run: commands.previousStop },
  { key: 'Enter', run: commands.fieldBelow },
  { key: 'Ctrl-Enter', run: commands.fieldBelow },
  { key: 'Ctrl-Shift-Enter', run: commands.fieldAbove },
  { key: 'Ctrl-d', run: commands.addDelimiter, preventDefault: true },
  { key: 'Ctrl-Delete', run: commands.deleteField },
  { key: 'Shift-Delete', run: commands.deleteSubfield },
  { key: 'Shift-Ctrl-x', run: commands.deleteSubfield },
  { key: 'Backspace', run: commands.blankIndicator },
  { key: 'Alt-ArrowUp', run: commands.moveFieldUp },
  { key: 'Alt-ArrowDown', run: commands.moveFieldDown },
  { key: 'Escape', run: temporarilySetTabFocusMode },
]

function markProblems(view: EditorView | null, problems: readonly Problem[]): void {
  if (view === null) return
  const { doc } = view.state
  const marks = problems.flatMap(({ line, from, to, severity, text }) => {
    if (line === null || line >= doc.lines) return []
    const row = doc.line(line + 1)
    const start = Math.min(row.from + from, row.to)
    return [
      {
        from: start,
        to: Math.min(Math.max(start, row.from + to), row.to),
        severity: severity === 'error' ? ('error' as const) : ('warning' as const),
        message: text,
      },
    ]
  })
  view.dispatch(setDiagnostics(view.state, marks))
}

function handleOf(ref: { readonly current: EditorView | null }): SurfaceHandle {
  return {
    focus: () => ref.current?.focus(),
    goTo(line, from, to) {
      const view = ref.current
      if (view === null) return
      const row = view.state.doc.line(Math.min(line + 1, view.state.doc.lines))
      const [start, end] = [from, to].map((at) => Math.min(row.from + at, row.to))
      view.dispatch({ selection: EditorSelection.range(start!, end!), scrollIntoView: true })
      view.focus()
    },
    setLine(line, text) {
      const view = ref.current
      if (view === null) return
      const row = view.state.doc.line(line + 1)
      view.dispatch({ changes: { from: row.from, to: row.to, insert: text }, filter: false })
    },
    setLines(lines) {
      const view = ref.current
      if (view === null) return
      const text = lines.join('\n')
      const head = Math.min(view.state.selection.main.head, text.length)
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: EditorSelection.cursor(head),
        filter: false,
      })
    },
    insert(text) {
      const view = ref.current
      if (view === null) return
      view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true })
      view.focus()
    },
  }
}

import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, ViewPlugin } from '@codemirror/view'
import type { DecorationSet, EditorView, ViewUpdate } from '@codemirror/view'
import { marcText } from '#text/marc.ts'
import { LEADER, isControl } from '../../../lib/marc-text.ts'
import { isFixedTag } from '../fixed-fields.ts'
import { lockOf } from '../line-locks.ts'
import { contextOf, editorContext } from './editor-context.ts'
import type { EditorContext } from './editor-context.ts'
import styles from './surface.module.css'

const tagMark = Decoration.mark({ class: styles.tag! })
const indicatorMark = Decoration.mark({ class: styles.indicators! })
const codeMark = Decoration.mark({ class: styles.code! })
const blankMark = Decoration.mark({ class: styles.blank! })
const textMark = Decoration.mark({ class: styles.isolated!, bidiIsolate: null })

const CODE = /\$[a-zA-Z0-9]/g

/** Draws tags, indicators and codes, blanks of fixed fields as dots, and the words at locked and linked lines. */
export const lineMarks = ViewPlugin.fromClass(
  class {
    marks: DecorationSet

    constructor(view: EditorView) {
      this.marks = marksOf(view)
    }

    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
      const isOther = startState.facet(editorContext) !== state.facet(editorContext)
      if (docChanged || viewportChanged || isOther) this.marks = marksOf(view)
    }
  },
  { decorations: (plugin) => plugin.marks },
)

function marksOf(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const context = contextOf(view.state)
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      markLine(builder, line.text, line.from, context)
      at = line.to + 1
    }
  }
  return builder.finish()
}

function markLine(
  builder: RangeSetBuilder<Decoration>,
  line: string,
  start: number,
  context: EditorContext,
): void {
  builder.add(start, start, lineLook(line, context))
  if (line.length < 3) return
  const tag = line.slice(0, 3)
  builder.add(start, start + 3, tagMark)
  if (tag === LEADER || isFixedTag(tag)) {
    for (const { index } of line.slice(4).matchAll(/ /g)) {
      builder.add(start + 4 + index, start + 5 + index, blankMark)
    }
    return
  }
  if (isControl(tag)) return
  if (line.length >= 6) builder.add(start + 4, start + 6, indicatorMark)
  let from = 7
  for (const { index } of line.matchAll(CODE)) {
    if (index < 6) continue
    if (index > from) builder.add(start + from, start + index, textMark)
    builder.add(start + index, start + index + 2, codeMark)
    from = index + 2
  }
  if (line.length > from) builder.add(start + from, start + line.length, textMark)
}

function lineLook(line: string, { rules, stored }: EditorContext): Decoration {
  const lock = lockOf(line, rules)
  const isLinked = lock?.kind === 'linked'
  const note = lock === null || lock.kind === 'leader' ? null : marcText.lineNote[lock.kind]
  const looks = [
    styles.field,
    lock !== null && lock.kind !== 'leader' && !isLinked ? styles.locked : '',
    stored.size > 0 && line !== '' && !stored.has(line) ? styles.changed : '',
  ]
  return Decoration.line({
    class: looks.filter(Boolean).join(' '),
    attributes: note === null ? {} : { 'data-note': note },
  })
}

import { useMemo, useState } from 'react'
import { importProfilesText as words } from '#text/import-profiles.ts'
import { notify } from '../../ui/notices.ts'
import { ROOT } from './profile-tree.tsx'
import { insertStep, moveStep, placeOf, removeStep, treeRows } from './tree.ts'
import type { Place, TreeRow } from './tree.ts'
import type { ProfileNode } from './types.ts'
import type { TreeEditor } from './use-tree-editor.ts'

/** The lines of the tree, which one is chosen, and what keys do with it. */
export function useTreeSteps(editor: TreeEditor, isReadOnly: boolean) {
  const { tree, change } = editor
  const [wanted, setSelected] = useState<string>(ROOT)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => treeRows(tree, closed), [tree, closed])
  const row = rows.find(({ key }) => key === wanted) ?? null
  const selected = row === null ? ROOT : wanted
  const { place, after } = placeOfRow(tree, row)

  const toggle = (key: string, isOpen: boolean) =>
    setClosed((old) => {
      const next = new Set(old)
      if (isOpen) next.delete(key)
      else next.add(key)
      return next
    })
  const add = (step: ProfileNode) => {
    change((old) => insertStep(old, place, step, after))
    setSelected(step.id)
  }
  const move = (by: -1 | 1) => {
    if (row !== null && row.branch === null && !isReadOnly) change((old) => moveStep(old, row.node.id, by))
  }
  const remove = () => {
    if (row === null || row.branch !== null || isReadOnly) return
    const before = tree
    const at = rows.indexOf(row)
    change((old) => removeStep(old, row.node.id))
    setSelected(rows[at - 1]?.key ?? ROOT)
    notify({
      text: words.stepRemoved(row.node.content.name),
      kind: 'news',
      action: { label: words.undo, run: () => change(() => before) },
    })
  }
  return { rows, row, selected, select: setSelected, toggle, add, move, remove, whereWords: wordsOf(row) }
}

/** Where a new step goes: onto the chosen branch, behind the chosen step, or to the end. */
function placeOfRow(tree: ProfileNode, row: TreeRow | null): { place: Place; after: string | null } {
  const top: Place = { parentId: tree.id, branch: null }
  if (row === null) return { place: top, after: null }
  if (row.branch !== null) return { place: { parentId: row.node.id, branch: row.branch }, after: null }
  return { place: placeOf(tree, row.node.id) ?? top, after: row.node.id }
}

function wordsOf(row: TreeRow | null): string {
  if (row === null) return words.atTop
  const { name } = row.node.content
  if (row.branch === 'MATCH') return words.onFound(name)
  if (row.branch === 'NON_MATCH') return words.onNotFound(name)
  return words.behind(name)
}

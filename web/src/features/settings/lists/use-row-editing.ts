import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { listsText } from '#text/settings-lists.ts'
import { dropDraft, keepDraft, readDraft } from '../../../ui/draft.ts'
import { notify } from '../../../ui/notices.ts'
import { useSaveValue } from './list-api.ts'
import type { ReferenceList } from './list-declarations.ts'
import { draftOf, findFaults, isChanged, toBody } from './list-values.ts'
import type { Draft, ListValue } from './list-values.ts'

/** The row that is being typed into, and what can be done with it. */
export type RowEditing = {
  /** The id of the row, `new`, or null when none is open. */
  rowId: string | null
  draft: Draft
  /** Faults of the fields that were touched, of all after a try to save. */
  faults: Readonly<Record<string, string>>
  error: Error | null
  isSaving: boolean
  start: (rowId: string) => void
  type: (field: string, text: string) => void
  save: () => void
  cancel: () => void
}

type Typed = { rowId: string; draft: Draft; touched: ReadonlySet<string> }

/** Editing one row of a list; what is typed is kept in this browser until it is saved or given up. */
export function useRowEditing(
  list: ReferenceList,
  values: readonly ListValue[],
  rowId: string | null,
): RowEditing {
  const navigate = useNavigate()
  const save = useSaveValue(list)
  const nameOf = (row: string): string => `${list.id}.${row}`
  const stored = values.find(({ id }) => id === rowId) ?? null
  const [typed, setTyped] = useState<Typed | null>(null)
  const draft =
    typed !== null && typed.rowId === rowId
      ? typed.draft
      : ((rowId === null ? undefined : readDraft<Draft>(nameOf(rowId))?.value) ?? draftOf(list, stored))
  const touched = typed?.rowId === rowId ? typed.touched : new Set<string>()
  const faults = findFaults(list, values, draft, rowId === 'new' ? null : rowId)
  const open = (row: string | undefined): void => {
    save.reset()
    setTyped(null)
    void navigate({ to: '.', search: (old: object) => ({ ...old, row }), replace: true })
  }
  const finish = (): void => {
    if (rowId !== null) dropDraft(nameOf(rowId))
    open(undefined)
    focusRow(rowId)
  }
  return {
    rowId,
    draft,
    faults: Object.fromEntries(Object.entries(faults).filter(([name]) => touched.has(name))),
    error: save.error,
    isSaving: save.isPending,
    start: open,
    type: (field, text) => {
      if (rowId === null) return
      const next = { ...draft, [field]: text }
      setTyped({ rowId, draft: next, touched: new Set([...touched, field]) })
      keepDraft(nameOf(rowId), {
        base: draftOf(list, stored),
        value: next,
        savedAt: Date.now(),
        title: list.title,
        address: `/settings/lists/${list.id}?row=${rowId}`,
      })
    },
    save: () => {
      if (rowId === null || save.isPending) return
      const first = list.fields.find(({ name }) => faults[name] !== undefined)
      if (first !== undefined) {
        setTyped({ rowId, draft, touched: new Set(list.fields.map(({ name }) => name)) })
        document.querySelector<HTMLElement>(`[data-field="${first.name}"]`)?.focus()
        return
      }
      if (!isChanged(list, stored, draft)) {
        finish()
        return
      }
      const name = (draft[list.fields[0]!.name] ?? '').trim()
      save.mutate(
        { id: stored?.id ?? null, body: toBody(list, stored, draft) },
        {
          onSuccess: () => {
            notify({ text: stored === null ? listsText.added(name) : listsText.changed(name) })
            finish()
          },
        },
      )
    },
    cancel: finish,
  }
}

/** Puts the focus back on the row that was edited; on the button for new values after a new one. */
function focusRow(rowId: string | null): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-edit="${rowId}"]`)?.focus()
  })
}

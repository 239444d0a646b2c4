import { useCallback, useMemo } from 'react'
import { AS_MADE, applyChoice } from '../lib/column-choice.ts'
import { usePreference } from '../lib/preferences.ts'
import type { Column } from './data-table.tsx'

/** A table's columns as the person set them up, under the table's name; without a name they stay as made. */
export function useColumns<Row>(name: string | undefined, columns: readonly Column<Row>[]) {
  const [kept, setChoice] = usePreference(`columns.${name ?? 'none'}`, AS_MADE)
  const choice = name === undefined ? AS_MADE : kept
  const shown = useMemo(() => applyChoice(columns, choice), [columns, choice])
  const setWidth = useCallback(
    (id: string, width: number) => setChoice((old) => ({ ...old, widths: { ...old.widths, [id]: width } })),
    [setChoice],
  )
  const reset = useCallback(() => setChoice(AS_MADE), [setChoice])
  return { shown, choice, setChoice, setWidth, reset }
}

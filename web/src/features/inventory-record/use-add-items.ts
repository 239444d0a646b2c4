import { useState } from 'react'
import { http } from '../../lib/http.ts'
import { useReferenceList } from '../../lib/reference-lists.ts'
import { notify } from '../../ui/notices.ts'
import { explainError } from '../../ui/failure.tsx'
import { quickAddText } from '#text/inventory-record.ts'
import { keys, useForget } from './api.ts'
import type { NewRow } from './quick-add-rows.ts'
import type { Holdings } from './records.ts'

/** What all new items have in common. */
export type ItemTemplate = { materialTypeId?: string; permanentLoanTypeId?: string }

type Outcome = { added: number; refused: NewRow[] }

/** Makes items of rows, in their order, so that they stand on the shelf list as typed. POST /inventory/items. */
export function useAddItems(
  holdings: Holdings,
  template: ItemTemplate,
): { add: (rows: readonly NewRow[]) => Promise<Outcome>; isSaving: boolean } {
  const [isSaving, setSaving] = useState(false)
  const forget = useForget()
  const { entries: noteTypes } = useReferenceList('itemNoteTypes')
  const noteType = (noteTypes.find(({ name }) => name === 'Note') ?? noteTypes[0])?.id
  const body = (row: NewRow) => ({
    holdingsRecordId: holdings.id,
    status: { name: 'Available' },
    materialType: { id: template.materialTypeId },
    permanentLoanType: { id: template.permanentLoanTypeId },
    barcode: row.barcode || undefined,
    volume: row.volume || undefined,
    enumeration: row.enumeration || undefined,
    copyNumber: row.copyNumber || undefined,
    notes: row.note === '' ? [] : [{ itemNoteTypeId: noteType, note: row.note, staffOnly: false }],
  })
  const add = async (rows: readonly NewRow[]): Promise<Outcome> => {
    setSaving(true)
    const refused: NewRow[] = []
    for (const row of rows) {
      try {
        await http.post('/inventory/items', body(row))
      } catch (error) {
        refused.push({ ...row, problem: explainError(error as Error) })
      }
    }
    const added = rows.length - refused.length
    await forget(keys.items)
    setSaving(false)
    if (added > 0) notify({ text: quickAddText.saved(added) })
    return { added, refused }
  }
  return { add, isSaving }
}

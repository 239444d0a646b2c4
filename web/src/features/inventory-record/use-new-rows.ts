import type { KeyboardEvent, RefObject } from 'react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { quickAddText } from '#text/inventory-record.ts'
import { usePreference } from '../../lib/preferences.ts'
import {
  isFilled,
  keepRows,
  keptRows,
  nextRow,
  renumberRows,
  repeatedBarcodes,
  resizeRows,
  restOfRows,
  rowsToSave,
  withoutProblem,
} from './quick-add-rows.ts'
import type { NewRow, RowField } from './quick-add-rows.ts'
import type { Holdings, Item } from './records.ts'
import { useAddItems } from './use-add-items.ts'
import type { ItemTemplate } from './use-add-items.ts'

export type NewRowsOptions = {
  holdings: Holdings
  place: string
  instanceId: string
  /** An item that is there already: new ones are of its kind until the person chooses another. */
  neighbour: Item | undefined
  onClose: () => void
}

type Box = RefObject<HTMLDivElement | null>

/** The kind of the new items: as chosen here, else as the neighbour, else as chosen last. */
function useTemplate(neighbour: Item | undefined): [ItemTemplate, (template: ItemTemplate) => void] {
  const [kept, setKept] = usePreference<ItemTemplate>('inventory.new-items', {})
  const [chosen, setChosen] = useState<ItemTemplate>({})
  const choose = (next: ItemTemplate): void => {
    setChosen(next)
    setKept(next)
  }
  return [{ ...kept, ...kindOf(neighbour), ...chosen }, choose]
}

/** The rows of new items: typed, scanned, numbered, saved and kept over a reload. */
export function useNewRows(options: NewRowsOptions, box: Box) {
  const { holdings, place, instanceId, neighbour } = options
  const [template, choose] = useTemplate(neighbour)
  const [firstCopy, setFirstCopy] = useState('')
  const [rows, setRows] = useState<readonly NewRow[]>(() => keptRows(holdings.id) ?? [nextRow([])])
  const [sent, setSent] = useState<readonly NewRow[]>([])
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set())
  const [message, setMessage] = useState('')
  const { add, isSaving } = useAddItems(holdings, template)
  const repeated = repeatedBarcodes(rows)
  const pending = rowsToSave(rows)
  const isTyped = template.materialTypeId !== undefined && template.permanentLoanTypeId !== undefined
  useEffect(() => {
    keepRows(
      holdings.id,
      [...sent, ...rows],
      quickAddText.title(place),
      `/inventory/${instanceId}?add=${holdings.id}`,
    )
  }, [holdings.id, sent, rows, place, instanceId])
  useEffect(() => focusCell(box.current, 0, 'barcode'), [])

  /** Rows leave the list while they are saved, so that scanning goes on; those that are refused come back. */
  const save = async (): Promise<void> => {
    if (isSaving) return
    if (!isTyped) return setMessage(quickAddText.missingType)
    if (pending.some(({ key }) => repeated.has(key) || taken.has(key)))
      return setMessage(quickAddText.fixFirst)
    flushSync(() => {
      setSent(pending)
      setRows(restOfRows(rows, pending))
    })
    focusCell(box.current, 0, 'barcode')
    const { refused, added } = await add(pending)
    setSent([])
    setRows((old) => [...refused, ...old])
    setMessage(
      [added > 0 && quickAddText.saved(added), refused.length > 0 && quickAddText.refused(refused.length)]
        .filter(Boolean)
        .join(' '),
    )
  }
  const change = (index: number, field: RowField, value: string): void => {
    setMessage('')
    setRows((old) => old.map((row, at) => (at === index ? withoutProblem({ ...row, [field]: value }) : row)))
  }
  const addRow = (): void => {
    // At once: the next scan may begin a few milliseconds later and must find its field.
    flushSync(() => setRows((old) => [...old, nextRow(old, firstCopy)]))
    focusCell(box.current, rows.length, 'barcode')
  }
  const onKeyDown = keysOf(options, { rows, box, save, change, addRow })
  return {
    rows,
    pending,
    repeated,
    message,
    isSaving,
    template,
    firstCopy,
    choose,
    save,
    change,
    onKeyDown,
    resize: (count: number) => setRows((old) => resizeRows(old, count, firstCopy)),
    renumber: (copy: string) => {
      setFirstCopy(copy)
      setRows((old) => renumberRows(old, copy))
    },
    markTaken: (key: number, isTaken: boolean) => setTaken((old) => withMember(old, key, isTaken)),
    remove: (index: number) =>
      setRows((old) => (old.length === 1 ? [nextRow([])] : old.filter((_, at) => at !== index))),
  }
}

type Acts = {
  rows: readonly NewRow[]
  box: Box
  save: () => Promise<void>
  change: (index: number, field: RowField, value: string) => void
  addRow: () => void
}

/** What the keys do inside the rows. */
function keysOf({ onClose }: NewRowsOptions, { rows, box, save, change, addRow }: Acts) {
  /** Enter after a scan: to the next empty barcode, a new row when there is none; in an empty row it saves. */
  const scanned = (index: number): void => {
    if (!isFilled(rows[index]!)) return void (rows.some(isFilled) && save())
    const empty = rows.findIndex(({ barcode }, at) => at > index && barcode === '')
    if (empty === -1) addRow()
    else focusCell(box.current, empty, 'barcode')
  }
  return (event: KeyboardEvent): void => {
    const cell = cellOf(event.target as HTMLElement)
    const mod = event.ctrlKey || event.metaKey
    const isListOpen = (event.target as HTMLElement).ariaExpanded === 'true'
    const act = (run: () => void): void => {
      event.preventDefault()
      event.stopPropagation()
      run()
    }
    if (mod && event.key === 's') act(() => void save())
    else if (event.altKey && event.key === 'n') act(addRow)
    else if (event.key === 'Escape' && !isListOpen) act(onClose)
    else if (mod && event.key === 'd' && cell !== null && cell.index > 0) {
      act(() => change(cell.index, cell.field, rows[cell.index - 1]![cell.field]))
    } else if (event.key === 'Enter' && cell !== null) act(() => scanned(cell.index))
  }
}

function kindOf(item: Item | undefined): ItemTemplate {
  return {
    ...(item?.materialType && { materialTypeId: item.materialType.id }),
    ...(item?.permanentLoanType && { permanentLoanTypeId: item.permanentLoanType.id }),
  }
}

function withMember(set: ReadonlySet<number>, key: number, isIn: boolean): ReadonlySet<number> {
  if (set.has(key) === isIn) return set
  const next = new Set(set)
  if (isIn) next.add(key)
  else next.delete(key)
  return next
}

function cellOf(element: HTMLElement): { index: number; field: RowField } | null {
  const { row, field } = element.dataset
  return row === undefined || field === undefined ? null : { index: Number(row), field: field as RowField }
}

function focusCell(box: HTMLElement | null, index: number, field: RowField): void {
  const cell = box?.querySelector<HTMLInputElement>(`input[data-row="${index}"][data-field="${field}"]`)
  cell?.focus()
  cell?.select()
}

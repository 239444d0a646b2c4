import { dropDraft, keepDraft, readDraft } from '../../ui/draft.ts'

/** An item that is being typed in; `key` tells rows apart. */
export type NewRow = {
  key: number
  barcode: string
  volume: string
  enumeration: string
  copyNumber: string
  note: string
  /** What the server said of it. */
  problem?: string
}

export type RowField = 'barcode' | 'volume' | 'enumeration' | 'copyNumber' | 'note'
export const ROW_FIELDS: readonly RowField[] = ['barcode', 'volume', 'enumeration', 'copyNumber', 'note']

/** A fresh row; its copy number follows that of the row before when that is a number. */
export function nextRow(rows: readonly NewRow[], firstCopy = ''): NewRow {
  const last = rows.at(-1)
  const previous = last?.copyNumber ?? ''
  const copyNumber =
    last === undefined ? firstCopy : /^\d+$/.test(previous) ? String(Number(previous) + 1) : ''
  const key = 1 + Math.max(0, ...rows.map((row) => row.key))
  return { key, barcode: '', volume: '', enumeration: '', copyNumber, note: '' }
}

/** As many rows as wanted: fresh ones are added, empty ones at the end taken away. */
export function resizeRows(rows: readonly NewRow[], wanted: number, firstCopy: string): NewRow[] {
  const next = [...rows]
  while (next.length < wanted) next.push(nextRow(next, firstCopy))
  while (next.length > wanted && !isFilled(next.at(-1)!)) next.pop()
  return next
}

/** The rows numbered from another first copy. */
export function renumberRows(rows: readonly NewRow[], firstCopy: string): NewRow[] {
  const numbered = /^\d+$/.test(firstCopy)
  return rows.map((row, index) => ({
    ...row,
    copyNumber: numbered ? String(Number(firstCopy) + index) : index === 0 ? firstCopy : '',
  }))
}

/** True when something was typed or scanned into the row. */
export function isFilled({ barcode, volume, enumeration, note }: NewRow): boolean {
  return [barcode, volume, enumeration, note].some((value) => value !== '')
}

/** The rows that a save makes items of: those with something in them, else all. */
export function rowsToSave(rows: readonly NewRow[]): readonly NewRow[] {
  const filled = rows.filter(isFilled)
  return filled.length === 0 ? rows : filled
}

/** The row without what the server said of it. */
export function withoutProblem(row: NewRow): NewRow {
  const next = { ...row }
  delete next.problem
  return next
}

/** What is left in the list when some rows are sent off: at least one row to go on in. */
export function restOfRows(rows: readonly NewRow[], sent: readonly NewRow[]): readonly NewRow[] {
  const rest = rows.filter((row) => !sent.includes(row))
  return rest.length > 0 ? rest : [nextRow(rows)]
}

/** Keys of rows whose barcode another row has before them. */
export function repeatedBarcodes(rows: readonly NewRow[]): ReadonlySet<number> {
  const seen = new Set<string>()
  const repeated = new Set<number>()
  for (const { key, barcode } of rows) {
    const value = barcode.toLowerCase()
    if (value === '') continue
    if (seen.has(value)) repeated.add(key)
    seen.add(value)
  }
  return repeated
}

const draftName = (holdingsId: string): string => `new-items.${holdingsId}`

/** Rows that were typed for these holdings and not saved. */
export function keptRows(holdingsId: string): NewRow[] | null {
  return readDraft<NewRow[]>(draftName(holdingsId))?.value ?? null
}

export function keepRows(holdingsId: string, rows: readonly NewRow[], title: string, address: string): void {
  if (!rows.some(isFilled)) dropDraft(draftName(holdingsId))
  else keepDraft(draftName(holdingsId), { base: [], value: rows, savedAt: Date.now(), title, address })
}

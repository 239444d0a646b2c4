/** What the choice needs to know of a column. */
type AnyColumn = { id: string; isRowHeader?: boolean; width?: number }

/** What a person changed of a table's columns. */
export type ColumnChoice = {
  /** Ids in the order wanted; columns that are not named come behind, in their own order. */
  order: readonly string[]
  hidden: readonly string[]
  /** Pixels. */
  widths: Readonly<Record<string, number>>
}

export const AS_MADE: ColumnChoice = { order: [], hidden: [], widths: {} }
const NARROWEST = 48

/** All columns in the order that the person wants; new ones of a later version come last. */
export function orderColumns<C extends AnyColumn>(
  columns: readonly C[],
  order: readonly string[],
): readonly C[] {
  const place = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length)
  return columns.toSorted((a, b) => place(a.id) - place(b.id))
}

/** The columns as the person wants them. The column that names the row always shows. */
export function applyChoice<C extends AnyColumn>(columns: readonly C[], choice: ColumnChoice): readonly C[] {
  return orderColumns(columns, choice.order)
    .filter(({ id, isRowHeader }) => isRowHeader === true || !choice.hidden.includes(id))
    .map((column) => {
      const width = choice.widths[column.id]
      return width === undefined ? column : { ...column, width: Math.max(NARROWEST, width) }
    })
}

/** Moves a column to the place of another one. */
export function moveColumn(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((one) => one !== id)
  others.splice(Math.max(0, Math.min(others.length, to)), 0, id)
  return others
}

import { Checkbox, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { tableText } from '#text/table.ts'
import { useDensity } from '../lib/density.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { ColumnEdge } from './column-edge.tsx'
import styles from './data-table.module.css'
import { useColumns } from './table-columns.ts'

export type Column<Row> = {
  id: string
  header: string
  /** Width in pixels; columns without one share what is left. */
  width?: number
  /** True when a click on the header sorts by this column. */
  isSortable?: boolean
  /** Numbers stand at the end of their cell. */
  isNumber?: boolean
  /** The column that names the row for screen readers. */
  isRowHeader?: boolean
  cell: (row: Row, index: number) => ReactNode
}

export type Sort = { column: string; isDescending: boolean }

type Props<Row> = {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Exact number of rows; null while it is being counted. */
  count: number | null
  /** The row at a position; undefined while it is on its way (a placeholder keeps its place). */
  rowAt: (index: number) => Row | undefined
  rowKey: (row: Row) => string
  /** What a row is called, for its check box. */
  rowName?: (row: Row) => string
  /** Which rows are on screen. */
  onWindow?: (first: number, last: number) => void
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  /** Keys of the selected rows; without it rows can't be selected. */
  selected?: ReadonlySet<string>
  onSelect?: (keys: ReadonlySet<string>) => void
  /** Enter on a row. */
  onOpen?: (row: Row, index: number) => void
  /** The arrow keys or a click moved to a row. */
  onCurrent?: (row: Row, index: number) => void
  current?: string | null
  /** The row at the top when the list appears, or when `listKey` says that it is another one; the first by default. */
  startAt?: number | undefined
  /** Names the list: when it changes, the table begins at `startAt` again. */
  listKey?: string
  /** Shown in place of rows when there are none. */
  empty?: ReactNode
  /** As the person likes it by default. */
  isDense?: boolean
  /** With a name the person chooses columns, their order and widths, which are kept under it. */
  columnsName?: string
}

const COMFORTABLE = 40
const DENSE = 28
/** Browsers draw no element higher than about 33 million pixels. */
const MAX_HEIGHT = 30_000_000

/** The one table: virtual rows, real table semantics with true totals, sorting, selection, keyboard. */
export function DataTable<Row>(given: Props<Row>) {
  const columns = useColumns(given.columnsName, given.columns)
  const props = { ...given, columns: columns.shown }
  const { count, rowAt, rowKey, onWindow, selected, empty } = props
  const [density] = useDensity()
  const isDense = props.isDense ?? density === 'compact'
  const box = useRef<HTMLDivElement>(null)
  const total = count ?? 0
  const height = isDense || total * COMFORTABLE > MAX_HEIGHT ? DENSE : COMFORTABLE
  const shown = Math.min(total, Math.floor(MAX_HEIGHT / height))
  const virtual = useVirtualizer({
    count: shown,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 12,
  })
  const rows = virtual.getVirtualItems()
  const first = rows[0]?.index ?? 0
  const last = rows.at(-1)?.index ?? 0
  useEffect(() => onWindow?.(first, last), [first, last, onWindow])
  useStart(props, shown, virtual.scrollToIndex)
  const above = rows[0]?.start ?? 0
  const below = virtual.getTotalSize() - (rows.at(-1)?.end ?? 0)
  const width = columns.shown.length + (selected === undefined ? 0 : 1)

  return (
    <>
      {given.columnsName !== undefined && (
        <Group justify="flex-end">
          <ColumnChooser
            columns={given.columns}
            choice={columns.choice}
            onChange={columns.setChoice}
            onReset={columns.reset}
          />
        </Group>
      )}
      <Announced table={props} />
      <div
        ref={box}
        className={styles.scroll}
        tabIndex={0}
        role="region"
        aria-label={props.label}
        onKeyDown={(event) => moveFocus(event, virtual.scrollToIndex, shown)}
      >
        <table
          className={styles.table}
          aria-rowcount={count === null ? -1 : count + 1}
          aria-label={props.label}
          aria-busy={count === null}
        >
          <Header {...props} {...(given.columnsName !== undefined && { onWidth: columns.setWidth })} />
          <tbody>
            {above > 0 && <Spacer height={above} width={width} />}
            {rows.map(({ index }) => {
              const row = rowAt(index)
              return row === undefined ? (
                <tr key={index} aria-rowindex={index + 2} style={{ height }} className={styles.placeholder}>
                  <td colSpan={width}>{tableText.loadingRow}</td>
                </tr>
              ) : (
                <BodyRow key={rowKey(row)} row={row} index={index} height={height} table={props} />
              )
            })}
            {below > 0 && <Spacer height={below} width={width} />}
          </tbody>
        </table>
        {count === 0 && (empty ?? <Text p="md">{tableText.nothing}</Text>)}
      </div>
      {shown < total && <Text size="sm">{tableText.tooMany(shown)}</Text>}
    </>
  )
}

/** Goes to the first row wanted as soon as there are rows, and again when the list is another one. */
function useStart<Row>(
  { listKey = '', startAt = 0, count }: Props<Row>,
  shown: number,
  scrollTo: (index: number, options: { align: 'start' }) => void,
): void {
  const begun = useRef<string | null>(null)
  useEffect(() => {
    if (count === null || begun.current === listKey) return
    const isFirst = begun.current === null
    begun.current = listKey
    if (!isFirst || startAt > 0) scrollTo(Math.min(startAt, Math.max(0, shown - 1)), { align: 'start' })
  }, [count, listKey, startAt, shown, scrollTo])
}

/** Tells screen readers once, after the order was changed, how many rows there are and by what they are sorted. */
function Announced<Row>({ table: { count, sort, columns } }: { table: Props<Row> }) {
  const order = sort ? `${sort.column} ${sort.isDescending}` : ''
  const [first] = useState(order)
  const sortedBy = columns.find(({ id }) => id === sort?.column)?.header ?? null
  return (
    <VisuallyHidden role="status">
      {count === null || order === first ? '' : tableText.announce(count, sortedBy)}
    </VisuallyHidden>
  )
}

function Spacer({ height, width }: { height: number; width: number }) {
  return (
    <tr aria-hidden className={styles.spacer} style={{ height }}>
      <td colSpan={width} />
    </tr>
  )
}

type HeaderProps<Row> = Props<Row> & { onWidth?: (column: string, pixels: number) => void }

function Header<Row>(props: HeaderProps<Row>) {
  const { columns, sort, onSort, selected, onSelect, rowAt, rowKey, count, onWidth } = props
  const loaded = (): string[] => {
    const keys: string[] = []
    for (let index = 0; index < Math.min(count ?? 0, 10_000); index++) {
      const row = rowAt(index)
      if (row !== undefined) keys.push(rowKey(row))
    }
    return keys
  }
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selected !== undefined && (
          <th scope="col" style={{ width: 44 }}>
            <Checkbox
              size="xs"
              aria-label={tableText.selectLoaded}
              checked={selected.size > 0}
              indeterminate={selected.size > 0 && selected.size < (count ?? 0)}
              onChange={(event) =>
                onSelect?.(event.currentTarget.checked ? new Set([...selected, ...loaded()]) : new Set())
              }
            />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={column.isNumber ? styles.end : undefined}
            style={column.width === undefined ? undefined : { width: column.width }}
            aria-sort={
              sort?.column === column.id ? (sort.isDescending ? 'descending' : 'ascending') : undefined
            }
          >
            {column.isSortable && onSort ? (
              <UnstyledButton
                className={styles.sort}
                fz="sm"
                onClick={() =>
                  onSort({
                    column: column.id,
                    isDescending: sort?.column === column.id && !sort.isDescending,
                  })
                }
              >
                {column.header}
                {sort?.column === column.id && <span aria-hidden>{sort.isDescending ? ' ▼' : ' ▲'}</span>}
              </UnstyledButton>
            ) : (
              column.header || <VisuallyHidden>{column.id}</VisuallyHidden>
            )}
            {onWidth && (
              <ColumnEdge
                name={column.header || column.id}
                onWidth={(pixels) => onWidth(column.id, pixels)}
              />
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type RowProps<Row> = { row: Row; index: number; height: number; table: Props<Row> }

function BodyRow<Row>({ row, index, height, table }: RowProps<Row>) {
  const { columns, rowKey, rowName, rowAt, selected, onSelect, onOpen, onCurrent, current } = table
  const key = rowKey(row)
  const isChecked = selected?.has(key) ?? false
  const select = (isOn: boolean, isRange: boolean): void => {
    const next = new Set(selected)
    for (const one of isRange ? keysToLast(index, rowAt, rowKey, next) : [key]) {
      if (isOn) next.add(one)
      else next.delete(one)
    }
    onSelect?.(next)
  }
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={selected === undefined ? undefined : isChecked}
      className={styles.row}
      data-index={index}
      data-current={current === key}
      tabIndex={-1}
      style={{ height }}
      onFocus={() => onCurrent?.(row, index)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return
        if (event.key === 'Enter') onOpen?.(row, index)
        if (event.key === 'x' && selected !== undefined) select(!isChecked, false)
        if (event.key === 'c' && (event.ctrlKey || event.metaKey)) copyRow(event.currentTarget)
      }}
    >
      {selected !== undefined && (
        <td>
          <Checkbox
            size="xs"
            aria-label={tableText.selectRow(rowName?.(row) ?? key)}
            checked={isChecked}
            onChange={(event) =>
              select(event.currentTarget.checked, (event.nativeEvent as MouseEvent).shiftKey === true)
            }
          />
        </td>
      )}
      {columns.map((column) => {
        const className = column.isNumber ? styles.end : undefined
        return column.isRowHeader ? (
          <th key={column.id} scope="row" className={className}>
            {column.cell(row, index)}
          </th>
        ) : (
          <td key={column.id} className={className}>
            {column.cell(row, index)}
          </td>
        )
      })}
    </tr>
  )
}

/** Copies the cells of the row that has the focus, as a spreadsheet takes them; a marked text is copied as ever. */
function copyRow(row: HTMLTableRowElement): void {
  if (getSelection()?.toString() !== '') return
  void navigator.clipboard?.writeText([...row.cells].map((cell) => cell.innerText.trim()).join('\t'))
}

/** The keys between the row and the nearest selected one above it, both included. */
function keysToLast<Row>(
  index: number,
  rowAt: (index: number) => Row | undefined,
  rowKey: (row: Row) => string,
  selected: ReadonlySet<string>,
): string[] {
  const keys: string[] = []
  for (let at = index; at >= 0; at--) {
    const row = rowAt(at)
    if (row === undefined) break
    keys.push(rowKey(row))
    if (at < index && selected.has(rowKey(row))) return keys
  }
  return keys.slice(0, 1)
}

/** Arrow keys, Page keys, Home and End move from row to row; the row itself takes the focus. */
function moveFocus(
  event: KeyboardEvent<HTMLDivElement>,
  scrollTo: (index: number) => void,
  count: number,
): void {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -Infinity, End: Infinity }[
    event.key
  ]
  const target = event.target as HTMLElement
  if (step === undefined || count === 0 || target.matches('input:not([type=checkbox]), textarea, select'))
    return
  event.preventDefault()
  const box = event.currentTarget
  const from = target.closest<HTMLElement>('tr[data-index]')
  const next = from === null ? 0 : Math.min(count - 1, Math.max(0, Number(from.dataset.index) + step))
  scrollTo(next)
  const focus = (tries: number): void => {
    const row = box.querySelector<HTMLElement>(`tr[data-index="${next}"]`)
    if (row !== null) row.focus({ preventScroll: true })
    else if (tries > 0) requestAnimationFrame(() => focus(tries - 1))
  }
  focus(60)
}

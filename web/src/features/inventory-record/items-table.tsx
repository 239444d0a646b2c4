import { Text, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { copiesText } from '#text/inventory-record.ts'
import { useMay } from '../../lib/session.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import styles from './copies.module.css'
import { EditableCell } from './editable-cell.tsx'
import type { TextCell } from './editable-cell.tsx'
import { StatusCell } from './item-status.tsx'
import { LocationCell } from './location-cell.tsx'
import { itemParts } from './records.ts'
import type { Item } from './records.ts'

export type ItemRows = {
  count: number | null
  rowAt: (index: number) => Item | undefined
  onWindow?: (first: number, last: number) => void
}

type Props = {
  instanceId: string
  label: string
  rows: ItemRows
  selected: ReadonlySet<string>
  onSelect: (keys: ReadonlySet<string>) => void
  /** The item that a scan or a search was about. */
  current: string | null
}

type Editing = { itemId: string; field: TextCell } | null

const ROW_HEIGHT = 28
const HEAD_HEIGHT = 36
/** Room for borders and a scroll bar. */
const SPARE = 16
/** More rows than this scroll inside the table. */
const ROWS_IN_SIGHT = 12

/** How an item is called in labels. */
export function itemName(item: Item): string {
  return item.barcode ?? [item.hrid, itemParts(item)].filter(Boolean).join(' ')
}

/** The items of one holdings record, whose values can be changed in place. */
export function ItemsTable({ instanceId, label, rows, selected, onSelect, current }: Props) {
  const [editing, setEditing] = useState<Editing>(null)
  const navigate = useNavigate()
  const mayEdit = useMay('inventory.items.item.put')
  const columns = useMemo(
    () =>
      itemColumns({ instanceId, editing, setEditing, mayEdit, rowAt: rows.rowAt, count: rows.count ?? 0 }),
    [instanceId, editing, mayEdit, rows.rowAt, rows.count],
  )
  const box = useRef<HTMLDivElement>(null)
  const isHere = current !== null && rows.count !== null && rows.count > 0
  useEffect(() => {
    if (isHere) box.current?.querySelector('tr[data-current=true]')?.scrollIntoView({ block: 'center' })
  }, [isHere, current])
  const shown = Math.min(rows.count ?? 3, ROWS_IN_SIGHT)
  return (
    <div ref={box} className={styles.table} style={{ height: HEAD_HEIGHT + shown * ROW_HEIGHT + SPARE }}>
      <DataTable
        label={label}
        columns={columns}
        count={rows.count}
        rowAt={rows.rowAt}
        rowKey={({ id }) => id}
        rowName={itemName}
        isDense
        selected={selected}
        onSelect={onSelect}
        current={current}
        onOpen={(item) =>
          void navigate({
            to: '/inventory/$instanceId/items/$itemId',
            params: { instanceId, itemId: item.id },
          })
        }
        empty={
          <Text size="sm" p="xs">
            {copiesText.noneFound}
          </Text>
        }
        {...(rows.onWindow === undefined ? {} : { onWindow: rows.onWindow })}
      />
    </div>
  )
}

type ColumnContext = {
  instanceId: string
  editing: Editing
  setEditing: (editing: Editing) => void
  mayEdit: boolean
  rowAt: (index: number) => Item | undefined
  count: number
}

const TEXT_COLUMNS: readonly { field: TextCell; header: string; label: string; width: number }[] = [
  { field: 'volume', header: copiesText.volumeShort, label: copiesText.volume, width: 84 },
  { field: 'enumeration', header: copiesText.enumerationShort, label: copiesText.enumeration, width: 92 },
  { field: 'chronology', header: copiesText.chronologyShort, label: copiesText.chronology, width: 84 },
  { field: 'copyNumber', header: copiesText.copyNumber, label: copiesText.copyNumber, width: 60 },
]

function itemColumns(context: ColumnContext): Column<Item>[] {
  const text = (item: Item, index: number, field: TextCell, label: string) => (
    <TextCellOf item={item} index={index} field={field} label={label} context={context} />
  )
  return [
    { id: 'order', header: copiesText.order, width: 48, isNumber: true, cell: ({ order }) => order ?? '' },
    {
      id: 'barcode',
      header: copiesText.barcode,
      width: 168,
      isRowHeader: true,
      cell: (item, index) => <BarcodeCell item={item} index={index} context={context} />,
    },
    {
      id: 'status',
      header: copiesText.status,
      width: 130,
      cell: (item) => <StatusCell item={item} name={itemName(item)} />,
    },
    ...TEXT_COLUMNS.map(({ field, header, label, width }): Column<Item> => ({
      id: field,
      header,
      width,
      cell: (item, index) => text(item, index, field, label),
    })),
    {
      id: 'loan',
      header: copiesText.loan,
      width: 104,
      cell: ({ temporaryLoanType, permanentLoanType }) =>
        (temporaryLoanType ?? permanentLoanType)?.name ?? '',
    },
    {
      id: 'location',
      header: copiesText.location,
      width: 124,
      cell: (item) => <LocationCell item={item} name={itemName(item)} mayEdit={context.mayEdit} />,
    },
    { id: 'note', header: copiesText.note, width: 120, cell: (item) => noteText(item) },
  ]
}

function noteText(item: Item): string {
  const bound = item.isBoundWith ? [copiesText.isBound] : []
  return [...bound, ...(item.notes ?? []).map(({ note }) => note)].filter(Boolean).join(' · ')
}

type CellProps = { item: Item; index: number; context: ColumnContext }

function TextCellOf({ item, index, field, label, context }: CellProps & { field: TextCell; label: string }) {
  const { editing, setEditing, mayEdit, rowAt } = context
  if (!mayEdit) return <>{item[field] ?? ''}</>
  const done = (isSaved: boolean): void => {
    const next = rowAt(index + 1)
    const goesOn = isSaved && field === 'barcode' && next !== undefined && next.barcode === undefined
    setEditing(goesOn ? { itemId: next.id, field } : null)
  }
  return (
    <EditableCell
      item={item}
      field={field}
      label={label}
      name={itemName(item)}
      isEditing={editing?.itemId === item.id && editing.field === field}
      onEdit={() => setEditing({ itemId: item.id, field })}
      onDone={done}
    />
  )
}

function BarcodeCell({ item, index, context }: CellProps) {
  const { instanceId, editing, setEditing, mayEdit } = context
  if (editing?.itemId === item.id && editing.field === 'barcode') {
    return (
      <TextCellOf item={item} index={index} field="barcode" label={copiesText.barcode} context={context} />
    )
  }
  const label = copiesText.editCell(copiesText.barcode, itemName(item), item.barcode ?? '')
  return (
    <span className={styles.barcode}>
      <PageLink
        underline="hover"
        to="/inventory/$instanceId/items/$itemId"
        params={{ instanceId, itemId: item.id }}
      >
        {item.barcode ?? copiesText.noBarcode}
      </PageLink>
      {mayEdit && (
        <UnstyledButton
          className={styles.pencil}
          title={label}
          aria-label={label}
          onClick={() => setEditing({ itemId: item.id, field: 'barcode' })}
        >
          <IconPencil size={14} aria-hidden />
        </UnstyledButton>
      )}
    </span>
  )
}

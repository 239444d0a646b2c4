import { Checkbox, Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { useMemo } from 'react'
import { bulkEditText } from '#text/bulk-edit.ts'
import { usePreference } from '../../lib/preferences.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Failure } from '../../ui/failure.tsx'
import { usePreviewColumns, usePreviewRows } from './api.ts'
import type { Operation, PreviewColumn, PreviewRow, TableStep } from './api.ts'

type Props = { operation: Operation; step: TableStep; total: number; label: string; empty: string }

const noChoice: Record<string, boolean> = {}

/** Records of a step as the server lays them out; which columns are shown each person chooses. */
export function PreviewTable({ operation, step, total, label, empty }: Props) {
  const isThere = total > 0
  const { data: header, error } = usePreviewColumns(operation.id, step, isThere)
  const rows = usePreviewRows(operation.id, step, total, isThere)
  const [choice, setChoice] = usePreference(`bulk-edit.columns.${operation.entityType}`, noChoice)
  const isShown = (column: PreviewColumn): boolean =>
    column.forceVisible || (choice[column.value] ?? column.visible)
  const columns = useMemo(
    () =>
      (header ?? []).flatMap((column, at): Column<PreviewRow>[] =>
        column.forceVisible || (choice[column.value] ?? column.visible) ? [columnOf(column, at)] : [],
      ),
    [header, choice],
  )
  if (error ?? rows.error) return <Failure error={(error ?? rows.error)!} retry={rows.retry} />
  return (
    <>
      {header && (
        <Group justify="flex-end" mt={-8}>
          <ColumnMenu
            header={header}
            isShown={isShown}
            onToggle={(column) => setChoice({ ...choice, [column.value]: !isShown(column) })}
          />
        </Group>
      )}
      <DataTable
        label={label}
        columns={columns}
        count={isThere ? rows.count : 0}
        rowAt={rows.rowAt}
        rowKey={({ at }) => String(at)}
        onWindow={rows.onWindow}
        empty={<Text p="md">{empty}</Text>}
      />
    </>
  )
}

function columnOf({ value, dataType }: PreviewColumn, at: number): Column<PreviewRow> {
  return {
    id: value,
    header: value,
    width: Math.max(160, Math.min(280, value.length * 10 + 32)),
    isNumber: dataType === 'NUMERIC',
    cell: ({ cells }) => <span title={cells[at]}>{cells[at]}</span>,
  }
}

type MenuProps = {
  header: readonly PreviewColumn[]
  isShown: (column: PreviewColumn) => boolean
  onToggle: (column: PreviewColumn) => void
}

function ColumnMenu({ header, isShown, onToggle }: MenuProps) {
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <UnstyledButton fz="sm" c="var(--mantine-color-anchor)">
          {bulkEditText.records.columns}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {header.map((column) => (
          <Menu.Item
            key={column.value}
            role="menuitemcheckbox"
            aria-checked={isShown(column)}
            onClick={() => onToggle(column)}
            disabled={column.forceVisible}
            leftSection={<Checkbox.Indicator size="xs" checked={isShown(column)} aria-hidden />}
          >
            {column.value}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

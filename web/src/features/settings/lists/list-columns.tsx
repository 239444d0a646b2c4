import { Button, Group, Loader, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { listsText } from '#text/settings-lists.ts'
import { settingsText } from '#text/settings.ts'
import { formatDate, formatNumber } from '../../../lib/format.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import styles from './list-page.module.css'
import type { ListField, ReferenceList } from './list-declarations.ts'
import type { ListUsage } from './list-usage.ts'
import { lockReason, shownText, valueName } from './list-values.ts'
import type { ListValue, OtherLists } from './list-values.ts'
import type { RowEditing } from './use-row-editing.ts'

type Table = {
  list: ReferenceList
  others: OtherLists
  editing: RowEditing
  usage: ListUsage
  /** True where there is no room for what is rarely looked at. */
  isNarrow: boolean
  onDelete: (value: ListValue) => void
}

/** The columns of a list's table; cells of the row that is being edited are inputs. */
export function listColumns(table: Table): Column<ListValue>[] {
  const { list, others, editing, usage, isNarrow } = table
  const fields = list.fields.map((field, at): Column<ListValue> => ({
    id: field.name,
    header: field.label,
    isSortable: true,
    isRowHeader: at === 0,
    ...(field.width !== undefined && { width: field.width }),
    cell: (value) =>
      value.id === editing.rowId && !isFixed(list, field) ? (
        <EditCell table={table} field={field} value={value} isFirst={at === 0} />
      ) : (
        shownText(value, field, others)
      ),
  }))
  const source: Column<ListValue> = {
    id: 'source',
    header: listsText.columns.source,
    isSortable: true,
    width: 95,
    cell: (value) => value.source ?? '',
  }
  const uses = list.uses.map((kind): Column<ListValue> => ({
    id: `uses-${kind}`,
    header: listsText.uses[kind],
    isNumber: true,
    width: 92,
    cell: ({ id }) => (id === 'new' ? '' : <UseCount counts={usage.counts} id={id} kind={kind} />),
  }))
  const updated: Column<ListValue> = {
    id: 'updated',
    header: listsText.columns.updated,
    isSortable: true,
    width: 115,
    cell: ({ metadata }) => formatDate(metadata?.updatedDate),
  }
  const acts: Column<ListValue> = {
    id: 'acts',
    header: listsText.columns.acts,
    width: 160,
    cell: (value) => <Acts table={table} value={value} />,
  }
  return [...fields, ...(list.hasSource ? [source] : []), ...uses, ...(isNarrow ? [] : [updated]), acts]
}

function isFixed(list: ReferenceList, field: ListField): boolean {
  return field.isFixed === true || (list.changes === 'rename' && field.name !== 'name')
}

function UseCount({ counts, id, kind }: { counts: ListUsage['counts']; id: string; kind: string }) {
  if (counts === null)
    return (
      <Text size="sm" c="dimmed">
        {listsText.counting}
      </Text>
    )
  return formatNumber(counts[id]?.[kind as 'item'] ?? 0)
}

type CellProps = { table: Table; field: ListField; value: ListValue; isFirst: boolean }

function EditCell({ table, field, value, isFirst }: CellProps) {
  const { editing, list, others } = table
  const row = value.id === 'new' ? listsText.newRow : valueName(list, value)
  const shared = {
    'aria-label': listsText.cell(field.label, row),
    'data-field': field.name,
    size: 'xs',
    value: editing.draft[field.name] ?? '',
    error: editing.faults[field.name],
    required: field.isRequired === true,
    autoFocus: isFirst,
    className: styles.input,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') {
        event.preventDefault()
        editing.save()
      }
      if (event.key === 'Escape') editing.cancel()
    },
  } as const
  if (field.list === undefined) {
    return <TextInput {...shared} onChange={(event) => editing.type(field.name, event.currentTarget.value)} />
  }
  const options = (others.get(field.list) ?? []).map(({ id, name }) => ({ value: id, label: String(name) }))
  return (
    <NativeSelect
      {...shared}
      data={[{ value: '', label: '' }, ...options]}
      onChange={(event) => editing.type(field.name, event.currentTarget.value)}
    />
  )
}

function Acts({ table, value }: { table: Table; value: ListValue }) {
  const { list, editing, onDelete } = table
  const name = valueName(list, value)
  if (value.id === editing.rowId) {
    const row = value.id === 'new' ? listsText.newRow : name
    return (
      <Group gap={4} wrap="nowrap">
        <Button size="compact-xs" onClick={editing.save} aria-label={listsText.saveRow(row)}>
          {editing.isSaving ? <Loader size={12} color="white" /> : settingsText.save}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={editing.cancel}
          aria-label={listsText.cancelRow(row)}
        >
          {settingsText.cancel}
        </Button>
      </Group>
    )
  }
  const locked = lockReason(list, value)
  if (locked !== null) {
    return (
      <Group gap={4} wrap="nowrap" title={locked} c="dimmed">
        <IconLock size={14} aria-hidden />
        <Text size="xs">{listsText.shipped}</Text>
      </Group>
    )
  }
  const act = list.changes === 'rename' ? 'patch' : 'put'
  return (
    <Group gap={4} wrap="nowrap">
      <AllowedButton
        size="compact-xs"
        variant="default"
        permission={`${list.permission}.item.${act}`}
        aria-label={listsText.editRow(name)}
        data-edit={value.id}
        onClick={() => editing.start(value.id)}
      >
        {settingsText.edit}
      </AllowedButton>
      {list.changes === 'all' && (
        <AllowedButton
          size="compact-xs"
          variant="subtle"
          color="red"
          permission={`${list.permission}.item.delete`}
          aria-label={listsText.deleteRow(name)}
          onClick={() => onDelete(value)}
        >
          {settingsText.delete}
        </AllowedButton>
      )}
    </Group>
  )
}

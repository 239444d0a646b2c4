import { ActionIcon, Group, NumberInput, Table, Text, TextInput, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { quickAddText, recordText } from '#text/inventory-record.ts'
import { usePreference } from '../../lib/preferences.ts'
import { AllowedButton } from '../../ui/allowed.tsx'
import { ReferenceSelect } from '../../ui/reference-select.tsx'
import styles from './copies.module.css'
import { QuickAddRow } from './quick-add-row.tsx'
import {
  isFilled,
  keepRows,
  keptRows,
  nextRow,
  renumberRows,
  repeatedBarcodes,
  resizeRows,
  rowsToSave,
} from './quick-add-rows.ts'
import type { NewRow, RowField } from './quick-add-rows.ts'
import type { Holdings, Item } from './records.ts'
import { useAddItems } from './use-add-items.ts'
import type { ItemTemplate } from './use-add-items.ts'

type Props = {
  holdings: Holdings
  place: string
  instanceId: string
  /** An item that is there already: new ones are of its kind until the person chooses another. */
  neighbour: Item | undefined
  onClose: () => void
}

/**
 * Rows for new items: a scan fills the barcode and goes to the next row, Enter in an empty row saves all. Rows that the
 * server refuses stay with the reason; what is typed survives a reload.
 */
export function QuickAdd({ holdings, place, instanceId, neighbour, onClose }: Props) {
  const [kept, setKept] = usePreference<ItemTemplate>('inventory.new-items', {})
  const [chosen, setChosen] = useState<ItemTemplate>({})
  const template = { ...kept, ...kindOf(neighbour), ...chosen }
  const [firstCopy, setFirstCopy] = useState('')
  const [rows, setRows] = useState<readonly NewRow[]>(() => keptRows(holdings.id) ?? [nextRow([])])
  const [sent, setSent] = useState<readonly NewRow[]>([])
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set())
  const [message, setMessage] = useState('')
  const box = useRef<HTMLDivElement>(null)
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
      setRows(restOf(rows, pending))
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
  /** Enter after a scan: to the next empty barcode, a new row when there is none; in an empty row it saves. */
  const scanned = (index: number): void => {
    if (!isFilled(rows[index]!)) return void (rows.some(isFilled) && save())
    const empty = rows.findIndex(({ barcode }, at) => at > index && barcode === '')
    if (empty === -1) addRow()
    else focusCell(box.current, empty, 'barcode')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const cell = cellOf(event.target as HTMLElement)
    const mod = event.ctrlKey || event.metaKey
    const act = (run: () => void): void => {
      event.preventDefault()
      event.stopPropagation()
      run()
    }
    if (mod && event.key === 's') act(() => void save())
    else if (event.altKey && event.key === 'n') act(addRow)
    else if (event.key === 'Escape') act(onClose)
    else if (mod && event.key === 'd' && cell !== null && cell.index > 0) {
      act(() => change(cell.index, cell.field, rows[cell.index - 1]![cell.field]))
    } else if (event.key === 'Enter' && cell !== null) act(() => scanned(cell.index))
  }

  return (
    <div
      className={styles.quick}
      ref={box}
      role="group"
      aria-label={quickAddText.title(place)}
      onKeyDown={onKeyDown}
    >
      <Group justify="space-between">
        <Title order={4} size="h6">
          {quickAddText.title(place)}
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label={recordText.close} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <TemplateFields
        template={template}
        onTemplate={(next) => {
          setChosen(next)
          setKept(next)
        }}
        rowCount={rows.length}
        onRowCount={(count) => setRows((old) => resizeRows(old, count, firstCopy))}
        firstCopy={firstCopy}
        onFirstCopy={(copy) => {
          setFirstCopy(copy)
          setRows((old) => renumberRows(old, copy))
        }}
      />
      <RowsTable
        rows={rows}
        repeated={repeated}
        onChange={change}
        onTaken={(key, isTaken) => setTaken((old) => withMember(old, key, isTaken))}
        onRemove={(index) =>
          setRows((old) => (old.length === 1 ? [nextRow([])] : old.filter((_, at) => at !== index)))
        }
      />
      <Group mt="xs">
        <AllowedButton
          permission="inventory.items.item.post"
          aria-busy={isSaving}
          onClick={() => void save()}
        >
          {quickAddText.save(pending.length)}
        </AllowedButton>
        <Text size="sm" role="status">
          {message}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {quickAddText.hint}
      </Text>
    </div>
  )
}

function kindOf(item: Item | undefined): ItemTemplate {
  return {
    ...(item?.materialType && { materialTypeId: item.materialType.id }),
    ...(item?.permanentLoanType && { permanentLoanTypeId: item.permanentLoanType.id }),
  }
}

function withoutProblem(row: NewRow): NewRow {
  const next = { ...row }
  delete next.problem
  return next
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

/** What is left in the list when some rows are sent off: at least one row to go on in. */
function restOf(rows: readonly NewRow[], sent: readonly NewRow[]): readonly NewRow[] {
  const rest = rows.filter((row) => !sent.includes(row))
  return rest.length > 0 ? rest : [nextRow(rows)]
}

function focusCell(box: HTMLElement | null, index: number, field: RowField): void {
  const cell = box?.querySelector<HTMLInputElement>(`input[data-row="${index}"][data-field="${field}"]`)
  cell?.focus()
  cell?.select()
}

type TemplateProps = {
  template: ItemTemplate
  onTemplate: (template: ItemTemplate) => void
  rowCount: number
  onRowCount: (count: number) => void
  firstCopy: string
  onFirstCopy: (copy: string) => void
}

function TemplateFields({
  template,
  onTemplate,
  rowCount,
  onRowCount,
  firstCopy,
  onFirstCopy,
}: TemplateProps) {
  const part = (name: 'materialTypeId' | 'permanentLoanTypeId') => ({
    value: template[name],
    onChange: (id: string | undefined) => {
      const { [name]: _, ...rest } = template
      onTemplate(id === undefined ? rest : { ...rest, [name]: id })
    },
    required: true,
    size: 'xs' as const,
  })
  return (
    <Group gap="sm" align="flex-end" my="xs">
      <ReferenceSelect list="materialTypes" label={quickAddText.material} {...part('materialTypeId')} />
      <ReferenceSelect list="loanTypes" label={quickAddText.loanType} {...part('permanentLoanTypeId')} />
      <NumberInput
        size="xs"
        w={90}
        label={quickAddText.howMany}
        min={1}
        max={500}
        value={rowCount}
        onChange={(value) => typeof value === 'number' && value >= 1 && onRowCount(Math.min(value, 500))}
        hideControls
      />
      <TextInput
        size="xs"
        w={110}
        label={quickAddText.firstCopy}
        value={firstCopy}
        onChange={(event) => onFirstCopy(event.currentTarget.value)}
      />
    </Group>
  )
}

type RowsProps = {
  rows: readonly NewRow[]
  repeated: ReadonlySet<number>
  onChange: (index: number, field: RowField, value: string) => void
  onTaken: (key: number, isTaken: boolean) => void
  onRemove: (index: number) => void
}

function RowsTable({ rows, repeated, onChange, onTaken, onRemove }: RowsProps) {
  const headers = [
    { name: quickAddText.barcode, width: '26%' },
    { name: quickAddText.volume, width: '14%' },
    { name: quickAddText.enumeration, width: '18%' },
    { name: quickAddText.copyNumber, width: '10%' },
    { name: quickAddText.note },
    { name: '', width: 40 },
  ]
  return (
    <Table className={styles.quickTable ?? ''} aria-label={quickAddText.rows} layout="fixed" miw={560}>
      <Table.Thead>
        <Table.Tr>
          {headers.map(({ name, width }) =>
            name === '' ? (
              <Table.Td key={name} w={width ?? 'auto'} />
            ) : (
              <Table.Th key={name} scope="col" fz="xs" w={width ?? 'auto'}>
                {name}
              </Table.Th>
            ),
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          <QuickAddRow
            key={row.key}
            row={row}
            index={index}
            isRepeated={repeated.has(row.key)}
            onChange={onChange}
            onTaken={onTaken}
            onRemove={onRemove}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

import { ActionIcon, Group, NumberInput, Table, Text, TextInput, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { quickAddText, recordText } from '#text/inventory-record.ts'
import { AllowedButton } from '../../ui/allowed.tsx'
import { ReferenceSelect } from '../../ui/reference-select.tsx'
import styles from './copies.module.css'
import { QuickAddRow } from './quick-add-row.tsx'
import type { NewRow, RowField } from './quick-add-rows.ts'
import type { ItemTemplate } from './use-add-items.ts'
import { useNewRows } from './use-new-rows.ts'
import type { NewRowsOptions } from './use-new-rows.ts'

type Props = NewRowsOptions

/**
 * Rows for new items: a scan fills the barcode and goes to the next row, Enter in an empty row saves all. Rows that the
 * server refuses stay with the reason; what is typed survives a reload.
 */
export function QuickAdd(props: Props) {
  const { place, onClose } = props
  const box = useRef<HTMLDivElement>(null)
  const { rows, pending, repeated, message, isSaving, template, firstCopy, ...act } = useNewRows(props, box)
  return (
    <div
      className={styles.quick}
      ref={box}
      role="group"
      aria-label={quickAddText.title(place)}
      onKeyDown={act.onKeyDown}
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
        onTemplate={act.choose}
        rowCount={rows.length}
        onRowCount={act.resize}
        firstCopy={firstCopy}
        onFirstCopy={act.renumber}
      />
      <RowsTable
        rows={rows}
        repeated={repeated}
        onChange={act.change}
        onTaken={act.markTaken}
        onRemove={act.remove}
      />
      <Group mt="xs">
        <AllowedButton
          permission="inventory.items.item.post"
          aria-busy={isSaving}
          onClick={() => void act.save()}
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

import { ActionIcon, Table, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { quickAddText, recordText } from '#text/inventory-record.ts'
import { cleanScan, isCheckDigitRight, useBarcodeOwner } from './barcode.ts'
import { Taken } from './editable-cell.tsx'
import { ROW_FIELDS } from './quick-add-rows.ts'
import type { NewRow, RowField } from './quick-add-rows.ts'

type Props = {
  row: NewRow
  index: number
  isRepeated: boolean
  onChange: (index: number, field: RowField, value: string) => void
  /** The barcode belongs to an item already, or no longer does. */
  onTaken: (key: number, isTaken: boolean) => void
  onRemove: (index: number) => void
}

/** One item to be made. A barcode that is taken turns red with the title that has it. */
export function QuickAddRow({ row, index, isRepeated, onChange, onTaken, onRemove }: Props) {
  const owner = useBarcodeOwner(row.barcode, null)
  const isTaken = owner !== null
  useEffect(() => {
    onTaken(row.key, isTaken)
  }, [row.key, isTaken])
  const error = owner ? <Taken owner={owner} /> : isRepeated ? recordText.takenHere : row.problem
  const hint = isCheckDigitRight(row.barcode) ? undefined : quickAddText.checkDigit
  return (
    <Table.Tr>
      {ROW_FIELDS.map((field) => (
        <Table.Td key={field}>
          <TextInput
            size="xs"
            aria-label={quickAddText.row(index + 1, quickAddText[field])}
            data-row={index}
            data-field={field}
            placeholder={field === 'barcode' ? recordText.scanHere : ''}
            value={row[field]}
            onChange={(event) => {
              const { value } = event.currentTarget
              onChange(index, field, field === 'barcode' ? cleanScan(value) : value)
            }}
            {...(field === 'barcode'
              ? { error, description: hint, inputWrapperOrder: ['input', 'description', 'error'] }
              : {})}
          />
        </Table.Td>
      ))}
      <Table.Td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={quickAddText.removeRow(index + 1)}
          onClick={() => onRemove(index)}
        >
          <IconX size={16} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}

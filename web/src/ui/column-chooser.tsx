import { ActionIcon, Button, Checkbox, Group, Popover, Stack, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns } from '@tabler/icons-react'
import { useState } from 'react'
import { tableText } from '#text/table.ts'
import { moveColumn, orderColumns } from '../lib/column-choice.ts'
import type { ColumnChoice } from '../lib/column-choice.ts'
import type { Column } from './data-table.tsx'

type Props<Row> = {
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  onChange: (next: ColumnChoice) => void
  onReset: () => void
}

/** Which columns a table shows and in which order: by check boxes and arrows, or by dragging. */
export function ColumnChooser<Row>({ columns, choice, onChange, onReset }: Props<Row>) {
  const [text, setText] = useState('')
  const ordered = orderColumns(columns, choice.order)
  const ids = ordered.map(({ id }) => id)
  const move = (id: string, to: number): void => onChange({ ...choice, order: moveColumn(ids, id, to) })
  const toggle = (id: string): void => {
    const isHidden = choice.hidden.includes(id)
    const hidden = isHidden ? choice.hidden.filter((one) => one !== id) : [...choice.hidden, id]
    onChange({ ...choice, hidden })
  }
  const found = ordered.filter(({ header }) => header.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <Popover position="bottom-end" width={300} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="compact-sm" leftSection={<IconColumns size={16} aria-hidden />}>
          {tableText.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah="60vh" style={{ overflow: 'auto' }} aria-label={tableText.columns}>
        <Stack gap={6}>
          <TextInput
            size="xs"
            aria-label={tableText.findColumn}
            placeholder={tableText.findColumn}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {found.map(({ id, header, isRowHeader }) => (
            <Group
              key={id}
              justify="space-between"
              wrap="nowrap"
              draggable
              onDragStart={(event) => event.dataTransfer.setData('text/plain', id)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => move(event.dataTransfer.getData('text/plain'), ids.indexOf(id))}
            >
              <Checkbox
                size="xs"
                label={header || id}
                checked={!choice.hidden.includes(id)}
                disabled={isRowHeader === true}
                onChange={() => toggle(id)}
              />
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  size="sm"
                  aria-label={tableText.columnBefore(header || id)}
                  onClick={() => move(id, ids.indexOf(id) - 1)}
                >
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  size="sm"
                  aria-label={tableText.columnBehind(header || id)}
                  onClick={() => move(id, ids.indexOf(id) + 1)}
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
              </Group>
            </Group>
          ))}
          <Button variant="subtle" size="compact-xs" onClick={onReset}>
            {tableText.resetColumns}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

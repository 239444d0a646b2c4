import { ActionIcon, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { formText } from '#text/form.ts'

type Props<Row> = {
  /** Names the group: "Notes". */
  label: string
  rows: readonly Row[]
  onChange: (rows: Row[]) => void
  /** What a new row begins with. */
  fresh: Row
  renderRow: (row: Row, index: number) => ReactNode
  id?: string
}

type Removed<Row> = { row: Row; index: number }
const UNDO_MS = 10_000

/**
 * Rows that can be added, moved and removed. Enter in the last field of the last row adds one, Alt with the arrow
 * keys moves, Alt+Delete removes; what was removed can be put back for ten seconds.
 */
export function RepeatableRows<Row>(props: Props<Row>) {
  const { label, rows, onChange, fresh, renderRow, id } = props
  const box = useRef<HTMLDivElement>(null)
  const [removed, setRemoved] = useState<Removed<Row> | null>(null)
  const focusRow = useFocusAfterRender(box)
  useEffect(() => {
    const timer = setTimeout(() => setRemoved(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [removed])

  const add = (): void => {
    onChange([...rows, fresh])
    focusRow(rows.length)
  }
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= rows.length) return
    const next = rows.filter((_, index) => index !== from)
    next.splice(to, 0, rows[from]!)
    onChange(next)
    focusRow(to)
  }
  const remove = (index: number): void => {
    setRemoved({ row: rows[index]!, index })
    onChange(rows.filter((_, at) => at !== index))
    focusRow(Math.min(index, rows.length - 2))
  }
  const putBack = ({ row, index }: Removed<Row>): void => {
    onChange([...rows.slice(0, index), row, ...rows.slice(index)])
    setRemoved(null)
    focusRow(index)
  }
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const target = event.target as HTMLElement
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      move(index, index + (event.key === 'ArrowUp' ? -1 : 1))
    } else if (event.altKey && event.key === 'Delete') {
      event.preventDefault()
      remove(index)
    } else if (event.key === 'Enter' && target.matches('input') && target.ariaExpanded !== 'true') {
      event.preventDefault()
      if (index === rows.length - 1 && isLastField(target)) add()
    }
  }

  return (
    <Stack gap="xs" ref={box} role="group" aria-label={label} id={id} tabIndex={-1}>
      {rows.map((row, index) => (
        <Group
          key={index}
          data-row={index}
          align="flex-start"
          gap="xs"
          wrap="nowrap"
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          <Group gap="xs" align="flex-start" style={{ flex: 1 }}>
            {renderRow(row, index)}
          </Group>
          <RowButtons label={label} index={index} count={rows.length} onMove={move} onRemove={remove} />
        </Group>
      ))}
      <Group gap="xs">
        <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={add}>
          {formText.addRow(label)}
        </Button>
        {removed !== null && (
          <Text size="sm" role="status" component="div">
            {formText.rowRemoved}{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => putBack(removed)}>
              {formText.putBack}
            </Button>
          </Text>
        )}
      </Group>
    </Stack>
  )
}

type RowButtonsProps = {
  label: string
  index: number
  count: number
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
}

function RowButtons({ label, index, count, onMove, onRemove }: RowButtonsProps) {
  const buttons = [
    {
      name: formText.moveUp(label, index + 1),
      icon: IconArrowUp,
      isOff: index === 0,
      run: () => onMove(index, index - 1),
    },
    {
      name: formText.moveDown(label, index + 1),
      icon: IconArrowDown,
      isOff: index === count - 1,
      run: () => onMove(index, index + 1),
    },
    { name: formText.removeRow(label, index + 1), icon: IconTrash, isOff: false, run: () => onRemove(index) },
  ]
  return (
    <Group gap={2} wrap="nowrap" pt={2}>
      {buttons
        .filter(({ isOff }) => !isOff || count > 1)
        .map(({ name, icon: Icon, isOff, run }) => (
          <Tooltip key={name} label={name}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="md"
              aria-label={name}
              disabled={isOff}
              onClick={run}
            >
              <Icon size={16} />
            </ActionIcon>
          </Tooltip>
        ))}
    </Group>
  )
}

function isLastField(field: HTMLElement): boolean {
  const fields = field
    .closest('[data-row]')
    ?.querySelectorAll('input:not([type=hidden]):not([disabled]), textarea')
  return fields !== undefined && fields[fields.length - 1] === field
}

/** Puts the focus into the first field of a row that is not drawn yet. */
function useFocusAfterRender(box: React.RefObject<HTMLDivElement | null>): (row: number) => void {
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const row = box.current?.querySelector(`[data-row="${wanted.current}"]`)
    const target = row?.querySelector<HTMLElement>('input:not([type=hidden]), textarea') ?? box.current
    wanted.current = null
    target?.focus()
  })
  return (row) => {
    wanted.current = row
  }
}

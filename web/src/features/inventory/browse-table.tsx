import { Button, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { browseText } from '#text/inventory-browse.ts'
import { formatNumber } from '../../lib/format.ts'
import { ReferenceName } from '../../ui/field-value.tsx'
import type { BrowsePage, BrowseRow } from './browse-api.ts'
import type { BrowseState } from './browse-lists.ts'
import styles from './browse.module.css'

type Props = {
  state: BrowseState
  page: BrowsePage
  isStale: boolean
  onFocus: (row: BrowseRow) => void
  onOpen: (row: BrowseRow) => void
  /** To the page behind or before a value. */
  onMove: (side: 'after' | 'before', anchor: string) => void
  /** A letter was typed: it begins another value. */
  onType: (letter: string) => void
}

/** A page of a list. Arrow keys go from row to row, Page keys from page to page; the focus stays in the list. */
export function BrowseTable({ state, page, isStale, onFocus, onOpen, onMove, onType }: Props) {
  const box = useRef<HTMLDivElement>(null)
  /** Where the focus goes when the page that was asked for is here. */
  const wanted = useRef<'first' | 'last' | null>(null)
  const { rows, prev, next } = page
  const at = rows.findIndex(({ isAnchor }) => isAnchor === true)
  useEffect(() => {
    if (isStale) return
    const list = box.current?.querySelectorAll<HTMLElement>('tr[tabindex]') ?? []
    if (wanted.current === null) list[at]?.scrollIntoView({ block: 'center' })
    else list[wanted.current === 'first' ? 0 : list.length - 1]?.focus()
    wanted.current = null
  }, [page, isStale, at])

  const move = (side: 'after' | 'before', focus: 'first' | 'last' | null): void => {
    const anchor = side === 'after' ? next : prev
    if (anchor === null) return
    wanted.current = focus
    onMove(side, anchor)
  }
  const handleKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('tr[tabindex]')
    const list = [...(box.current?.querySelectorAll<HTMLElement>('tr[tabindex]') ?? [])]
    const index = row === null ? at : list.indexOf(row)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'PageDown') move('after', 'first')
    else if (event.key === 'PageUp') move('before', 'last')
    else if (event.key === 'ArrowDown' && index === list.length - 1) move('after', 'first')
    else if (event.key === 'ArrowUp' && index === 0) move('before', 'last')
    else if (event.key === 'ArrowDown') list[index + 1]?.focus()
    else if (event.key === 'ArrowUp') list[Math.max(0, index - 1)]?.focus()
    else if (event.key === 'Home') list[0]?.focus()
    else if (event.key === 'End') list.at(-1)?.focus()
    else if (event.key === 'Enter' && row !== null) onOpen(rows[index]!)
    else if (/^[\p{L}\p{N}]$/u.test(event.key) && event.key !== 'b') onType(event.key)
    else return
    event.preventDefault()
  }
  const absent = at >= 0 && rows[at]!.totalRecords === 0
  return (
    <section className={styles.list} aria-label={browseText.listName} data-stale={isStale}>
      <Group justify="space-between">
        <Text size="sm">
          {browseText.total(page.total)}
          {absent && ` · ${browseText.absent(rows[at]!.value)}`}
        </Text>
        <VisuallyHidden role="status">
          {isStale || at < 0
            ? ''
            : absent
              ? browseText.absent(rows[at]!.value)
              : browseText.present(rows[at]!.value, rows[at]!.totalRecords)}
        </VisuallyHidden>
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={prev === null} onClick={() => move('before', null)}>
            {browseText.previous}
          </Button>
          <Button size="xs" variant="default" disabled={next === null} onClick={() => move('after', null)}>
            {browseText.next}
          </Button>
        </Group>
      </Group>
      <div ref={box} className={styles.scroll} onKeyDown={handleKey}>
        <Table stickyHeader verticalSpacing={6} aria-label={browseText.listName}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{browseText.columns[state.list ?? 'callNumbers']}</Table.Th>
              <Table.Th scope="col">{browseText.about}</Table.Th>
              <Table.Th scope="col" ta="end" w={90}>
                {browseText.titles}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <Row
                // Two values may be spelled alike and differ in their type.
                // oxlint-disable-next-line react/no-array-index-key
                key={`${row.value} ${index}`}
                row={row}
                onFocus={() => onFocus(row)}
                onOpen={() => row.totalRecords > 0 && onOpen(row)}
              />
            ))}
          </Table.Tbody>
        </Table>
        {rows.length === 0 && <Text p="md">{browseText.empty}</Text>}
      </div>
    </section>
  )
}

type RowProps = { row: BrowseRow; onFocus: () => void; onOpen: () => void }

function Row({ row, onFocus, onOpen }: RowProps) {
  const isAbsent = row.totalRecords === 0 && row.isAnchor === true
  return (
    <Table.Tr
      className={styles.row}
      tabIndex={0}
      aria-current={row.isAnchor === true ? 'true' : undefined}
      onFocus={onFocus}
      onClick={onOpen}
    >
      <Table.Th scope="row" fw="inherit" style={{ overflowWrap: 'anywhere' }}>
        {row.value}
        {isAbsent && (
          <Text span size="sm" ml={6}>
            {browseText.wouldBeHere}
          </Text>
        )}
      </Table.Th>
      <Table.Td c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {row.instanceTitle}
        {row.contributorNameTypeId && (
          <ReferenceName list="contributorNameTypes" id={row.contributorNameTypeId} />
        )}
        {row.sourceId && <ReferenceName list="subjectSources" id={row.sourceId} />}
        {row.authorityId && ` · ${browseText.linked}`}
      </Table.Td>
      <Table.Td ta="end">{isAbsent ? '' : formatNumber(row.totalRecords)}</Table.Td>
    </Table.Tr>
  )
}

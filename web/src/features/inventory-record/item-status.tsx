import { Menu, UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { copiesText, itemText } from '#text/inventory-record.ts'
import { formatDate } from '../../lib/format.ts'
import { http } from '../../lib/http.ts'
import { useReferenceName } from '../../lib/reference-lists.ts'
import { AllowedMenuItem } from '../../ui/allowed.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notices.ts'
import { keys, showItem } from './api.ts'
import styles from './copies.module.css'
import type { Item } from './records.ts'
import { STATUS_MARKS, markBarrier } from './status-marks.ts'
import type { StatusMark } from './status-marks.ts'

/** A status in words: since when, and where it is going. */
export function useStatusWords(): (item: Item) => string {
  const place = useReferenceName('servicePoints')
  return ({ status, inTransitDestinationServicePointId: target }) => {
    if (status.name === 'In transit' && target !== undefined) return copiesText.transitTo(place(target))
    const isPlain = status.name === 'Available' || status.date === undefined
    return isPlain ? status.name : copiesText.since(status.name, formatDate(status.date))
  }
}

type MarksProps = { item: Item; onMark: (mark: StatusMark) => void }

/** The entries of a menu that mark the item, each by its own permission and only from the right statuses. */
export function StatusMarkEntries({ item, onMark }: MarksProps) {
  return (
    <>
      <Menu.Label>{itemText.setStatus}</Menu.Label>
      {STATUS_MARKS.map((mark) => (
        <AllowedMenuItem
          key={mark.path}
          permission={`inventory.items.item.${mark.path}.post`}
          disabledReason={markBarrier(mark, item.status.name)}
          onClick={() => onMark(mark)}
        >
          {itemText.mark(mark.status)}
        </AllowedMenuItem>
      ))}
    </>
  )
}

type ConfirmProps = { item: Item; mark: StatusMark | null; onClose: () => void }

/** Asks before an item is marked, and marks it. POST /inventory/items/{id}/mark-… */
export function ConfirmMark({ item, mark, onClose }: ConfirmProps) {
  const client = useQueryClient()
  if (mark === null) return null
  const run = async (): Promise<void> => {
    const saved = await http.post<Item>(`/inventory/items/${item.id}/${mark.path}`)
    showItem(client, saved)
    await client.invalidateQueries({ queryKey: keys.item(item.id) })
    notify({ text: itemText.marked(mark.status) })
  }
  return (
    <Confirm
      isOpen
      title={itemText.markTitle(mark.status)}
      text={itemText.markText(item.status.name)}
      confirm={itemText.mark(mark.status)}
      onConfirm={run}
      onClose={onClose}
    />
  )
}

/** The status in a row: a button that opens the marks. The menu is made when it is asked for: rows are many. */
export function StatusCell({ item, name }: { item: Item; name: string }) {
  const words = useStatusWords()
  const [isAsked, setAsked] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [mark, setMark] = useState<StatusMark | null>(null)
  const button = (
    <UnstyledButton
      className={styles.cell}
      data-strong={item.status.name !== 'Available'}
      aria-label={copiesText.statusOf(name, item.status.name)}
      {...(!isAsked && {
        onClick: () => {
          setAsked(true)
          setOpen(true)
        },
      })}
    >
      {words(item)}
    </UnstyledButton>
  )
  if (!isAsked) return button
  return (
    <>
      <Menu position="bottom-start" opened={isOpen} onChange={setOpen}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          <StatusMarkEntries item={item} onMark={setMark} />
        </Menu.Dropdown>
      </Menu>
      <ConfirmMark item={item} mark={mark} onClose={() => setMark(null)} />
    </>
  )
}

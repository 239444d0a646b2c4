import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { copiesText, instanceText, itemText, recordText } from '#text/inventory-record.ts'
import { useActions } from '../../lib/actions.ts'
import type { Action } from '../../lib/actions.ts'
import { http } from '../../lib/http.ts'
import { AllowedButton, AllowedMenuItem, useBarrier } from '../../ui/allowed.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notices.ts'
import { keys, useForget } from './api.ts'
import { ConfirmMark, StatusMarkEntries } from './item-status.tsx'
import { itemName } from './items-table.tsx'
import { MoveItems } from './move-items.tsx'
import type { Item } from './records.ts'
import type { StatusMark } from './status-marks.ts'

/** Statuses in which an item is somewhere else, or is owed for: it is not deleted then. */
const KEPT = [
  'Checked out',
  'On order',
  'Aged to lost',
  'Claimed returned',
  'Awaiting pickup',
  'Awaiting delivery',
  'Paged',
]

/** The buttons, menus and keys of an item. */
export function ItemActions({ item, instanceId }: { item: Item; instanceId: string }) {
  const navigate = useNavigate()
  const [mark, setMark] = useState<StatusMark | null>(null)
  const [open, setOpen] = useState<'delete' | 'move' | null>(null)
  const params = { instanceId, itemId: item.id }
  const edit = (): void => void navigate({ to: '/inventory/$instanceId/items/$itemId/edit', params })
  const duplicate = (): void =>
    void navigate({
      to: '/inventory/$instanceId/holdings/$holdingsId/items/new',
      params: { instanceId, holdingsId: item.holdingsRecordId },
      search: { from: item.id },
    })
  const versions = (): void =>
    void navigate({
      to: '/inventory/$instanceId/versions',
      params: { instanceId },
      search: { kind: 'item', id: item.id },
    })
  useItemKeys({ edit, duplicate, versions })
  return (
    <>
      <AllowedButton permission="inventory.items.item.put" onClick={edit}>
        {recordText.edit}
      </AllowedButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">{itemText.setStatus}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <StatusMarkEntries item={item} onMark={setMark} />
        </Menu.Dropdown>
      </Menu>
      <MoreMenu item={item} onDuplicate={duplicate} onVersions={versions} onAsk={setOpen} />
      <ConfirmMark item={item} mark={mark} onClose={() => setMark(null)} />
      <DeleteItem
        item={item}
        instanceId={instanceId}
        isOpen={open === 'delete'}
        onClose={() => setOpen(null)}
      />
      {open === 'move' && (
        <MoveItems
          itemIds={[item.id]}
          instanceId={instanceId}
          onMoved={() => undefined}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

type MoreProps = {
  item: Item
  onDuplicate: () => void
  onVersions: () => void
  onAsk: (what: 'delete' | 'move') => void
}

function MoreMenu({ item, onDuplicate, onVersions, onAsk }: MoreProps) {
  const now = item.status.name
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" aria-label={recordText.actions} px="xs">
          <IconDots size={18} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <AllowedMenuItem permission="inventory.items.item.post" onClick={onDuplicate}>
          {recordText.duplicate}
        </AllowedMenuItem>
        <AllowedMenuItem permission="inventory.items.move.item.post" onClick={() => onAsk('move')}>
          {copiesText.moveTo}
        </AllowedMenuItem>
        <Menu.Item onClick={onVersions}>{instanceText.versions}</Menu.Item>
        <AllowedMenuItem
          permission="inventory.items.item.delete"
          color="red"
          disabledReason={KEPT.includes(now) ? itemText.deleteBlocked(now) : null}
          onClick={() => onAsk('delete')}
        >
          {recordText.delete}
        </AllowedMenuItem>
      </Menu.Dropdown>
    </Menu>
  )
}

/** What the keyboard and the palette offer on an item's page. */
function useItemKeys(run: { edit: () => void; duplicate: () => void; versions: () => void }): void {
  const barrier = useBarrier({ permission: 'inventory.items.item.put' }) ?? undefined
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const actions = useMemo<Action[]>(() => {
    const page = { group: 'page' as const }
    return [
      {
        ...page,
        id: 'item.edit',
        label: recordText.edit,
        keys: ['e', 'mod+alt+e'],
        disabledReason: barrier,
        run: () => latest.current.edit(),
      },
      {
        ...page,
        id: 'item.duplicate',
        label: recordText.duplicate,
        keys: ['alt+c'],
        run: () => latest.current.duplicate(),
      },
      {
        ...page,
        id: 'item.versions',
        label: instanceText.versions,
        keys: ['v'],
        run: () => latest.current.versions(),
      },
    ]
  }, [barrier])
  useActions(actions)
}

type DeleteProps = { item: Item; instanceId: string; isOpen: boolean; onClose: () => void }

function DeleteItem({ item, instanceId, isOpen, onClose }: DeleteProps) {
  const navigate = useNavigate()
  const forget = useForget()
  const run = async (): Promise<void> => {
    await http.delete(`/inventory/items/${item.id}`)
    await navigate({ to: '/inventory/$instanceId', params: { instanceId } })
    await forget(keys.items)
    notify({ text: recordText.deleted(itemName(item)) })
  }
  return (
    <Confirm
      isOpen={isOpen}
      isDangerous
      title={itemText.deleteTitle}
      text={itemText.deleteText(itemName(item))}
      confirm={recordText.delete}
      onConfirm={run}
      onClose={onClose}
    />
  )
}

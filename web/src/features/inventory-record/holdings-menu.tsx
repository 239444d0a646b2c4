import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { copiesText, holdingsText, instanceText, recordText } from '#text/inventory-record.ts'
import { http } from '../../lib/http.ts'
import { AllowedMenuItem } from '../../ui/allowed.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notices.ts'
import { keys, useForget } from './api.ts'
import { MoveHoldings } from './move-holdings.tsx'
import type { Holdings } from './records.ts'

type Props = {
  holdings: Holdings
  instanceId: string
  name: string
  /** Null while it is being counted. */
  itemCount: number | null
  /** Where to go after the holdings are deleted; by default one stays. */
  onDeleted?: () => void
}

/** What can be done with holdings besides adding items. */
export function HoldingsMenu({ holdings, instanceId, name, itemCount, onDeleted }: Props) {
  const [open, setOpen] = useState<'delete' | 'move' | null>(null)
  const navigate = useNavigate()
  const params = { instanceId, holdingsId: holdings.id }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={`${recordText.actions}: ${name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() => void navigate({ to: '/inventory/$instanceId/holdings/$holdingsId', params })}
          >
            {copiesText.openHoldings}
          </Menu.Item>
          <AllowedMenuItem
            permission="inventory.holdings.item.put"
            onClick={() => void navigate({ to: '/inventory/$instanceId/holdings/$holdingsId/edit', params })}
          >
            {copiesText.editHoldings}
          </AllowedMenuItem>
          <AllowedMenuItem
            permission="inventory-storage.holdings.item.post"
            onClick={() =>
              void navigate({
                to: '/inventory/$instanceId/holdings/new',
                params: { instanceId },
                search: { from: holdings.id },
              })
            }
          >
            {recordText.duplicate}
          </AllowedMenuItem>
          <AllowedMenuItem
            permission="inventory.items.item.post"
            onClick={() =>
              void navigate({ to: '/inventory/$instanceId/holdings/$holdingsId/items/new', params })
            }
          >
            {copiesText.fullForm}
          </AllowedMenuItem>
          <AllowedMenuItem permission="inventory.holdings.move.item.post" onClick={() => setOpen('move')}>
            {copiesText.moveHoldings}
          </AllowedMenuItem>
          <Menu.Item
            onClick={() =>
              void navigate({
                to: '/inventory/$instanceId/versions',
                params: { instanceId },
                search: { kind: 'holdings', id: holdings.id },
              })
            }
          >
            {instanceText.versions}
          </Menu.Item>
          <AllowedMenuItem
            permission="inventory-storage.holdings.item.delete"
            disabledReason={
              itemCount ? `${recordText.cantDelete}: ${holdingsText.deleteHeld(itemCount)}` : null
            }
            color="red"
            onClick={() => setOpen('delete')}
          >
            {recordText.delete}
          </AllowedMenuItem>
        </Menu.Dropdown>
      </Menu>
      <DeleteHoldings
        holdings={holdings}
        instanceId={instanceId}
        isOpen={open === 'delete'}
        onClose={() => setOpen(null)}
        onDeleted={onDeleted}
      />
      {open === 'move' && (
        <MoveHoldings
          holdings={holdings}
          name={name}
          itemCount={itemCount ?? 0}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

type DeleteProps = {
  holdings: Holdings
  instanceId: string
  isOpen: boolean
  onClose: () => void
  onDeleted: (() => void) | undefined
}

function DeleteHoldings({ holdings, instanceId, isOpen, onClose, onDeleted }: DeleteProps) {
  const forget = useForget()
  const name = holdings.hrid ?? holdings.id
  const run = async (): Promise<void> => {
    await http.delete(`/holdings-storage/holdings/${holdings.id}`)
    await forget(keys.holdingsOf(instanceId))
    notify({ text: recordText.deleted(name) })
    onDeleted?.()
  }
  return (
    <Confirm
      isOpen={isOpen}
      isDangerous
      title={holdingsText.deleteTitle}
      text={holdingsText.deleteText(name)}
      confirm={recordText.delete}
      onConfirm={run}
      onClose={onClose}
    />
  )
}

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
import { MARC_HOLDINGS_SOURCE } from './records.ts'
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
export function HoldingsMenu(props: Props) {
  const { holdings, instanceId, name, itemCount, onDeleted } = props
  const [open, setOpen] = useState<'delete' | 'move' | null>(null)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={`${recordText.actions}: ${name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <PageEntries {...props} />
          <AllowedMenuItem permission="inventory.holdings.move.item.post" onClick={() => setOpen('move')}>
            {copiesText.moveHoldings}
          </AllowedMenuItem>
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

/** The entries that lead to other pages. */
function PageEntries({ holdings, instanceId }: Props) {
  const navigate = useNavigate()
  const go =
    (page: string, search: Record<string, string> = {}) =>
    () =>
      void navigate({
        to: `/inventory/$instanceId/${page}`,
        params: { instanceId, holdingsId: holdings.id },
        search,
      })
  return (
    <>
      <Menu.Item onClick={go('holdings/$holdingsId')}>{copiesText.openHoldings}</Menu.Item>
      <AllowedMenuItem permission="inventory.holdings.item.put" onClick={go('holdings/$holdingsId/edit')}>
        {copiesText.editHoldings}
      </AllowedMenuItem>
      <AllowedMenuItem
        permission="inventory-storage.holdings.item.post"
        onClick={go('holdings/new', { from: holdings.id })}
      >
        {recordText.duplicate}
      </AllowedMenuItem>
      <AllowedMenuItem permission="inventory.items.item.post" onClick={go('holdings/$holdingsId/items/new')}>
        {copiesText.fullForm}
      </AllowedMenuItem>
      {holdings.sourceId === MARC_HOLDINGS_SOURCE && (
        <AllowedMenuItem
          permission="marc-records-editor.item.get"
          onClick={go('holdings/$holdingsId/source')}
        >
          {instanceText.marcView}
        </AllowedMenuItem>
      )}
      <Menu.Item onClick={go('versions', { kind: 'holdings', id: holdings.id })}>
        {instanceText.versions}
      </Menu.Item>
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

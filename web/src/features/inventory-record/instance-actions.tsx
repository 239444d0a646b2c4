import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { instanceText, recordText } from '#text/inventory-record.ts'
import { useActions } from '../../lib/actions.ts'
import type { Action } from '../../lib/actions.ts'
import { http } from '../../lib/http.ts'
import { neighboursOnTrail } from '../../lib/result-trail.ts'
import { AllowedButton, AllowedMenuItem, useBarrier } from '../../ui/allowed.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notices.ts'
import { keys, useForget, useHoldingsOf } from './api.ts'
import { copyText } from './copy-text.ts'
import type { Instance } from './records.ts'

type Props = { instance: Instance; focusedHoldings: string | null }

const EDIT = 'inventory.instances.item.put'
const MARC = 'marc-records-editor.item.get'
const ADD_HOLDINGS = 'inventory-storage.holdings.item.post'
const ADD_ITEM = 'inventory.items.item.post'

/** The buttons, menu and keys of a title. */
export function InstanceActions({ instance, focusedHoldings }: Props) {
  const [asked, setAsked] = useState<'delete' | 'set-for-deletion' | null>(null)
  const go = useGo(instance.id)
  const hasMarc = instance.source.endsWith('MARC')
  const marcReason = hasMarc ? null : instanceText.noMarc
  const holdings = useHoldingsOf(instance.id)
  const held = holdings.data?.length ?? 0
  useInstanceActions(instance, focusedHoldings ?? holdings.data?.[0]?.id ?? null, marcReason)
  return (
    <>
      <AllowedButton permission={EDIT} onClick={() => go('edit')}>
        {recordText.edit}
      </AllowedButton>
      <AllowedButton
        permission={MARC}
        variant="default"
        disabledReason={marcReason}
        onClick={() => go('source')}
      >
        {instanceText.marcView}
      </AllowedButton>
      <AllowedButton permission={ADD_HOLDINGS} variant="default" onClick={() => go('holdings/new')}>
        {instanceText.addHoldings}
      </AllowedButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-label={recordText.actions} px="xs">
            <IconDots size={18} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <AllowedMenuItem
            permission="marc-records-editor.item.put"
            disabledReason={marcReason}
            onClick={() => go('marc')}
          >
            {instanceText.marcEdit}
          </AllowedMenuItem>
          <Menu.Item onClick={() => go('versions')}>{instanceText.versions}</Menu.Item>
          <AllowedMenuItem permission="inventory.instances.item.post" onClick={() => go('duplicate')}>
            {recordText.duplicate}
          </AllowedMenuItem>
          <Menu.Divider />
          <AllowedMenuItem
            permission="inventory.instances.item.delete"
            disabledReason={instance.deleted ? instanceText.isSetForDeletion : null}
            onClick={() => setAsked('set-for-deletion')}
          >
            {instanceText.setForDeletion}
          </AllowedMenuItem>
          <AllowedMenuItem
            permission="inventory.instances.item.delete"
            color="red"
            disabledReason={held > 0 ? `${recordText.cantDelete}: ${instanceText.deleteHeld(held)}` : null}
            onClick={() => setAsked('delete')}
          >
            {recordText.delete}
          </AllowedMenuItem>
        </Menu.Dropdown>
      </Menu>
      <Deletion instance={instance} asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}

/** Goes to a page of the title. */
function useGo(instanceId: string): (page: string) => void {
  const navigate = useNavigate()
  return (page) => {
    void (page === 'duplicate'
      ? navigate({ to: '/inventory/new', search: { from: instanceId } })
      : navigate({ to: `/inventory/$instanceId/${page}`, params: { instanceId } }))
  }
}

/** What the keyboard and the palette offer on a title's page. */
function useInstanceActions(instance: Instance, holdingsId: string | null, marcReason: string | null): void {
  const navigate = useNavigate()
  const edit = useBarrier({ permission: EDIT }) ?? undefined
  const marc = useBarrier({ permission: MARC, disabledReason: marcReason }) ?? undefined
  const addHoldings = useBarrier({ permission: ADD_HOLDINGS }) ?? undefined
  const addItem = useBarrier({ permission: ADD_ITEM }) ?? undefined
  const { id, hrid = '' } = instance
  const actions = useMemo<Action[]>(() => {
    const params = { instanceId: id }
    const to = (page: string) => () => void navigate({ to: `/inventory/$instanceId/${page}`, params })
    const trail = neighboursOnTrail(id)
    const step = (target: string | null | undefined) => ({
      disabledReason: target ? undefined : instanceText.noTrail,
      run: () => void (target && navigate({ to: '/inventory/$instanceId', params: { instanceId: target } })),
    })
    const page = 'page' as const
    return [
      {
        id: 'title.edit',
        label: instanceText.editRecord,
        keys: ['e', 'mod+alt+e'],
        group: page,
        disabledReason: edit,
        run: to('edit'),
      },
      {
        id: 'title.marc',
        label: instanceText.marcView,
        keys: ['m'],
        group: page,
        disabledReason: marc,
        run: to('source'),
      },
      {
        id: 'title.marc-edit',
        label: instanceText.marcEdit,
        keys: ['ctrl+shift+e'],
        group: page,
        disabledReason: marc,
        run: to('marc'),
      },
      {
        id: 'title.holdings',
        label: instanceText.addHoldings,
        keys: ['h'],
        group: page,
        disabledReason: addHoldings,
        run: to('holdings/new'),
      },
      {
        id: 'title.item',
        label: instanceText.addItem,
        keys: ['i'],
        group: page,
        disabledReason: addItem,
        run: () =>
          void (
            holdingsId &&
            navigate({ to: '/inventory/$instanceId', params, search: { add: holdingsId }, replace: true })
          ),
      },
      { id: 'title.versions', label: instanceText.versions, keys: ['v'], group: page, run: to('versions') },
      {
        id: 'title.duplicate',
        label: recordText.duplicate,
        keys: ['alt+c'],
        group: page,
        run: () => void navigate({ to: '/inventory/new', search: { from: id } }),
      },
      {
        id: 'title.hrid',
        label: instanceText.copyHrid,
        keys: ['y'],
        group: page,
        run: () => void copyText(hrid),
      },
      {
        id: 'title.next',
        label: instanceText.nextResult,
        keys: ['j', 'ctrl+alt+down'],
        group: page,
        ...step(trail?.next),
      },
      {
        id: 'title.previous',
        label: instanceText.previousResult,
        keys: ['k', 'ctrl+alt+up'],
        group: page,
        ...step(trail?.previous),
      },
    ]
  }, [id, hrid, holdingsId, edit, marc, addHoldings, addItem, navigate])
  useActions(actions)
}

type DeletionProps = { instance: Instance; asked: 'delete' | 'set-for-deletion' | null; onClose: () => void }

function Deletion({ instance, asked, onClose }: DeletionProps) {
  const navigate = useNavigate()
  const forget = useForget()
  const remove = async (): Promise<void> => {
    await http.delete(`/inventory/instances/${instance.id}`)
    notify({ text: recordText.deleted(instance.title) })
    await navigate({ to: '/inventory' })
  }
  const mark = async (): Promise<void> => {
    await http.delete(`/inventory/instances/${instance.id}/mark-deleted`)
    await forget(keys.instance(instance.id))
    notify({ text: instanceText.isSetForDeletion })
  }
  return (
    <>
      <Confirm
        isOpen={asked === 'delete'}
        isDangerous
        title={instanceText.deleteTitle}
        text={instanceText.deleteText(instance.title)}
        confirm={recordText.delete}
        onConfirm={remove}
        onClose={onClose}
      />
      <Confirm
        isOpen={asked === 'set-for-deletion'}
        isDangerous
        title={instanceText.setForDeletionTitle}
        text={instanceText.setForDeletionText}
        confirm={instanceText.setForDeletion}
        onConfirm={mark}
        onClose={onClose}
      />
    </>
  )
}

import { Badge, Button, Group, Menu, Text, Title } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import { copiesText, instanceText, itemText, recordText } from '#text/inventory-record.ts'
import { useActions } from '../../lib/actions.ts'
import type { Action } from '../../lib/actions.ts'
import { formatDateTime } from '../../lib/format.ts'
import { http } from '../../lib/http.ts'
import { useReferenceName } from '../../lib/reference-lists.ts'
import { AllowedButton, AllowedMenuItem, useBarrier } from '../../ui/allowed.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notices.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordSections } from '../../ui/record-sections.tsx'
import styles from '../../ui/record-sections.module.css'
import { keys, useForget, useHoldings, useItem, useOpenLoan, useOpenRequests, useUserName } from './api.ts'
import { ChangedBy } from './changed-by.tsx'
import { ITEM_SECTIONS } from './fields/item-fields.ts'
import { useHoldingsName } from './holdings-block.tsx'
import { itemFormValues } from './item-form-values.ts'
import { ConfirmMark, StatusMarkEntries, useStatusWords } from './item-status.tsx'
import { itemName } from './items-table.tsx'
import { LoadingPage } from './loading-page.tsx'
import { MoveItems } from './move-items.tsx'
import { callNumberText } from './records.ts'
import type { Item } from './records.ts'
import type { StatusMark } from './status-marks.ts'
import { TitleLink } from './title-link.tsx'

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

/** One item: what it is, where it is and how it is, then all its fields. */
export function ItemPage() {
  const { instanceId, itemId } = useParams({ strict: false }) as { instanceId: string; itemId: string }
  const item = useItem(itemId)
  if (item.data === undefined) return <LoadingPage query={item} kind="item" instanceId={instanceId} />
  return (
    <Page
      title={itemText.title(item.data.barcode, item.data.hrid)}
      windowTitle={`${itemText.title(item.data.barcode, item.data.hrid)} · ${item.data.title ?? ''}`}
      lead={<Lead item={item.data} instanceId={instanceId} />}
      actions={<ItemActions item={item.data} instanceId={instanceId} />}
    >
      <Facts item={item.data} />
      <Loans item={item.data} />
      <RecordSections sections={ITEM_SECTIONS} record={itemFormValues(item.data)} />
    </Page>
  )
}

function Lead({ item, instanceId }: { item: Item; instanceId: string }) {
  const holdings = useHoldings(item.holdingsRecordId)
  const nameOf = useHoldingsName()
  return (
    <Group gap="xs" component="div">
      <Text span size="sm">
        {itemText.of} <TitleLink instanceId={instanceId} />
      </Text>
      {holdings.data && (
        <Text span size="sm">
          {itemText.in}{' '}
          <PageLink
            to="/inventory/$instanceId/holdings/$holdingsId"
            params={{ instanceId, holdingsId: item.holdingsRecordId }}
          >
            {nameOf(holdings.data)}
          </PageLink>
        </Text>
      )}
      <Text span size="sm" ff="monospace">
        {item.hrid}
      </Text>
      {item.discoverySuppress && (
        <Badge color="orange" variant="light">
          {recordText.suppressed}
        </Badge>
      )}
      <ChangedBy metadata={item.metadata} />
    </Group>
  )
}

type Fact = { label: string; value: ReactNode }

function FactList({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <section aria-label={label}>
      <Title order={2} size="h5" mb={4}>
        {label}
      </Title>
      <dl className={styles.list}>
        {facts.map(({ label: name, value }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

function Facts({ item }: { item: Item }) {
  const words = useStatusWords()
  const bound = item.boundWithTitles ?? []
  const facts: Fact[] = [
    { label: itemText.status, value: <b>{words(item)}</b> },
    { label: copiesText.location, value: item.effectiveLocation?.name ?? item.effectiveLocation?.id ?? '–' },
    { label: itemText.callNumber, value: callNumberText(item.effectiveCallNumberComponents ?? {}) || '–' },
    ...(item.effectiveShelvingOrder
      ? [{ label: itemText.shelfOrder, value: item.effectiveShelvingOrder }]
      : []),
    ...(item.isBoundWith && bound.length > 0
      ? [
          {
            label: itemText.boundWith,
            value: bound.map(({ briefInstance: { id, title } }) => (
              <div key={id}>
                <PageLink to="/inventory/$instanceId" params={{ instanceId: id }}>
                  {title}
                </PageLink>
              </div>
            )),
          },
        ]
      : []),
  ]
  return <FactList label={itemText.where} facts={facts} />
}

/** What the server knows of the item's travels. */
function Loans({ item }: { item: Item }) {
  const place = useReferenceName('servicePoints')
  const { lastCheckIn, inTransitDestinationServicePointId: target, purchaseOrderLineIdentifier: line } = item
  const person = useUserName(lastCheckIn?.staffMemberId)
  const loan = useOpenLoan(item.id).data
  const requests = useOpenRequests(`itemId=="${item.id}"`).data ?? 0
  const facts: Fact[] = [
    ...(loan ? loanFacts(loan) : []),
    ...(requests > 0 ? [{ label: itemText.requests, value: requests }] : []),
    ...(lastCheckIn?.dateTime
      ? [
          {
            label: itemText.lastCheckIn,
            value: itemText.lastCheckInText(
              formatDateTime(lastCheckIn.dateTime),
              place(lastCheckIn.servicePointId),
              person,
            ),
          },
        ]
      : []),
    ...(target ? [{ label: itemText.destination, value: place(target) }] : []),
    ...(line ? [{ label: itemText.orderLine, value: line }] : []),
  ]
  if (facts.length > 0) return <FactList label={itemText.loans} facts={facts} />
  return (
    <Text size="sm" c="dimmed">
      {itemText.noLoanData}
    </Text>
  )
}

function loanFacts({
  borrower,
  loanDate,
  dueDate,
}: NonNullable<ReturnType<typeof useOpenLoan>['data']>): Fact[] {
  const name = [borrower?.firstName, borrower?.lastName].filter(Boolean).join(' ') || borrower?.barcode
  return [
    ...(name ? [{ label: itemText.borrower, value: name }] : []),
    { label: itemText.loanDate, value: formatDateTime(loanDate) },
    { label: itemText.dueDate, value: formatDateTime(dueDate) },
  ]
}

function ItemActions({ item, instanceId }: { item: Item; instanceId: string }) {
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
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-label={recordText.actions} px="xs">
            <IconDots size={18} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <AllowedMenuItem permission="inventory.items.item.post" onClick={duplicate}>
            {recordText.duplicate}
          </AllowedMenuItem>
          <AllowedMenuItem permission="inventory.items.move.item.post" onClick={() => setOpen('move')}>
            {copiesText.moveTo}
          </AllowedMenuItem>
          <Menu.Item onClick={versions}>{instanceText.versions}</Menu.Item>
          <AllowedMenuItem
            permission="inventory.items.item.delete"
            color="red"
            disabledReason={KEPT.includes(item.status.name) ? itemText.deleteBlocked(item.status.name) : null}
            onClick={() => setOpen('delete')}
          >
            {recordText.delete}
          </AllowedMenuItem>
        </Menu.Dropdown>
      </Menu>
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

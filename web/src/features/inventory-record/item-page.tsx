import { Badge, Group, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { copiesText, itemText, recordText } from '#text/inventory-record.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useReferenceName } from '../../lib/reference-lists.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordSections } from '../../ui/record-sections.tsx'
import styles from '../../ui/record-sections.module.css'
import { useHoldings, useItem, useOpenLoan, useOpenRequests, useUserName } from './api.ts'
import { ChangedBy } from './changed-by.tsx'
import { ITEM_SECTIONS } from './fields/item-fields.ts'
import { useHoldingsName } from './holdings-block.tsx'
import { ItemActions } from './item-actions.tsx'
import { itemFormValues } from './item-form-values.ts'
import { useStatusWords } from './item-status.tsx'
import { LoadingPage } from './loading-page.tsx'
import { callNumberText } from './records.ts'
import type { Item } from './records.ts'
import { TitleLink } from './title-link.tsx'

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

import { Alert, Badge, Group, Text, Title } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { copiesText, holdingsText, recordText } from '#text/inventory-record.ts'
import { AllowedButton } from '../../ui/allowed.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordSections } from '../../ui/record-sections.tsx'
import { useHoldings, useInstance } from './api.ts'
import { ChangedBy } from './changed-by.tsx'
import { HOLDINGS_SECTIONS } from './fields/holdings-fields.ts'
import { useHoldingsName } from './holdings-block.tsx'
import { useHoldingsItems } from './holdings-items.ts'
import { HoldingsMenu } from './holdings-menu.tsx'
import { ItemsTable } from './items-table.tsx'
import { LoadingPage } from './loading-page.tsx'
import { MoveItems } from './move-items.tsx'
import { MARC_HOLDINGS_SOURCE } from './records.ts'
import type { Holdings } from './records.ts'
import { TitleLink } from './title-link.tsx'
import { useHoldingsKeys } from './use-holdings-keys.ts'

/** One holdings record: its items, then all its fields. */
export function HoldingsPage() {
  const { instanceId, holdingsId } = useParams({ strict: false }) as {
    instanceId: string
    holdingsId: string
  }
  const holdings = useHoldings(holdingsId)
  const nameOf = useHoldingsName()
  if (holdings.data === undefined)
    return <LoadingPage query={holdings} kind="holdings" instanceId={instanceId} />
  return <LoadedHoldings holdings={holdings.data} instanceId={instanceId} name={nameOf(holdings.data)} />
}

type Props = { holdings: Holdings; instanceId: string; name: string }

function LoadedHoldings({ holdings, instanceId, name }: Props) {
  const rows = useHoldingsItems(holdings.id, '', true)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isMoving, setMoving] = useState(false)
  const instance = useInstance(instanceId)
  const navigate = useNavigate()
  const params = { instanceId, holdingsId: holdings.id }
  const edit = (): void => void navigate({ to: '/inventory/$instanceId/holdings/$holdingsId/edit', params })
  const addItem = (): void =>
    void navigate({ to: '/inventory/$instanceId/holdings/$holdingsId/items/new', params })
  useHoldingsKeys({ edit, addItem })
  return (
    <Page
      title={name}
      windowTitle={`${holdingsText.windowTitle(holdings.hrid ?? '')} · ${instance.data?.title ?? ''}`}
      lead={<Lead holdings={holdings} instanceId={instanceId} />}
      actions={
        <>
          <AllowedButton permission="inventory.holdings.item.put" onClick={edit}>
            {recordText.edit}
          </AllowedButton>
          <AllowedButton permission="inventory.items.item.post" variant="default" onClick={addItem}>
            {copiesText.addItems}
          </AllowedButton>
          <HoldingsMenu
            holdings={holdings}
            instanceId={instanceId}
            name={name}
            itemCount={rows.count}
            onDeleted={() => void navigate({ to: '/inventory/$instanceId', params: { instanceId } })}
          />
        </>
      }
    >
      {holdings.sourceId === MARC_HOLDINGS_SOURCE && <Alert role="note">{holdingsText.isMarc}</Alert>}
      <section aria-labelledby="items">
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h5" id="items">
            {holdingsText.items} {rows.count ?? ''}
          </Title>
          {selected.size > 0 && (
            <AllowedButton
              size="compact-sm"
              permission="inventory.items.move.item.post"
              onClick={() => setMoving(true)}
            >
              {copiesText.moveTo}
            </AllowedButton>
          )}
        </Group>
        {rows.count === 0 ? (
          <Text size="sm">{copiesText.noItems}</Text>
        ) : (
          <ItemsTable
            instanceId={instanceId}
            label={copiesText.itemsOf(name)}
            rows={rows}
            selected={selected}
            onSelect={setSelected}
            current={null}
          />
        )}
      </section>
      <RecordSections sections={HOLDINGS_SECTIONS} record={holdings} />
      {isMoving && (
        <MoveItems
          itemIds={[...selected]}
          instanceId={instanceId}
          onMoved={() => setSelected(new Set())}
          onClose={() => setMoving(false)}
        />
      )}
    </Page>
  )
}

function Lead({ holdings, instanceId }: { holdings: Holdings; instanceId: string }) {
  return (
    <Group gap="xs" component="div">
      <TitleLink instanceId={instanceId} />
      <Text span size="sm" ff="monospace">
        {holdings.hrid}
      </Text>
      {holdings.discoverySuppress && (
        <Badge color="orange" variant="light">
          {recordText.suppressed}
        </Badge>
      )}
      <ChangedBy metadata={holdings.metadata} />
    </Group>
  )
}

import { Badge, Group, Text, TextInput, Title, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { copiesText, recordText } from '#text/inventory-record.ts'
import { useReferenceName } from '../../lib/reference-lists.ts'
import { AllowedButton } from '../../ui/allowed.tsx'
import { Failure } from '../../ui/failure.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useBoundItems } from './api.ts'
import styles from './copies.module.css'
import { HoldingsMenu } from './holdings-menu.tsx'
import { useHoldingsItems, useKnownRows } from './holdings-items.ts'
import { ItemsTable, itemName } from './items-table.tsx'
import { QuickAdd } from './quick-add.tsx'
import { MARC_HOLDINGS_SOURCE, holdingsCallNumber } from './records.ts'
import type { Holdings, Item } from './records.ts'

/** Holdings with more items than this have a search of their own. */
const MANY_ITEMS = 20

export type HoldingsBlockProps = {
  holdings: Holdings
  instanceId: string
  /** The items, when they came with those of the other holdings; null when they are asked for here. */
  items: readonly Item[] | null
  mayHaveBound: boolean
  isOpenAtStart: boolean
  isAdding: boolean
  onAdd: (isAdding: boolean) => void
  onFocus: () => void
  selected: ReadonlySet<string>
  onSelect: (keys: ReadonlySet<string>) => void
  current: string | null
  /** The copy that was looked for, when it is one of many here: the list begins with it alone. */
  found: Item | null
}

/** How holdings are called: their location and call number. */
export function useHoldingsName(): (holdings: Holdings) => string {
  const location = useReferenceName('locations')
  return (holdings) =>
    [location(holdings.effectiveLocationId) || copiesText.noLocation, holdingsCallNumber(holdings)]
      .filter(Boolean)
      .join(' · ')
}

/** One holdings record with its items: open at once when they are few, searched by volume when they are many. */
export function HoldingsBlock(props: HoldingsBlockProps) {
  const { holdings, instanceId, items, isOpenAtStart, isAdding, onAdd, onFocus } = props
  const [opened, setOpened] = useState<boolean | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const volume = typed ?? props.found?.barcode ?? ''
  const isOpen = opened ?? isOpenAtStart
  const known = useKnownRows(items ?? [])
  const asked = useHoldingsItems(holdings.id, volume, items === null || volume !== '')
  const rows = items === null || volume !== '' ? asked : known
  const counted = useHoldingsItems(holdings.id, '', items === null)
  const total = items === null ? counted.count : items.length
  const name = useHoldingsName()(holdings)
  return (
    <section className={styles.block} aria-labelledby={`holdings-${holdings.id}`} onFocusCapture={onFocus}>
      <div className={styles.head}>
        <Title order={3} size="h5" id={`holdings-${holdings.id}`}>
          <UnstyledButton
            className={styles.toggle}
            aria-expanded={isOpen}
            title={isOpen ? copiesText.hide(name) : copiesText.show(name)}
            onClick={() => setOpened(!isOpen)}
          >
            {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
            {name}
          </UnstyledButton>
        </Title>
        <HoldingsMarks holdings={holdings} instanceId={instanceId} total={total} />
        <Group gap={4} className={styles.push ?? ''}>
          <AllowedButton
            permission="inventory.items.item.post"
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={() => {
              setOpened(true)
              onAdd(!isAdding)
            }}
          >
            {copiesText.addItems}
          </AllowedButton>
          <HoldingsMenu holdings={holdings} instanceId={instanceId} name={name} itemCount={total} />
        </Group>
      </div>
      {isOpen && (
        <div className={styles.body}>
          {total !== null && total > MANY_ITEMS && (
            <FindVolume value={volume} onChange={setTyped} name={name} />
          )}
          {asked.error && <Failure error={asked.error} />}
          {total === 0 ? (
            <Text size="sm">{copiesText.noItems}</Text>
          ) : (
            <ItemsTable
              instanceId={instanceId}
              label={copiesText.itemsOf(name)}
              rows={rows}
              selected={props.selected}
              onSelect={props.onSelect}
              current={props.current}
            />
          )}
          {props.mayHaveBound && <BoundItems holdings={holdings} instanceId={instanceId} />}
          {isAdding && (
            <QuickAdd
              holdings={holdings}
              place={name}
              instanceId={instanceId}
              neighbour={rows.rowAt(0)}
              onClose={() => onAdd(false)}
            />
          )}
        </div>
      )}
    </section>
  )
}

function HoldingsMarks({
  holdings,
  instanceId,
  total,
}: {
  holdings: Holdings
  instanceId: string
  total: number | null
}) {
  return (
    <Group gap="xs">
      <PageLink
        to="/inventory/$instanceId/holdings/$holdingsId"
        params={{ instanceId, holdingsId: holdings.id }}
        aria-label={`${copiesText.openHoldings} ${holdings.hrid}`}
      >
        {holdings.hrid}
      </PageLink>
      {total !== null && <Text size="sm">{copiesText.items(total)}</Text>}
      {holdings.sourceId === MARC_HOLDINGS_SOURCE && (
        <Badge variant="default">{copiesText.marcHoldings}</Badge>
      )}
      {holdings.discoverySuppress && (
        <Badge color="orange" variant="light">
          {recordText.suppressedShort}
        </Badge>
      )}
      {(holdings.holdingsStatements ?? []).slice(0, 2).map(({ statement }) => (
        <Text key={statement} size="sm" c="dimmed">
          {statement}
        </Text>
      ))}
    </Group>
  )
}

function FindVolume({
  value,
  onChange,
  name,
}: {
  value: string
  onChange: (value: string) => void
  name: string
}) {
  return (
    <TextInput
      size="xs"
      mb="xs"
      maw={360}
      leftSection={<IconSearch size={14} />}
      aria-label={`${copiesText.findVolume}: ${name}`}
      placeholder={copiesText.findVolumeHint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Items that belong to other titles and are bound into these holdings. */
function BoundItems({ holdings, instanceId }: { holdings: Holdings; instanceId: string }) {
  const { data = [] } = useBoundItems(holdings.id, true)
  if (data.length === 0) return null
  return (
    <Text size="sm" mt="xs" component="div">
      {copiesText.boundHere}:{' '}
      {data.map((item) => (
        <span key={item.id}>
          <PageLink to="/inventory/$instanceId/items/$itemId" params={{ instanceId, itemId: item.id }}>
            {itemName(item)}
          </PageLink>{' '}
          {copiesText.boundItem(item.title ?? '')}{' '}
        </span>
      ))}
    </Text>
  )
}

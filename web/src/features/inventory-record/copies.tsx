import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { copiesText } from '#text/inventory-record.ts'
import { useMay } from '../../lib/session.ts'
import { AllowedButton } from '../../ui/allowed.tsx'
import { Failure } from '../../ui/failure.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { fetchItems, itemQuery, keys, useHoldingsOf, useItemsOfAll } from './api.ts'
import { HoldingsBlock } from './holdings-block.tsx'
import { MoveItems } from './move-items.tsx'
import type { Holdings, Instance, Item } from './records.ts'
import type { InstanceSearch } from './routes.tsx'

/** Holdings that are open from the start whatever they have; of further ones only those with few items. */
const OPEN_AT_START = 5
const FEW_ITEMS = 20

type Props = { instance: Instance; onFocusHoldings: (holdingsId: string) => void }

/** The copies of a title: its holdings with their items, first on the page. */
export function Copies({ instance, onFocusHoldings }: Props) {
  const holdings = useHoldingsOf(instance.id)
  const list = holdings.data ?? []
  const shared = useItemsOfAll(instance.id, list)
  const isComplete = shared.data !== undefined && shared.data.rows.length === shared.data.total
  const available = useAvailable(list, shared.data, isComplete)
  const total = list.length === 0 && holdings.data ? 0 : (shared.data?.total ?? null)
  const isWaiting = holdings.isPending || (list.length > 0 && shared.isPending)
  return (
    <section aria-labelledby="copies">
      <Title order={2} size="h4" id="copies" mb="xs">
        {copiesText.heading(total, total === 0 ? null : available)}
      </Title>
      {holdings.error && <Failure error={holdings.error} retry={() => void holdings.refetch()} />}
      {shared.error && <Failure error={shared.error} retry={() => void shared.refetch()} />}
      {isWaiting && !holdings.error && !shared.error && <Skeleton height={120} />}
      {holdings.data?.length === 0 && <NoHoldings instanceId={instance.id} />}
      {shared.data && (
        <HoldingsList
          instance={instance}
          holdings={list}
          items={isComplete ? shared.data.rows : null}
          onFocusHoldings={onFocusHoldings}
        />
      )}
    </section>
  )
}

/** How many items are available: counted here when all are here, else by the server. */
function useAvailable(
  holdings: readonly Holdings[],
  shared: { rows: Item[]; total: number } | undefined,
  isComplete: boolean,
): number | null {
  const ids = holdings.map(({ id }) => `"${id}"`).join(' or ')
  const query = `holdingsRecordId==(${ids}) and status.name=="Available"`
  const { data } = useQuery({
    queryKey: [...keys.items, 'available', ids],
    queryFn: ({ signal }) => fetchItems(query, 0, 0, signal),
    enabled: shared !== undefined && !isComplete,
  })
  if (shared === undefined) return null
  return isComplete
    ? shared.rows.filter(({ status }) => status.name === 'Available').length
    : (data?.total ?? null)
}

function NoHoldings({ instanceId }: { instanceId: string }) {
  const may = useMay('inventory-storage.holdings.item.post')
  return (
    <Text>
      {copiesText.none}{' '}
      {may && (
        <PageLink to="/inventory/$instanceId/holdings/new" params={{ instanceId }}>
          {copiesText.addFirst}
        </PageLink>
      )}
    </Text>
  )
}

type ListProps = {
  instance: Instance
  holdings: readonly Holdings[]
  /** All items when they are here; null when each holdings record asks for its own. */
  items: readonly Item[] | null
  onFocusHoldings: (holdingsId: string) => void
}

function HoldingsList({ instance, holdings, items, onFocusHoldings }: ListProps) {
  const { add, item } = useSearch({ strict: false }) as InstanceSearch
  const navigate = useNavigate()
  const [selected, setSelected] = useState<Readonly<Record<string, ReadonlySet<string>>>>({})
  const [isMoving, setMoving] = useState(false)
  const { data: copy } = useQuery({ ...itemQuery(item ?? ''), enabled: item !== undefined && items === null })
  const chosen = Object.values(selected).flatMap((keysOfOne) => [...keysOfOne])
  const setAdding = (holdingsId: string | undefined): void => {
    void navigate({
      to: '.',
      search: (old: InstanceSearch) => ({ ...old, add: holdingsId }),
      replace: true,
    } as Parameters<typeof navigate>[0])
  }
  return (
    <Stack gap="sm">
      {chosen.length > 0 && (
        <Group role="group" aria-label={copiesText.selected(chosen.length)}>
          <Text size="sm" fw={600} role="status">
            {copiesText.selected(chosen.length)}
          </Text>
          <AllowedButton
            size="compact-sm"
            permission="inventory.items.move.item.post"
            onClick={() => setMoving(true)}
          >
            {copiesText.moveTo}
          </AllowedButton>
          <Button size="compact-sm" variant="default" onClick={() => setSelected({})}>
            {copiesText.clear}
          </Button>
        </Group>
      )}
      {holdings.map((one, index) => {
        const own = items?.filter(({ holdingsRecordId }) => holdingsRecordId === one.id) ?? null
        return (
          <HoldingsBlock
            key={one.id}
            holdings={one}
            instanceId={instance.id}
            items={own}
            mayHaveBound={instance.isBoundWith === true}
            isOpenAtStart={index < OPEN_AT_START || (own !== null && own.length <= FEW_ITEMS)}
            isAdding={add === one.id}
            onAdd={(isAdding) => setAdding(isAdding ? one.id : undefined)}
            onFocus={() => onFocusHoldings(one.id)}
            selected={selected[one.id] ?? EMPTY}
            onSelect={(next) => setSelected((old) => ({ ...old, [one.id]: next }))}
            current={item ?? null}
            found={copy?.holdingsRecordId === one.id ? copy : null}
          />
        )
      })}
      {isMoving && (
        <MoveItems
          itemIds={chosen}
          instanceId={instance.id}
          onMoved={() => setSelected({})}
          onClose={() => setMoving(false)}
        />
      )}
    </Stack>
  )
}

const EMPTY: ReadonlySet<string> = new Set()

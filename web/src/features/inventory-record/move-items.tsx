import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { moveText, recordText } from '#text/inventory-record.ts'
import { formText } from '#text/form.ts'
import { http } from '../../lib/http.ts'
import { Failure } from '../../ui/failure.tsx'
import { notify } from '../../ui/notices.ts'
import { fetchItems, keys, useForget, useHoldingsOf, useInstance } from './api.ts'
import type { Target } from './find-target.ts'
import { useHoldingsName } from './holdings-block.tsx'
import { planMove } from './plan-move.ts'
import type { Holdings, Item } from './records.ts'
import { TargetSearch } from './target-search.tsx'

type Props = { itemIds: readonly string[]; instanceId: string; onMoved: () => void; onClose: () => void }

const IDS_A_REQUEST = 80

async function fetchItemsByIds(ids: readonly string[], signal: AbortSignal): Promise<Item[]> {
  const found: Item[] = []
  for (let at = 0; at < ids.length; at += IDS_A_REQUEST) {
    const part = ids.slice(at, at + IDS_A_REQUEST)
    const query = `id==(${part.map((id) => `"${id}"`).join(' or ')})`
    found.push(...(await fetchItems(query, 0, IDS_A_REQUEST, signal)).rows)
  }
  return found.sort(
    (a, b) => a.holdingsRecordId.localeCompare(b.holdingsRecordId) || (a.order ?? 0) - (b.order ?? 0),
  )
}

/** Moves items to other holdings: find the place by scan or HRID, see the plan, do it, take it back. */
export function MoveItems({ itemIds, instanceId, onMoved, onClose }: Props) {
  const own = useInstance(instanceId)
  const [found, setFound] = useState<Target | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const items = useQuery({
    queryKey: [...keys.items, 'chosen', itemIds],
    queryFn: ({ signal }) => fetchItemsByIds(itemIds, signal),
  })
  const place = found?.instance ?? own.data
  const holdings = useHoldingsOf(place?.id ?? instanceId)
  const nameOf = useHoldingsName()
  const target = holdings.data?.find(({ id }) => id === chosen)
  const run = useMoveItems({ onMoved, onClose, instanceIds: [instanceId, place?.id ?? instanceId] })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={moveText.itemsTitle(itemIds.length)}
      closeButtonProps={{ 'aria-label': recordText.close }}
    >
      <Stack>
        <TargetSearch
          label={moveText.targetHoldings}
          hint={moveText.targetHint}
          onFound={(next) => {
            setFound(next)
            setChosen(next.holdingsId)
          }}
        />
        <Radio.Group
          label={found === null ? moveText.sameTitle : moveText.holdingsOf(found.instance.title)}
          value={chosen ?? ''}
          onChange={setChosen}
        >
          <Stack gap="xs" mt="xs">
            {(holdings.data ?? []).map((one) => (
              <Radio key={one.id} value={one.id} label={`${nameOf(one)} (${one.hrid})`} />
            ))}
            {holdings.data?.length === 0 && <Text size="sm">{moveText.noHoldings}</Text>}
          </Stack>
        </Radio.Group>
        {target && items.data && <MovePlan items={items.data} target={target} name={nameOf(target)} />}
        {(run.error ?? items.error) && <Failure error={(run.error ?? items.error)!} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {formText.cancel}
          </Button>
          <Button
            disabled={
              target === undefined ||
              items.data === undefined ||
              planMove(items.data, target).moving.length === 0
            }
            aria-busy={run.isMoving}
            onClick={() => void run.move(planMove(items.data!, target!).moving, target!, nameOf(target!))}
          >
            {moveText.move}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function MovePlan({ items, target, name }: { items: readonly Item[]; target: Holdings; name: string }) {
  const plan = useMemo(() => planMove(items, target), [items, target])
  if (plan.moving.length === 0) return <Text size="sm">{moveText.already}</Text>
  return (
    <Text size="sm" role="status" component="div">
      {moveText.plan(plan.moving.length, name)}{' '}
      {plan.changing === 0 ? moveText.planNone : moveText.planLocations(plan.changing, plan.keeping)}{' '}
      {plan.ordered > 0 && moveText.orderWarning(plan.ordered)}
    </Text>
  )
}

type MoveAnswer = { nonUpdatedIds: string[] }

function postMove(target: string, ids: readonly string[]): Promise<MoveAnswer> {
  return http.post('/inventory/items/move', { toHoldingsRecordId: target, itemIds: ids })
}

type Options = { onMoved: () => void; onClose: () => void; instanceIds: readonly string[] }

/** POST /inventory/items/move, told with a way back. */
function useMoveItems({ onMoved, onClose, instanceIds }: Options) {
  const [isMoving, setMoving] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const forget = useForget()
  const refresh = (): Promise<void> => forget(keys.items, ...instanceIds.map((id) => keys.instance(id)))
  const undo = async (moved: readonly Item[]): Promise<void> => {
    for (const home of new Set(moved.map(({ holdingsRecordId }) => holdingsRecordId))) {
      const ids = moved.filter(({ holdingsRecordId }) => holdingsRecordId === home).map(({ id }) => id)
      await postMove(home, ids)
    }
    await refresh()
    notify({ text: moveText.undone })
  }
  const move = async (items: readonly Item[], target: Holdings, name: string): Promise<void> => {
    setMoving(true)
    try {
      const ids = items.map(({ id }) => id)
      const { nonUpdatedIds } = await postMove(target.id, ids)
      const moved = items.filter(({ id }) => !nonUpdatedIds.includes(id))
      if (nonUpdatedIds.length > 0) notify({ text: moveText.notMoved(nonUpdatedIds.length), kind: 'problem' })
      notify({
        text: moveText.moved(moved.length, name),
        action: { label: moveText.undo, run: () => void undo(moved) },
      })
      await refresh()
      onMoved()
      onClose()
    } catch (failure) {
      setError(failure as Error)
      setMoving(false)
    }
  }
  return { move, isMoving, error }
}

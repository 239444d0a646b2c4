import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formText } from '#text/form.ts'
import { moveText, recordText } from '#text/inventory-record.ts'
import { http } from '../../lib/http.ts'
import { Failure } from '../../ui/failure.tsx'
import { notify } from '../../ui/notices.ts'
import { keys, useForget } from './api.ts'
import { MARC_HOLDINGS_SOURCE } from './records.ts'
import type { Holdings, Instance } from './records.ts'
import { TargetSearch } from './target-search.tsx'

type Props = { holdings: Holdings; name: string; itemCount: number; onClose: () => void }

/** Moves holdings with their items to another title: find it by scan or HRID, see the plan, do it, take it back. */
export function MoveHoldings({ holdings, name, itemCount, onClose }: Props) {
  const [target, setTarget] = useState<Instance | null>(null)
  const [isMoving, setMoving] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const forget = useForget()
  const post = async (instanceId: string): Promise<void> => {
    const body = { toInstanceId: instanceId, holdingsRecordIds: [holdings.id] }
    const { nonUpdatedIds } = await http.post<{ nonUpdatedIds: string[] }>('/inventory/holdings/move', body)
    if (nonUpdatedIds.length > 0) throw new Error(formText.conflictApart(formText.somebody, ''))
    await forget(['inventory', 'holdings'], keys.items)
  }
  const undo = async (): Promise<void> => {
    await post(holdings.instanceId)
    notify({ text: moveText.undone })
  }
  const run = async (to: Instance): Promise<void> => {
    setMoving(true)
    try {
      await post(to.id)
      notify({
        text: moveText.movedHoldings(to.title),
        action: { label: moveText.undo, run: () => void undo() },
      })
      onClose()
    } catch (failure) {
      setError(failure as Error)
      setMoving(false)
    }
  }
  const isHere = target?.id === holdings.instanceId
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={moveText.holdingsTitle(name)}
      closeButtonProps={{ 'aria-label': recordText.close }}
    >
      <Stack>
        <TargetSearch
          label={moveText.targetTitle}
          hint={moveText.targetTitleHint}
          onFound={({ instance }) => setTarget(instance)}
        />
        {target && (
          <Text size="sm" role="status" component="div">
            {isHere ? moveText.already : moveText.planHoldings(name, itemCount, target.title)}{' '}
            {!isHere && holdings.sourceId === MARC_HOLDINGS_SOURCE && moveText.marcWarning}
          </Text>
        )}
        {error && <Failure error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {formText.cancel}
          </Button>
          <Button
            disabled={target === null || isHere}
            aria-busy={isMoving}
            onClick={() => target && void run(target)}
          >
            {moveText.move}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

import { Alert, Group, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bulkEditText } from '#text/bulk-edit.ts'
import { bulkEditReviewText } from '#text/bulk-edit-review.ts'
import { ApiError, http } from '../../../lib/http.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { keys } from '../api.ts'
import type { Operation } from '../api.ts'
import { RIGHTS } from '../permissions.ts'
import { LeftByUndo } from './left-by-undo.tsx'

const words = bulkEditReviewText.result
const POLL_MS = 500

export type Undo = {
  status: 'RUNNING' | 'COMMITTED' | 'ERROR'
  progress: { current: number; total: number }
  restored: Record<string, number>
  left: number
  leftByReason: { reason: string; count: number }[]
  errorText?: string
}

type Plan = { restored: number; changedSince: number; gone: number; below: number }

/** The undo of an operation, null when there was none. */
function useUndo(id: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'undo'],
    queryFn: async ({ signal }) => {
      try {
        return await http.get<Undo>(`/octavo/bulk-operations/${id}/undo`, {}, signal)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? POLL_MS : false),
  })
}

/** Takes the changes back: first the plan with its counts, then how it goes and what was left. */
export function ChangeBack({ operation }: { operation: Operation }) {
  const { data: undo, error, refetch } = useUndo(operation.id)
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (undo === undefined) return null
  if (undo === null || undo.status === 'ERROR') {
    return (
      <Stack gap="xs" align="flex-start">
        {undo !== null && <Alert color="red" title={words.undoFailed} />}
        <UndoButton operation={operation} />
      </Stack>
    )
  }
  if (undo.status === 'RUNNING') {
    const { current, total } = undo.progress
    const text = words.undoing(current, total)
    return (
      <Stack gap="xs" maw={640}>
        <Text role="status">{text}</Text>
        <Progress size="lg" value={total === 0 ? 100 : (current / total) * 100} aria-label={text} />
      </Stack>
    )
  }
  const { instances = 0, holdings = 0, items = 0, users = 0 } = undo.restored
  return (
    <Alert color={undo.left > 0 ? 'yellow' : 'teal'} role="status">
      <Text fw={600}>
        {words.undone(instances + holdings + items + users)} {undo.left > 0 && words.left(undo.left)}
      </Text>
      {undo.left > 0 && <LeftByUndo id={operation.id} />}
    </Alert>
  )
}

function UndoButton({ operation: { id, entityType } }: { operation: Operation }) {
  const [isOpen, { open, close }] = useDisclosure()
  const client = useQueryClient()
  const plan = useQuery({
    queryKey: [...keys.one(id), 'undo-plan'],
    queryFn: ({ signal }) => http.get<Plan>(`/octavo/bulk-operations/${id}/undo-plan`, {}, signal),
    enabled: isOpen,
    staleTime: 0,
  })
  return (
    <Group>
      <AllowedButton
        permission={['bulk-operations.item.undo.post', ...RIGHTS[entityType].edit]}
        variant="default"
        onClick={open}
      >
        {words.changeBack}
      </AllowedButton>
      <Confirm
        isOpen={isOpen}
        title={words.undoTitle}
        text={
          <>
            {plan.error && <Failure error={plan.error} />}
            {plan.data && (
              <Text>
                {words.undoPlan(
                  bulkEditText.countOf(plan.data.restored, entityType),
                  plan.data.changedSince,
                  plan.data.gone,
                )}{' '}
                {plan.data.below > 0 && words.undoBelow(plan.data.below)}
              </Text>
            )}
          </>
        }
        confirm={words.undoNow}
        onClose={close}
        onConfirm={async () => {
          const started = await http.post<Undo>(`/octavo/bulk-operations/${id}/undo`)
          client.setQueryData([...keys.one(id), 'undo'], started)
        }}
      />
    </Group>
  )
}

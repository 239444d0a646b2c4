import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listsText } from '#text/settings-lists.ts'
import { placesText } from '#text/settings-places.ts'
import { settingsText } from '#text/settings.ts'
import { http } from '../../../lib/http.ts'
import { Failure } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import { usesInWords } from '../lists/list-usage.ts'
import type { UseCounts } from '../lists/list-usage.ts'
import { PLACES, usePlaceChange } from './place-api.ts'
import type { Level, Place } from './place-api.ts'

type Props = { level: Level; place: Place; onDeleted: () => void; onClose: () => void }
type Answer = { state: 'counted' | 'counting'; counts?: UseCounts }

/** Asks before a place is deleted; one that is used can't be, and what uses it is told. */
export function DeletePlace({ level, place, onDeleted, onClose }: Props) {
  const change = usePlaceChange(level)
  const { data } = useQuery({
    queryKey: ['reference-usage', PLACES[level].id, place.id],
    queryFn: ({ signal }) =>
      http.get<Answer>(`/octavo/reference-usage/${PLACES[level].id}/${place.id}`, {}, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'counting' ? 1500 : false),
  })
  const uses = usesInWords(data?.counts ?? {})
  const run = (): void => {
    change.mutate(
      { delete: place.id },
      {
        onSuccess: () => {
          notify({ text: placesText.deleted(place.name) })
          onClose()
          onDeleted()
        },
      },
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={listsText.deleteTitle(place.name)}
      centered
      closeButtonProps={{ 'aria-label': settingsText.close }}
    >
      <Stack>
        {uses.length > 0 ? (
          <Alert color="yellow" role="alert">
            {listsText.deleteBlocked(uses.join(', '))}
          </Alert>
        ) : (
          <Text>{data?.counts === undefined ? listsText.deleteCounting : listsText.deleteFree}</Text>
        )}
        {change.error && <Failure error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {settingsText.cancel}
          </Button>
          {uses.length === 0 && (
            <Button color="red" onClick={run} aria-busy={change.isPending}>
              {settingsText.delete}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

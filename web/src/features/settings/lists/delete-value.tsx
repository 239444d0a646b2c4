import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { listsText } from '#text/settings-lists.ts'
import { settingsText } from '#text/settings.ts'
import { Failure } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import { saveValue, listKey, useDeleteValue } from './list-api.ts'
import type { ReferenceList } from './list-declarations.ts'
import { usesInWords } from './list-usage.ts'
import type { ListUsage } from './list-usage.ts'
import { valueName } from './list-values.ts'
import type { ListValue } from './list-values.ts'

type Props = { list: ReferenceList; value: ListValue | null; usage: ListUsage; onClose: () => void }

/** Asks before a value is deleted; a used one can't be, and what uses it is told. */
export function DeleteValue({ list, value, usage, onClose }: Props) {
  const client = useQueryClient()
  const remove = useDeleteValue(list)
  const close = (): void => {
    remove.reset()
    onClose()
  }
  const name = value === null ? '' : valueName(list, value)
  const uses = value === null ? [] : usesInWords(usage.counts?.[value.id] ?? {})
  const isBlocked = uses.length > 0
  const run = (): void => {
    if (value === null || remove.isPending) return
    const putBack = async (): Promise<void> => {
      const { metadata: _old, ...body } = value
      await saveValue(list, { id: null, body })
      await client.invalidateQueries({ queryKey: listKey(list) })
    }
    remove.mutate(value.id, {
      onSuccess: () => {
        notify({
          text: listsText.deleted(name),
          action: { label: listsText.putBack, run: () => void putBack() },
        })
        close()
      },
    })
  }
  return (
    <Modal
      opened={value !== null}
      onClose={close}
      title={listsText.deleteTitle(name)}
      centered
      closeButtonProps={{ 'aria-label': settingsText.close }}
    >
      <Stack>
        {isBlocked ? (
          <Alert color="yellow" role="alert">
            {listsText.deleteBlocked(uses.join(', '))}
          </Alert>
        ) : (
          <Text>{freeText(list, usage)}</Text>
        )}
        {remove.error && <Failure error={remove.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {settingsText.cancel}
          </Button>
          {!isBlocked && (
            <Button color="red" onClick={run} aria-busy={remove.isPending}>
              {settingsText.delete}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function freeText(list: ReferenceList, usage: ListUsage): string {
  if (list.uses.length === 0 || usage.error !== null) return listsText.deleteUncounted
  return usage.counts === null ? listsText.deleteCounting : listsText.deleteFree
}

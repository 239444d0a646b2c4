import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { bulkEditText } from '#text/bulk-edit.ts'
import { bulkEditUsersText as words } from '#text/bulk-edit-users.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { keys, startStep } from '../api.ts'
import type { Operation } from '../api.ts'
import { DELETE_USERS } from '../permissions.ts'
import { TypedConfirmation } from '../typed-confirmation.tsx'

/** Deletes the users that were found, after their number was typed. */
export function DeleteUsers({ operation }: { operation: Operation }) {
  const { id, matchedNumOfRecords, entityType, status } = operation
  const [isOpen, { open, close }] = useDisclosure()
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => startStep(id, 'DELETE'),
    onSuccess: async (started) => {
      client.setQueryData(keys.one(id), started)
      await navigate({ to: `/bulk-edit/${id}/result`, replace: true })
    },
  })
  if (status !== 'DATA_MODIFICATION') return null
  const what = bulkEditText.countOf(matchedNumOfRecords, entityType)
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="delete-users">
      <Stack gap="xs">
        <Title order={2} size="h4" id="delete-users">
          {words.deleteTitle}
        </Title>
        <Text size="sm">{words.deleteLead}</Text>
        {remove.error && <Failure error={remove.error} />}
        <Group>
          <AllowedButton
            permission={['bulk-operations.item.start.post', ...DELETE_USERS]}
            color="red"
            variant="light"
            onClick={open}
          >
            {words.delete(what)}
          </AllowedButton>
        </Group>
      </Stack>
      <TypedConfirmation
        isOpen={isOpen}
        title={words.confirmTitle(what)}
        text={words.confirmText}
        number={matchedNumOfRecords}
        confirm={words.deleteNow}
        isDangerous
        onClose={close}
        onConfirm={() => {
          close()
          remove.mutate()
        }}
      />
    </Paper>
  )
}

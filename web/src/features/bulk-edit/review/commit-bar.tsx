import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { bulkEditText } from '#text/bulk-edit.ts'
import { bulkEditReviewText as words } from '#text/bulk-edit-review.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { keys, startStep } from '../api.ts'
import type { Operation } from '../api.ts'
import { RIGHTS } from '../permissions.ts'
import { useStoredRules } from '../rules/api.ts'
import { TypedConfirmation } from '../typed-confirmation.tsx'
import type { ReviewTotals } from './api.ts'
import styles from './review.module.css'

/** From here on the number must be typed before so many records are written. */
const MANY = 1000
const SWEEPING: ReadonlySet<string> = new Set(['REMOVE_ALL'])

type Props = { operation: Operation; totals: ReviewTotals }

/** The end of the review: back to the rules, a note for the history, and the button that writes. */
export function CommitBar({ operation, totals }: Props) {
  const { id, entityType: entity } = operation
  const [note, setNote] = useState('')
  const [isAsked, { open, close }] = useDisclosure()
  const isSweeping = useIsSweeping(id)
  const client = useQueryClient()
  const navigate = useNavigate()
  const commit = useMutation({
    mutationFn: () =>
      startStep(id, 'COMMIT', {
        approach: operation.approach === 'MANUAL' ? 'MANUAL' : 'IN_APP',
        ...(note.trim() === '' ? {} : { note: note.trim() }),
      }),
    onSuccess: async (started) => {
      client.setQueryData(keys.one(id), started)
      await navigate({ to: `/bulk-edit/${id}/result`, replace: true })
    },
  })
  const what = bulkEditText.countOf(totals.changed, entity)
  const mustType = totals.changed > MANY || isSweeping
  return (
    <Stack gap="xs" className={styles.footer}>
      {commit.error && <Failure error={commit.error} />}
      <Group justify="space-between" align="flex-end">
        <Button component={Link} to={`/bulk-edit/${id}/changes`} variant="default">
          {words.back}
        </Button>
        <Group align="flex-end">
          <TextInput
            label={words.note}
            maxLength={1000}
            w={260}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <AllowedButton
            permission={['bulk-operations.item.start.post', ...RIGHTS[entity].edit]}
            disabledReason={totals.changed === 0 ? words.nothingToDo : null}
            onClick={() => (mustType ? open() : commit.isPending || commit.mutate())}
            aria-busy={commit.isPending}
          >
            {words.commit(what)}
          </AllowedButton>
        </Group>
      </Group>
      <TypedConfirmation
        isOpen={isAsked}
        title={words.confirmTitle(what)}
        text={words.confirmText}
        number={totals.changed}
        confirm={words.commitNow}
        onClose={close}
        onConfirm={() => {
          close()
          commit.mutate()
        }}
      />
    </Stack>
  )
}

/** True for rules that take all notes or codes away, or set records for deletion. */
function useIsSweeping(id: string): boolean {
  const { data } = useStoredRules(id)
  return (data?.bulkOperationRules ?? []).some(({ rule_details: { option, actions } }) =>
    actions.some(
      ({ type = '' }) =>
        SWEEPING.has(type) || (option === 'SET_RECORDS_FOR_DELETE' && type === 'SET_TO_TRUE'),
    ),
  )
}

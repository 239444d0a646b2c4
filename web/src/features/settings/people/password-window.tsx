import { Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { peopleText } from '#text/settings-people.ts'
import { settingsText } from '#text/settings.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import { setPassword, userName } from './people-api.ts'
import type { User } from './people-api.ts'

/** Gives a person a new password. */
export function PasswordWindow({ user, onClose }: { user: User; onClose: () => void }) {
  const [password, setTyped] = useState('')
  const [again, setAgain] = useState('')
  const [isTried, setTried] = useState(false)
  const save = useMutation({ mutationFn: () => setPassword(user, password) })
  const isDifferent = password !== again
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (password === '' || isDifferent || save.isPending) return
    save.mutate(undefined, {
      onSuccess: () => {
        notify({ text: peopleText.passwordSet(userName(user)) })
        onClose()
      },
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={peopleText.passwordTitle(userName(user))}
      centered
      closeButtonProps={{ 'aria-label': settingsText.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{peopleText.passwordHint}</Text>
          {save.error && <Failure error={save.error} />}
          <PasswordInput
            label={peopleText.newPassword}
            autoComplete="new-password"
            value={password}
            required
            data-autofocus
            error={isTried && password === '' ? settingsText.needed : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <PasswordInput
            label={peopleText.again}
            autoComplete="new-password"
            value={again}
            required
            error={isTried && isDifferent ? peopleText.notSame : undefined}
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <AllowedButton
              type="submit"
              permission={['login.item.post', 'login.item.delete', 'login.credentials-existence.get']}
              aria-busy={save.isPending}
            >
              {peopleText.setPassword}
            </AllowedButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

import { Button, PasswordInput, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { peopleText } from '#text/settings-people.ts'
import { settingsText } from '#text/settings.ts'
import { http } from '../../../lib/http.ts'
import { useSession } from '../../../lib/session.ts'
import { Failure } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import { Page } from '../../../ui/page.tsx'
import { SettingsLead } from '../settings-lead.tsx'

/** Changes the password of whoever is signed in. */
export function MyPasswordPage() {
  const { userId, username } = useSession()
  const [old, setOld] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const save = useMutation({
    mutationFn: () =>
      http.post('/bl-users/settings/myprofile/password', {
        userId,
        username,
        password: old,
        newPassword: next,
      }),
  })
  const isDifferent = again !== '' && next !== again
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (next !== again || save.isPending) return
    save.mutate(undefined, {
      onSuccess: () => {
        notify({ text: peopleText.passwordChanged })
        setOld('')
        setNext('')
        setAgain('')
      },
    })
  }
  return (
    <Page title={peopleText.myPassword} lead={<SettingsLead />}>
      <form onSubmit={submit}>
        <Stack maw={400}>
          {save.error && <Failure error={save.error} />}
          <PasswordInput
            label={peopleText.oldPassword}
            autoComplete="current-password"
            value={old}
            required
            onChange={(event) => setOld(event.currentTarget.value)}
          />
          <PasswordInput
            label={peopleText.newPassword}
            autoComplete="new-password"
            value={next}
            required
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          <PasswordInput
            label={peopleText.again}
            autoComplete="new-password"
            value={again}
            required
            error={isDifferent ? peopleText.notSame : undefined}
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
          <Button type="submit" aria-busy={save.isPending} w="fit-content">
            {save.isPending ? settingsText.saving : peopleText.changePassword}
          </Button>
        </Stack>
      </form>
    </Page>
  )
}

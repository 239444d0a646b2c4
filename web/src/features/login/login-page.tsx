import { Button, Container, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { shellText } from '#text/shell.ts'
import { http } from '../../lib/http.ts'
import { currentTenant, startSession } from '../../lib/session.ts'
import { Failure } from '../../ui/failure.tsx'

export function LoginPage() {
  const router = useRouter()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const [error, setError] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const tenant = String(form.get('tenant'))
    setBusy(true)
    try {
      const body = { username: form.get('username'), password: form.get('password') }
      const headers = { 'x-okapi-tenant': tenant }
      startSession(
        tenant,
        await http.post('/bl-users/login-with-expiry', body, { query: { expandPermissions: true }, headers }),
      )
      router.history.push(`/app${next ?? '/'}`)
    } catch (failure) {
      setError(failure as Error)
      setBusy(false)
    }
  }

  return (
    <Container component="main" size="xs" py="xl">
      <Title order={1} mb="md">
        {shellText.product}
      </Title>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          {error && <Failure error={error} />}
          <TextInput
            name="tenant"
            label={shellText.library}
            description={shellText.libraryHint}
            defaultValue={currentTenant()}
            required
          />
          <TextInput name="username" label={shellText.userName} autoComplete="username" required autoFocus />
          <PasswordInput
            name="password"
            label={shellText.password}
            autoComplete="current-password"
            required
          />
          <Button type="submit" aria-busy={isBusy}>
            {isBusy ? shellText.loggingIn : shellText.logIn}
          </Button>
        </Stack>
      </form>
    </Container>
  )
}

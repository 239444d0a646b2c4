import { Alert, Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { loginText } from '#text/login.ts'
import { onRestored } from '../../lib/connection.ts'
import { OfflineError } from '../../lib/http.ts'
import type { Composite } from '../../lib/session.ts'
import { cleanScan } from '../../lib/scan.ts'
import { Failure } from '../../ui/failure.tsx'
import { explainRefusal, logIn } from './api.ts'

type Props = {
  /** The library to log in at; null while it must be typed. */
  tenant: string | null
  /** The library typed before on this computer. */
  lastTenant?: string
  username?: string
  /** Called with the tenant and what the server told of the person. */
  onLoggedIn: (tenant: string, answer: Composite) => void
  /** What stands beside the button. */
  beside?: ReactNode
}

/** The fields of a log-in, on the page of their own and in the window over a page. */
export function LoginForm({ tenant, lastTenant = '', username = '', onLoggedIn, beside }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { error, isBusy, send } = useLogin(form, tenant, onLoggedIn)
  const [hasCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))
  const typedTenant = tenant ?? (form.current?.elements.namedItem('tenant') as HTMLInputElement)?.value ?? ''
  const refusal = error && explainRefusal(error, typedTenant)
  const isWrong = (field: 'tenant' | 'person') => (refusal?.field === field ? refusal.text : undefined)

  return (
    <form ref={form} onSubmit={(event) => void send(event)}>
      <Stack>
        {!navigator.cookieEnabled && <Alert color="red">{loginText.noCookies}</Alert>}
        {error && refusal === null && !(error instanceof OfflineError) && <Failure error={error} />}
        {error instanceof OfflineError && (
          <Alert color="yellow" role="alert">
            {loginText.offline}
          </Alert>
        )}
        {tenant === null && (
          <TextInput
            name="tenant"
            label={loginText.library}
            description={loginText.libraryHint}
            defaultValue={lastTenant}
            error={isWrong('tenant')}
            errorProps={{ role: 'alert' }}
            autoComplete="organization"
            required
          />
        )}
        <TextInput
          name="username"
          label={loginText.userName}
          autoComplete="username"
          defaultValue={username}
          onKeyDown={toPassword}
          required
          data-autofocus={username === '' || undefined}
          autoFocus={username === ''}
          error={isWrong('person') !== undefined}
        />
        <PasswordInput
          name="password"
          label={loginText.password}
          autoComplete="current-password"
          onKeyUp={watchCapsLock}
          description={hasCapsLock ? loginText.capsLock : undefined}
          required
          data-autofocus={username !== '' || undefined}
          autoFocus={username !== ''}
          error={isWrong('person')}
          errorProps={{ role: 'alert', id: 'login-refused' }}
          aria-invalid={isWrong('person') !== undefined}
          aria-describedby={isWrong('person') && 'login-refused'}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': loginText.showPassword }}
        />
        <Group justify="space-between">
          <Button type="submit" aria-busy={isBusy}>
            {isBusy ? loginText.loggingIn : loginText.logIn}
          </Button>
          {beside}
        </Group>
      </Stack>
    </form>
  )
}

/** Enter goes on to the password while that is empty: a scanned staff card ends with Enter. */
function toPassword(event: KeyboardEvent<HTMLInputElement>): void {
  const password = event.currentTarget.form?.elements.namedItem('password')
  if (event.key !== 'Enter' || !(password instanceof HTMLInputElement) || password.value !== '') return
  event.preventDefault()
  password.focus()
}

/** Sends the form; without an answer it is sent again when the server is back. */
function useLogin(
  form: { current: HTMLFormElement | null },
  fixedTenant: string | null,
  onLoggedIn: Props['onLoggedIn'],
) {
  const [error, setError] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    if (isBusy || form.current === null) return
    const fields = new FormData(form.current)
    const text = (name: string) => String(fields.get(name) ?? '')
    const tenant = fixedTenant ?? text('tenant').trim()
    setBusy(true)
    try {
      const credentials = { tenant, username: cleanScan(text('username')).trim(), password: text('password') }
      onLoggedIn(tenant, await logIn(credentials))
    } catch (failure) {
      setError(failure as Error)
      const password = form.current?.elements.namedItem('password')
      if (password instanceof HTMLInputElement && !(failure instanceof OfflineError)) password.select()
    } finally {
      setBusy(false)
    }
  }
  const again = useRef(send)
  useEffect(() => {
    again.current = send
  })
  useEffect(() => {
    if (error instanceof OfflineError) return onRestored(() => void again.current())
    return undefined
  }, [error])
  return { error, isBusy, send }
}

/** A small link that looks like one but acts on this page. */
export function QuietButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Anchor component="button" type="button" size="sm" onClick={onClick}>
      <Text span size="sm">
        {label}
      </Text>
    </Anchor>
  )
}

import { Container, Group, Paper, Text, Title } from '@mantine/core'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { loginText } from '#text/login.ts'
import { shellText } from '#text/shell.ts'
import { titlePage } from '../../lib/document-title.ts'
import { currentTenant, startSession } from '../../lib/session.ts'
import type { Composite } from '../../lib/session.ts'
import { tellTabs } from '../../lib/tabs.ts'
import { useOnlyTenant } from './api.ts'
import { Forgotten } from './forgotten.tsx'
import { LoginForm, QuietButton } from './login-form.tsx'

/** The page that lets a person in and takes them to the address they asked for. */
export function LoginPage() {
  const router = useRouter()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const only = useOnlyTenant()
  const last = currentTenant()
  const [isOther, setOther] = useState(false)
  const [isForgotten, setForgotten] = useState(false)
  // A tenant that was used here before is not asked for again; several can be told apart by their name alone.
  const tenant = only.data?.id ?? (last !== '' && !isOther ? last : null)
  useEffect(() => titlePage(loginText.title), [])

  const enter = (at: string, answer: Composite): void => {
    startSession(at, answer)
    tellTabs({ kind: 'signed-in', tenant: at, userId: answer.user.id })
    router.history.push(`/app${next ?? '/'}`)
  }

  return (
    <Container component="main" size="xs" py="xl">
      <Title order={1} size="h2" mb="md">
        {shellText.product}
      </Title>
      <Paper withBorder p="lg" radius="md">
        {tenant !== null && (
          <Group justify="space-between" mb="md">
            <Text size="lg" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {only.data?.name ?? tenant}
            </Text>
            {only.data == null && (
              <QuietButton label={loginText.changeLibrary} onClick={() => setOther(true)} />
            )}
          </Group>
        )}
        {only.isPending ? null : (
          <LoginForm
            key={tenant}
            tenant={tenant}
            lastTenant={last}
            onLoggedIn={enter}
            beside={
              tenant !== null && (
                <QuietButton label={loginText.forgotten} onClick={() => setForgotten(true)} />
              )
            }
          />
        )}
      </Paper>
      {isForgotten && tenant !== null && <Forgotten tenant={tenant} onClose={() => setForgotten(false)} />}
    </Container>
  )
}

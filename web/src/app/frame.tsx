import { AppShell, Button, Group, NavLink, Text } from '@mantine/core'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { shellText } from '#text/shell.ts'
import { http } from '../lib/http.ts'
import { endSession, useSession } from '../lib/session.ts'

const apps = [
  { to: '/', label: shellText.apps.home },
  { to: '/import', label: shellText.apps.import },
  { to: '/inventory', label: shellText.apps.inventory },
  { to: '/bulk-edit', label: shellText.apps.bulkEdit },
  { to: '/settings', label: shellText.apps.settings },
]

/** The frame around every page: navigation, and who is signed in where. */
export function Frame() {
  const session = useSession()
  const navigate = useNavigate()
  const logOut = async (): Promise<void> => {
    await http.post('/authn/logout')
    endSession()
    await navigate({ to: '/login' })
  }
  return (
    <AppShell header={{ height: 48 }} navbar={{ width: 180, breakpoint: 'sm' }} padding="md">
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between">
          <Text fw={700}>
            {shellText.product} · {session.tenant}
          </Text>
          <Group>
            <Text size="sm">{session.name}</Text>
            <Button size="compact-sm" variant="default" onClick={() => void logOut()}>
              {shellText.logOut}
            </Button>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar>
        {apps.map(({ to, label }) => (
          <NavLink key={to} label={label} component={Link} to={to} />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="page">
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}

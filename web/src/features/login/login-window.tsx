import { Modal, Stack, Text } from '@mantine/core'
import { loginText } from '#text/login.ts'
import { loginGivenUp, loginRenewed } from '../../lib/login-renewal.ts'
import { startSession, useSession } from '../../lib/session.ts'
import type { Composite } from '../../lib/session.ts'
import { tellTabs } from '../../lib/tabs.ts'
import { LoginForm, QuietButton } from './login-form.tsx'

/** The log-in over the page: what is under it stays, and goes on afterwards. Somebody else gets a fresh page. */
export function LoginWindow() {
  const { tenant, userId, username, name } = useSession()
  const goOn = (at: string, answer: Composite): void => {
    tellTabs({ kind: 'signed-in', tenant: at, userId: answer.user.id })
    if (answer.user.id !== userId) {
      location.assign('/app/')
      return
    }
    startSession(at, answer)
    loginRenewed()
  }
  return (
    <Modal
      opened
      onClose={loginGivenUp}
      title={loginText.expiredTitle}
      closeOnClickOutside={false}
      withCloseButton={false}
      centered
      zIndex={1000}
      overlayProps={{ backgroundOpacity: 0.6 }}
    >
      <Stack gap="sm">
        <Text>{loginText.expired}</Text>
        <Text size="sm" c="dimmed">
          {loginText.expiredAs(name, tenant)} {loginText.otherPerson}
        </Text>
        <LoginForm
          tenant={tenant}
          username={username}
          onLoggedIn={goOn}
          beside={<QuietButton label={loginText.notNow} onClick={loginGivenUp} />}
        />
      </Stack>
    </Modal>
  )
}

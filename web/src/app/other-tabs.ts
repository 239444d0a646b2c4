import { useEffect } from 'react'
import { askForLogin, loginRenewed } from '../lib/login-renewal.ts'
import { useSession } from '../lib/session.ts'
import { onTabMessage } from '../lib/tabs.ts'

/**
 * Follows what happens to the log-in in other tabs, which have the same cookies: a log-in there is one here, a log-out
 * there asks here, and somebody else gets a fresh page, because what is shown belongs to the person before.
 */
export function useOtherTabs(): void {
  const { userId, tenant } = useSession()
  useEffect(
    () =>
      onTabMessage((message) => {
        if (message.kind === 'signed-out') {
          if (message.userId === userId) askForLogin()
        } else if (message.userId === userId && message.tenant === tenant) loginRenewed()
        else location.assign('/app/')
      }),
    [userId, tenant],
  )
}

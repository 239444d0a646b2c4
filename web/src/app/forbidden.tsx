import { Anchor, Text } from '@mantine/core'
import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { errorText } from '#text/errors.ts'
import { shellText } from '#text/shell.ts'
import { usePermissionName } from '../lib/permission-names.ts'
import { useSession } from '../lib/session.ts'
import { Page } from '../ui/page.tsx'
import { areaOf, mayOpen } from './places.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The permission without which the page shows nothing: that of the route it reads first. */
    permission?: string
  }
}

/** The page, or in its place why the person may not see it. */
export function AllowedOutlet({ library }: { library: string }) {
  const session = useSession()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const asked = useMatches({
    select: (matches) => matches.flatMap(({ staticData }) => staticData.permission ?? []),
  })
  if (session.permissions.size === 0) return <NoRights library={library} />
  const area = areaOf(path)
  const missing =
    asked.find((permission) => !session.permissions.has(permission)) ??
    (area !== null && !mayOpen(area, session.permissions) ? area.permissions[0] : undefined)
  return missing === undefined ? <Outlet /> : <Forbidden permission={missing} />
}

function Forbidden({ permission }: { permission: string }) {
  const name = usePermissionName(permission)
  return (
    <Page title={shellText.forbidden}>
      <Text>{errorText.notAllowedPage(name ?? permission)}</Text>
      <Anchor component={Link} to="/">
        {shellText.backHome}
      </Anchor>
    </Page>
  )
}

function NoRights({ library }: { library: string }) {
  const { username } = useSession()
  return (
    <Page title={shellText.noRights}>
      <Text>{shellText.noRightsText(username, library)}</Text>
    </Page>
  )
}

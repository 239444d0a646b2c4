import { Checkbox, Group, Stack, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { peopleText } from '#text/settings-people.ts'
import { settingsText } from '#text/settings.ts'
import { useMay, useSession } from '../../../lib/session.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import { Page } from '../../../ui/page.tsx'
import { SettingsLead } from '../settings-lead.tsx'
import { HeldRoles } from './held-roles.tsx'
import { MatrixTable } from './matrix-table.tsx'
import {
  EVERYTHING,
  useChangePermissions,
  useIsLastAdministrator,
  usePermissions,
  usePermissionUser,
  userName,
  useUser,
} from './people-api.ts'
import type { User } from './people-api.ts'
import { expand } from './permission-matrix.ts'
import { PermissionPicker, nameOf } from './permission-picker.tsx'
import { UserTabs } from './user-tabs.tsx'
import { WhyNot } from './why-not.tsx'

/** What a person may do: roles, what they add up to, and why something is refused. */
export function UserPermissionsPage() {
  const { userId } = useParams({ strict: false }) as { userId: string }
  const { data: user, error, refetch } = useUser(userId)
  const title = user === undefined ? peopleText.permissionsTab : peopleText.permissionsOf(userName(user))
  return (
    <Page title={title} lead={<SettingsLead />}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {user && <UserPermissions user={user} />}
    </Page>
  )
}

/** What a person loses who takes a set from themselves, of the rights that they would need to give it back. */
const OWN_RIGHTS = ['perms.users.item.put', 'perms.users.get', 'users.collection.get'] as const

function UserPermissions({ user }: { user: User }) {
  const { permissions, byName, error, refetch } = usePermissions()
  const holds = usePermissionUser(user.id)
  const change = useChangePermissions(user.id)
  const mayGive = useMay('perms.users.item.put')
  const isLastAdmin = useIsLastAdministrator(user.id)
  const { userId: own } = useSession()
  const [asked, setAsked] = useState<{ role: string; right: string } | null>(null)
  const [onlyHeld, setOnlyHeld] = useState(true)
  const names = holds.data?.permissions ?? []
  const shown = (name: string): string => {
    const permission = byName.get(name)
    return permission === undefined ? name : nameOf(permission)
  }
  const give = (role: string): void => {
    change.mutate({ give: role }, { onSuccess: () => notify({ text: peopleText.gaveRole(shown(role)) }) })
  }
  const takeAway = (role: string) =>
    change.mutateAsync({ take: role }).then(() =>
      notify({
        text: peopleText.tookRole(shown(role)),
        action: { label: peopleText.undo, run: () => give(role) },
      }),
    )
  const take = (role: string): void => {
    if (role === EVERYTHING && isLastAdmin) {
      notify({ text: peopleText.lastAdmin, kind: 'problem' })
      return
    }
    const left = expand(
      names.filter((name) => name !== role),
      byName,
    )
    const before = expand(names, byName)
    const lost = OWN_RIGHTS.find((right) => before.has(right) && !left.has(right))
    if (user.id === own && lost !== undefined) setAsked({ role, right: shown(lost) })
    else void takeAway(role).catch(() => undefined)
  }
  const failure = error ?? holds.error ?? change.error
  return (
    <Stack>
      <UserTabs userId={user.id} current="permissions" />
      {failure && <Failure error={failure} retry={() => void Promise.all([refetch(), holds.refetch()])} />}
      <Title order={2} size="h5">
        {peopleText.roles}
      </Title>
      {holds.data !== undefined && (
        <HeldRoles
          label={peopleText.roles}
          names={names}
          byName={byName}
          empty={peopleText.noRoles}
          removeLabel={peopleText.removeRole}
          onRemove={mayGive ? take : null}
        />
      )}
      <PermissionPicker
        label={peopleText.addRole}
        permissions={permissions ?? []}
        without={names}
        withSingles
        disabled={!mayGive}
        onPick={give}
      />
      <WhyNot user={user} permissions={permissions ?? []} byName={byName} onGive={mayGive ? give : null} />
      <Group justify="space-between">
        <Title order={2} size="h5">
          {peopleText.matrix}
        </Title>
        <Checkbox
          label={peopleText.onlyHeld}
          checked={onlyHeld}
          onChange={(event) => setOnlyHeld(event.currentTarget.checked)}
        />
      </Group>
      <MatrixTable
        label={peopleText.matrixOf(userName(user))}
        permissions={permissions ?? []}
        held={expand(names, byName)}
        onlyHeld={onlyHeld}
      />
      <Confirm
        isOpen={asked !== null}
        title={peopleText.ownRightTitle}
        text={peopleText.ownRight(asked?.right ?? '')}
        confirm={peopleText.takeAway}
        cancel={settingsText.cancel}
        isDangerous
        onConfirm={() => takeAway(asked!.role)}
        onClose={() => setAsked(null)}
      />
    </Stack>
  )
}

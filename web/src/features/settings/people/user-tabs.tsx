import { Anchor, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { peopleText } from '#text/settings-people.ts'

type Props = { userId: string; current: 'details' | 'permissions'; children?: ReactNode }

/** The two pages of a person, and what can be done with them. */
export function UserTabs({ userId, current, children }: Props) {
  const pages = [
    { id: 'details', to: `/settings/users/${userId}`, label: peopleText.details },
    { id: 'permissions', to: `/settings/users/${userId}/permissions`, label: peopleText.permissionsTab },
  ]
  return (
    <Group justify="space-between">
      <Group role="navigation" aria-label={peopleText.users}>
        {pages.map(({ id, to, label }) => (
          <Anchor
            key={id}
            component={Link}
            to={to}
            aria-current={id === current ? 'page' : undefined}
            fw={id === current ? 700 : undefined}
            underline="always"
          >
            {label}
          </Anchor>
        ))}
      </Group>
      <Group gap="xs">{children}</Group>
    </Group>
  )
}

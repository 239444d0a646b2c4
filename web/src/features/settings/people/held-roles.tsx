import { ActionIcon, Badge, Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { peopleText } from '#text/settings-people.ts'
import { nameOf } from './permission-picker.tsx'
import type { Permission } from './permission-matrix.ts'

type Props = {
  label: string
  names: readonly string[]
  byName: ReadonlyMap<string, Permission>
  empty: string
  removeLabel: (name: string) => string
  onRemove: ((name: string) => void) | null
}

/** Sets and permissions as labels that can be taken away. */
export function HeldRoles({ label, names, byName, empty, removeLabel, onRemove }: Props) {
  if (names.length === 0) return <Text>{empty}</Text>
  return (
    <Group component="ul" aria-label={label} gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
      {names.map((name) => {
        const permission = byName.get(name)
        const shown = permission === undefined ? name : nameOf(permission)
        const isSingle = permission?.subPermissions.length === 0
        return (
          <li key={name}>
            <Badge
              size="lg"
              variant="light"
              color={permission?.mutable ? 'blue' : 'gray'}
              tt="none"
              rightSection={
                onRemove && (
                  <ActionIcon
                    size={24}
                    variant="subtle"
                    aria-label={removeLabel(shown)}
                    onClick={() => onRemove(name)}
                  >
                    <IconX size={14} />
                  </ActionIcon>
                )
              }
            >
              {shown}
              {isSingle && ` (${peopleText.single})`}
            </Badge>
          </li>
        )
      })}
    </Group>
  )
}

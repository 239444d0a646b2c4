import { Anchor, Button, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { peopleText } from '#text/settings-people.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/page.tsx'
import { SettingsLead } from '../settings-lead.tsx'
import { usePermissions } from './people-api.ts'
import { expand } from './permission-matrix.ts'
import type { Permission } from './permission-matrix.ts'
import { nameOf } from './permission-picker.tsx'
import { ROLE_PATTERNS } from './role-patterns.ts'

/** Roles of the library, and the sets that ship. */
export function RolesPage() {
  const navigate = useNavigate()
  const { permissions, byName, error, refetch } = usePermissions()
  const sets = (permissions ?? []).filter(
    ({ mutable, subPermissions }) => mutable || subPermissions.length > 0,
  )
  const own = sets.filter(({ mutable }) => mutable)
  const shipped = sets.filter(({ mutable }) => !mutable)
  return (
    <Page
      title={peopleText.rolesTitle}
      lead={<SettingsLead />}
      actions={
        <AllowedButton
          permission="perms.permissions.item.post"
          leftSection={<IconPlus size={16} />}
          onClick={() => void navigate({ to: '/settings/roles/new' })}
        >
          {peopleText.newRole}
        </AllowedButton>
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {permissions && (
        <Stack gap="xl">
          <section aria-labelledby="own-roles">
            <Title order={2} size="h5" id="own-roles" mb="xs">
              {peopleText.ownRoles}
            </Title>
            {own.length === 0 ? (
              <Text>{peopleText.noOwnRoles}</Text>
            ) : (
              <SetTable label={peopleText.ownRoles} sets={own} byName={byName} />
            )}
          </section>
          <Patterns />
          <section aria-labelledby="shipped-roles">
            <Title order={2} size="h5" id="shipped-roles">
              {peopleText.shippedRoles}
            </Title>
            <Text size="sm" mb="xs">
              {peopleText.shippedLead}
            </Text>
            <SetTable label={peopleText.shippedRoles} sets={shipped} byName={byName} />
          </section>
        </Stack>
      )}
    </Page>
  )
}

function Patterns() {
  const navigate = useNavigate()
  return (
    <section aria-labelledby="role-patterns">
      <Title order={2} size="h5" id="role-patterns" mb="xs">
        {peopleText.patterns}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {ROLE_PATTERNS.map(({ id }) => (
          <Group key={id} gap="xs" wrap="nowrap" align="flex-start">
            <Button
              variant="default"
              onClick={() => void navigate({ to: '/settings/roles/new', search: { pattern: id } })}
            >
              {peopleText.pattern[id]}
            </Button>
            <Text size="sm">{peopleText.patternAbout[id]}</Text>
          </Group>
        ))}
      </SimpleGrid>
    </section>
  )
}

type SetProps = {
  label: string
  sets: readonly Permission[]
  byName: ReadonlyMap<string, Permission>
}

function SetTable({ label, sets, byName }: SetProps) {
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{peopleText.roleName}</Table.Th>
          <Table.Th scope="col">{peopleText.contents}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sets
          .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
          .map((set) => (
            <Table.Tr key={set.id}>
              <Table.Th scope="row">
                <Anchor component={Link} to={`/settings/roles/${set.id}`}>
                  {nameOf(set)}
                </Anchor>
                {set.description !== undefined && set.description !== '' && (
                  <Text size="xs" c="dimmed" fw={400}>
                    {set.description}
                  </Text>
                )}
              </Table.Th>
              <Table.Td>{peopleText.permissionCount(singlesIn(set, byName))}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  )
}

function singlesIn(set: Permission, byName: ReadonlyMap<string, Permission>): number {
  const all = expand(set.subPermissions, byName)
  return [...all].filter((name) => (byName.get(name)?.subPermissions.length ?? 0) === 0).length
}

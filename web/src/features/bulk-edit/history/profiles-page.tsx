import { Anchor, Badge, Button, Group, List, Stack, Table, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { bulkEditText } from '#text/bulk-edit.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { http } from '../../../lib/http.ts'
import { useMay } from '../../../lib/session.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/page.tsx'
import { profileKey, useProfiles } from '../rules/api.ts'
import type { Profile } from '../rules/api.ts'
import { marcWords, useRuleWords } from '../rules/use-rule-words.ts'
import { rulesOfProfile } from '../rules/use-rules.ts'

const words = bulkEditText.profiles

/** Saved rules: what each does in words, use it on a list, delete it. */
export function ProfilesPage() {
  const { data, error, refetch } = useProfiles()
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <Anchor component={Link} to="/bulk-edit" size="sm">
          {bulkEditText.start.newEdit}
        </Anchor>
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data?.length === 0 && <Text>{words.none}</Text>}
      {data !== undefined && data.length > 0 && <ProfileTable profiles={data} />}
    </Page>
  )
}

function ProfileTable({ profiles }: { profiles: readonly Profile[] }) {
  const [doomed, setDoomed] = useState<Profile | null>(null)
  const client = useQueryClient()
  return (
    <Table.ScrollContainer minWidth={700}>
      <Table aria-label={words.title} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.name}</Table.Th>
            <Table.Th>{bulkEditText.history.columns.records}</Table.Th>
            <Table.Th>{words.does}</Table.Th>
            <Table.Th>{words.changed}</Table.Th>
            <Table.Th>{words.actions}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {profiles.map((profile) => (
            <ProfileRow key={profile.id} profile={profile} onDelete={() => setDoomed(profile)} />
          ))}
        </Table.Tbody>
      </Table>
      <Confirm
        isOpen={doomed !== null}
        title={words.deleteTitle(doomed?.name ?? '')}
        text={words.deleteText}
        confirm={words.delete}
        isDangerous
        onClose={() => setDoomed(null)}
        onConfirm={async () => {
          await http.delete(`/bulk-operations/profiles/${doomed!.id}`)
          await client.invalidateQueries({ queryKey: profileKey })
        }}
      />
    </Table.ScrollContainer>
  )
}

function ProfileRow({ profile, onDelete }: { profile: Profile; onDelete: () => void }) {
  const { id, name, description, locked, entityType, updatedDate } = profile
  const tell = useRuleWords(entityType)
  const mayUnlock = useMay('bulk-operations.profiles.item.lock.execute')
  const { rules, marcRules } = rulesOfProfile(profile)
  const type = entityType === 'INSTANCE_MARC' ? 'INSTANCE' : entityType
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Stack gap={2}>
          <Group gap="xs">
            {name}
            {locked && (
              <Badge variant="light" color="gray" tt="none">
                {words.locked}
              </Badge>
            )}
          </Group>
          {description && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </Stack>
      </Table.Th>
      <Table.Td>{bulkEditText.entity[entityType]}</Table.Td>
      <Table.Td>
        <List size="sm" type="ordered">
          {rules.map((rule) => (
            <List.Item key={rule.key}>{tell(rule)}</List.Item>
          ))}
          {marcRules.map((rule) => (
            <List.Item key={rule.key}>{marcWords(rule)}</List.Item>
          ))}
        </List>
      </Table.Td>
      <Table.Td>{formatDateTime(updatedDate)}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Button
            component={Link}
            to="/bulk-edit"
            search={{ type, profile: id } as never}
            size="compact-sm"
            variant="default"
            aria-label={words.useFor(name)}
          >
            {words.use}
          </Button>
          <AllowedButton
            permission="bulk-operations.profiles.item.delete"
            disabledReason={locked && !mayUnlock ? words.isLocked : null}
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={words.deleteOne(name)}
            onClick={onDelete}
          >
            {words.delete}
          </AllowedButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

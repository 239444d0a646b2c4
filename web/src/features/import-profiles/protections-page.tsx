import { ActionIcon, Fieldset, Group, Table, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { importProfilesText as words } from '#text/import-profiles.ts'
import { AllowedButton, useBarrier } from '../../ui/allowed.tsx'
import { Failure } from '../../ui/failure.tsx'
import { notify } from '../../ui/notices.ts'
import { Page } from '../../ui/page.tsx'
import { COLLECTIONS, useRowChanges, useRows } from './collection-api.ts'
import type { Protection } from './collection-api.ts'

const { permission } = COLLECTIONS.protections
const EMPTY = { field: '', indicator1: '*', indicator2: '*', subfield: '*', data: '*' }

/** MARC fields that an import leaves as they are. */
export function ProtectionsPage() {
  const { data = [], error, refetch } = useRows<Protection>('protections')
  const changes = useRowChanges('protections')
  const failure = error ?? changes.error
  return (
    <Page title={words.protectionsTitle} lead={words.protectionsLead}>
      <Text size="sm">{words.protectionsRepeat}</Text>
      {failure && <Failure error={failure} retry={() => void refetch()} />}
      <NewProtection onAdd={(row) => changes.mutateAsync({ add: row })} />
      <Table.ScrollContainer minWidth={520}>
        <Table aria-label={words.protectionsTitle}>
          <Table.Thead>
            <Table.Tr>
              {[words.tag, words.ind1, words.ind2, words.code, words.data, words.source, words.change].map(
                (name) => (
                  <Table.Th key={name} scope="col">
                    {name}
                  </Table.Th>
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((row) => (
              <ProtectionRow
                key={row.id}
                row={row}
                onRemove={async () => {
                  await changes.mutateAsync({ remove: row.id })
                  notify({ text: words.unprotected(row.field) })
                }}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Page>
  )
}

function ProtectionRow({ row, onRemove }: { row: Protection; onRemove: () => Promise<void> }) {
  const isSystem = row.source === 'SYSTEM'
  const barrier = useBarrier({
    permission: `${permission}.delete`,
    disabledReason: isSystem ? words.systemRow : null,
  })
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {row.field}
      </Table.Th>
      <Table.Td>{row.indicator1}</Table.Td>
      <Table.Td>{row.indicator2}</Table.Td>
      <Table.Td>{row.subfield}</Table.Td>
      <Table.Td>{row.data}</Table.Td>
      <Table.Td>{isSystem ? words.protectionsSystem : words.protectionsUser}</Table.Td>
      <Table.Td>
        {barrier === null ? (
          <ActionIcon
            variant="subtle"
            aria-label={words.unprotect(row.field)}
            onClick={() => void onRemove().catch(() => undefined)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <Text size="xs" c="dimmed">
            {barrier}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function NewProtection({ onAdd }: { onAdd: (row: object) => Promise<unknown> }) {
  const [row, setRow] = useState(EMPTY)
  const add = async (): Promise<void> => {
    if (!isTag(row.field)) return
    await onAdd({ ...row, source: 'USER' })
    notify({ text: words.protectedNow(row.field) })
    setRow(EMPTY)
  }
  const input = (name: keyof typeof EMPTY, label: string, width: number, length?: number) => (
    <TextInput
      label={label}
      value={row[name]}
      w={width}
      {...(length !== undefined && { maxLength: length })}
      onChange={(event) => setRow({ ...row, [name]: event.currentTarget.value })}
    />
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void add().catch(() => undefined)
      }}
    >
      <Fieldset legend={words.protectionsNew} p="sm">
        <Group gap="xs" align="flex-end">
          {input('field', words.tag, 80, 3)}
          {input('indicator1', words.ind1, 60, 1)}
          {input('indicator2', words.ind2, 60, 1)}
          {input('subfield', words.code, 80, 1)}
          {input('data', words.data, 180)}
          <AllowedButton
            type="submit"
            permission={`${permission}.post`}
            disabledReason={isTag(row.field) ? null : words.problems.marcField}
          >
            {words.protect}
          </AllowedButton>
          <Text size="xs" c="dimmed">
            {words.any}
          </Text>
        </Group>
      </Fieldset>
    </form>
  )
}

const isTag = (tag: string) => /^\w{3}$/.test(tag) || tag === '*'

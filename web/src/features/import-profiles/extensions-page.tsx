import { ActionIcon, Fieldset, Group, NativeSelect, Switch, Table, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { importProfilesText as words } from '#text/import-profiles.ts'
import { useMay } from '../../lib/session.ts'
import { AllowedButton } from '../../ui/allowed.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Failure } from '../../ui/failure.tsx'
import { notify } from '../../ui/notices.ts'
import { Page } from '../../ui/page.tsx'
import { COLLECTIONS, useRowChanges, useRows } from './collection-api.ts'
import type { Extension } from './collection-api.ts'

const { permission } = COLLECTIONS.extensions

/** Which endings of file names are accepted, and what such files hold. */
export function ExtensionsPage() {
  const { data = [], error, refetch } = useRows<Extension>('extensions')
  const changes = useRowChanges('extensions')
  const [isResetting, setResetting] = useState(false)
  const failure = error ?? changes.error
  return (
    <Page
      title={words.extensionsTitle}
      lead={words.extensionsLead}
      actions={
        <AllowedButton
          permission={`${permission}.default.post`}
          variant="default"
          onClick={() => setResetting(true)}
        >
          {words.extensionsReset}
        </AllowedButton>
      }
    >
      {failure && <Failure error={failure} retry={() => void refetch()} />}
      <NewExtension onAdd={(row) => changes.mutateAsync({ add: row })} />
      <Table.ScrollContainer minWidth={420}>
        <Table aria-label={words.extensionsTitle}>
          <Table.Thead>
            <Table.Tr>
              {[words.extension, words.dataType, words.blocked, words.change].map((name) => (
                <Table.Th key={name} scope="col">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((row) => (
              <ExtensionRow
                key={row.id}
                row={row}
                onChange={(next) => changes.mutate({ put: next })}
                onRemove={() =>
                  changes.mutate(
                    { remove: row.id },
                    { onSuccess: () => notify({ text: words.extensionRemoved(row.extension) }) },
                  )
                }
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Confirm
        isOpen={isResetting}
        title={words.extensionsResetTitle}
        text={words.extensionsResetText}
        confirm={words.extensionsReset}
        isDangerous
        onConfirm={() => changes.mutateAsync('reset')}
        onClose={() => setResetting(false)}
      />
    </Page>
  )
}

type RowProps = { row: Extension; onChange: (row: Extension) => void; onRemove: () => void }

function ExtensionRow({ row, onChange, onRemove }: RowProps) {
  const mayChange = useMay(`${permission}.put`)
  const mayRemove = useMay(`${permission}.delete`)
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {row.extension}
      </Table.Th>
      <Table.Td>{row.dataTypes.join(', ')}</Table.Td>
      <Table.Td>
        <Switch
          size="sm"
          aria-label={words.block(row.extension)}
          checked={row.importBlocked}
          disabled={!mayChange}
          onChange={(event) => onChange({ ...row, importBlocked: event.currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        <ActionIcon
          variant="subtle"
          aria-label={words.extensionRemove(row.extension)}
          disabled={!mayRemove}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}

function NewExtension({ onAdd }: { onAdd: (row: object) => Promise<unknown> }) {
  const [extension, setExtension] = useState('')
  const [dataType, setDataType] = useState('MARC')
  const isRight = /^\.\w+$/.test(extension)
  const add = async (): Promise<void> => {
    if (!isRight) return
    await onAdd({ extension, dataTypes: [dataType], importBlocked: false })
    setExtension('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void add().catch(() => undefined)
      }}
    >
      <Fieldset legend={words.extensionNew} p="sm">
        <Group gap="xs" align="flex-end">
          <TextInput
            label={words.extension}
            value={extension}
            placeholder=".mrc"
            w={120}
            onChange={(event) => setExtension(event.currentTarget.value)}
          />
          <NativeSelect
            label={words.dataType}
            value={dataType}
            data={Object.entries(words.dataTypes).map(([value, label]) => ({ value, label }))}
            onChange={(event) => setDataType(event.currentTarget.value)}
          />
          <AllowedButton
            type="submit"
            permission={`${permission}.post`}
            disabledReason={isRight ? null : words.extensionWrong}
          >
            {words.extensionAdd}
          </AllowedButton>
        </Group>
      </Fieldset>
    </form>
  )
}

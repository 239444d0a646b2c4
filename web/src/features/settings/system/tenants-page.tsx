import {
  Alert,
  Badge,
  Button,
  Checkbox,
  Group,
  Modal,
  PasswordInput,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { systemText } from '#text/settings-system.ts'
import { settingsText } from '#text/settings.ts'
import { http } from '../../../lib/http.ts'
import { useSession } from '../../../lib/session.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import { Page } from '../../../ui/page.tsx'
import { SettingsLead } from '../settings-lead.tsx'

type Tenant = { id: string; name: string; description?: string }

/** Operators belong to this library (src/modules/tenants). */
const OPERATORS = 'supertenant'
const KEY = ['tenants']

/** The libraries on this server; operators make and delete them. */
export function TenantsPage() {
  const { tenant: here } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => http.get<Tenant[]>('/_/proxy/tenants', {}, signal),
  })
  const [isAdding, setAdding] = useState(false)
  const [gone, setGone] = useState<Tenant | null>(null)
  const barrier = here === OPERATORS ? null : systemText.operatorOnly
  return (
    <Page
      title={settingsText.pageTitles.tenants}
      lead={<SettingsLead text={systemText.tenantsLead} />}
      actions={
        <AllowedButton
          permission="okapi.proxy.tenants.post"
          disabledReason={barrier}
          leftSection={<IconPlus size={16} />}
          onClick={() => setAdding(true)}
        >
          {systemText.newTenant}
        </AllowedButton>
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {barrier !== null && <Alert>{barrier}</Alert>}
      <Table aria-label={settingsText.pageTitles.tenants}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{systemText.id}</Table.Th>
            <Table.Th scope="col">{systemText.name}</Table.Th>
            <Table.Th scope="col">{systemText.description}</Table.Th>
            <Table.Th scope="col">{settingsText.delete}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(data ?? []).map((tenant) => (
            <Table.Tr key={tenant.id}>
              <Table.Th scope="row">
                {tenant.id}{' '}
                {tenant.id === here && (
                  <Badge variant="light" tt="none">
                    {systemText.here}
                  </Badge>
                )}
              </Table.Th>
              <Table.Td>{tenant.name}</Table.Td>
              <Table.Td>{tenant.description}</Table.Td>
              <Table.Td>
                <AllowedButton
                  permission="okapi.proxy.tenants.delete"
                  disabledReason={barrier ?? (tenant.id === here ? systemText.own : null)}
                  size="compact-sm"
                  variant="default"
                  onClick={() => setGone(tenant)}
                >
                  {systemText.deleteOf(tenant.id)}
                </AllowedButton>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isAdding && <NewTenant taken={data ?? []} onClose={() => setAdding(false)} />}
      {gone && <DeleteTenant tenant={gone} onClose={() => setGone(null)} />}
    </Page>
  )
}

const EMPTY = {
  id: '',
  name: '',
  description: '',
  username: '',
  password: '',
  reference: true,
  sample: false,
}

function NewTenant({ taken, onClose }: { taken: readonly Tenant[]; onClose: () => void }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(EMPTY)
  const set = (part: Partial<typeof EMPTY>): void => setTyped((old) => ({ ...old, ...part }))
  const { id, name, description, username, password, reference, sample } = typed
  const fault = taken.some((one) => one.id === id)
    ? systemText.idTaken(id)
    : id !== '' && !/^[a-z][a-z0-9_-]{0,30}$/.test(id)
      ? systemText.idWrong
      : null
  const make = useMutation({
    mutationFn: () =>
      http.post('/_/proxy/tenants', {
        id,
        name: name || id,
        ...(description !== '' && { description }),
        admin: { username, password },
        parameters: [
          { key: 'loadReference', value: String(reference) },
          { key: 'loadSample', value: String(sample) },
        ],
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (fault !== null || make.isPending) return
    make.mutate(undefined, {
      onSuccess: () => {
        notify({ text: systemText.created(id) })
        onClose()
      },
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={systemText.newTenant}
      size="lg"
      closeButtonProps={{ 'aria-label': settingsText.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          {make.error && <Failure error={make.error} />}
          <TextInput
            label={systemText.id}
            description={systemText.idHint}
            value={id}
            error={fault}
            required
            data-autofocus
            onChange={(event) => set({ id: event.currentTarget.value })}
          />
          <TextInput
            label={systemText.name}
            value={name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            label={systemText.description}
            value={description}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          <TextInput
            label={systemText.adminName}
            value={username}
            required
            autoComplete="off"
            onChange={(event) => set({ username: event.currentTarget.value })}
          />
          <PasswordInput
            label={systemText.adminPassword}
            value={password}
            required
            autoComplete="new-password"
            onChange={(event) => set({ password: event.currentTarget.value })}
          />
          <Checkbox
            label={systemText.withReference}
            checked={reference}
            onChange={(event) => set({ reference: event.currentTarget.checked })}
          />
          <Checkbox
            label={systemText.withSample}
            checked={sample}
            onChange={(event) => set({ sample: event.currentTarget.checked })}
          />
          <Group justify="flex-end">
            {make.isPending && (
              <Text size="sm" role="status">
                {systemText.creating}
              </Text>
            )}
            <Button type="submit" aria-busy={make.isPending}>
              {systemText.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function DeleteTenant({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () => http.delete(`/_/proxy/tenants/${tenant.id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
  const run = (): void => {
    if (typed !== tenant.id || remove.isPending) return
    remove.mutate(undefined, {
      onSuccess: () => {
        notify({ text: systemText.deleted(tenant.id) })
        onClose()
      },
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={systemText.deleteTitle(tenant.name)}
      centered
      closeButtonProps={{ 'aria-label': settingsText.close }}
    >
      <Stack>
        <Text>{systemText.deleteText}</Text>
        {remove.error && <Failure error={remove.error} />}
        <TextInput
          label={systemText.deleteType(tenant.id)}
          value={typed}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {settingsText.cancel}
          </Button>
          <Button color="red" disabled={typed !== tenant.id} onClick={run} aria-busy={remove.isPending}>
            {settingsText.delete}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

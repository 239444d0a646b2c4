import { Anchor, Group, List, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { peopleText } from '#text/settings-people.ts'
import { settingsText } from '#text/settings.ts'
import { http } from '../../../lib/http.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import { Page } from '../../../ui/page.tsx'
import { useRecordForm } from '../../../ui/record-form.ts'
import { SettingsLead } from '../settings-lead.tsx'
import { HeldRoles } from './held-roles.tsx'
import { MatrixTable } from './matrix-table.tsx'
import { useHolders, usePermissions, userName, useSaveRole } from './people-api.ts'
import { expand } from './permission-matrix.ts'
import type { Permission } from './permission-matrix.ts'
import { PermissionPicker, nameOf } from './permission-picker.tsx'
import { ROLE_PATTERNS } from './role-patterns.ts'

/** One role: its name, what it contains, who has it. Sets that ship can be looked at. */
export function RolePage() {
  const { roleId } = useParams({ strict: false }) as { roleId: string }
  const { pattern } = useSearch({ strict: false }) as { pattern?: string }
  const { permissions, byName, error, refetch } = usePermissions()
  if (permissions === undefined) {
    return (
      <Page title={peopleText.rolesTitle} lead={<SettingsLead />}>
        {error && <Failure error={error} retry={() => void refetch()} />}
      </Page>
    )
  }
  const stored = roleId === 'new' ? null : permissions.find(({ id }) => id === roleId)
  if (stored === undefined) return <Page title={peopleText.nothingFound} lead={<SettingsLead />} />
  const start = ROLE_PATTERNS.find(({ id }) => id === pattern)
  const fresh = {
    name: start === undefined ? '' : peopleText.pattern[start.id],
    about: start === undefined ? '' : peopleText.patternAbout[start.id],
    contents: (start?.contents ?? []).filter((name) => byName.has(name)),
  }
  return <RoleForm key={`${roleId} ${pattern}`} {...{ stored, fresh, permissions, byName }} />
}

type RoleRecord = { name: string; about: string; contents: readonly string[] }

type FormProps = {
  stored: Permission | null
  fresh: RoleRecord
  permissions: readonly Permission[]
  byName: ReadonlyMap<string, Permission>
}

function RoleForm({ stored, fresh, permissions, byName }: FormProps) {
  const navigate = useNavigate()
  const save = useSaveRole()
  const id = stored?.id ?? 'new'
  const form = useRecordForm<RoleRecord>({
    stored:
      stored === null
        ? fresh
        : { name: nameOf(stored), about: stored.description ?? '', contents: stored.subPermissions },
    draft: {
      name: `role.${id}`,
      title: stored ? nameOf(stored) : peopleText.newRole,
      address: `/settings/roles/${id}`,
    },
    check: ({ name }): Record<string, string> => (name.trim() === '' ? { name: settingsText.needed } : {}),
  })
  const isFixed = stored !== null && !stored.mutable
  const { name, about, contents } = form.value
  const write = async (): Promise<void> => {
    if (save.isPending || Object.keys(form.checkAll()).length > 0) return
    const body = {
      displayName: name.trim(),
      description: about.trim(),
      subPermissions: contents,
      mutable: true,
    }
    const kept = stored === null ? {} : { id: stored.id, permissionName: stored.permissionName }
    const saved = await save.mutateAsync({ ...kept, ...body, isNew: stored === null })
    form.saved(form.value)
    notify({ text: peopleText.roleSaved(name) })
    if (stored === null) await navigate({ to: `/settings/roles/${saved.id}`, replace: true })
  }
  return (
    <Page title={stored === null ? peopleText.newRole : nameOf(stored)} lead={<SettingsLead />}>
      <Stack>
        {save.error && <Failure error={save.error} />}
        {isFixed ? <Text>{peopleText.shippedLead}</Text> : <Names form={form} />}
        <Title order={2} size="h5">
          {peopleText.contents}
        </Title>
        <HeldRoles
          label={peopleText.contents}
          names={contents}
          byName={byName}
          empty={peopleText.emptyRole}
          removeLabel={peopleText.removeContent}
          onRemove={
            isFixed
              ? null
              : (gone) =>
                  form.set(
                    'contents',
                    contents.filter((one) => one !== gone),
                  )
          }
        />
        {!isFixed && (
          <>
            <PermissionPicker
              label={peopleText.addContent}
              permissions={permissions}
              without={[...contents, stored?.permissionName ?? '']}
              withSingles
              onPick={(added) => form.set('contents', [...contents, added])}
            />
            <Group>
              <AllowedButton
                permission={`perms.permissions.item.${stored === null ? 'post' : 'put'}`}
                disabledReason={stored !== null && form.changed.length === 0 ? settingsText.unsaved(0) : null}
                onClick={() => void write().catch(() => undefined)}
                aria-busy={save.isPending}
              >
                {settingsText.save}
              </AllowedButton>
              {stored && <DeleteRole role={stored} />}
              <Text size="sm" role="status">
                {settingsText.unsaved(form.changed.length)}
              </Text>
            </Group>
          </>
        )}
        {stored && <Holders role={stored} />}
        <Title order={2} size="h5">
          {peopleText.matrix}
        </Title>
        <MatrixTable
          label={peopleText.matrixOf(name)}
          permissions={permissions}
          held={expand(contents, byName)}
          onlyHeld
        />
      </Stack>
    </Page>
  )
}

function Names({ form }: { form: ReturnType<typeof useRecordForm<RoleRecord>> }) {
  const { name, about } = form.value
  return (
    <Group align="flex-start">
      <TextInput
        label={peopleText.roleName}
        value={name}
        required
        w={280}
        error={form.errors.name}
        onBlur={() => form.leave('name')}
        onChange={(event) => form.set('name', event.currentTarget.value)}
      />
      <TextInput
        label={peopleText.roleAbout}
        value={about}
        flex="1 1 20rem"
        maw={480}
        onChange={(event) => form.set('about', event.currentTarget.value)}
      />
    </Group>
  )
}

function Holders({ role }: { role: Permission }) {
  const { data } = useHolders(role.permissionName)
  return (
    <section aria-labelledby="holders">
      <Title order={2} size="h5" id="holders" mb="xs">
        {peopleText.holders}
      </Title>
      {data?.length === 0 && <Text size="sm">{peopleText.noHolders}</Text>}
      <List size="sm">
        {(data ?? []).map((user) => (
          <List.Item key={user.id}>
            <Anchor component={Link} to={`/settings/users/${user.id}/permissions`} size="sm">
              {userName(user)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </section>
  )
}

function DeleteRole({ role }: { role: Permission }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: holders = [] } = useHolders(role.permissionName)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <AllowedButton
        permission="perms.permissions.item.delete"
        variant="subtle"
        color="red"
        onClick={() => setOpen(true)}
      >
        {peopleText.deleteRole}
      </AllowedButton>
      <Confirm
        isOpen={isOpen}
        title={peopleText.deleteRoleTitle(nameOf(role))}
        text={peopleText.deleteRoleText(holders.length)}
        confirm={settingsText.delete}
        isDangerous
        onConfirm={async () => {
          await http.delete(`/perms/permissions/${role.id}`)
          await navigate({ to: '/settings/roles' })
          await client.invalidateQueries({ queryKey: ['perms'] })
          notify({ text: peopleText.roleDeleted(nameOf(role)) })
        }}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

import { Button, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { peopleText } from '#text/settings-people.ts'
import { settingsText } from '#text/settings.ts'
import { ApiError } from '../../../lib/http.ts'
import { http } from '../../../lib/http.ts'
import { useSession } from '../../../lib/session.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Failure } from '../../../ui/failure.tsx'
import type { FieldSection } from '../../../ui/field-spec.ts'
import { FormPage } from '../../../ui/form-page.tsx'
import { notify } from '../../../ui/notices.ts'
import { Page } from '../../../ui/page.tsx'
import { useRecordForm } from '../../../ui/record-form.ts'
import { SettingsLead } from '../settings-lead.tsx'
import { PasswordWindow } from './password-window.tsx'
import {
  saveUser,
  useGroups,
  useIsLastAdministrator,
  useUser,
  userName,
  useUserPoints,
} from './people-api.ts'
import { checkUserRecord, newUser, userRecord, userSections, userToSend } from './user-form.ts'
import type { UserRecord } from './user-form.ts'
import { UserTabs } from './user-tabs.tsx'

/** One person: account, names, service points. */
export function UserPage() {
  const { userId } = useParams({ strict: false }) as { userId: string }
  const id = userId === 'new' ? null : userId
  const user = useUser(id)
  const points = useUserPoints(id)
  const groups = useGroups()
  const error = user.error ?? points.error
  if (error) {
    return (
      <Page title={peopleText.users} lead={<SettingsLead />}>
        <Failure error={error} retry={() => void Promise.all([user.refetch(), points.refetch()])} />
      </Page>
    )
  }
  const stored =
    id === null ? null : user.data && points.data ? userRecord(user.data, points.data) : undefined
  if (stored === undefined || groups.isLoading) {
    return (
      <Page title={peopleText.users} lead={<SettingsLead />}>
        <Skeleton height={300} />
      </Page>
    )
  }
  return <UserForm key={id} stored={stored} sections={userSections(groups.data ?? [])} />
}

function UserForm({ stored, sections }: { stored: UserRecord | null; sections: readonly FieldSection[] }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const isNew = stored === null
  const [start] = useState(() => stored ?? newUser())
  const isLastAdmin = useIsLastAdministrator(stored?.user.id ?? null)
  const name = isNew ? peopleText.newUser : userName(stored.user)
  const form = useRecordForm<UserRecord>({
    stored: start,
    draft: {
      name: `user.${stored?.user.id ?? 'new'}`,
      title: name,
      address: `/settings/users/${stored?.user.id ?? 'new'}`,
    },
    check: (record) => checkUserRecord(record, sections, isLastAdmin),
  })
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const save = async (stays: boolean): Promise<void> => {
    setSaving(true)
    setFailure(null)
    try {
      const user = userToSend(form.value)
      const id = await saveUser(user, form.value.points, isNew)
      form.saved(form.value)
      await client.invalidateQueries({ predicate: ({ queryKey }) => /users/.test(String(queryKey[0])) })
      notify({ text: isNew ? peopleText.created(userName(user)) : peopleText.saved(userName(user)) })
      if (isNew) await navigate({ to: `/settings/users/${id}/permissions` })
      else if (!stays) await navigate({ to: '/settings/users' })
    } catch (error) {
      const taken = takenField(error as Error, sections)
      if (taken === null) setFailure(error as Error)
      else form.setServerErrors(taken)
    } finally {
      setSaving(false)
    }
  }
  return (
    <FormPage
      title={name}
      lead={<SettingsLead />}
      form={form}
      sections={sections}
      permission={isNew ? 'users.item.post' : 'users.item.put'}
      isSaving={isSaving}
      failure={failure}
      isNew={isNew}
      onSave={(stays) => void save(stays)}
      onCancel={() => void navigate({ to: '/settings/users' })}
      {...(stored && { notice: <Acts user={stored.user} isLastAdmin={isLastAdmin} /> })}
    />
  )
}

/** The field whose value somebody else has; the server says it in a sentence of its own for each. */
function takenField(error: Error, sections: readonly FieldSection[]): Record<string, string> | null {
  if (!(error instanceof ApiError)) return null
  const field = ['username', 'barcode', 'externalSystemId'].find((name) =>
    error.problems.some(
      ({ field: at, message }) => at === name || new RegExp(`\\b${name}\\b`, 'i').test(message),
    ),
  )
  const path = `user.${field}`
  const label = sections.flatMap(({ fields }) => fields).find((one) => one.path === path)?.label
  return label === undefined ? null : { [path]: peopleText.taken(label) }
}

function Acts({ user, isLastAdmin }: { user: UserRecord['user']; isLastAdmin: boolean }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { userId: own } = useSession()
  const [open, setOpen] = useState<'password' | 'delete' | null>(null)
  const name = userName(user)
  const remove = async (): Promise<void> => {
    await http.delete(`/bl-users/by-id/${user.id}`)
    await client.invalidateQueries({ predicate: ({ queryKey }) => /users|perms/.test(String(queryKey[0])) })
    notify({ text: peopleText.deletedUser(name) })
    await navigate({ to: '/settings/users' })
  }
  const barrier = user.id === own ? peopleText.ownDelete : isLastAdmin ? peopleText.lastAdmin : null
  return (
    <>
      <UserTabs userId={user.id} current="details">
        <Button variant="default" onClick={() => setOpen('password')}>
          {peopleText.setPassword}
        </Button>
        <AllowedButton
          permission="users-bl.item.delete"
          disabledReason={barrier}
          variant="subtle"
          color="red"
          onClick={() => setOpen('delete')}
        >
          {peopleText.deleteUser}
        </AllowedButton>
      </UserTabs>
      {open === 'password' && <PasswordWindow user={user} onClose={() => setOpen(null)} />}
      <Confirm
        isOpen={open === 'delete'}
        title={peopleText.deleteTitle(name)}
        text={peopleText.deleteText}
        confirm={settingsText.delete}
        isDangerous
        onConfirm={remove}
        onClose={() => setOpen(null)}
      />
    </>
  )
}

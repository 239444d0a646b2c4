import { Button, Checkbox, Group, Modal, Select, Stack, TextInput, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bulkEditRulesText as words } from '#text/bulk-edit-rules.ts'
import { shellText } from '#text/shell.ts'
import { http } from '../../../lib/http.ts'
import { useMay } from '../../../lib/session.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import type { Operation } from '../api.ts'
import { isForEntity, profileKey, useProfiles } from './api.ts'
import type { Profile } from './api.ts'
import { marcDetailsOf } from './marc-draft.ts'
import type { MarcDraft } from './marc-draft.ts'
import { detailsOf } from './rule-draft.ts'
import type { RuleDraft } from './rule-draft.ts'

type ChoiceProps = { operation: Operation; onChoose: (profile: Profile) => void }

/** Saved rules to start from; nothing where there are none for such records. */
export function ProfileChoice({ operation, onChoose }: ChoiceProps) {
  const { data = [] } = useProfiles(useMay('bulk-operations.profiles.collection.get'))
  const fitting = data.filter((profile) => isForEntity(profile, operation.entityType))
  if (fitting.length === 0) return null
  return (
    <Select
      label={words.loadProfile}
      description={words.loadProfileHint}
      searchable
      value={null}
      data={fitting.map(({ id, name, locked }) => ({ value: id, label: locked ? words.locked(name) : name }))}
      onChange={(id) => {
        const profile = fitting.find((one) => one.id === id)
        if (profile) onChoose(profile)
      }}
    />
  )
}

type SaveProps = {
  operation: Operation
  rules: readonly RuleDraft[]
  marcRules: readonly MarcDraft[]
  isWhole: boolean
}

/** Keeps the rules under a name. */
export function SaveProfile({ operation, rules, marcRules, isWhole }: SaveProps) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <AllowedButton
        permission="bulk-operations.profiles.item.post"
        variant="default"
        disabledReason={isWhole && rules.length + marcRules.length > 0 ? null : words.nothing}
        onClick={open}
      >
        {words.saveProfile}
      </AllowedButton>
      <Modal
        opened={isOpen}
        onClose={close}
        title={words.saveProfile}
        closeButtonProps={{ 'aria-label': shellText.close }}
      >
        <ProfileForm operation={operation} rules={rules} marcRules={marcRules} onClose={close} />
      </Modal>
    </>
  )
}

type FormProps = Omit<SaveProps, 'isWhole'> & { onClose: () => void }

function ProfileForm({ operation, rules, marcRules, onClose }: FormProps) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [isLocked, setLocked] = useState(false)
  const mayLock = useMay('bulk-operations.profiles.item.lock.execute')
  const client = useQueryClient()
  const { entityType } = operation
  const save = useMutation({
    mutationFn: () =>
      http.post<Profile>('/bulk-operations/profiles', {
        name: name.trim(),
        description,
        locked: isLocked,
        entityType: marcRules.length > 0 ? 'INSTANCE_MARC' : entityType,
        ruleDetails: rules.map((rule) => detailsOf(entityType, rule)),
        marcRuleDetails: marcRules.map(marcDetailsOf),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: profileKey })
      notify({ text: words.saved(name.trim()) })
      onClose()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') save.mutate()
      }}
    >
      <Stack>
        <TextInput
          label={words.profileName}
          required
          maxLength={255}
          value={name}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={words.profileDescription}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {mayLock && (
          <Checkbox
            label={words.profileLocked}
            checked={isLocked}
            onChange={(event) => setLocked(event.currentTarget.checked)}
          />
        )}
        {save.error && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {shellText.cancel}
          </Button>
          <Button type="submit">{words.save}</Button>
        </Group>
      </Stack>
    </form>
  )
}

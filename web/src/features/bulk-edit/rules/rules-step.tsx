import { Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { bulkEditText } from '#text/bulk-edit.ts'
import { bulkEditRulesText as words } from '#text/bulk-edit-rules.ts'
import { shellText } from '#text/shell.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { dropDraft } from '../../../ui/draft.ts'
import { Failure } from '../../../ui/failure.tsx'
import { keys } from '../api.ts'
import type { Operation } from '../api.ts'
import { RIGHTS } from '../permissions.ts'
import type { OperationSearch } from '../routes.tsx'
import { DeleteUsers } from '../users/delete-users.tsx'
import { EditAsFile } from '../users/edit-as-file.tsx'
import { applyRules, useProfiles, useStoredRules } from './api.ts'
import { marcDraftsOf, marcFaultOf } from './marc-draft.ts'
import { MarcRuleList } from './marc-rule-list.tsx'
import { ProfileChoice, SaveProfile } from './profile-choice.tsx'
import { draftsOf, lackOf } from './rule-draft.ts'
import { RuleList } from './rule-list.tsx'
import { draftName, firstRules, rulesOfProfile, useRules } from './use-rules.ts'
import type { Rules } from './use-rules.ts'

/** Step 2: what to change. The rules begin as they were left on this computer, or as the server has them. */
export function RulesStep({ operation }: { operation: Operation }) {
  const { profile: wanted, again }: OperationSearch = useSearch({ strict: false })
  const own = useStoredRules(operation.id)
  const earlier = useStoredRules(again ?? operation.id)
  const { error, refetch } = own
  const isEmpty = own.data?.bulkOperationRules.length === 0 && own.data.bulkOperationMarcRules.length === 0
  const data = own.data === undefined || !isEmpty ? own.data : earlier.data
  const profiles = useProfiles(wanted !== undefined)
  const first = useMemo(() => {
    if (data === undefined || (wanted !== undefined && profiles.isLoading)) return null
    const stored = {
      rules: draftsOf(
        operation.entityType,
        data.bulkOperationRules.map(({ rule_details: details }) => details),
      ),
      marcRules: marcDraftsOf(data.bulkOperationMarcRules),
    }
    return firstRules(
      operation,
      stored,
      profiles.data?.find(({ id }) => id === wanted),
    )
    // The first rules of a form stay what they were, whatever the server says later.
  }, [data === undefined, profiles.isLoading, operation.id])
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (first === null) return <Text>{shellText.loading}</Text>
  return (
    <>
      <RulesForm key={operation.id} operation={operation} first={first} />
      {operation.entityType === 'USER' && (
        <>
          <EditAsFile operation={operation} />
          <DeleteUsers operation={operation} />
        </>
      )}
    </>
  )
}

function RulesForm({ operation, first }: { operation: Operation; first: Rules }) {
  const [value, setValue] = useRules(operation, first)
  const [isChecked, setChecked] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { rules, marcRules } = value
  const isInstances = operation.entityType === 'INSTANCE' || operation.entityType === 'INSTANCE_MARC'
  const filled = isInstances && marcRules.length > 0 ? rules.filter(({ option }) => option !== '') : rules
  const incomplete = filled.findIndex((rule) => lackOf(operation.entityType, rule) !== null)
  const send = useMutation({
    mutationFn: () => applyRules(operation, filled, marcRules),
    onSuccess: async (started) => {
      dropDraft(draftName(operation.id))
      client.removeQueries({ queryKey: [...keys.one(operation.id), 'changes'] })
      client.setQueryData(keys.one(operation.id), started)
      await navigate({ to: `/bulk-edit/${operation.id}/review` })
    },
  })
  const review = (): void => {
    setChecked(true)
    const isWhole = incomplete < 0 && marcRules.every((rule) => marcFaultOf(rule) === null)
    if (isWhole && filled.length + marcRules.length > 0 && !send.isPending) send.mutate()
  }
  return (
    <Stack
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) review()
      }}
    >
      <Group justify="space-between" align="flex-end">
        <Text>{words.title(bulkEditText.countOf(operation.matchedNumOfRecords, operation.entityType))}</Text>
        <ProfileChoice operation={operation} onChoose={(profile) => setValue(rulesOfProfile(profile))} />
      </Group>
      <RuleList
        operation={operation}
        rules={rules}
        isChecked={isChecked}
        onChange={(next) => setValue((old) => ({ ...old, rules: next(old.rules) }))}
      />
      {isInstances && (
        <MarcRuleList
          rules={marcRules}
          isChecked={isChecked}
          onChange={(next) => setValue((old) => ({ ...old, marcRules: next(old.marcRules) }))}
        />
      )}
      {isChecked && incomplete >= 0 && (
        <Text role="alert" c="var(--mantine-color-error)">
          {words.incomplete(incomplete + 1)}
        </Text>
      )}
      {send.error && <Failure error={send.error} retry={review} />}
      <Group>
        <AllowedButton
          permission={[
            'bulk-operations.item.content-update.post',
            'bulk-operations.item.start.post',
            ...RIGHTS[operation.entityType].edit,
          ]}
          disabledReason={filled.length + marcRules.length === 0 ? words.nothing : null}
          onClick={review}
          aria-busy={send.isPending}
        >
          {send.isPending ? words.reviewing : words.review}
        </AllowedButton>
        <SaveProfile operation={operation} rules={filled} marcRules={marcRules} isWhole={incomplete < 0} />
      </Group>
    </Stack>
  )
}

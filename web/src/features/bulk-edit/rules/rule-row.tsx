import { ActionIcon, Checkbox, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { bulkEditRulesText as words } from '#text/bulk-edit-rules.ts'
import { ReferenceSelect } from '../../../ui/reference-select.tsx'
import type { Operation } from '../api.ts'
import { PresentValues, useValuesOfRule } from './present-values.tsx'
import { CATALOGUE, actionOf, optionOf } from './rule-catalogue.ts'
import { lackOf } from './rule-draft.ts'
import type { Conflict, RuleDraft } from './rule-draft.ts'
import { possibleStatuses } from './rule-effect.ts'
import { RuleValue } from './rule-value.tsx'

export type RuleRowProps = {
  operation: Operation
  rule: RuleDraft
  /** Its place, the first being 1, and how many there are. */
  number: number
  of: number
  conflict: { kind: Conflict; with: number } | undefined
  /** True once the person wanted to go on: then what is missing is said. */
  isChecked: boolean
  onChange: (rule: RuleDraft) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onAdd: () => void
}

/** One rule as a sentence: property, what to do, value; below it what the records say now. */
export function RuleRow(props: RuleRowProps) {
  const { operation, rule, number, conflict, isChecked, onMove, onRemove } = props
  const values = useValuesOfRule(operation, rule)
  const lack = isChecked ? lackOf(operation.entityType, rule) : null
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || !['ArrowUp', 'ArrowDown', 'Delete'].includes(event.key)) return
    event.preventDefault()
    if (event.key === 'Delete') onRemove()
    else onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <Paper
      withBorder
      p="sm"
      role="group"
      aria-label={words.rule(number, words.option[rule.option] ?? '')}
      onKeyDown={onKeyDown}
    >
      <Stack gap="xs">
        <Group align="flex-start" wrap="nowrap" justify="space-between">
          <RuleSentence {...props} lack={lack} statuses={values.data ? possibleStatuses(values.data) : []} />
          <RuleButtons {...props} />
        </Group>
        <RuleFlags {...props} />
        <PresentValues rule={rule} query={values} />
        {conflict && (
          <Text size="sm" role="note" fw={600} c="var(--mantine-color-error)">
            {words.conflict[conflict.kind](conflict.with)}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

type SentenceProps = RuleRowProps & {
  lack: keyof typeof words.lack | null
  statuses: readonly string[]
}

function RuleSentence({ operation, rule, onChange, onAdd, lack, statuses }: SentenceProps) {
  const { entityType: entity } = operation
  const option = optionOf(entity, rule.option)
  const action = actionOf(entity, rule.option, rule.action)
  const errorOf = (part: keyof typeof words.lack): string | null => (lack === part ? words.lack[part] : null)
  const shared = { entity, noteTypes: option?.noteTypes?.list, statuses, onEnter: onAdd }
  return (
    <Group align="flex-start" gap="xs">
      <Select
        label={words.property}
        placeholder={words.lack.option}
        searchable
        w={220}
        data={CATALOGUE[entity].map((one) => ({ value: one.option, label: words.option[one.option]! }))}
        value={rule.option === '' ? null : rule.option}
        error={errorOf('option')}
        onChange={(chosen) => onChange(withOption(operation, rule, chosen ?? ''))}
      />
      {option?.noteTypes && (
        <ReferenceSelect
          label={words.noteType}
          w={200}
          list={option.noteTypes.list}
          value={rule.noteTypeId === '' ? null : rule.noteTypeId}
          error={errorOf('noteType')}
          onChange={(id) => onChange({ ...rule, noteTypeId: id ?? '' })}
        />
      )}
      {option && (
        <Select
          label={words.does}
          w={190}
          allowDeselect={false}
          data={option.actions.map(({ type }) => ({ value: type, label: words.action[type]! }))}
          value={rule.action === '' ? null : rule.action}
          error={errorOf('action')}
          onChange={(type) => onChange({ ...rule, action: type ?? '', initial: '', updated: '', flags: {} })}
        />
      )}
      {action?.initial && (
        <RuleValue
          {...shared}
          control={action.initial}
          label={words.find}
          description={action.initial.kind === 'text' ? words.findHint : undefined}
          value={rule.initial}
          error={errorOf('initial')}
          onChange={(initial) => onChange({ ...rule, initial })}
        />
      )}
      {action?.updated && (
        <RuleValue
          {...shared}
          control={action.updated}
          label={labelOf(action.updated.kind, action.initial !== undefined)}
          value={rule.updated}
          error={errorOf('updated')}
          onChange={(updated) => onChange({ ...rule, updated })}
        />
      )}
    </Group>
  )
}

function labelOf(kind: string, isReplacement: boolean): string {
  if (isReplacement) return words.replacement
  if (kind === 'note-kind') return words.newKind
  if (kind === 'list-many') return words.codes
  if (kind === 'date') return words.day
  return kind === 'text' ? words.note : words.value
}

/** The rule for another property; an only action is chosen at once. */
function withOption({ entityType }: Operation, rule: RuleDraft, option: string): RuleDraft {
  const actions = optionOf(entityType, option)?.actions ?? []
  return {
    ...rule,
    option,
    noteTypeId: '',
    action:
      actions.some(({ type }) => type === 'REPLACE_WITH') && !option.startsWith('ELECTRONIC')
        ? 'REPLACE_WITH'
        : actions.length === 1
          ? actions[0]!.type
          : '',
    initial: '',
    updated: '',
    flags: {},
  }
}

function RuleFlags({ operation, rule, onChange }: RuleRowProps) {
  const flags = actionOf(operation.entityType, rule.option, rule.action)?.flags ?? []
  if (flags.length === 0) return null
  return (
    <Group>
      {flags.map((flag) => (
        <Checkbox
          key={flag}
          label={words.flag[flag]}
          checked={rule.flags[flag] === true}
          onChange={(event) =>
            onChange({ ...rule, flags: { ...rule.flags, [flag]: event.currentTarget.checked } })
          }
        />
      ))}
    </Group>
  )
}

function RuleButtons({ number, of, onMove, onRemove }: RuleRowProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        aria-label={words.up(number)}
        disabled={number === 1}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={words.down(number)}
        disabled={number === of}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={18} />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" aria-label={words.remove(number)} onClick={onRemove}>
        <IconTrash size={18} />
      </ActionIcon>
    </Group>
  )
}

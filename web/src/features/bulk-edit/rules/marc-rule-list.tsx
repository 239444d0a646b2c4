import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Paper,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { bulkEditRulesText } from '#text/bulk-edit-rules.ts'
import { MARC_ACTIONS, asksOf, marcFaultOf, newMarcRule } from './marc-draft.ts'
import type { MarcAction, MarcDraft } from './marc-draft.ts'

const words = bulkEditRulesText.marc

type ListProps = {
  rules: readonly MarcDraft[]
  isChecked: boolean
  onChange: (next: (rules: readonly MarcDraft[]) => readonly MarcDraft[]) => void
}

/** Rules for fields of the MARC records of instances. */
export function MarcRuleList({ rules, isChecked, onChange }: ListProps) {
  return (
    <Stack gap="sm" component="section" aria-labelledby="marc-rules">
      <Title order={2} size="h4" id="marc-rules">
        {words.title}
      </Title>
      {rules.length === 0 && <Text size="sm">{words.none}</Text>}
      {rules.map((rule, at) => (
        <MarcRuleRow
          key={rule.key}
          rule={rule}
          number={at + 1}
          isChecked={isChecked}
          onChange={(next) => onChange((old) => old.map((one) => (one.key === rule.key ? next : one)))}
          onRemove={() => onChange((old) => old.filter(({ key }) => key !== rule.key))}
        />
      ))}
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange((old) => [...old, newMarcRule()])}
        >
          {words.add}
        </Button>
        {rules.length > 0 && (
          <Text size="sm" c="dimmed">
            {words.note}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

type RowProps = {
  rule: MarcDraft
  number: number
  isChecked: boolean
  onChange: (rule: MarcDraft) => void
  onRemove: () => void
}

function MarcRuleRow({ rule, number, isChecked, onChange, onRemove }: RowProps) {
  const fault = isChecked ? marcFaultOf(rule) : null
  const asks = asksOf(rule.action)
  const text = (part: 'tag' | 'ind1' | 'ind2' | 'subfield' | 'newSubfield' | 'find' | 'text') => ({
    value: rule[part],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...rule, [part]: event.currentTarget.value }),
  })
  return (
    <Paper withBorder p="sm" role="group" aria-label={words.rule(number, rule.tag)}>
      <Group align="flex-start" justify="space-between" wrap="nowrap">
        <Group align="flex-start" gap="xs">
          <TextInput label={words.tag} w={64} maxLength={3} {...text('tag')} />
          <TextInput label={words.ind1} w={64} maxLength={1} {...text('ind1')} />
          <TextInput label={words.ind2} w={64} maxLength={1} {...text('ind2')} />
          <TextInput label={words.subfield} w={80} maxLength={1} {...text('subfield')} />
          <Select
            label={words.does}
            w={260}
            allowDeselect={false}
            data={MARC_ACTIONS.map((value) => ({ value, label: words.action[value] }))}
            value={rule.action === '' ? null : rule.action}
            onChange={(action) => onChange({ ...rule, action: (action ?? '') as MarcAction | '' })}
          />
          {asks.find && <TextInput label={words.find} w={200} {...text('find')} />}
          {asks.newSubfield && (
            <TextInput label={words.newSubfield} w={110} maxLength={1} {...text('newSubfield')} />
          )}
          {asks.text && <TextInput label={words.text} w={200} {...text('text')} />}
        </Group>
        <ActionIcon variant="subtle" color="red" aria-label={words.remove(number)} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      <Group mt="xs">
        <Checkbox
          label={words.override}
          checked={rule.overridesProtection}
          onChange={(event) => onChange({ ...rule, overridesProtection: event.currentTarget.checked })}
        />
        <Text size="sm" c="dimmed">
          {words.indHint}
        </Text>
      </Group>
      {fault && (
        <Text size="sm" role="alert" mt="xs" c="var(--mantine-color-error)">
          {words.fault[fault]}
        </Text>
      )}
    </Paper>
  )
}

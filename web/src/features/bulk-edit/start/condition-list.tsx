import { ActionIcon, Button, Fieldset, Group, Select, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { bulkEditSearchText as words } from '#text/bulk-edit-search.ts'
import { newCondition, operatorsOf } from './fql.ts'
import type { ConditionDraft, Operator, QueryField } from './fql.ts'

type Props = {
  fields: readonly QueryField[]
  conditions: readonly ConditionDraft[]
  onChange: (conditions: readonly ConditionDraft[]) => void
}

/** Conditions that must all hold, a line each. */
export function ConditionList({ fields, conditions, onChange }: Props) {
  const set = (at: number, condition: ConditionDraft): void => onChange(conditions.with(at, condition))
  return (
    <Fieldset legend={words.conditions}>
      <Stack gap="sm">
        {conditions.map((condition, at) => (
          <ConditionRow
            key={condition.key}
            fields={fields}
            condition={condition}
            number={at + 1}
            onChange={(next) => set(at, next)}
            onRemove={conditions.length > 1 ? () => onChange(conditions.toSpliced(at, 1)) : null}
          />
        ))}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={16} />}
            onClick={() => onChange([...conditions, newCondition()])}
          >
            {words.add}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}

type RowProps = {
  fields: readonly QueryField[]
  condition: ConditionDraft
  number: number
  onChange: (condition: ConditionDraft) => void
  onRemove: (() => void) | null
}

function ConditionRow({ fields, condition, number, onChange, onRemove }: RowProps) {
  const field = fields.find(({ name }) => name === condition.field)
  return (
    <Group align="flex-end" gap="xs" role="group" aria-label={words.condition(number)}>
      <Select
        label={words.field}
        searchable
        w={240}
        limit={100}
        data={fields.map(({ name, label }) => ({ value: name, label }))}
        value={condition.field || null}
        onChange={(name) => {
          const chosen = fields.find((one) => one.name === name)
          onChange({
            ...condition,
            field: name ?? '',
            operator: chosen ? operatorsOf(chosen.kind)[0]! : '$eq',
            value: '',
          })
        }}
      />
      {field && (
        <Select
          label={words.operator}
          w={150}
          allowDeselect={false}
          data={operatorsOf(field.kind).map((value) => ({ value, label: words.operators[value] }))}
          value={condition.operator}
          onChange={(operator) => onChange({ ...condition, operator: operator as Operator })}
        />
      )}
      {field && condition.operator !== 'empty' && condition.operator !== 'filled' && (
        <ConditionValue
          field={field}
          value={condition.value}
          onChange={(value) => onChange({ ...condition, value })}
        />
      )}
      {onRemove && (
        <ActionIcon variant="subtle" color="red" aria-label={words.remove(number)} onClick={onRemove} mb={4}>
          <IconTrash size={18} />
        </ActionIcon>
      )}
    </Group>
  )
}

type ValueProps = { field: QueryField; value: string; onChange: (value: string) => void }

function ConditionValue({ field, value, onChange }: ValueProps) {
  if (field.kind === 'choice' || field.kind === 'yes-no') {
    const yesNo = [
      { value: 'true', label: words.yes },
      { value: 'false', label: words.no },
    ]
    return (
      <Select
        label={words.value}
        searchable
        w={200}
        data={field.kind === 'yes-no' ? yesNo : field.values.map((one) => ({ ...one }))}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  }
  return (
    <TextInput
      label={words.value}
      w={200}
      type={field.kind === 'date' ? 'date' : field.kind === 'number' ? 'number' : 'text'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

import { ActionIcon, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { importProfilesText as words } from '#text/import-profiles.ts'
import { profileText } from '#text/import-steps.ts'
import { useReferenceList } from '../../lib/reference-lists.ts'
import type { ReferenceListName } from '../../lib/reference-lists.ts'
import { expressionFault } from './check-tree.ts'
import { TARGET_FIELDS, isUsed, newRule, ruleValue, withValue } from './mapping-fields.ts'
import type { MappingRule } from './types.ts'

type Props = {
  record: string
  rules: readonly MappingRule[]
  isReadOnly: boolean
  onChange: (rules: MappingRule[]) => void
}

/** The fields that a mapping fills, each with its value rule; others are added from a list. */
export function MappingRows({ record, rules, isReadOnly, onChange }: Props) {
  const fields = TARGET_FIELDS[record] ?? []
  // Profiles list every field that there is; those without a value are of interest only once they are added here.
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const shown = rules.filter((rule) => hasValue(rule) || added.has(rule.path ?? ''))
  const used = new Set(shown.map(({ path }) => path))
  const set = (path: string | undefined, change: (rule: MappingRule) => MappingRule) =>
    onChange(rules.map((rule) => (rule.path === path ? change(rule) : rule)))
  const add = (path: string | null) => {
    const field = fields.find((one) => one.path === path)
    if (field === undefined) return
    setAdded((old) => new Set(old).add(field.path))
    onChange([...rules.filter((rule) => rule.path !== path), newRule(field)])
    focusSoon(fieldInputId(field.path))
  }
  return (
    <Fieldset legend={words.mapping} p="sm" disabled={isReadOnly}>
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {words.mappingHint}
        </Text>
        {shown.length === 0 && <Text size="sm">{words.noFields}</Text>}
        {shown.map((rule) => (
          <Row
            key={rule.path}
            rule={rule}
            list={fields.find(({ path }) => path === rule.path)?.list}
            onChange={(value) => set(rule.path, (old) => withValue(old, value))}
            onRemove={() => onChange(rules.filter(({ path }) => path !== rule.path))}
          />
        ))}
        <Select
          label={words.addField}
          searchable
          value={null}
          data={fields
            .filter(({ path }) => !used.has(path))
            .map(({ path }) => ({ value: path, label: profileText.property(path) }))}
          onChange={add}
          maw={360}
        />
      </Stack>
    </Fieldset>
  )
}

const hasValue = (rule: MappingRule) => isUsed(rule) && ruleValue(rule) !== ''

const fieldInputId = (path: string) => `map-${path.replaceAll(/\W/g, '-')}`

/** Puts the focus into a field once it is drawn. */
function focusSoon(id: string, tries = 30): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(id)
    if (element !== null) element.focus()
    else if (tries > 0) focusSoon(id, tries - 1)
  })
}

type RowProps = {
  rule: MappingRule
  list: ReferenceListName | undefined
  onChange: (value: string) => void
  onRemove: () => void
}

function Row({ rule, list, onChange, onRemove }: RowProps) {
  const path = rule.path ?? rule.name
  const label = profileText.property(path)
  const value = ruleValue(rule)
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      {value === null ? (
        <Stack gap={0} flex={1}>
          <Text size="sm" fw={500}>
            {label}
          </Text>
          <Text size="sm" c="dimmed">
            {words.repeatedField}
          </Text>
        </Stack>
      ) : (
        <TextInput
          id={fieldInputId(path)}
          label={label}
          value={value}
          flex={1}
          spellCheck={false}
          {...(list !== undefined && { description: <ListHint list={list} /> })}
          error={expressionFault(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
          styles={{ input: { fontFamily: 'monospace' } }}
        />
      )}
      <ActionIcon variant="subtle" mt={26} aria-label={words.removeField(label)} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** The first values that a reference field takes. */
function ListHint({ list }: { list: ReferenceListName }) {
  const { entries } = useReferenceList(list)
  const some = entries.slice(0, 3).map(({ name, code }) => `"${code ?? name}"`)
  return <>{words.listHint(`${some.join(', ')}${entries.length > 3 ? '…' : ''}`)}</>
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { bulkEditRulesText as words } from '#text/bulk-edit-rules.ts'
import { notify } from '../../../ui/notices.ts'
import type { Operation } from '../api.ts'
import { moved } from './move-in-list.ts'
import { conflictsOf, newRule } from './rule-draft.ts'
import type { RuleDraft } from './rule-draft.ts'
import { RuleRow } from './rule-row.tsx'

type Props = {
  operation: Operation
  rules: readonly RuleDraft[]
  isChecked: boolean
  onChange: (next: (rules: readonly RuleDraft[]) => readonly RuleDraft[]) => void
}

/** The rules in their order; one that is removed can be put back. */
export function RuleList({ operation, rules, isChecked, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const conflicts = conflictsOf(rules)
  const focusRule = (at: number): void => {
    setTimeout(() => {
      const groups = box.current?.querySelectorAll<HTMLElement>('[role=group]')
      groups?.[Math.min(at, groups.length - 1)]?.querySelector('input')?.focus()
    })
  }
  const add = (): void => {
    onChange((old) => [...old, newRule()])
    focusRule(rules.length)
  }
  const remove = (rule: RuleDraft, at: number): void => {
    onChange((old) => old.filter(({ key }) => key !== rule.key))
    focusRule(at)
    notify({
      text: words.removed,
      kind: 'news',
      action: { label: words.putBack, run: () => onChange((old) => old.toSpliced(at, 0, rule)) },
    })
  }
  return (
    <Stack gap="sm" ref={box}>
      {rules.map((rule, at) => (
        <RuleRow
          key={rule.key}
          operation={operation}
          rule={rule}
          number={at + 1}
          of={rules.length}
          conflict={conflicts.get(rule.key)}
          isChecked={isChecked}
          onChange={(next) => onChange((old) => old.map((one) => (one.key === rule.key ? next : one)))}
          onMove={(by) => {
            onChange((old) => moved(old, at, by))
            focusRule(at + by)
          }}
          onRemove={() => remove(rule, at)}
          onAdd={add}
        />
      ))}
      <Group gap="xs">
        <Button variant="default" size="compact-sm" leftSection={<IconPlus size={16} />} onClick={add}>
          {words.add}
        </Button>
        {rules.length > 1 && (
          <Text size="sm" c="dimmed">
            {words.addHint}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

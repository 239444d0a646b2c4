import { Button, Group, Paper, Stack, Tabs, Textarea, Title } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { mappingText } from '#text/settings-mapping.ts'
import { notify } from '../../../ui/notices.ts'
import type { RulesView } from './mapping-api.ts'
import { PartForm } from './part-form.tsx'
import { partsOf, withPart } from './rules.ts'
import type { MappingRule, PlacedRule } from './rules.ts'

type Props = {
  placed: PlacedRule
  view: RulesView
  /** All rules of the tag as they would be. */
  tagRules: readonly MappingRule[]
  onChange: (tag: string, rules: readonly MappingRule[]) => void
  onClose: () => void
}

/** One rule as a form and as JSON; what is typed in one is in the other at once. */
export function RuleEditor({ placed, view, tagRules, onChange, onClose }: Props) {
  const { path, tag, index, rule } = placed
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const replace = (next: MappingRule): void => {
    onChange(
      tag,
      tagRules.map((one, at) => (at === index ? next : one)),
    )
  }
  const close = (): void => {
    onClose()
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-rule="${path}"]`)?.focus())
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="rule-title">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5" id="rule-title" ref={heading} tabIndex={-1}>
            {mappingText.editTitle(path)}
          </Title>
          <Button size="compact-sm" variant="default" onClick={close}>
            {mappingText.closeRule}
          </Button>
        </Group>
        <Tabs defaultValue="form" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="form">{mappingText.asForm}</Tabs.Tab>
            <Tabs.Tab value="json">{mappingText.asJson}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="form" pt="sm">
            <Parts rule={rule} view={view} onChange={replace} />
          </Tabs.Panel>
          <Tabs.Panel value="json" pt="sm">
            <JsonRule rule={rule} onChange={replace} />
          </Tabs.Panel>
        </Tabs>
        <Group>
          <Button
            variant="subtle"
            color="red"
            onClick={() => {
              onChange(tag, tagRules.toSpliced(index, 1))
              notify({ text: mappingText.ruleRemoved(tag), kind: 'news' })
              onClose()
            }}
          >
            {mappingText.removeRule}
          </Button>
          <Button variant="default" onClick={() => onChange(tag, view.defaultRules[tag] ?? [])}>
            {mappingText.resetTag(tag)}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

type PartsProps = { rule: MappingRule; view: RulesView; onChange: (rule: MappingRule) => void }

function Parts({ rule, view, onChange }: PartsProps) {
  const parts = partsOf(rule)
  const base = (parts[0]?.target ?? '').split('.')[0]
  const add = (): void => {
    const target = view.targets.find((one) => one.startsWith(`${base}.`)) ?? view.targets[0] ?? ''
    onChange({ ...rule, entity: [...(rule.entity ?? []), { target, subfield: ['a'] }] })
  }
  return (
    <Stack gap="md">
      {parts.map((part, at) => (
        <PartForm
          // Parts have no names of their own.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          number={rule.entity === undefined ? null : at + 1}
          part={part}
          view={view}
          onChange={(next) => onChange(withPart(rule, at, next))}
          onRemove={parts.length > 1 ? () => onChange(withPart(rule, at, null)) : null}
        />
      ))}
      {rule.entity !== undefined && (
        <Button variant="default" size="compact-sm" w="fit-content" onClick={add}>
          {mappingText.addPart}
        </Button>
      )}
    </Stack>
  )
}

/** The rule as text. Tab types a tab stop only until Escape was pressed: then it leaves the field. */
function JsonRule({ rule, onChange }: { rule: MappingRule; onChange: (rule: MappingRule) => void }) {
  const stored = JSON.stringify(rule, null, 2)
  const [text, setText] = useState(stored)
  const [fault, setFault] = useState<string | null>(null)
  const [leaves, setLeaves] = useState(false)
  const type = (next: string): void => {
    setText(next)
    try {
      const read = JSON.parse(next) as unknown
      if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new Error('{ … }')
      setFault(null)
      onChange(read as MappingRule)
    } catch (error) {
      setFault(mappingText.jsonWrong((error as Error).message))
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') setLeaves(true)
    else if (event.key === 'Tab' && !leaves && !event.shiftKey) {
      event.preventDefault()
      const { selectionStart, selectionEnd } = event.currentTarget
      event.currentTarget.setRangeText('  ', selectionStart, selectionEnd, 'end')
      type(event.currentTarget.value)
    } else if (event.key !== 'Tab') setLeaves(false)
  }
  return (
    <Textarea
      label={mappingText.jsonLabel}
      description={mappingText.jsonHint}
      value={text}
      autosize
      minRows={8}
      maxRows={24}
      error={fault}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      onKeyDown={onKeyDown}
      onBlur={() => setLeaves(false)}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

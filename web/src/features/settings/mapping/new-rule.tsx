import { Button, Group, Popover, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { mappingText } from '#text/settings-mapping.ts'
import { settingsText } from '#text/settings.ts'
import type { RecordForm } from '../../../ui/record-form.ts'
import type { RulesView } from './mapping-api.ts'
import type { Edits } from './rules.ts'

/** Begins a rule for a tag; the rule is opened in the editor. */
export function NewRule({ form, view }: { form: RecordForm<Edits>; view: RulesView }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [tag, setTag] = useState('')
  const [isWrong, setWrong] = useState(false)
  const add = (event: FormEvent): void => {
    event.preventDefault()
    if (!/^(?:LDR|[0-9A-Za-z]{3})$/.test(tag)) {
      setWrong(true)
      return
    }
    const list = form.value.edits[tag] ?? view.rules[tag] ?? []
    const target = view.targets.includes('notes.note') ? 'notes.note' : (view.targets[0] ?? '')
    const part = { target, subfield: ['a'], applyRulesOnConcatenatedData: true }
    form.set('edits', { ...form.value.edits, [tag]: [...list, { entity: [part] }] })
    setOpen(false)
    setTag('')
    void navigate({ to: '.', search: { find: tag, rule: `${tag}[${list.length}]` }, replace: true })
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withArrow>
      <Popover.Target>
        <Button variant="default" onClick={() => setOpen(!isOpen)}>
          {mappingText.newRule}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={mappingText.newRule}>
        <form onSubmit={add}>
          <Group align="flex-start">
            <TextInput
              label={mappingText.newRuleTag}
              value={tag}
              maxLength={3}
              w={180}
              error={isWrong ? mappingText.tagWrong : undefined}
              onChange={(event) => {
                setTag(event.currentTarget.value)
                setWrong(false)
              }}
            />
            <Button type="submit" mt={24}>
              {settingsText.add}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

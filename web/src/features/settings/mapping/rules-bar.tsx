import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { mappingText } from '#text/settings-mapping.ts'
import { settingsText } from '#text/settings.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { LineDiff } from '../../../ui/diff.tsx'
import { notify } from '../../../ui/notices.ts'
import type { RecordForm } from '../../../ui/record-form.ts'
import { useRestoreRules, useSaveRules } from './mapping-api.ts'
import type { RuleProblem, RulesView } from './mapping-api.ts'
import { NewRule } from './new-rule.tsx'
import { editedLines, isChangedRule, placedRules } from './rules.ts'
import type { Edits, MappingRules, RuleType } from './rules.ts'

type Props = {
  type: RuleType
  view: RulesView
  form: RecordForm<Edits>
  rules: MappingRules
  problems: readonly RuleProblem[]
}

/** What can be done with the rules as a whole: save after a look at the difference, restore, export. */
export function RulesBar({ type, view, form, rules, problems }: Props) {
  const save = useSaveRules(type)
  const restore = useRestoreRules(type)
  const [open, setOpen] = useState<'save' | 'restore' | null>(null)
  const tags = Object.keys(form.value.edits).length
  const changed = placedRules(view.rules).filter((one) => isChangedRule(one, view.defaultRules)).length
  const lines = editedLines(view.rules, form.value.edits)
  const [first] = problems
  const fault = first === undefined ? null : mappingText.problem(first.path, first.message)
  return (
    <Group>
      <AllowedButton
        permission="mapping-rules.update"
        disabledReason={tags === 0 ? mappingText.noChanges : fault}
        onClick={() => setOpen('save')}
      >
        {mappingText.save}
      </AllowedButton>
      {tags > 0 && (
        <Button variant="default" onClick={form.discard}>
          {mappingText.discard}
        </Button>
      )}
      <NewRule form={form} view={view} />
      <Button
        variant="default"
        onClick={() =>
          saveBlob(
            new Blob([JSON.stringify(rules, null, 2)], { type: 'application/json' }),
            `${type}-rules.json`,
          )
        }
      >
        {mappingText.export}
      </Button>
      <AllowedButton
        variant="default"
        permission="mapping-rules.restore"
        disabledReason={changed === 0 ? mappingText.noChanges : null}
        onClick={() => setOpen('restore')}
      >
        {mappingText.restore}
      </AllowedButton>
      <Text size="sm" role="status">
        {settingsText.unsaved(tags)}
      </Text>
      <Confirm
        isOpen={open === 'save'}
        title={mappingText.saveTitle}
        text={
          <Stack gap="xs">
            <Text>{mappingText.saveText}</Text>
            <LineDiff label={mappingText.diffLabel} before={lines.before} after={lines.after} />
          </Stack>
        }
        confirm={mappingText.save}
        onConfirm={async () => {
          await save.mutateAsync(rules)
          form.discard()
          notify({ text: mappingText.saved })
        }}
        onClose={() => setOpen(null)}
      />
      <Confirm
        isOpen={open === 'restore'}
        title={mappingText.restoreTitle}
        text={mappingText.restoreText(changed)}
        confirm={mappingText.restore}
        isDangerous
        onConfirm={async () => {
          await restore.mutateAsync()
          form.discard()
          notify({ text: mappingText.restored })
        }}
        onClose={() => setOpen(null)}
      />
    </Group>
  )
}

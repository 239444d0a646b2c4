import { Anchor, Button, Group, Text } from '@mantine/core'
import { marcText } from '#text/marc.ts'
import { AllowedButton } from '../../ui/allowed.tsx'
import styles from './edit-record.module.css'
import type { Editing } from './use-editing.ts'

type Props = {
  editing: Editing
  permission: string
  isSaving: boolean
  onCancel: () => void
  onReview: () => void
  onSave: () => void
  /** Leads to the next problem. */
  onProblem: () => void
}

/** ISO 2709 has five digits for the length of a record. */
const MAX_BYTES = 99_999

/** Always in sight: what changed, whether a draft is kept, and the ways out. */
export function EditorFooter(props: Props) {
  const { editing, permission, isSaving, onCancel, onReview, onSave, onProblem } = props
  const { changes, problems, isDraftKept, lines } = editing
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const isTooLong = new TextEncoder().encode(lines.join('')).length + 12 * lines.length > MAX_BYTES
  const nothing = changes === 0 ? marcText.changes(0) : null
  const reason = errors > 0 ? marcText.errorsFirst(errors) : nothing
  return (
    <Group justify="space-between" className={styles.footer}>
      <div>
        <Text size="sm">
          {marcText.changes(changes)}
          {changes > 0 && ` · ${isDraftKept ? marcText.keptAsDraft : marcText.notKept}`}
        </Text>
        {problems.length > 0 && (
          <Anchor size="sm" component="button" type="button" onClick={onProblem}>
            {marcText.problemCount(errors, problems.length - errors)}
          </Anchor>
        )}
        {isTooLong && <Text size="sm">{marcText.tooLong}</Text>}
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={onCancel}>
          {marcText.cancel}
        </Button>
        <AllowedButton
          variant="default"
          permission={permission}
          disabledReason={reason}
          onClick={onSave}
          aria-busy={isSaving}
        >
          {marcText.saveAndStay}
        </AllowedButton>
        <AllowedButton
          permission={permission}
          disabledReason={reason}
          onClick={onReview}
          aria-busy={isSaving}
        >
          {marcText.save}
        </AllowedButton>
      </Group>
    </Group>
  )
}

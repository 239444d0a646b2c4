import { Button, Group, Modal, Stack } from '@mantine/core'
import { marcText } from '#text/marc.ts'
import { shellText } from '#text/shell.ts'
import { LineDiff } from '../../ui/diff.tsx'
import { MadeRecord } from './made-record.tsx'
import { tidyLines } from './record-lines.ts'
import type { Editing } from './use-editing.ts'

type Props = {
  isOpen: boolean
  editing: Editing
  isNew: boolean
  isSaving: boolean
  onSave: (isStaying: boolean) => void
  onClose: () => void
}

/** What a save would change, before it does. */
export function ReviewDialog({ isOpen, editing, isNew, isSaving, onSave, onClose }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="xl"
      title={marcText.review}
      closeButtonProps={{ 'aria-label': shellText.close }}
    >
      <Stack>
        <LineDiff
          label={marcText.reviewLabel}
          before={isNew ? [] : tidyLines(editing.base)}
          after={tidyLines(editing.lines)}
        />
        {isOpen && <MadeRecord editing={editing} isNew={isNew} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {marcText.back}
          </Button>
          <Button data-autofocus onClick={() => onSave(false)} aria-busy={isSaving}>
            {marcText.saveNow}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

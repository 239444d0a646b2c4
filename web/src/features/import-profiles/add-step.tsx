import { Button, Group, Modal, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { importProfilesText } from '#text/import-profiles.ts'
import { shellText } from '#text/shell.ts'
import { Failure } from '../../ui/failure.tsx'
import { fetchStored, useProfiles } from './api.ts'
import { newStep, newStepOptions } from './new-steps.ts'
import type { StepChoice } from './new-steps.ts'
import type { ProfileNode } from './types.ts'

type Props = {
  tree: ProfileNode
  /** Where the step will stand, in words. */
  where: string
  onAdd: (step: ProfileNode) => void
  onClose: () => void
}

/** Asks what is added to the tree: a new match or action, or a profile that is there. */
export function AddStep({ tree, where, onAdd, onClose }: Props) {
  const [choice, setChoice] = useState<StepChoice | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const { data: matches = [] } = useProfiles('match')
  const { data: actions = [] } = useProfiles('action')
  const stored = [
    ...matches.map(({ id, name }) => ({ value: `stored:MATCH_PROFILE:${id}`, label: name })),
    ...actions.map(({ id, name }) => ({ value: `stored:ACTION_PROFILE:${id}`, label: name })),
  ]
  const groups = [...newStepOptions(), { group: importProfilesText.groupStored, items: stored }]
  const add = async (): Promise<void> => {
    if (choice === null) return
    try {
      onAdd(choice.startsWith('stored:') ? await fetchStored(choice) : newStep(tree, choice))
    } catch (failure) {
      setError(failure as Error)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={importProfilesText.addHere(where)}
      closeButtonProps={{ 'aria-label': shellText.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Stack>
          <Select
            data-autofocus
            label={importProfilesText.whatStep}
            data={groups}
            searchable
            value={choice}
            onChange={(value) => setChoice(value as StepChoice | null)}
            comboboxProps={{ withinPortal: true }}
            maxDropdownHeight={320}
            limit={200}
          />
          {error && <Failure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {importProfilesText.cancel}
            </Button>
            <Button type="submit" disabled={choice === null}>
              {importProfilesText.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

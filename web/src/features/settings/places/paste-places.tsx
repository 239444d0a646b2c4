import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { placesText } from '#text/settings-places.ts'
import { settingsText } from '#text/settings.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import { PLACES, usePlaceChange } from './place-api.ts'
import type { Place } from './place-api.ts'

/** Makes several locations of a pasted list of names and codes. */
export function PastePlaces({ pattern }: { pattern: Place }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const change = usePlaceChange('location')
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const read = lines.map((line) => line.split(/[\t;]/).map((cell) => cell.trim()))
  const wrong = read.findIndex(([name, code]) => !name || !code)
  const add = (): void => {
    if (change.isPending) return
    const save = read.map(([name = '', code = '']) => ({ ...pattern, name, code }))
    change.mutate(
      { save },
      {
        onSuccess: () => {
          notify({ text: placesText.pasteDone(save.length) })
          setText('')
          setOpen(false)
        },
      },
    )
  }
  return (
    <>
      <AllowedButton
        permission={`${PLACES.location.permission}.item.post`}
        variant="default"
        onClick={() => setOpen(true)}
      >
        {placesText.paste}
      </AllowedButton>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={placesText.paste}
        size="lg"
        closeButtonProps={{ 'aria-label': settingsText.close }}
      >
        <Stack>
          {change.error && <Failure error={change.error} />}
          <Textarea
            label={placesText.paste}
            description={placesText.pasteHint}
            autosize
            minRows={6}
            maxRows={16}
            value={text}
            data-autofocus
            error={wrong === -1 ? undefined : placesText.pasteWrong(wrong + 1)}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button onClick={add} disabled={lines.length === 0 || wrong !== -1} aria-busy={change.isPending}>
              {placesText.pasteAdd(lines.length)}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

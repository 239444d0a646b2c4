import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { bulkEditReviewText as words } from '#text/bulk-edit-review.ts'
import { shellText } from '#text/shell.ts'

type Props = {
  isOpen: boolean
  title: string
  text: string
  /** What must be typed: how many records it is about. */
  number: number
  /** The verb of the button. */
  confirm: string
  isDangerous?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for the number of records before so many are written, or anything is done that can't be taken back. */
export function TypedConfirmation(props: Props) {
  const { isOpen, title, onClose } = props
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': shellText.close }}
    >
      <Question {...props} />
    </Modal>
  )
}

function Question({ text, number, confirm, isDangerous, onConfirm, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const isRight = typed.replaceAll(/\D/g, '') === String(number)
        setWrong(!isRight)
        if (isRight) onConfirm()
      }}
    >
      <Stack>
        <Text>{text}</Text>
        <TextInput
          label={words.confirmLabel}
          description={words.confirmMany(number)}
          inputMode="numeric"
          value={typed}
          error={isWrong ? words.confirmWrong : null}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {shellText.cancel}
          </Button>
          <Button type="submit" {...(isDangerous && { color: 'red' })}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { shellText } from '#text/shell.ts'
import { Failure } from './failure.tsx'

type Props = {
  isOpen: boolean
  /** The question: "Stop this job?" */
  title: string
  /** What will happen, and to what. */
  text: ReactNode
  /** The verb of the button: "Stop". */
  confirm: string
  /** The other button; "Cancel" unless a better verb exists ("Keep running"). */
  cancel?: string
  /** Red, for what can't be taken back. */
  isDangerous?: boolean
  /** Does it; while its promise runs the window stays, a refusal is shown in it. */
  onConfirm: () => void | Promise<unknown>
  onClose: () => void
}

/** Asks before something that is hard to take back. Escape and the first button leave everything as it is. */
export function Confirm(props: Props) {
  const { isOpen, title, text, confirm, cancel = shellText.cancel, isDangerous, onConfirm, onClose } = props
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const close = (): void => {
    setError(null)
    onClose()
  }
  const act = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await onConfirm()
      close()
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': shellText.close }}
    >
      <Stack>
        {typeof text === 'string' ? <Text>{text}</Text> : text}
        {error && <Failure error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {cancel}
          </Button>
          <Button {...(isDangerous && { color: 'red' })} onClick={() => void act()} aria-busy={isBusy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { loginText } from '#text/login.ts'
import { shellText } from '#text/shell.ts'
import { Failure } from '../../ui/failure.tsx'
import { askForLink } from './api.ts'

/** Asks for a link to set a new password with. The answer is the same whether there is such a person or not. */
export function Forgotten({ tenant, onClose }: { tenant: string; onClose: () => void }) {
  const [isSent, setSent] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    try {
      await askForLink(tenant, String(new FormData(event.currentTarget).get('id')).trim())
      setError(null)
      setSent(true)
    } catch (failure) {
      setError(failure as Error)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={loginText.forgottenTitle}
      closeButtonProps={{ 'aria-label': shellText.close }}
    >
      <form onSubmit={(event) => void send(event)}>
        <Stack>
          <Text size="sm">{loginText.forgottenText}</Text>
          {error && <Failure error={error} />}
          {isSent && (
            <Alert color="green" role="status">
              {loginText.forgottenSent}
            </Alert>
          )}
          <TextInput name="id" label={loginText.forgottenField} required data-autofocus />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shellText.close}
            </Button>
            <Button type="submit">{loginText.forgottenSend}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

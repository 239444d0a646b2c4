import { Alert, Button, Group, Spoiler, Text } from '@mantine/core'
import { errorText } from '#text/errors.ts'
import { ApiError, OfflineError } from '../lib/http.ts'
import { LoginRefusedError } from '../lib/login-renewal.ts'

/** What an error means for the person, in a sentence with what to do. */
export function explainError(error: Error): string {
  if (error instanceof OfflineError) return errorText.offline
  if (error instanceof LoginRefusedError) return errorText.loginRefused
  if (!(error instanceof ApiError)) return errorText.screenBroken
  if (error.status === 403) return errorText.notAllowed(error.missingPermission)
  if (error.isConflict) return errorText.conflict
  if (error.status === 404) return errorText.gone
  if (error.status >= 500) return errorText.broken
  return error.message
}

type Props = { error: Error; retry?: (() => void) | undefined }

/** An error told in a sentence, with the server's own text under "technical detail" and a way to try again. */
export function Failure({ error, retry }: Props) {
  const technical = error instanceof ApiError ? `${error.status} ${error.technical}` : error.message
  return (
    <Alert color="red" role="alert" title={explainError(error)}>
      <Spoiler maxHeight={0} showLabel={errorText.technical} hideLabel={errorText.technical}>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {technical}
        </Text>
      </Spoiler>
      {retry && (
        <Group mt="sm">
          <Button size="compact-sm" variant="default" onClick={retry}>
            {errorText.retry}
          </Button>
        </Group>
      )}
    </Alert>
  )
}

import { Button, Group, Progress, Text } from '@mantine/core'
import { IconAlertTriangle, IconFile } from '@tabler/icons-react'
import { importText } from '#text/import.ts'
import { formatBytes } from '../../../lib/format.ts'
import { cancelUpload, pauseUpload, resumeUpload } from '../uploads/upload-queue.ts'
import type { Refusal, Upload } from '../uploads/upload-queue.ts'
import styles from './home.module.css'

const percentOf = ({ sent, size }: Upload) => Math.floor((sent / Math.max(1, size)) * 100)

/** A file that this page sends: how far it is, and what can be done about it. */
export function LocalFile({ upload }: { upload: Upload }) {
  const { name, size, state } = upload
  if (upload.refusal !== null) return <RefusedFile upload={upload} refusal={upload.refusal} />
  return (
    <Group gap="sm">
      <IconFile size={18} aria-hidden />
      <Text className={styles.name}>
        {name}{' '}
        <Text span size="sm" c="dimmed">
          {formatBytes(size)}
        </Text>
      </Text>
      <div className={styles.state} role="group" aria-label={importText.uploadOf(name)}>
        <State upload={upload} />
      </div>
      <Group gap="xs">
        {(state === 'sending' || state === 'queued') && (
          <FileButton verb={importText.pause} name={name} run={() => pauseUpload(upload.key)} />
        )}
        {(state === 'paused' || state === 'broken') && (
          <FileButton verb={importText.goOn} name={name} run={() => resumeUpload(upload.key)} />
        )}
        <FileButton verb={importText.cancelUpload} name={name} run={() => void cancelUpload(upload.key)} />
      </Group>
    </Group>
  )
}

function State({ upload }: { upload: Upload }) {
  const { name, state, sent, size, bytesPerSecond } = upload
  const percent = percentOf(upload)
  if (state === 'queued') return <Text size="sm">{importText.queued}</Text>
  if (state === 'joining') return <Text size="sm">{importText.joining}</Text>
  const words = [
    state === 'paused' && importText.paused(percent),
    state === 'broken' && `${importText.broken(name, percent)} ${importText.brokenHint}`,
    state === 'sending' && importText.sending(sent, size),
    state === 'sending' && bytesPerSecond !== null && importText.speed(bytesPerSecond),
  ].filter((text) => text !== false)
  return (
    <>
      <Progress.Root>
        <Progress.Section
          value={percent}
          withAria={false}
          role="progressbar"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-label={importText.uploadOf(name)}
          aria-valuetext={importText.percent(Math.floor(percent / 25) * 25)}
        />
      </Progress.Root>
      <Text size="sm" role={state === 'broken' ? 'alert' : undefined}>
        {words.join(' · ')}
      </Text>
    </>
  )
}

/** A file that was not taken stays in the list with the reason and what to do. */
function RefusedFile({ upload, refusal }: { upload: Upload; refusal: Refusal }) {
  const { reason, fix } = wordsOf(upload, refusal)
  return (
    <Group gap="sm" role="alert">
      <IconAlertTriangle size={18} aria-hidden color="var(--mantine-color-error)" />
      <div className={styles.state}>
        <Text>{reason}</Text>
        {fix !== null && (
          <Text size="sm" c="dimmed">
            {fix}
          </Text>
        )}
      </div>
      <FileButton verb={importText.takeAway} name={upload.name} run={() => void cancelUpload(upload.key)} />
    </Group>
  )
}

function wordsOf({ name, size }: Upload, refusal: Refusal): { reason: string; fix: string | null } {
  const words = importText.refused
  switch (refusal.kind) {
    case 'empty':
      return { reason: words.empty(name), fix: words.emptyFix }
    case 'not-records':
      return { reason: words.notRecords(name, refusal.what), fix: words.notRecordsFix }
    case 'blocked':
      return { reason: words.blocked(name), fix: words.blockedFix }
    case 'too-large':
      return { reason: words.tooLarge(name, size), fix: words.tooLargeFix }
    case 'no-room':
      return { reason: words.noRoom(name, size), fix: words.noRoomFix }
    case 'other':
      return { reason: words.unreadable(name, refusal.text), fix: null }
  }
}

/** A button of one file, whose name for screen readers says which. */
export function FileButton({ verb, name, run }: { verb: string; name: string; run: () => void }) {
  return (
    <Button size="compact-sm" variant="default" aria-label={importText.buttonOf(verb, name)} onClick={run}>
      {verb}
    </Button>
  )
}

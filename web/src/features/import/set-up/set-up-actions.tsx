import { Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { setUpText } from '#text/import-set-up.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { importCalls } from '../import-calls.ts'
import { runUploads } from '../run-uploads.ts'
import { usePageAction } from '../use-page-action.ts'
import type { SetUp } from './use-set-up.ts'

const PREVIEW = 'data-import.previews.item.post'
export const RUN = 'data-import.uploaddefinitions.files.post'
const FIRST = 100

/** Preview and run; what is missing for them is said instead of hiding them. */
export function SetUpActions({ setUp }: { setUp: SetUp }) {
  const { definition, file, also, profileId, profiles } = setUp
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const reason = reasonAgainst(setUp)

  const act = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy || reason !== null) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(failure as Error)
    }
    setBusy(false)
  }
  const preview = (limit?: number): void =>
    void act(async () => {
      const { id } = await importCalls.startPreview({
        uploadDefinitionId: definition!.id,
        fileId: file!.id,
        jobProfileId: profileId!,
        ...(limit !== undefined && { limit }),
      })
      await navigate({ to: '/import/preview/$jobId', params: { jobId: id } } as never)
    })
  const run = (): void =>
    void act(async () => {
      const profile = profiles.find(({ id }) => id === profileId)!
      await navigate((await runUploads(client, [definition!, ...also], profile)) as never)
    })

  usePageAction({
    id: 'import.preview',
    label: setUpText.preview100,
    keys: ['mod+enter'],
    run: () => preview(FIRST),
    disabledReason: reason ?? undefined,
  })
  return (
    <>
      {error !== null && <Failure error={error} />}
      <Group>
        <AllowedButton
          permission={PREVIEW}
          disabledReason={reason}
          onClick={() => preview(FIRST)}
          aria-busy={isBusy}
        >
          {setUpText.preview100}
        </AllowedButton>
        <AllowedButton
          permission={PREVIEW}
          disabledReason={reason}
          variant="default"
          onClick={() => preview()}
        >
          {setUpText.previewAll}
        </AllowedButton>
        <AllowedButton permission={RUN} disabledReason={reason} variant="default" onClick={run}>
          {setUpText.run}
        </AllowedButton>
        <Text size="sm" c="dimmed">
          {reason ?? setUpText.keys}
        </Text>
      </Group>
    </>
  )
}

/** Why nothing can be begun yet; null when it can. */
function reasonAgainst({
  upload,
  definition,
  profileId,
  profiles,
  dataType,
  inspection,
}: SetUp): string | null {
  if (upload !== undefined) {
    const percent = Math.floor((upload.sent / Math.max(1, upload.size)) * 100)
    return upload.state === 'joining' ? setUpText.stillJoining : setUpText.stillSending(percent)
  }
  if (definition === undefined) return setUpText.looking
  if (definition.status !== 'LOADED') return setUpText.stillJoining
  const profile = profiles.find(({ id }) => id === profileId)
  if (profile === undefined) return setUpText.choseNone
  if (dataType !== null && profile.dataType !== dataType) return setUpText.otherType(profile.dataType)
  return inspection?.reason ?? null
}

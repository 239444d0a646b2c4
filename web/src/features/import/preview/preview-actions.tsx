import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { previewText } from '#text/import-preview.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { explainError } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import type { Preview } from '../import-calls.ts'
import { importCalls } from '../import-calls.ts'
import { runUploads } from '../run-uploads.ts'
import { useJobProfiles } from '../set-up/profiles.ts'
import { RUN } from '../set-up/set-up-actions.tsx'
import { uploadCalls, uploadKeys } from '../uploads/upload-calls.ts'
import { usePageAction } from '../use-page-action.ts'

/** From a preview one goes back to the set-up, has the whole file looked at, or runs the import. */
export function PreviewActions({ preview }: { preview: Preview }) {
  const { uploadDefinitionId, fileId, jobProfileInfo, progress, totalInFile, status } = preview
  const navigate = useNavigate()
  const { run, reason } = useRun(preview)
  const previewAll = async (): Promise<void> => {
    try {
      const body = { uploadDefinitionId, fileId, jobProfileId: jobProfileInfo.id }
      const { id } = await importCalls.startPreview(body)
      await navigate({ to: '/import/preview/$jobId', params: { jobId: id } } as never)
    } catch (error) {
      notify({ text: explainError(error as Error), kind: 'problem' })
    }
  }
  return (
    <>
      <Button
        variant="default"
        component={Link}
        to="/import/new/$uploadDefinitionId"
        params={{ uploadDefinitionId } as never}
        search={{ profile: jobProfileInfo.id } as never}
      >
        {previewText.back}
      </Button>
      {progress.total < totalInFile && status !== 'RUNNING' && (
        <AllowedButton
          permission="data-import.previews.item.post"
          variant="default"
          onClick={() => void previewAll()}
        >
          {previewText.previewAll}
        </AllowedButton>
      )}
      <AllowedButton permission={RUN} disabledReason={reason} onClick={() => void run()}>
        {previewText.run}
      </AllowedButton>
    </>
  )
}

/** Runs the import of the previewed file (Ctrl+Enter); once the file was handed over it can't be run again. */
function useRun({ uploadDefinitionId, jobProfileInfo }: Preview) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { data: profiles } = useJobProfiles()
  const { data: upload } = useQuery({
    queryKey: uploadKeys.one(uploadDefinitionId),
    queryFn: ({ signal }) => uploadCalls.get(uploadDefinitionId, signal),
    staleTime: 0,
  })
  const profile = profiles?.find(({ id }) => id === jobProfileInfo.id)
  const reason = upload?.status === 'COMPLETED' ? previewText.handedOver : null
  const run = async (): Promise<void> => {
    if (isBusy || reason !== null || upload === undefined || profile === undefined) return
    setBusy(true)
    try {
      await navigate((await runUploads(client, [upload], profile)) as never)
    } catch (error) {
      notify({ text: explainError(error as Error), kind: 'problem' })
    }
    setBusy(false)
  }
  usePageAction({
    id: 'import.run',
    label: previewText.run,
    keys: ['mod+enter'],
    run: () => void run(),
    disabledReason: reason ?? undefined,
  })
  return { run, reason }
}

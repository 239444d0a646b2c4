import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { importJobText } from '#text/import-job.ts'
import { jobText } from '#text/jobs.ts'
import type { JobProgress } from '../../../lib/job-stream.ts'
import { AllowedButton, AllowedMenuItem } from '../../../ui/allowed.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { explainError } from '../../../ui/failure.tsx'
import { isJobOpen } from '../../../ui/job-progress.tsx'
import { notify } from '../../../ui/notices.ts'
import { download } from '../download.ts'
import { importCalls } from '../import-calls.ts'
import { usePageAction } from '../use-page-action.ts'
import { failedRecordsAddress, fileAddress, jobCalls } from './job-calls.ts'
import { UndoDialog } from './undo-dialog.tsx'

const UNDO = 'change-manager.jobExecutions.undo.item.post'
export const UPLOAD = 'data-import.uploaddefinitions.post'
const STOP = 'change-manager.records.delete'

type Props = { job: JobProgress; isUndoing: boolean }

/** What can be done with a job: stop it while it runs; afterwards load again, download, undo. */
export function JobActions({ job, isUndoing }: Props) {
  const [isUndoAsked, setUndoAsked] = useState(false)
  const loadAgain = useLoadAgain(job.jobId)
  if (isJobOpen(job)) return <StopButton job={job} />
  const isUndone = job.state === 'undone' || job.state === 'undone-with-leftovers'
  const written = job.created + job.updated + job.errors
  return (
    <>
      {job.state === 'stopped' && job.done < job.total && (
        <AllowedButton permission={UPLOAD} variant="default" onClick={() => void loadAgain('rest')}>
          {importJobText.loadRest}
        </AllowedButton>
      )}
      {job.errors > 0 && (
        <AllowedButton permission={UPLOAD} variant="default" onClick={() => void loadAgain('failed')}>
          {importJobText.loadFailed}
        </AllowedButton>
      )}
      <Downloads job={job} />
      {!isUndone && !isUndoing && (
        <AllowedButton
          permission={UNDO}
          color="red"
          variant="outline"
          disabledReason={written === 0 ? importJobText.nothingWritten : null}
          onClick={() => setUndoAsked(true)}
        >
          {importJobText.undo}
        </AllowedButton>
      )}
      <UndoDialog job={job} isOpen={isUndoAsked} onClose={() => setUndoAsked(false)} />
    </>
  )
}

/** Makes an upload of the failed or unread records and goes to set it up with the same profile. */
export function useLoadAgain(jobId: string) {
  const navigate = useNavigate()
  return async (what: 'failed' | 'rest', code?: string): Promise<void> => {
    try {
      const again = await (what === 'rest' ? jobCalls.loadRest(jobId) : jobCalls.loadFailedAgain(jobId, code))
      await navigate({
        to: '/import/new/$uploadDefinitionId',
        params: { uploadDefinitionId: again.uploadDefinition.id },
        search: again.jobProfileInfo === null ? {} : { profile: again.jobProfileInfo.id },
      } as never)
    } catch (error) {
      notify({ text: explainError(error as Error), kind: 'problem' })
    }
  }
}

function StopButton({ job }: { job: JobProgress }) {
  const [isAsked, setAsked] = useState(false)
  usePageAction({ id: 'import.stop', label: jobText.stop, keys: ['s'], run: () => setAsked(true) })
  return (
    <>
      <AllowedButton permission={STOP} color="red" variant="outline" onClick={() => setAsked(true)}>
        {jobText.stop}
      </AllowedButton>
      <Confirm
        isOpen={isAsked}
        title={jobText.stopTitle}
        text={jobText.stopBody}
        confirm={jobText.stop}
        cancel={jobText.keepRunning}
        isDangerous
        onConfirm={() => importCalls.stop(job.jobId)}
        onClose={() => setAsked(false)}
      />
    </>
  )
}

function Downloads({ job }: { job: JobProgress }) {
  const base = job.title.replace(/\.\w{1,8}$/, '')
  const fetchFile = (address: string, name: string): void => {
    download(address, name).catch((error: unknown) =>
      notify({ text: explainError(error as Error), kind: 'problem' }),
    )
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {importJobText.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <AllowedMenuItem
          permission="data-import.downloadUrl.get"
          onClick={() => fetchFile(fileAddress(job.jobId), job.title)}
        >
          {importJobText.downloadFile}
        </AllowedMenuItem>
        {job.errors > 0 &&
          (['mrc', 'csv'] as const).map((format) => (
            <AllowedMenuItem
              key={format}
              permission="metadata-provider.incomingrecords.get"
              onClick={() =>
                fetchFile(failedRecordsAddress(job.jobId, format), `${base} #${job.number} failed.${format}`)
              }
            >
              {format === 'mrc' ? importJobText.downloadFailed : importJobText.downloadFailedCsv}
            </AllowedMenuItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

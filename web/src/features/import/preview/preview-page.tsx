import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { previewText } from '#text/import-preview.ts'
import { setUpText } from '#text/import-set-up.ts'
import { useJob } from '../../../lib/job-stream.ts'
import { Failure } from '../../../ui/failure.tsx'
import { JobBar, JobProgressPanel, isJobOpen } from '../../../ui/job-progress.tsx'
import { OutcomeChart } from '../../../ui/outcome-chart.tsx'
import { Page } from '../../../ui/page.tsx'
import { importCalls } from '../import-calls.ts'
import type { Preview } from '../import-calls.ts'
import { outcomesOf } from '../job/job-outcomes.tsx'
import { PreviewActions } from './preview-actions.tsx'
import { PreviewRecords } from './preview-records.tsx'

/** Search parameters of the page: which records are listed, and the one that is open. */
export type PreviewSearch = { show?: string; record?: string }

const POLL_MS = 1000

/** What an import would do, before anything is written. */
export function PreviewPage() {
  const { jobId } = useParams({ strict: false }) as { jobId: string }
  const { data, error, refetch } = useQuery({
    ...importCalls.preview(jobId),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? POLL_MS : false),
  })
  if (data === undefined) {
    return (
      <Page title={previewText.unknown}>
        {error === null ? (
          <Skeleton h={200} />
        ) : (
          <Stack>
            <Text>{previewText.gone}</Text>
            <Failure error={error} retry={() => void refetch()} />
            <Anchor component={Link} to="/import">
              {setUpText.back}
            </Anchor>
          </Stack>
        )}
      </Page>
    )
  }
  return <PreviewContent preview={data} />
}

function PreviewContent({ preview }: { preview: Preview }) {
  const search = useSearch({ strict: false }) as PreviewSearch
  const isRunning = preview.status === 'RUNNING'
  const { progress, totalInFile } = preview
  const isPart = progress.total < totalInFile
  return (
    <Page
      title={previewText.title(preview.fileName)}
      lead={
        <Text size="sm" c="dimmed">
          {previewText.profile(preview.jobProfileInfo.name)}
        </Text>
      }
      actions={<PreviewActions preview={preview} />}
    >
      <Alert color="blue" title={previewText.ribbon}>
        {isPart && <Text size="sm">{previewText.part(progress.total, totalInFile)}</Text>}
        <Text size="sm">{isRunning ? previewText.running : previewText.runKeys}</Text>
      </Alert>
      {preview.status === 'ERROR' && (
        <Alert color="red" title={previewText.failed(preview.errorText ?? '')} />
      )}
      {isRunning && <Running id={preview.id} />}
      {progress.current > 0 && (
        <OutcomeChart
          rows={outcomesOf(preview.summary)}
          label={previewText.outcomes}
          heads={previewText.heads}
        />
      )}
      <PreviewRecords preview={preview} isRunning={isRunning} search={search} />
    </Page>
  )
}

function Running({ id }: { id: string }) {
  const { job } = useJob(id)
  if (job === null) return null
  return isJobOpen(job) ? <JobProgressPanel job={job} /> : <JobBar job={job} />
}

import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { importJobText } from '#text/import-job.ts'
import { jobText } from '#text/jobs.ts'
import { useJob, useJobs } from '../../../lib/job-stream.ts'
import type { JobProgress } from '../../../lib/job-stream.ts'
import { Failure } from '../../../ui/failure.tsx'
import { JobProgressPanel, JobStateBadge, isJobOpen } from '../../../ui/job-progress.tsx'
import { Page } from '../../../ui/page.tsx'
import { ErrorGroups } from './error-groups.tsx'
import { JobActions } from './job-actions.tsx'
import { JobOutcomes } from './job-outcomes.tsx'
import { JobRecords } from './job-records.tsx'
import { Verdict } from './verdict.tsx'
import { UndoResult } from './undo-result.tsx'

/** One import, running or ended: the same page from the first record to the undo. */
export function JobPage() {
  const { jobId: asked } = useParams({ strict: false }) as { jobId: string }
  const { job: named } = useJob(asked)
  // An undo has a job of its own; it is shown with the import that it takes back.
  const jobId = (named?.kind === 'undo' ? named.originalJobId : null) ?? asked
  const { job, error } = useJob(jobId)
  if (error !== null) {
    return (
      <Page title={importJobText.unknown}>
        <Failure error={error} />
      </Page>
    )
  }
  if (job === null) {
    return (
      <Page title={importJobText.unknown}>
        <Skeleton h={120} />
      </Page>
    )
  }
  return <JobContent job={job} />
}

function JobContent({ job }: { job: JobProgress }) {
  const isOpen = isJobOpen(job)
  const undo = (useJobs() ?? []).find((one) => one.kind === 'undo' && one.originalJobId === job.jobId)
  const isUndoing = undo !== undefined && isJobOpen(undo)
  return (
    <Page
      title={importJobText.title(job.number, job.title)}
      lead={<Lead job={job} />}
      actions={<JobActions job={job} isUndoing={isUndoing} />}
    >
      {job.originalJobId !== null && <Original id={job.originalJobId} />}
      {isUndoing && (
        <Alert color="blue" title={importJobText.undoing}>
          <JobProgressPanel job={undo} />
        </Alert>
      )}
      <Verdict job={job} />
      <JobProgressPanel job={job} />
      {!isUndoing && <UndoResult job={job} />}
      {job.done > 0 && <JobOutcomes jobId={job.jobId} isOpen={isOpen} />}
      {job.errors > 0 && <ErrorGroups job={job} isOpen={isOpen} />}
      <JobRecords job={job} isOpen={isOpen} />
    </Page>
  )
}

function Lead({ job }: { job: JobProgress }) {
  const words = [
    job.profile && importJobText.profile(job.profile.name),
    jobText.startedBy(job.startedAt, job.userName),
    job.startedAt !== null && job.finishedAt !== null && jobText.took(job.startedAt, job.finishedAt),
  ].filter(Boolean)
  return (
    <Stack gap={4} align="flex-start">
      <JobStateBadge state={job.state} />
      <Text size="sm" c="dimmed">
        {words.join(' · ')}
      </Text>
    </Stack>
  )
}

/** The import whose failed or unread records this one loads again. */
function Original({ id }: { id: string }) {
  const { job } = useJob(id)
  if (job === null || job.number === null) return null
  return (
    <Text>
      {importJobText.againOf(job.number)}{' '}
      <Anchor component={Link} to="/import/job/$jobId" params={{ jobId: id } as never}>
        {importJobText.openOriginal}
      </Anchor>
    </Text>
  )
}

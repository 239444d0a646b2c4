import { Alert, Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { importJobText } from '#text/import-job.ts'
import { useJobs } from '../../../lib/job-stream.ts'
import type { JobProgress } from '../../../lib/job-stream.ts'
import { jobCalls } from './job-calls.ts'

/** How a job ended, in one sentence; nothing while it runs. */
export function Verdict({ job }: { job: JobProgress }) {
  const again = (useJobs() ?? []).filter((one) => one.kind === 'import' && one.originalJobId === job.jobId)
  return (
    <>
      <Sentence job={job} />
      {again.length > 0 && (
        <Group gap="xs">
          <Text>{importJobText.loadedAgainBy}</Text>
          {again.map((one) => (
            <Anchor
              key={one.jobId}
              component={Link}
              to="/import/job/$jobId"
              params={{ jobId: one.jobId } as never}
            >
              {importJobText.title(one.number, one.title)}
            </Anchor>
          ))}
        </Group>
      )}
    </>
  )
}

function Sentence({ job }: { job: JobProgress }) {
  const { data: groups } = useQuery({
    ...jobCalls.errors(job.jobId, false),
    enabled: job.state === 'finished-with-errors',
  })
  const { state, done, total, created, updated, errors, reason, startedAt, finishedAt } = job
  switch (state) {
    case 'finished': {
      const ms =
        startedAt !== null && finishedAt !== null ? Date.parse(finishedAt) - Date.parse(startedAt) : 0
      return <Alert color="green" title={importJobText.finished(total, ms)} />
    }
    case 'finished-with-errors':
      return groups === undefined ? null : (
        <Alert color="orange" title={importJobText.finishedWithErrors(errors, total, groups.length)} />
      )
    case 'stopped':
      return <Alert color="gray" title={importJobText.stopped(done, total, created + updated)} />
    case 'failed': {
      const why = reason ?? importJobText.unknownReason
      const words = done === 0 ? importJobText.failed(why) : importJobText.failedPart(why, done)
      return <Alert color="red" title={words} />
    }
    default:
      return null
  }
}

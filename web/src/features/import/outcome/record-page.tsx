import { Anchor, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { outcomeText } from '#text/import-outcome.ts'
import { importJobText } from '#text/import-job.ts'
import { useJob } from '../../../lib/job-stream.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/page.tsx'
import { usePageAction } from '../use-page-action.ts'
import { outcomeQuery } from './outcome-calls.ts'
import { OutcomeView } from './outcome-view.tsx'

/** What became of one record of an import. */
export function RecordPage() {
  const { jobId, order } = useParams({ strict: false }) as { jobId: string; order: string }
  const { data, error, refetch } = useQuery(outcomeQuery('job', jobId, Number(order)))
  const { job } = useJob(jobId)
  const title = data === undefined ? outcomeText.unknown : outcomeText.title(data.order + 1, data.title)
  return (
    <Page
      title={title}
      lead={
        <Anchor component={Link} to="/import/job/$jobId" params={{ jobId } as never} size="sm">
          {job === null ? outcomeText.backToJob : importJobText.title(job.number, job.title)}
        </Anchor>
      }
      actions={
        data && (
          <>
            <Neighbour jobId={jobId} order={data.previousError} isNext={false} />
            <Neighbour jobId={jobId} order={data.nextError} isNext />
          </>
        )
      }
    >
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <Skeleton h={200} />
      ) : (
        <OutcomeView outcome={data} isForecast={false} />
      )}
    </Page>
  )
}

function Neighbour({ jobId, order, isNext }: { jobId: string; order: number | null; isNext: boolean }) {
  const navigate = useNavigate()
  const label = isNext ? outcomeText.nextError : outcomeText.previousError
  const reason = order === null ? (isNext ? outcomeText.noNext : outcomeText.noPrevious) : undefined
  const go = (): void => {
    if (order === null) return
    void navigate({
      to: '/import/job/$jobId/records/$order',
      params: { jobId, order: String(order) },
    } as never)
  }
  usePageAction({
    id: isNext ? 'import.next-error' : 'import.previous-error',
    label,
    keys: [isNext ? 'j' : 'k'],
    run: go,
    disabledReason: reason,
  })
  return (
    <Button variant="default" disabled={order === null} title={reason} onClick={go}>
      {label}
    </Button>
  )
}

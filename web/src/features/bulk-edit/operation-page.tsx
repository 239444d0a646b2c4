import { Alert, Button, Center, Loader, Stack } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { bulkEditText } from '#text/bulk-edit.ts'
import { shellText } from '#text/shell.ts'
import { Failure } from '../../ui/failure.tsx'
import { Page } from '../../ui/page.tsx'
import { useOperation } from './api.ts'
import type { Operation } from './api.ts'
import { STEPS, barrierOf, currentStep } from './operation-state.ts'
import type { PageStep } from './operation-state.ts'
import { RecordsStep } from './records/records-step.tsx'
import { ResultStep } from './result/result-step.tsx'
import { ReviewStep } from './review/review-step.tsx'
import { RulesStep } from './rules/rules-step.tsx'
import { StepLinks } from './step-links.tsx'

const words = bulkEditText.operation

/** One bulk edit: the four steps, each with its own address; without one the step that it stands at. */
export function OperationPage() {
  const { id, step } = useParams({ strict: false }) as { id: string; step?: string }
  const { data: operation, error, refetch } = useOperation(id)
  if (error) {
    return (
      <Page title={bulkEditText.title}>
        <Failure error={error} retry={() => void refetch()} />
      </Page>
    )
  }
  if (operation === undefined) {
    return (
      <Page title={bulkEditText.title}>
        <Center p="xl">
          <Loader aria-label={shellText.loading} />
        </Center>
      </Page>
    )
  }
  const shown = STEPS.find((one) => one === step)
  if (shown === undefined || barrierOf(operation, shown) !== null)
    return <Navigate to={`/bulk-edit/${id}/${currentStep(operation)}`} replace />
  return (
    <Page title={words.title(operation.hrId, operation.entityType)} isFull>
      <StepLinks operation={operation} current={shown} />
      <Ended operation={operation} />
      <StepContent operation={operation} step={shown} />
    </Page>
  )
}

function StepContent({ operation, step }: { operation: Operation; step: PageStep }) {
  switch (step) {
    case 'records':
      return <RecordsStep operation={operation} />
    case 'changes':
      return <RulesStep operation={operation} />
    case 'review':
      return <ReviewStep operation={operation} />
    case 'result':
      return <ResultStep operation={operation} />
  }
}

/** Why nothing more happens with an operation that failed, was cancelled, or is too old. */
function Ended({ operation: { status, expired, errorMessage } }: { operation: Operation }) {
  if (status !== 'FAILED' && status !== 'CANCELLED' && !expired) return null
  const text =
    status === 'FAILED'
      ? words.failed(errorMessage ?? '')
      : status === 'CANCELLED'
        ? words.cancelled
        : words.expired
  return (
    <Alert color={status === 'FAILED' ? 'red' : 'yellow'} title={text}>
      <Stack align="flex-start">
        <Button component={Link} to="/bulk-edit" size="compact-sm" variant="default">
          {words.again}
        </Button>
      </Stack>
    </Alert>
  )
}

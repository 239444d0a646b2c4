import { Group, Progress, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { jobText } from '#text/jobs.ts'
import { useJob } from '../../lib/job-stream.ts'
import type { Operation } from './api.ts'

type Props = {
  operation: Operation
  /** What is being done, with the numbers. */
  text: string
  /** What can be done about it, such as to stop. */
  children?: ReactNode
}

/** How far a running step is. */
export function Running({ operation, text, children }: Props) {
  const { processedNumOfRecords: done, totalNumOfRecords: total } = operation
  const { job } = useJob(operation.id)
  return (
    <Stack gap="xs" maw={640}>
      <Group justify="space-between">
        <Text role="status">{text}</Text>
        {children}
      </Group>
      <Progress
        size="lg"
        value={total === 0 ? 100 : Math.min(100, (done / total) * 100)}
        animated={total === 0}
        aria-label={text}
      />
      {job !== null && job.ratePerSecond !== null && (
        <Group gap="lg">
          <Text size="sm">{jobText.rate(job.ratePerSecond)}</Text>
          {job.etaSeconds !== null && <Text size="sm">{jobText.eta(job.etaSeconds)}</Text>}
        </Group>
      )}
    </Stack>
  )
}

import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { importJobText } from '#text/import-job.ts'
import { OutcomeChart } from '../../../ui/outcome-chart.tsx'
import type { Summary } from '../import-calls.ts'
import { jobCalls } from './job-calls.ts'

/** The rows of the chart: one for each type of record that the job worked on. */
export function outcomesOf(summary: Summary) {
  return Object.keys(importJobText.types).flatMap((key) => {
    const counts = summary[key]
    if (counts === undefined) return []
    return {
      label: importJobText.types[key]!,
      created: counts.totalCreatedEntities,
      updated: counts.totalUpdatedEntities,
      // FOLIO counts what failed as discarded too.
      discarded: Math.max(0, counts.totalDiscardedEntities - counts.totalErrors),
      errors: counts.totalErrors,
    }
  })
}

/** What happened, by type of record. */
export function JobOutcomes({ jobId, isOpen }: { jobId: string; isOpen: boolean }) {
  const { data } = useQuery(jobCalls.summary(jobId, isOpen))
  if (data === undefined) return null
  return (
    <Stack gap="xs" component="section" aria-labelledby="outcomes">
      <Title order={2} size="h4" id="outcomes">
        {importJobText.outcomes}
      </Title>
      <OutcomeChart rows={outcomesOf(data)} />
    </Stack>
  )
}

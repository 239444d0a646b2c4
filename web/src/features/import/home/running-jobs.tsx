import { Button, Stack, Table, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { importText } from '#text/import.ts'
import { jobText } from '#text/jobs.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { JobProgress } from '../../../lib/job-stream.ts'
import { JobBar, JobStateBadge } from '../../../ui/job-progress.tsx'
import { addressOfJob } from '../job-address.ts'

const columns = importText.columns

/** The jobs that are at work or wait for their turn, live. */
export function RunningJobs({ jobs }: { jobs: readonly JobProgress[] }) {
  if (jobs.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-labelledby="running">
      <Title order={2} size="h4" id="running">
        {importText.running}
      </Title>
      <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-labelledby="running" verticalSpacing="xs" withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{columns.file}</Table.Th>
              <Table.Th scope="col">{columns.number}</Table.Th>
              <Table.Th scope="col" w="35%">
                {columns.progress}
              </Table.Th>
              <Table.Th scope="col">{columns.errors}</Table.Th>
              <Table.Th scope="col">{columns.by}</Table.Th>
              <Table.Th scope="col">{importText.open}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {jobs.map((job) => (
              <RunningRow key={job.jobId} job={job} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

function RunningRow({ job }: { job: JobProgress }) {
  const words = [
    jobText.ofTotal(job.done, job.total),
    job.ratePerSecond !== null && jobText.rate(job.ratePerSecond),
    job.etaSeconds !== null && jobText.eta(job.etaSeconds),
  ].filter((text) => text !== false)
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {job.title}
      </Table.Th>
      <Table.Td>{importText.jobName(importText.kinds[job.kind], job.number)}</Table.Td>
      <Table.Td>
        {job.state === 'queued' ? <JobStateBadge state="queued" /> : <JobBar job={job} />}
        <Text size="sm">{words.join(' · ')}</Text>
      </Table.Td>
      <Table.Td>{formatNumber(job.errors)}</Table.Td>
      <Table.Td>{job.userName}</Table.Td>
      <Table.Td>
        <Button
          size="compact-sm"
          variant="default"
          component={Link}
          {...(addressOfJob(job) as object)}
          aria-label={importText.buttonOf(importText.open, job.title)}
        >
          {importText.open}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}

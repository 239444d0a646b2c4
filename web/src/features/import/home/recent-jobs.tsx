import { Anchor, Box, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { importText } from '#text/import.ts'
import { formatDateTime, formatNumber } from '../../../lib/format.ts'
import type { JobProgress } from '../../../lib/job-stream.ts'
import { usePreference } from '../../../lib/preferences.ts'
import { useSession } from '../../../lib/session.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { JobStateBadge } from '../../../ui/job-progress.tsx'
import { addressOfJob } from '../job-address.ts'

const heads = importText.columns

const columns: readonly Column<JobProgress>[] = [
  { id: 'result', header: heads.result, width: 180, cell: ({ state }) => <JobStateBadge state={state} /> },
  { id: 'file', header: heads.file, width: 200, isRowHeader: true, cell: (job) => <JobLink job={job} /> },
  {
    id: 'number',
    header: heads.number,
    width: 70,
    cell: ({ number }) => number !== null && importText.number(number),
  },
  { id: 'profile', header: heads.profile, width: 180, cell: ({ profile }) => profile?.name },
  {
    id: 'records',
    header: heads.records,
    width: 85,
    isNumber: true,
    cell: ({ total }) => formatNumber(total),
  },
  {
    id: 'created',
    header: heads.created,
    width: 80,
    isNumber: true,
    cell: ({ created }) => formatNumber(created),
  },
  {
    id: 'updated',
    header: heads.updated,
    width: 80,
    isNumber: true,
    cell: ({ updated }) => formatNumber(updated),
  },
  {
    id: 'errors',
    header: heads.errors,
    width: 70,
    isNumber: true,
    cell: ({ errors }) => formatNumber(errors),
  },
  { id: 'by', header: heads.by, width: 120, cell: ({ userName }) => userName },
  {
    id: 'finished',
    header: heads.finished,
    width: 155,
    cell: ({ finishedAt }) => formatDateTime(finishedAt),
  },
]

function JobLink({ job }: { job: JobProgress }) {
  return (
    <Anchor inherit component={Link} {...(addressOfJob(job) as object)} fw={500}>
      {job.title}
    </Anchor>
  )
}

/** The imports that ended last, with what came of them. */
export function RecentJobs({ jobs }: { jobs: readonly JobProgress[] }) {
  const { userId } = useSession()
  const navigate = useNavigate()
  const [whose, setWhose] = usePreference<'mine' | 'all'>('import.recent', 'all')
  const rows = whose === 'mine' ? jobs.filter((job) => job.userId === userId) : jobs
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {importText.recent}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={importText.whose}
          value={whose}
          onChange={(value) => setWhose(value as 'mine' | 'all')}
          data={[
            { value: 'mine', label: importText.mine },
            { value: 'all', label: importText.all },
          ]}
        />
      </Group>
      <Box h={Math.min(10, Math.max(3, rows.length)) * 40 + 42} display="flex">
        <DataTable
          label={importText.recent}
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          rowKey={({ jobId }) => jobId}
          onOpen={(job) => void navigate(addressOfJob(job) as never)}
          empty={<Text p="md">{jobs.length === 0 ? importText.noneRecent : importText.noneMine}</Text>}
        />
      </Box>
    </Stack>
  )
}

import { Alert, Box, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { importJobText } from '#text/import-job.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { JobProgress } from '../../../lib/job-stream.ts'
import { useWindowedList } from '../../../lib/windowed-list.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { TitleLink } from '../title-link.tsx'
import { fetchLeft, jobCalls } from './job-calls.ts'
import type { LeftRecord, Undo } from './job-calls.ts'

/** What an undo of the job did and what it left, with the reasons; nothing for a job that was not undone. */
export function UndoResult({ job }: { job: JobProgress }) {
  const isUndone = job.state === 'undone' || job.state === 'undone-with-leftovers'
  const { data: undo } = useQuery({ ...jobCalls.undo(job.jobId), enabled: isUndone })
  if (!isUndone || undo === undefined) return null
  return (
    <Stack gap="xs" component="section" aria-labelledby="undo">
      <Title order={2} size="h4" id="undo">
        {importJobText.undoDone}
      </Title>
      <Alert
        color={undo.left === 0 ? 'teal' : 'orange'}
        title={importJobText.undone(undo.completedDate ?? undo.startedDate, undo.left)}
      >
        {importJobText.importAgain}
      </Alert>
      <UndoCounts undo={undo} />
      {undo.left > 0 && <LeftTable jobId={job.jobId} />}
    </Stack>
  )
}

function UndoCounts({ undo }: { undo: Undo }) {
  const kinds = Object.keys(importJobText.types1).filter(
    (kind) => (undo.deleted[kind] ?? 0) + (undo.restored[kind] ?? 0) > 0,
  )
  return (
    <Table aria-label={importJobText.undoDone} maw={520}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{importJobText.leftType}</Table.Th>
          <Table.Th scope="col">{importJobText.deleted}</Table.Th>
          <Table.Th scope="col">{importJobText.restored}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {kinds.map((kind) => (
          <Table.Tr key={kind}>
            <Table.Th scope="row">{importJobText.kindNames[kind]}</Table.Th>
            <Table.Td>{formatNumber(undo.deleted[kind] ?? 0)}</Table.Td>
            <Table.Td>{formatNumber(undo.restored[kind] ?? 0)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const columns: readonly Column<LeftRecord>[] = [
  {
    id: 'type',
    header: importJobText.leftType,
    width: 120,
    cell: ({ recordType }) => importJobText.leftTypes[recordType] ?? recordType.toLowerCase(),
  },
  {
    id: 'record',
    header: importJobText.leftRecord,
    width: 320,
    isRowHeader: true,
    cell: (record) => <TitleLink {...record} />,
  },
  { id: 'reason', header: importJobText.leftReason, width: 520, cell: ({ text }) => text },
]

function LeftTable({ jobId }: { jobId: string }) {
  const list = useWindowedList({
    key: ['octavo', 'imports', jobId, 'undo', 'left'],
    fetchPage: (offset, limit, signal) => fetchLeft(jobId, { offset, limit, signal }),
  })
  return (
    <Stack gap="xs">
      <Text fw={600}>{importJobText.leftList}</Text>
      <Box h={Math.min(8, Math.max(2, list.count ?? 2)) * 40 + 42} display="flex">
        <DataTable
          label={importJobText.leftList}
          columns={columns}
          count={list.count}
          rowAt={list.rowAt}
          onWindow={list.onWindow}
          rowKey={({ id }) => id}
        />
      </Box>
    </Stack>
  )
}

import { Anchor, Box, CloseButton, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { importJobText } from '#text/import-job.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { JobProgress } from '../../../lib/job-stream.ts'
import { useWindowedList } from '../../../lib/windowed-list.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { fetchErrorRecords, fetchLog, jobCalls } from './job-calls.ts'
import type { ErrorRecord, LogEntry } from './job-calls.ts'

/** Search parameters of the page: which records are listed. */
export type JobSearch = { show?: string; code?: string }

const heads = importJobText.columns

/** The records of a job: all, those with errors, or those of one cause. */
export function JobRecords({ job, isOpen }: { job: JobProgress; isOpen: boolean }) {
  const search = useSearch({ strict: false }) as JobSearch
  const navigate = useNavigate()
  const set = (next: JobSearch): void =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false } as never)
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between">
        <Title order={2} size="h4" id="records">
          {importJobText.records}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={importJobText.show}
          value={search.code !== undefined || search.show === 'errors' ? 'errors' : 'all'}
          onChange={(show) => set(show === 'errors' ? { show } : {})}
          data={[
            { value: 'all', label: importJobText.showAll(job.done) },
            { value: 'errors', label: importJobText.showErrors(job.errors) },
          ]}
        />
      </Group>
      {search.code === undefined ? (
        <LogTable job={job} isOpen={isOpen} errorsOnly={search.show === 'errors'} />
      ) : (
        <>
          <Group gap={4}>
            <Text size="sm">{importJobText.oneCause}</Text>
            <CloseButton
              size="sm"
              aria-label={importJobText.allCauses}
              onClick={() => set({ show: 'errors' })}
            />
          </Group>
          <GroupTable jobId={job.jobId} code={search.code} />
        </>
      )}
    </Stack>
  )
}

/** While a job runs its log is looked at again now and then; nobody reads along faster. */
const LOOK_AGAIN_MS = 5000

type LogProps = { job: JobProgress; isOpen: boolean; errorsOnly: boolean }

function LogTable({ job, isOpen, errorsOnly }: LogProps) {
  const navigate = useNavigate()
  const { jobId } = job
  const list = useWindowedList({
    key: ['metadata-provider', 'jobLogEntries', jobId, errorsOnly, isOpen],
    fetchPage: (offset, limit, signal) => fetchLog(jobId, errorsOnly, { offset, limit, signal }),
    refetchInterval: isOpen ? LOOK_AGAIN_MS : false,
  })
  const { data: summary } = useQuery(jobCalls.summary(jobId, isOpen))
  const types = Object.keys(summary ?? {}).join(' ')
  const columns = useMemo(() => logColumns(jobId, types.split(' ')), [jobId, types])
  if (list.error !== null) return <Failure error={list.error} retry={list.retry} />
  return (
    <Box h={tableHeight(list.count)} display="flex">
      <DataTable
        label={importJobText.records}
        columns={columns}
        count={list.count}
        rowAt={list.rowAt}
        onWindow={list.onWindow}
        rowKey={({ incomingRecordId }) => incomingRecordId}
        onOpen={({ sourceRecordOrder }) =>
          void navigate({
            to: '/import/job/$jobId/records/$order',
            params: { jobId, order: sourceRecordOrder },
          } as never)
        }
        empty={<Text p="md">{isOpen ? importJobText.notYet : importJobText.noRecords}</Text>}
      />
    </Box>
  )
}

/** Room for up to 14 rows; more are scrolled to. */
function tableHeight(count: number | null): number {
  return Math.min(14, Math.max(3, count ?? 3)) * 40 + 42
}

/** Columns that only jobs with such records have. */
const TYPE_OF: Record<string, string> = {
  instance: 'instanceSummary',
  holdings: 'holdingSummary',
  items: 'itemSummary',
  authority: 'authoritySummary',
}

/** The columns of the log; only the types of records that the job worked on get one. */
function logColumns(jobId: string, types: readonly string[]): Column<LogEntry>[] {
  const columns: Column<LogEntry>[] = [
    {
      id: 'order',
      header: heads.order,
      width: 80,
      isNumber: true,
      cell: ({ sourceRecordOrder }) => formatNumber(Number(sourceRecordOrder) + 1),
    },
    {
      id: 'title',
      header: heads.title,
      width: 300,
      isRowHeader: true,
      cell: ({ sourceRecordOrder, sourceRecordTitle }) => (
        <RecordLink jobId={jobId} order={sourceRecordOrder} title={sourceRecordTitle} />
      ),
    },
    {
      id: 'source',
      header: heads.source,
      width: 90,
      cell: ({ sourceRecordActionStatus: status }) => statusWord(status),
    },
    {
      id: 'instance',
      header: heads.instance,
      width: 170,
      cell: ({ relatedInstanceInfo: { actionStatus, idList, hridList } }) => (
        <Outcome status={actionStatus} id={idList?.[0]} hrid={hridList?.[0]} />
      ),
    },
    {
      id: 'holdings',
      header: heads.holdings,
      width: 110,
      cell: ({ relatedHoldingsInfo: all }) => severalWords(all),
    },
    { id: 'items', header: heads.items, width: 110, cell: ({ relatedItemInfo: all }) => severalWords(all) },
    {
      id: 'authority',
      header: heads.authority,
      width: 90,
      cell: ({ relatedAuthorityInfo }) => statusWord(relatedAuthorityInfo.actionStatus),
    },
    { id: 'message', header: heads.message, width: 360, cell: ({ error }) => withoutPlace(error) },
  ]
  return columns.filter(({ id }) => TYPE_OF[id] === undefined || types.includes(TYPE_OF[id]))
}

/** The row says which record it is, so its place in the file need not be read again. */
function withoutPlace(error: string): string {
  return error.replace(/^Record \d+[^:]*: /, '')
}

function RecordLink({
  jobId,
  order,
  title,
}: {
  jobId: string
  order: string | number
  title: string | null
}) {
  return (
    <Anchor
      inherit
      component={Link}
      to="/import/job/$jobId/records/$order"
      params={{ jobId, order: String(order) } as never}
    >
      {title === null || title === 'No content' ? importJobText.noTitle : title}
    </Anchor>
  )
}

const statusWord = (status: string | undefined) =>
  status === undefined ? '–' : (importJobText.statuses[status] ?? status.toLowerCase())

function severalWords(all: LogEntry['relatedItemInfo']) {
  if (all.length === 0) return '–'
  if (all.some(({ error }) => error !== '')) return `✗ ${importJobText.error}`
  return importJobText.several(statusWord(all[0]!.actionStatus), all.length)
}

function Outcome({
  status,
  id,
  hrid,
}: {
  status: string | undefined
  id: string | undefined
  hrid: string | undefined
}) {
  if (status === undefined) return '–'
  return (
    <>
      {statusWord(status)}{' '}
      {id !== undefined && hrid !== undefined && (
        <Anchor inherit component={Link} to={`/inventory/${id}`}>
          {hrid}
        </Anchor>
      )}
    </>
  )
}

function GroupTable({ jobId, code }: { jobId: string; code: string }) {
  const navigate = useNavigate()
  const list = useWindowedList({
    key: ['octavo', 'imports', jobId, 'errors', 'records', code],
    fetchPage: (offset, limit, signal) => fetchErrorRecords(jobId, code, { offset, limit, signal }),
  })
  const columns = useMemo(() => groupColumns(jobId), [jobId])
  if (list.error !== null) return <Failure error={list.error} retry={list.retry} />
  return (
    <Box h={tableHeight(list.count)} display="flex">
      <DataTable
        label={importJobText.records}
        columns={columns}
        count={list.count}
        rowAt={list.rowAt}
        onWindow={list.onWindow}
        rowKey={({ order }) => String(order)}
        onOpen={({ order }) =>
          void navigate({
            to: '/import/job/$jobId/records/$order',
            params: { jobId, order: String(order) },
          } as never)
        }
      />
    </Box>
  )
}

function groupColumns(jobId: string): Column<ErrorRecord>[] {
  return [
    {
      id: 'order',
      header: heads.order,
      width: 80,
      isNumber: true,
      cell: ({ order }) => formatNumber(order + 1),
    },
    {
      id: 'title',
      header: heads.title,
      width: 320,
      isRowHeader: true,
      cell: ({ order, title }) => <RecordLink jobId={jobId} order={order} title={title} />,
    },
    { id: 'number', header: heads.controlNumber, width: 160, cell: ({ controlNumber }) => controlNumber },
    { id: 'message', header: heads.message, width: 480, cell: ({ text }) => text },
  ]
}

import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { historyText } from '#text/import-history.ts'
import { importText } from '#text/import.ts'
import { formatDateTime, formatNumber } from '../../../lib/format.ts'
import type { JobProgress } from '../../../lib/job-stream.ts'
import { useWindowedList } from '../../../lib/windowed-list.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column, Sort } from '../../../ui/data-table.tsx'
import { Failure, explainError } from '../../../ui/failure.tsx'
import { JobStateBadge } from '../../../ui/job-progress.tsx'
import { notify } from '../../../ui/notices.ts'
import { Page } from '../../../ui/page.tsx'
import { keepBlob } from '../download.ts'
import { DEFAULT_DAYS, deleteLogs, fetchHistory } from './history-calls.ts'
import type { HistorySearch } from './history-calls.ts'
import { historyCsv } from './history-csv.ts'
import { HistoryFilters } from './history-filters.tsx'

const heads = importText.columns

/** All imports, newest first, with filters that the address keeps. */
export function HistoryPage() {
  const search = useSearch({ strict: false }) as HistorySearch
  const navigate = useNavigate()
  const list = useWindowedList({
    key: ['metadata-provider', 'jobExecutions', 'history', search],
    fetchPage: (offset, limit, signal) => fetchHistory(search, { offset, limit, signal }),
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const set = (next: HistorySearch): void => {
    setSelected(new Set())
    void navigate({ to: '.', search: next, replace: true } as never)
  }
  const fetchCsv = (): void => {
    historyCsv(search)
      .then((blob) => keepBlob(blob, historyText.csvName))
      .catch((error: unknown) => notify({ text: explainError(error as Error), kind: 'problem' }))
  }
  return (
    <Page
      title={historyText.title}
      isFull
      actions={
        <>
          {selected.size > 0 && (
            <DeleteLogs
              ids={[...selected]}
              onDone={() => {
                setSelected(new Set())
                list.retry()
              }}
            />
          )}
          <Button variant="default" onClick={fetchCsv}>
            {historyText.csv}
          </Button>
        </>
      }
    >
      <HistoryFilters search={search} set={set} />
      <Group gap="md">
        {list.count !== null && (
          <Text size="sm" role="status">
            {historyText.jobs(list.count)}
          </Text>
        )}
        {search.from === undefined && (
          <Text size="sm" c="dimmed">
            {historyText.lastDays(DEFAULT_DAYS)}
          </Text>
        )}
      </Group>
      {list.error === null ? (
        <DataTable
          label={historyText.title}
          columns={columns}
          count={list.count}
          rowAt={list.rowAt}
          onWindow={list.onWindow}
          rowKey={({ jobId }) => jobId}
          rowName={({ number, title }) => historyText.rowName(number, title)}
          sort={sortOf(search)}
          onSort={({ column, isDescending }) =>
            set({ ...search, sort: `${column},${isDescending ? 'desc' : 'asc'}` })
          }
          selected={selected}
          onSelect={setSelected}
          onOpen={({ jobId }) => void navigate({ to: '/import/job/$jobId', params: { jobId } } as never)}
          empty={<Text p="md">{historyText.none}</Text>}
        />
      ) : (
        <Failure error={list.error} retry={list.retry} />
      )}
    </Page>
  )
}

function sortOf({ sort = 'completed_date,desc' }: HistorySearch): Sort {
  const [column = '', direction] = sort.split(',')
  return { column, isDescending: direction === 'desc' }
}

function DeleteLogs({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <AllowedButton
        permission="change-manager.jobexecutions.delete"
        color="red"
        variant="outline"
        onClick={() => setAsked(true)}
      >
        {historyText.remove(ids.length)}
      </AllowedButton>
      <Confirm
        isOpen={isAsked}
        title={historyText.removeTitle(ids.length)}
        text={historyText.removeBody}
        confirm={historyText.remove(ids.length)}
        isDangerous
        onConfirm={async () => {
          await deleteLogs(ids)
          notify({ text: historyText.removed(ids.length) })
          onDone()
        }}
        onClose={() => setAsked(false)}
      />
    </>
  )
}

const columns: readonly Column<JobProgress>[] = [
  {
    id: 'status',
    header: heads.result,
    width: 180,
    isSortable: true,
    cell: ({ state }) => <JobStateBadge state={state} />,
  },
  {
    id: 'file_name',
    header: heads.file,
    width: 220,
    isSortable: true,
    isRowHeader: true,
    cell: ({ jobId, title }) => (
      <Anchor inherit component={Link} to="/import/job/$jobId" params={{ jobId } as never}>
        {title}
      </Anchor>
    ),
  },
  {
    id: 'hrid',
    header: heads.number,
    width: 80,
    isSortable: true,
    cell: ({ number }) => number !== null && importText.number(number),
  },
  {
    id: 'job_profile_name',
    header: heads.profile,
    width: 200,
    isSortable: true,
    cell: ({ profile }) => profile?.name,
  },
  {
    id: 'progress_total',
    header: heads.records,
    width: 95,
    isSortable: true,
    isNumber: true,
    cell: ({ total }) => formatNumber(total),
  },
  {
    id: 'created',
    header: heads.created,
    width: 85,
    isNumber: true,
    cell: ({ created }) => formatNumber(created),
  },
  {
    id: 'updated',
    header: heads.updated,
    width: 90,
    isNumber: true,
    cell: ({ updated }) => formatNumber(updated),
  },
  {
    id: 'errors',
    header: heads.errors,
    width: 75,
    isNumber: true,
    cell: ({ errors }) => formatNumber(errors),
  },
  {
    id: 'job_user_last_name',
    header: heads.by,
    width: 130,
    isSortable: true,
    cell: ({ userName }) => userName,
  },
  {
    id: 'completed_date',
    header: heads.finished,
    width: 160,
    isSortable: true,
    cell: ({ finishedAt }) => formatDateTime(finishedAt),
  },
]

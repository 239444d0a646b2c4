import { Anchor, Group, Select, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { bulkEditText } from '#text/bulk-edit.ts'
import { formatDateTime, formatNumber } from '../../../lib/format.ts'
import { http } from '../../../lib/http.ts'
import { useWindowedList } from '../../../lib/windowed-list.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/page.tsx'
import { keys } from '../api.ts'
import type { Operation } from '../api.ts'
import { statusWord } from '../operation-state.ts'
import type { HistorySearch } from '../routes.tsx'
import { ENTITIES } from '../start/entity-choice.tsx'
import { STATUS_GROUPS, historyCql } from './history-cql.ts'

const words = bulkEditText.history

/** All bulk edits, the newest first, with filters in the address. */
export function HistoryPage() {
  const search: HistorySearch = useSearch({ strict: false })
  const cql = historyCql(search)
  const list = useWindowedList<Operation>({
    key: [...keys.all, 'history', cql],
    fetchPage: async (offset, limit, signal) => {
      const answer = await http.get<{ bulkOperations: Operation[]; totalRecords: number }>(
        '/bulk-operations',
        { query: cql, offset, limit },
        signal,
      )
      return { rows: answer.bulkOperations, total: answer.totalRecords }
    },
  })
  const starters = useStarters()
  const nameOf = (id: string): string => starters.find((one) => one.value === id)?.label ?? ''
  return (
    <Page
      title={words.title}
      isFull
      actions={
        <Anchor component={Link} to="/bulk-edit" size="sm">
          {bulkEditText.start.newEdit}
        </Anchor>
      }
    >
      <Filters search={search} starters={starters} />
      {list.error ? (
        <Failure error={list.error} retry={list.retry} />
      ) : (
        <DataTable
          label={words.title}
          columns={columnsOf(nameOf)}
          count={list.count}
          rowAt={list.rowAt}
          onWindow={list.onWindow}
          rowKey={({ id }) => id}
          empty={<Text p="md">{words.none}</Text>}
        />
      )}
    </Page>
  )
}

/** Who ever started a bulk edit. */
function useStarters(): { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: [...keys.all, 'list-users'],
    queryFn: ({ signal }) =>
      http.get<{ users: { id: string; firstName?: string; lastName?: string }[] }>(
        '/bulk-operations/list-users',
        { query: 'cql.allRecords=1', limit: 1000 },
        signal,
      ),
    staleTime: 60_000,
  })
  return (data?.users ?? []).map(({ id, firstName, lastName }) => ({
    value: id,
    label: [firstName, lastName].filter(Boolean).join(' ') || id,
  }))
}

type FilterProps = { search: HistorySearch; starters: { value: string; label: string }[] }

function Filters({ search, starters }: FilterProps) {
  const navigate = useNavigate()
  const set = (change: Partial<HistorySearch>): void =>
    void navigate({ to: '/bulk-edit/history', search: { ...search, ...change } as never, replace: true })
  const day = (name: 'from' | 'to', label: string) => (
    <TextInput
      label={label}
      type="date"
      value={search[name] ?? ''}
      onChange={(event) => set({ [name]: event.currentTarget.value || undefined })}
    />
  )
  return (
    <Group align="flex-end">
      <Select
        label={words.columns.records}
        clearable
        w={150}
        data={ENTITIES.map((value) => ({ value, label: bulkEditText.entity[value] }))}
        value={search.type ?? null}
        onChange={(type) => set({ type: type ?? undefined })}
      />
      <Select
        label={words.columns.status}
        clearable
        w={180}
        data={Object.keys(STATUS_GROUPS).map((value) => ({
          value,
          label: words.groups[value as keyof typeof STATUS_GROUPS],
        }))}
        value={search.status ?? null}
        onChange={(status) => set({ status: status ?? undefined })}
      />
      <Select
        label={words.columns.by}
        clearable
        searchable
        w={180}
        data={starters}
        value={search.by ?? null}
        onChange={(by) => set({ by: by ?? undefined })}
      />
      {day('from', words.from)}
      {day('to', words.to)}
    </Group>
  )
}

function columnsOf(nameOf: (userId: string) => string): Column<Operation>[] {
  const { columns } = words
  return [
    {
      id: 'number',
      header: columns.number,
      width: 70,
      isRowHeader: true,
      cell: ({ id, hrId }) => (
        <Anchor component={Link} to={`/bulk-edit/${id}`} size="sm">
          {hrId}
        </Anchor>
      ),
    },
    {
      id: 'records',
      header: columns.records,
      width: 110,
      cell: ({ entityType }) => bulkEditText.entity[entityType],
    },
    {
      id: 'status',
      header: columns.status,
      width: 190,
      cell: (operation) =>
        operation.expired ? `${statusWord(operation)} (${words.expired})` : statusWord(operation),
    },
    {
      id: 'approach',
      header: columns.approach,
      width: 130,
      cell: ({ approach }) => bulkEditText.approach[approach],
    },
    ...(
      [
        ['found', 'matchedNumOfRecords'],
        ['changed', 'committedNumOfRecords'],
        ['errors', 'committedNumOfErrors'],
      ] as const
    ).map(([id, name]): Column<Operation> => ({
      id,
      header: columns[id],
      width: 100,
      isNumber: true,
      cell: (operation) => formatNumber(operation[name]),
    })),
    {
      id: 'started',
      header: columns.started,
      width: 170,
      cell: ({ startTime }) => formatDateTime(startTime),
    },
    { id: 'by', header: columns.by, width: 160, cell: ({ userId }) => nameOf(userId) },
    { id: 'note', header: words.note, width: 200, cell: ({ note }) => <span title={note}>{note}</span> },
  ]
}

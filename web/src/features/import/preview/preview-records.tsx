import { Badge, Box, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { previewText } from '#text/import-preview.ts'
import { outcomeText } from '#text/import-outcome.ts'
import { formatNumber } from '../../../lib/format.ts'
import { http } from '../../../lib/http.ts'
import { useWindowedList } from '../../../lib/windowed-list.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Failure } from '../../../ui/failure.tsx'
import type { Preview } from '../import-calls.ts'
import { outcomeQuery } from '../outcome/outcome-calls.ts'
import { OutcomeView } from '../outcome/outcome-view.tsx'
import { usePageAction } from '../use-page-action.ts'
import styles from './preview.module.css'
import type { PreviewSearch } from './preview-page.tsx'

type PreviewRecord = {
  sourceRecordOrder: number
  title?: string
  controlNumber?: string
  outcomes: string[]
  error?: string
}

const FILTERS = ['all', 'updated', 'created', 'discarded', 'errors'] as const
const POLL_MS = 2000

type Props = { preview: Preview; isRunning: boolean; search: PreviewSearch }

/** The records on the left, what would become of the chosen one on the right. */
export function PreviewRecords({ preview, isRunning, search }: Props) {
  const navigate = useNavigate()
  const filter = FILTERS.find((one) => one === search.show) ?? 'all'
  const list = useWindowedList({
    key: ['octavo', 'imports', 'previews', preview.id, 'records', filter, isRunning],
    fetchPage: (offset, limit, signal) => fetchRecords(preview.id, filter, { offset, limit, signal }),
    refetchInterval: isRunning ? POLL_MS : false,
  })
  const set = (next: PreviewSearch): void =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false } as never)
  const chosen = search.record === undefined ? list.rowAt(0)?.sourceRecordOrder : Number(search.record)
  const open = (order: number): void => set({ ...search, record: String(order) })
  useRecordKeys(list, chosen, open)
  if (list.error !== null) return <Failure error={list.error} retry={list.retry} />
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {previewText.records}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={previewText.show}
          value={filter}
          onChange={(show) => set(show === 'all' ? {} : { show })}
          data={FILTERS.map((value) => ({ value, label: previewText.filters[value] }))}
        />
      </Group>
      <div className={styles.columns}>
        <Box className={styles.list}>
          <DataTable
            label={previewText.records}
            columns={columns}
            count={list.count}
            rowAt={list.rowAt}
            onWindow={list.onWindow}
            rowKey={({ sourceRecordOrder }) => String(sourceRecordOrder)}
            current={chosen === undefined ? null : String(chosen)}
            onCurrent={({ sourceRecordOrder }) => {
              if (sourceRecordOrder !== chosen) open(sourceRecordOrder)
            }}
            empty={<Text p="md">{isRunning ? previewText.running : previewText.none}</Text>}
          />
        </Box>
        <Paper
          component="section"
          withBorder
          p="md"
          className={styles.detail}
          aria-label={previewText.detail}
        >
          {chosen === undefined ? (
            <Text size="sm">{previewText.choose}</Text>
          ) : (
            <Detail previewId={preview.id} order={chosen} />
          )}
        </Paper>
      </div>
    </Stack>
  )
}

function Detail({ previewId, order }: { previewId: string; order: number }) {
  const { data, error, refetch } = useQuery({
    ...outcomeQuery('preview', previewId, order),
    placeholderData: keepPreviousData,
  })
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />
  if (data === undefined) return <Skeleton h={120} />
  return (
    <Stack gap="sm">
      <Text fw={600}>{outcomeText.title(data.order + 1, data.title)}</Text>
      <OutcomeView outcome={data} isForecast />
    </Stack>
  )
}

/** `j` and `k` go from record to record, wherever the focus is. */
function useRecordKeys(
  list: { count: number | null; rowAt: (index: number) => PreviewRecord | undefined },
  chosen: number | undefined,
  open: (order: number) => void,
): void {
  const step = (by: number): void => {
    const count = list.count ?? 0
    let at = 0
    while (at < count && list.rowAt(at)?.sourceRecordOrder !== chosen) at++
    const next = list.rowAt(at + by)
    if (next !== undefined) open(next.sourceRecordOrder)
  }
  usePageAction({ id: 'import.next-record', label: previewText.next, keys: ['j'], run: () => step(1) })
  usePageAction({
    id: 'import.previous-record',
    label: previewText.previous,
    keys: ['k'],
    run: () => step(-1),
  })
}

async function fetchRecords(
  id: string,
  filter: (typeof FILTERS)[number],
  { offset, limit, signal }: { offset: number; limit: number; signal: AbortSignal },
) {
  const query = { offset, limit, ...(filter !== 'all' && { filter }) }
  const answer = await http.get<{ records: PreviewRecord[]; totalRecords: number }>(
    `/octavo/imports/previews/${id}/records`,
    query,
    signal,
  )
  return { rows: answer.records, total: answer.totalRecords }
}

const heads = previewText.columns
const COLOURS: Record<string, string> = {
  created: 'green',
  updated: 'blue',
  discarded: 'gray',
  errors: 'red',
}

/** What failed counts as discarded too; saying it once is enough. */
function shownOutcomes(outcomes: readonly string[]): string[] {
  const hasErrors = outcomes.includes('errors')
  return outcomes.filter((outcome) => outcome !== 'discarded' || !hasErrors)
}

const columns: readonly Column<PreviewRecord>[] = [
  {
    id: 'order',
    header: heads.order,
    width: 60,
    isNumber: true,
    cell: ({ sourceRecordOrder }) => formatNumber(sourceRecordOrder + 1),
  },
  {
    id: 'title',
    header: heads.title,
    width: 200,
    isRowHeader: true,
    cell: ({ title }) => title ?? previewText.noTitle,
  },
  {
    id: 'effect',
    header: heads.effect,
    width: 165,
    cell: ({ outcomes }) => (
      <Group gap={4} wrap="nowrap">
        {shownOutcomes(outcomes).map((outcome) => (
          <Badge key={outcome} variant="light" tt="none" color={COLOURS[outcome] ?? 'gray'}>
            {previewText.outcomesOf[outcome] ?? outcome}
          </Badge>
        ))}
      </Group>
    ),
  },
]

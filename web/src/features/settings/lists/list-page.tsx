import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconPlus, IconSearch, IconUpload } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { listsText } from '#text/settings-lists.ts'
import { useActions } from '../../../lib/actions.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { useMay } from '../../../lib/session.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/page.tsx'
import { SettingsLead } from '../settings-lead.tsx'
import { DeleteValue } from './delete-value.tsx'
import { ImportValues } from './import-values.tsx'
import { useListValues, useOtherLists } from './list-api.ts'
import { listColumns } from './list-columns.tsx'
import { valuesAsCsv } from './list-csv.ts'
import { findList } from './list-declarations.ts'
import type { ReferenceList } from './list-declarations.ts'
import styles from './list-page.module.css'
import { useListUsage } from './list-usage.ts'
import { filterValues, sortValues, valueName } from './list-values.ts'
import type { ListValue } from './list-values.ts'
import { useRowEditing } from './use-row-editing.ts'

type Search = { find?: string; row?: string; sort?: string; desc?: boolean }

const NEW: ListValue = { id: 'new', source: 'local' }

/** One reference list as a table in which a row is edited in place. */
export function ListPage() {
  const { list: id } = useParams({ strict: false }) as { list: string }
  const list = findList(id)
  if (list === null) return <Page title={listsText.unknownList} lead={<SettingsLead />} />
  return <ListTable key={list.id} list={list} />
}

function ListTable({ list }: { list: ReferenceList }) {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const { data: values = null, error, refetch } = useListValues(list)
  const others = useOtherLists(list)
  const usage = useListUsage(list)
  const editing = useRowEditing(list, values ?? [], search.row ?? null)
  const [deleted, setDeleted] = useState<ListValue | null>(null)
  const isNarrow = useMediaQuery('(max-width: 62em)') ?? false
  const [isImporting, setImporting] = useState(false)
  const change = (part: Search): void => {
    void navigate({ to: '.', search: (old: Search) => ({ ...old, ...part }), replace: true })
  }
  const { find = '', sort = list.fields[0]!.name, desc = false } = search
  const found = useMemo(
    () => sortValues(list, filterValues(list, values ?? [], find, others), sort, desc, others),
    [list, values, find, sort, desc, others],
  )
  const rows = editing.rowId === 'new' ? [NEW, ...found] : found
  const exportCsv = (): void =>
    saveBlob(
      new Blob([valuesAsCsv(list, found, others)], { type: 'text/csv;charset=utf-8' }),
      `${list.id}.csv`,
    )
  useNewKey(list, editing.start)

  return (
    <Page
      title={list.title}
      lead={<SettingsLead text={values && leadText(found.length, values.length, usage.countedAt)} />}
      isFull
      actions={
        <Tools
          list={list}
          onNew={() => editing.start('new')}
          onImport={() => setImporting(true)}
          onExport={exportCsv}
        />
      }
    >
      <Hints list={list} />
      <TextInput
        aria-label={listsText.find}
        placeholder={listsText.find}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={find}
        maw={360}
        onChange={(event) => change({ find: event.currentTarget.value || undefined } as Search)}
      />
      {error && <Failure error={error} retry={() => void refetch()} />}
      {editing.error && <Failure error={editing.error} />}
      {(error === null || values !== null) && (
        <div className={styles.fill}>
          <DataTable
            label={list.title}
            columns={listColumns({ list, others, editing, usage, isNarrow, onDelete: setDeleted })}
            count={values === null ? null : rows.length}
            rowAt={(index) => rows[index]}
            rowKey={({ id }) => id}
            rowName={(value) => valueName(list, value)}
            sort={{ column: sort, isDescending: desc }}
            onSort={({ column, isDescending }) => change({ sort: column, desc: isDescending })}
            empty={<Text p="md">{find === '' ? listsText.empty : listsText.nothingFits(find)}</Text>}
          />
        </div>
      )}
      <DeleteValue list={list} value={deleted} usage={usage} onClose={() => setDeleted(null)} />
      {isImporting && (
        <ImportValues list={list} values={values ?? []} others={others} onClose={() => setImporting(false)} />
      )}
    </Page>
  )
}

/** How many values there are, and how old the counts of their uses are. */
function leadText(shown: number, all: number, countedAt: string | null): string {
  const entries = listsText.entries(shown, all)
  return countedAt === null ? entries : `${entries} · ${listsText.countedAt(formatDateTime(countedAt))}`
}

/** `n` begins a new value. */
function useNewKey(list: ReferenceList, start: (row: string) => void): void {
  const may = useMay(`${list.permission}.item.post`)
  const actions = useMemo(
    () =>
      list.changes === 'all' && may
        ? [
            {
              id: `new-${list.id}`,
              label: `${listsText.newValue}: ${list.title}`,
              keys: ['n', 'alt+n'],
              group: 'page' as const,
              run: () => start('new'),
            },
          ]
        : [],
    // `start` is made anew at each render and does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [list, may],
  )
  useActions(actions)
}

type ToolsProps = { list: ReferenceList; onNew: () => void; onImport: () => void; onExport: () => void }

function Tools({ list, onNew, onImport, onExport }: ToolsProps) {
  const post = `${list.permission}.item.post`
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} />} onClick={onExport}>
        {listsText.exportCsv}
      </Button>
      {list.changes === 'all' && (
        <>
          <AllowedButton
            permission={[post, `${list.permission}.item.put`]}
            variant="default"
            leftSection={<IconUpload size={16} />}
            onClick={onImport}
          >
            {listsText.importCsv}
          </AllowedButton>
          <AllowedButton
            permission={post}
            leftSection={<IconPlus size={16} />}
            data-edit="new"
            onClick={onNew}
          >
            {listsText.newValue}
          </AllowedButton>
        </>
      )}
    </>
  )
}

function Hints({ list }: { list: ReferenceList }) {
  const mayChange = useMay(`${list.permission}.item.${list.changes === 'rename' ? 'patch' : 'put'}`)
  return mayChange ? null : (
    <Group>
      <Alert p="xs">{listsText.readOnly}</Alert>
    </Group>
  )
}

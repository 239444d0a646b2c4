import { Button, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { bulkEditReviewText as words } from '#text/bulk-edit-review.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { explainProblem } from '../explain-problem.ts'
import type { EntityType } from '../types.ts'
import { useChanges } from './api.ts'
import type { ChangeFilter, ChangedRecord } from './api.ts'
import { ChangeCell } from './change-cell.tsx'
import { ChangeDetails } from './change-details.tsx'

type Props = {
  id: string
  entity: EntityType
  label: string
  filter: ChangeFilter
  /** The properties that get a column. */
  fields: readonly string[]
  empty: string
}

/** Records with what changes in them, a column for each property that changes anywhere; a row opens all of one record. */
export function ChangeTable({ id, entity, label, filter, fields, empty }: Props) {
  const list = useChanges(id, filter)
  const [open, setOpen] = useState<ChangedRecord | null>(null)
  const columns = useMemo(
    (): Column<ChangedRecord>[] => [
      {
        id: 'name',
        header: words.name[entity],
        width: 170,
        isRowHeader: true,
        cell: (record) => (
          <Button variant="transparent" size="compact-sm" px={0} onClick={() => setOpen(record)}>
            {record.name}
          </Button>
        ),
      },
      {
        id: 'title',
        header: entity === 'USER' ? words.person : words.title,
        width: 220,
        cell: ({ title }) => title,
      },
      ...(filter.show === 'changed' || filter.show === 'written' ? [] : [whyColumn]),
      ...fields.map((field): Column<ChangedRecord> => ({
        id: field,
        header: field,
        width: 260,
        cell: ({ changes }) => <ChangeCell change={changes.find((one) => one.field === field)} />,
      })),
    ],
    [entity, fields, filter.show],
  )
  if (list.error) return <Failure error={list.error} retry={list.retry} />
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        count={list.count}
        rowAt={list.rowAt}
        onWindow={list.onWindow}
        rowKey={({ place }) => String(place)}
        onOpen={setOpen}
        empty={<Text p="md">{empty}</Text>}
      />
      <ChangeDetails record={open} onClose={() => setOpen(null)} />
    </>
  )
}

const whyColumn: Column<ChangedRecord> = {
  id: 'why',
  header: words.why,
  width: 320,
  cell: ({ problems }) => {
    const text = problems.map(({ message }) => explainProblem(message)).join(' ')
    return <span title={text}>{text}</span>
  },
}

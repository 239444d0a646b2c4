import { useWindowedList } from '../../../lib/windowed-list.ts'
import { bulkEditText } from '#text/bulk-edit.ts'
import { bulkEditReviewText } from '#text/bulk-edit-review.ts'
import { http } from '../../../lib/http.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { keys } from '../api.ts'

type LeftRecord = { id: string; hrid?: string; identifier?: string; text: string }

/** Records that an undo left as they are, each with the reason. */
export function LeftByUndo({ id }: { id: string }) {
  const list = useWindowedList<LeftRecord>({
    key: [...keys.one(id), 'undo', 'left'],
    fetchPage: async (offset, limit, signal) => {
      const answer = await http.get<{ left: LeftRecord[]; totalRecords: number }>(
        `/octavo/bulk-operations/${id}/undo/left`,
        { offset, limit },
        signal,
      )
      return { rows: answer.left, total: answer.totalRecords }
    },
  })
  if (list.error) return <Failure error={list.error} retry={list.retry} />
  return (
    <DataTable
      label={bulkEditReviewText.result.leftByUndo}
      count={list.count}
      rowAt={list.rowAt}
      onWindow={list.onWindow}
      rowKey={(record) => record.id}
      columns={[
        {
          id: 'name',
          header: bulkEditText.records.identifier,
          width: 220,
          isRowHeader: true,
          cell: ({ identifier, hrid, id: recordId }) => identifier ?? hrid ?? recordId,
        },
        { id: 'why', header: bulkEditText.records.reason, cell: ({ text }) => text },
      ]}
    />
  )
}

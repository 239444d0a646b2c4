import { Anchor, Group } from '@mantine/core'
import { bulkEditText } from '#text/bulk-edit.ts'
import { http } from '../../../lib/http.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import { parameterOf, useProblems } from '../api.ts'
import type { Operation, OperationProblem } from '../api.ts'
import { downloadPath, hasFile } from '../downloads.ts'
import { explainProblem } from '../explain-problem.ts'

const words = bulkEditText.records

type Props = { operation: Operation; type: 'ERROR' | 'WARNING'; label: string }

/** What was said of identifiers or records, each with its reason in words; the list can be copied or kept as a file. */
export function ProblemList({ operation, type, label }: Props) {
  const list = useProblems(operation.id, type, true)
  const file = operation.linkToCommittedRecordsErrorsCsvFile
    ? 'COMMITTING_CHANGES_ERROR_FILE'
    : 'RECORD_MATCHING_ERROR_FILE'
  const copy = async (): Promise<void> => {
    const { errors } = await http.get<{ errors: OperationProblem[] }>(
      `/bulk-operations/${operation.id}/errors`,
      { errorType: type, limit: list.count ?? 0 },
    )
    const identifiers = errors.map((problem) => parameterOf(problem, 'IDENTIFIER'))
    await navigator.clipboard.writeText(identifiers.join('\n'))
    notify({ text: words.copied(identifiers.length) })
  }
  if (list.error) return <Failure error={list.error} retry={list.retry} />
  const none = list.count === 0
  return (
    <>
      <Group gap="xs">
        <AllowedButton
          permission="bulk-operations.item.errors.get"
          variant="default"
          size="compact-sm"
          disabledReason={none ? words.nothingToCopy : null}
          onClick={() => void copy()}
        >
          {words.copy}
        </AllowedButton>
        <AllowedButton
          permission="bulk-operations.download.item.get"
          variant="default"
          size="compact-sm"
          disabledReason={none || !hasFile(operation, file) ? words.nothingToCopy : null}
          onClick={() => void saveFile(...downloadPath(operation, file))}
        >
          {words.downloadMissing}
        </AllowedButton>
      </Group>
      <DataTable
        label={label}
        count={list.count}
        rowAt={list.rowAt}
        onWindow={list.onWindow}
        rowKey={({ at }) => String(at)}
        columns={[
          {
            id: 'identifier',
            header: words.identifier,
            width: 280,
            isRowHeader: true,
            cell: (problem) => <ProblemIdentifier problem={problem} />,
          },
          { id: 'reason', header: words.reason, cell: ({ message }) => explainProblem(message) },
        ]}
      />
    </>
  )
}

/** The identifier; a link to the record as it is now where somebody else has changed it. */
function ProblemIdentifier({ problem }: { problem: OperationProblem }) {
  const link = parameterOf(problem, 'LINK')
  const identifier = parameterOf(problem, 'IDENTIFIER')
  if (link === '') return identifier
  return <Anchor href={inApp(link)}>{identifier}</Anchor>
}

/** FOLIO's address of a record as this app's. */
function inApp(link: string): string {
  const [, instance, holdings, item] =
    /^\/inventory\/view\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?/.exec(link) ?? []
  if (instance === undefined) return '/app/settings'
  if (item !== undefined) return `/app/inventory/${instance}/items/${item}`
  return holdings === undefined
    ? `/app/inventory/${instance}`
    : `/app/inventory/${instance}/holdings/${holdings}`
}

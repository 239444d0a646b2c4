import { Group, Stack, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { bulkEditText } from '#text/bulk-edit.ts'
import { bulkEditReviewText } from '#text/bulk-edit-review.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { isCommitting } from '../api.ts'
import type { Operation } from '../api.ts'
import { downloadPath, hasFile } from '../downloads.ts'
import { FilterTabs } from '../filter-tabs.tsx'
import { PreviewTable } from '../preview-table.tsx'
import { ProblemList } from '../records/problem-list.tsx'
import { columnOrder, useReview } from '../review/api.ts'
import { ChangeTable } from '../review/change-table.tsx'
import type { OperationSearch } from '../routes.tsx'
import { Running } from '../running.tsx'
import { CauseCards } from './cause-cards.tsx'
import { RulesInWords } from './rules-in-words.tsx'
import { ChangeBack } from './change-back.tsx'

const words = bulkEditReviewText.result

/** Step 4: how the writing goes, then what was changed, what was left and why, files, and the way back. */
export function ResultStep({ operation }: { operation: Operation }) {
  if (isCommitting(operation)) return <Writing operation={operation} />
  return (
    <>
      <Group justify="space-between" align="flex-start">
        <Summary operation={operation} />
        <Files operation={operation} />
      </Group>
      <RulesInWords operation={operation} />
      {operation.operationType === 'UPDATE' && operation.committedNumOfRecords > 0 && !operation.expired && (
        <ChangeBack operation={operation} />
      )}
      <CauseCards operation={operation} />
      <Tables operation={operation} />
    </>
  )
}

function Writing({ operation }: { operation: Operation }) {
  const { processedNumOfRecords: done, totalNumOfRecords: total, status } = operation
  return (
    <Stack gap="xs">
      <Running
        operation={operation}
        text={status === 'DELETING_RECORDS' ? words.deleting(done, total) : words.running(done, total)}
      />
      <Text size="sm">{words.canLeave}</Text>
    </Stack>
  )
}

function Summary({ operation }: { operation: Operation }) {
  const { committedNumOfRecords, committedNumOfErrors, entityType, operationType, note, startTime, endTime } =
    operation
  const what = bulkEditText.countOf(committedNumOfRecords, entityType)
  return (
    <div>
      <Text role="status" fw={600}>
        {operationType === 'DELETE' ? words.deleted(what) : words.summary(what)}{' '}
        {committedNumOfErrors === 0 && words.noErrors}
      </Text>
      {note !== undefined && <Text size="sm">{words.note(note)}</Text>}
      {endTime !== undefined && (
        <Text size="sm" c="dimmed">
          {words.duration(formatDateTime(startTime), formatDateTime(endTime))}
        </Text>
      )}
    </div>
  )
}

function Files({ operation }: { operation: Operation }) {
  const files = [
    ['COMMITTED_RECORDS_FILE', words.changedCsv],
    ['COMMITTED_RECORDS_MARC_FILE', words.changedMarc],
    ['COMMITTING_CHANGES_ERROR_FILE', words.errorsCsv],
  ] as const
  return (
    <Group gap="xs" role="group" aria-label={words.files}>
      {files.map(
        ([kind, label]) =>
          hasFile(operation, kind) && (
            <AllowedButton
              key={kind}
              permission="bulk-operations.download.item.get"
              variant="default"
              size="compact-sm"
              onClick={() => void saveFile(...downloadPath(operation, kind))}
            >
              {label}
            </AllowedButton>
          ),
      )}
    </Group>
  )
}

function Tables({ operation }: { operation: Operation }) {
  const { show = 'changed' }: OperationSearch = useSearch({ strict: false })
  const { committedNumOfRecords: changed, committedNumOfErrors: errors, expired } = operation
  if (expired) return null
  return (
    <>
      <Title order={2} size="h4">
        {words.records}
      </Title>
      <FilterTabs
        label={words.tabs.label}
        current={show}
        tabs={[
          { value: 'changed', label: words.tabs.changed(changed) },
          { value: 'left', label: words.tabs.left(errors) },
        ]}
      />
      {show === 'left' ? (
        <ProblemList operation={operation} type="ERROR" label={words.leftTable} />
      ) : (
        <ChangedRecords operation={operation} />
      )}
    </>
  )
}

/** The changed records with what changed in them; without kept changes, or deleted, as the server lays them out. */
function ChangedRecords({ operation }: { operation: Operation }) {
  const isUpdate = operation.operationType === 'UPDATE'
  const { data, isLoading } = useReview(operation.id, isUpdate)
  if (isUpdate && isLoading) return null
  if (data === undefined) {
    return (
      <PreviewTable
        operation={operation}
        step="COMMIT"
        total={isUpdate ? operation.committedNumOfRecords : 0}
        label={words.changedTable}
        empty={bulkEditReviewText.emptyChanged}
      />
    )
  }
  return (
    <ChangeTable
      id={operation.id}
      entity={operation.entityType}
      label={words.changedTable}
      filter={{ show: 'written' }}
      fields={columnOrder(data.fields)}
      empty={bulkEditReviewText.emptyChanged}
    />
  )
}

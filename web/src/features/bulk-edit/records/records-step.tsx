import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { bulkEditText } from '#text/bulk-edit.ts'
import { http } from '../../../lib/http.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { isRunning, keys } from '../api.ts'
import type { Operation } from '../api.ts'
import { isOpen } from '../operation-state.ts'
import { PreviewTable } from '../preview-table.tsx'
import type { OperationSearch } from '../routes.tsx'
import { Running } from '../running.tsx'
import { FilterTabs } from '../filter-tabs.tsx'
import { downloadPath } from '../downloads.ts'
import { OtherKinds } from './other-kinds.tsx'
import { ProblemList } from './problem-list.tsx'

const words = bulkEditText.records

/** Step 1: what was found, what was not, and the records as a table. */
export function RecordsStep({ operation }: { operation: Operation }) {
  const { show = 'found', profile, again }: OperationSearch = useSearch({ strict: false })
  if (isRunning(operation) && operation.status !== 'DATA_MODIFICATION_IN_PROGRESS')
    return <Finding operation={operation} />
  if (operation.status === 'FAILED' || operation.status === 'CANCELLED' || operation.expired) return null
  const { matchedNumOfRecords: found, matchedNumOfErrors: missing, matchedNumOfWarnings: remarks } = operation
  return (
    <>
      <Summary operation={operation} />
      <Group justify="space-between">
        <FilterTabs
          label={words.show}
          current={show}
          tabs={[
            { value: 'found', label: words.tabs.found(found) },
            { value: 'missing', label: words.tabs.missing(missing) },
            { value: 'warnings', label: words.tabs.warnings(remarks) },
          ]}
        />
        <Group gap="xs">
          <AllowedButton
            permission="bulk-operations.download.item.get"
            disabledReason={found === 0 ? words.noneFound : null}
            variant="default"
            size="compact-sm"
            onClick={() => void saveFile(...downloadPath(operation, 'MATCHED_RECORDS_FILE'))}
          >
            {words.downloadMatched}
          </AllowedButton>
          {isOpen(operation) && (
            <Button
              component={Link}
              to={`/bulk-edit/${operation.id}/changes`}
              search={{ profile, again } as never}
            >
              {words.next}
            </Button>
          )}
        </Group>
      </Group>
      {show === 'found' && (
        <PreviewTable
          operation={operation}
          step="UPLOAD"
          total={found}
          label={words.table}
          empty={words.noneFound}
        />
      )}
      {show === 'missing' && <ProblemList operation={operation} type="ERROR" label={words.missingTable} />}
      {show === 'warnings' && (
        <ProblemList operation={operation} type="WARNING" label={words.warningsTable} />
      )}
    </>
  )
}

function Summary({ operation }: { operation: Operation }) {
  const { totalNumOfRecords, matchedNumOfRecords, matchedNumOfErrors, matchedNumOfWarnings } = operation
  return (
    <>
      <Text role="status">
        {operation.approach === 'QUERY'
          ? words.summaryOfQuery(operation.entityType, matchedNumOfRecords)
          : words.summary(totalNumOfRecords, matchedNumOfRecords, matchedNumOfErrors, matchedNumOfWarnings)}
      </Text>
      {matchedNumOfRecords === 0 && <Alert color="yellow" title={words.noneFound} />}
      {matchedNumOfErrors > matchedNumOfRecords && <OtherKinds operation={operation} />}
    </>
  )
}

function Finding({ operation }: { operation: Operation }) {
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: () => http.post(`/bulk-operations/${operation.id}/cancel`),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  })
  const { status, processedNumOfRecords: done, totalNumOfRecords: total } = operation
  return (
    <Running
      operation={operation}
      text={status === 'EXECUTING_QUERY' ? words.searching : words.finding(done, total)}
    >
      <AllowedButton
        permission="bulk-operations.item.cancel.post"
        variant="default"
        size="compact-sm"
        onClick={() => stop.mutate()}
      >
        {words.stop}
      </AllowedButton>
    </Running>
  )
}

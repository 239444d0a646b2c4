import { Alert, Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { bulkEditReviewText as words } from '#text/bulk-edit-review.ts'
import { ApiError } from '../../../lib/http.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { isRunning, keys, startStep } from '../api.ts'
import type { Operation } from '../api.ts'
import { downloadPath, hasFile } from '../downloads.ts'
import { FilterTabs } from '../filter-tabs.tsx'
import type { OperationSearch } from '../routes.tsx'
import { Running } from '../running.tsx'
import { columnOrder, useReview } from './api.ts'
import type { ChangeFilter, Review } from './api.ts'
import { ChangeTable } from './change-table.tsx'
import { CommitBar } from './commit-bar.tsx'
import { KindTable } from './kind-table.tsx'
import { ReviewProblems } from './review-problems.tsx'

/** Step 3: what would change, from and to; nothing is written before the button that names the act and the number. */
export function ReviewStep({ operation }: { operation: Operation }) {
  const isWorking = isRunning(operation)
  const { data, error, refetch } = useReview(operation.id, !isWorking)
  if (isWorking) {
    const { processedNumOfRecords: done, matchedNumOfRecords: total } = operation
    return <Running operation={operation} text={words.working(done, total)} />
  }
  if (error instanceof ApiError && error.status === 400) return <WorkOut operation={operation} />
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (data === undefined) return null
  return (
    <>
      <Summary operation={operation} review={data} />
      <Filters review={data} />
      <Rows operation={operation} review={data} />
      <CommitBar operation={operation} totals={data.totals} />
    </>
  )
}

function Summary({ operation, review: { totals } }: { operation: Operation; review: Review }) {
  return (
    <Group justify="space-between" align="flex-start">
      <div>
        <Text role="status">
          <Text span fw={600}>
            {words.nothingWritten}
          </Text>{' '}
          {words.summary(totals.changed, totals.same, totals.refused)}
        </Text>
        {totals.partly > 0 && <Text size="sm">{words.partly(totals.partly)}</Text>}
        {operation.status === 'REVIEWED_NO_MARC_RECORDS' && <Alert color="yellow" title={words.noMarc} />}
        <ReviewProblems id={operation.id} isEnabled={totals.partly + totals.refused > 0} />
      </div>
      <Group gap="xs">
        {(['PROPOSED_CHANGES_FILE', 'PROPOSED_CHANGES_MARC_FILE'] as const).map(
          (kind) =>
            hasFile(operation, kind) && (
              <AllowedButton
                key={kind}
                permission="bulk-operations.download.item.get"
                variant="default"
                size="compact-sm"
                onClick={() => void saveFile(...downloadPath(operation, kind))}
              >
                {kind === 'PROPOSED_CHANGES_FILE' ? words.proposedCsv : words.proposedMarc}
              </AllowedButton>
            ),
        )}
      </Group>
    </Group>
  )
}

function Filters({ review: { totals, fields } }: { review: Review }) {
  const { show = 'changed', field, find = '' }: OperationSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const set = (change: Partial<OperationSearch>): void =>
    void navigate({ to: '.', search: (old: OperationSearch) => ({ ...old, ...change }), replace: true })
  const look = useDebouncedCallback((text: string) => set({ find: text.trim() || undefined }), 300)
  return (
    <Group justify="space-between" align="flex-end">
      <FilterTabs
        label={words.tabs.label}
        current={show}
        tabs={[
          { value: 'changed', label: words.tabs.changed(totals.changed) },
          { value: 'refused', label: words.tabs.refused(totals.refused + totals.partly) },
          { value: 'all', label: words.tabs.all(totals.records) },
          { value: 'kinds', label: words.tabs.kinds },
        ]}
      />
      <Group gap="xs" align="flex-end">
        <Select
          label={words.field}
          size="xs"
          w={220}
          placeholder={words.allFields}
          clearable
          value={field ?? null}
          data={fields.map((one) => ({ value: one.field, label: words.fieldCount(one.field, one.count) }))}
          onChange={(value) => set({ field: value ?? undefined })}
        />
        {show !== 'kinds' && (
          <TextInput
            label={words.find}
            size="xs"
            w={200}
            placeholder={words.findHint}
            defaultValue={find}
            onChange={(event) => look(event.currentTarget.value)}
          />
        )}
      </Group>
    </Group>
  )
}

function Rows({ operation, review: { fields } }: { operation: Operation; review: Review }) {
  const { show = 'changed', field, find }: OperationSearch = useSearch({ strict: false })
  const columns = useMemo(() => (field === undefined ? columnOrder(fields) : [field]), [field, fields])
  if (show === 'kinds') return <KindTable id={operation.id} field={field} />
  return (
    <ChangeTable
      id={operation.id}
      entity={operation.entityType}
      label={words.table}
      filter={{ show: show as ChangeFilter['show'], field, find }}
      fields={columns}
      empty={find ? words.notThere : show === 'refused' ? words.emptyRefused : words.emptyChanged}
    />
  )
}

/** For changes that another program worked out, which keeps no list of them. */
function WorkOut({ operation: { id, approach } }: { operation: Operation }) {
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: () =>
      startStep(id, 'EDIT', { approach: approach === 'MANUAL' ? 'MANUAL' : 'IN_APP', keepChanges: true }),
    onSuccess: (started) => {
      client.removeQueries({ queryKey: [...keys.one(id), 'changes'] })
      client.setQueryData(keys.one(id), started)
    },
  })
  return (
    <Alert title={words.notKept}>
      <Group>
        <AllowedButton permission="bulk-operations.item.start.post" onClick={() => again.mutate()}>
          {words.workOut}
        </AllowedButton>
        <Button component={Link} to={`/bulk-edit/${id}/changes`} variant="default">
          {words.back}
        </Button>
      </Group>
      {again.error && <Failure error={again.error} />}
    </Alert>
  )
}

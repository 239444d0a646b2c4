import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { bulkEditText } from '#text/bulk-edit.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/page.tsx'
import { useOperations } from '../api.ts'
import { OperationTable } from '../operation-table.tsx'
import { StartForm } from './start-form.tsx'

/** Where a bulk edit begins: which records, and the last edits that were made. */
export function StartPage() {
  return (
    <Page
      title={bulkEditText.title}
      lead={bulkEditText.start.lead}
      actions={
        <>
          <Anchor component={Link} to="/bulk-edit/profiles" size="sm">
            {bulkEditText.history.profiles}
          </Anchor>
          <Anchor component={Link} to="/bulk-edit/history" size="sm">
            {bulkEditText.history.link}
          </Anchor>
        </>
      }
    >
      <StartForm />
      <RecentOperations />
    </Page>
  )
}

function RecentOperations() {
  const { data, error, refetch } = useOperations('cql.allRecords=1 sortby startTime/sort.descending', 8)
  const words = bulkEditText.start
  return (
    <Stack gap="xs" component="section" aria-labelledby="recent-bulk-edits">
      <Title order={2} size="h4" id="recent-bulk-edits">
        {words.recent}
      </Title>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data?.bulkOperations.length === 0 && <Text>{words.noRecent}</Text>}
      {data !== undefined && data.bulkOperations.length > 0 && (
        <OperationTable operations={data.bulkOperations} label={words.recent} />
      )}
    </Stack>
  )
}

import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { bulkEditReviewText } from '#text/bulk-edit-review.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import type { Operation } from '../api.ts'
import { explainProblem } from '../explain-problem.ts'
import { identifiersOf, useErrorGroups } from '../review/api.ts'
import type { ErrorGroup } from '../review/api.ts'
import { keepList } from '../start/use-list.ts'

const words = bulkEditReviewText.result

/** What was left as it is, a card for each cause, with its records as a list to do again. */
export function CauseCards({ operation }: { operation: Operation }) {
  const { data = [] } = useErrorGroups(operation.id, 'commit')
  if (data.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-labelledby="bulk-edit-causes">
      <Title order={2} size="h4" id="bulk-edit-causes">
        {words.causes}
      </Title>
      {data.map((group) => (
        <CauseCard key={`${group.type} ${group.cause}`} operation={operation} group={group} />
      ))}
    </Stack>
  )
}

function CauseCard({ operation, group }: { operation: Operation; group: ErrorGroup }) {
  const navigate = useNavigate()
  const read = (): Promise<string[]> => identifiersOf(operation.id, 'commit', group)
  const save = async (): Promise<void> => {
    const text = (await read()).map((identifier) => `${identifier}\n`).join('')
    saveBlob(new Blob([text], { type: 'text/csv' }), `bulk-edit-${operation.hrId}.csv`)
  }
  const again = async (): Promise<void> => {
    keepList((await read()).join('\n'))
    const type = operation.entityType === 'INSTANCE_MARC' ? 'INSTANCE' : operation.entityType
    await navigate({ to: '/bulk-edit', search: { type } })
  }
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 20rem' }}>
          <Text fw={group.type === 'ERROR' ? 600 : 400}>
            {words.cause(group.count, explainProblem(group.message))}
          </Text>
          <Text size="sm" c="dimmed">
            {words.firstOnes(group.identifiers.join(', '))}
          </Text>
        </div>
        {group.type === 'ERROR' && (
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={() => void save()}>
              {words.saveList}
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => void again()}>
              {words.again}
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  )
}

import { List, Text } from '@mantine/core'
import { bulkEditReviewText as words } from '#text/bulk-edit-review.ts'
import { explainProblem } from '../explain-problem.ts'
import { useErrorGroups } from './api.ts'

type Props = { id: string; isEnabled: boolean }

/** Why records can't change, by cause, before anything is written. */
export function ReviewProblems({ id, isEnabled }: Props) {
  const { data = [] } = useErrorGroups(id, 'review', isEnabled)
  const errors = data.filter(({ type }) => type === 'ERROR')
  if (errors.length === 0) return null
  return (
    <List size="sm" aria-label={words.problems} listStyleType="none">
      {errors.map(({ cause, message, count }) => (
        <List.Item key={cause}>
          <Text size="sm" fw={600} c="var(--mantine-color-error)">
            {words.result.cause(count, explainProblem(message))}
          </Text>
        </List.Item>
      ))}
    </List>
  )
}

import { Alert, List } from '@mantine/core'
import { mappingText } from '#text/settings-mapping.ts'
import type { RuleProblem } from './mapping-api.ts'

/** What the server finds wrong with the edited rules, each with its place. */
export function RuleProblems({ problems }: { problems: readonly RuleProblem[] }) {
  if (problems.length === 0) return null
  return (
    <Alert color="red" role="alert" title={mappingText.problemsTitle(problems.length)}>
      <List size="sm">
        {problems.slice(0, 20).map(({ path, message }) => (
          <List.Item key={`${path} ${message}`}>{mappingText.problem(path, message)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

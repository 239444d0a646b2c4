import { Badge, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { marcText } from '#text/marc.ts'
import type { Problem } from './check-lines.ts'

type Props = {
  problems: readonly Problem[]
  isChecking: boolean
  onGoTo: (line: number, from: number, to: number) => void
}

/** Everything that is wrong with the record; a click or Enter leads there. Warnings keep nothing from being saved. */
export function ProblemList({ problems, isChecking, onGoTo }: Props) {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return (
    <section aria-busy={isChecking}>
      <Group gap="xs" mb={4}>
        <Title order={2} size="h5">
          {marcText.problems}
        </Title>
        {problems.length > 0 && (
          <Badge variant="light" color={errors > 0 ? 'red' : 'orange'} tt="none">
            {marcText.problemCount(errors, problems.length - errors)}
          </Badge>
        )}
      </Group>
      {problems.length === 0 && <Text size="sm">{isChecking ? marcText.checking : marcText.noProblems}</Text>}
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {problems.map((problem, at) => (
          <li key={`${at} ${problem.text}`}>
            <Entry problem={problem} onGoTo={onGoTo} />
          </li>
        ))}
      </Stack>
    </section>
  )
}

function Entry({ problem, onGoTo }: { problem: Problem; onGoTo: Props['onGoTo'] }) {
  const { severity, line, from, to, tag, text } = problem
  const isError = severity === 'error'
  const Icon = isError ? IconAlertCircle : IconAlertTriangle
  const words = isError ? marcText.problem(tag, text) : marcText.unusual(tag, text)
  const look = (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Icon size={16} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
      <Text size="sm">
        <strong>{isError ? marcText.error : marcText.warning}</strong> {words}
      </Text>
    </Group>
  )
  if (line === null) return look
  return <UnstyledButton onClick={() => onGoTo(line, from, to)}>{look}</UnstyledButton>
}

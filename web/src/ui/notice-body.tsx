import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { shellText } from '#text/shell.ts'

type Props = {
  text: string
  kind: 'done' | 'news' | 'problem'
  action: { label: string; run: () => void } | undefined
}

/** The inside of a notice: the sentence, and the one thing to do about it. */
export function NoticeBody({ text, kind, action }: Props) {
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" style={{ flex: '1 1 10rem' }}>
        {kind === 'problem' && <VisuallyHidden>{shellText.problem} </VisuallyHidden>}
        {text}
      </Text>
      {action && (
        <Button size="compact-sm" variant="default" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </Group>
  )
}

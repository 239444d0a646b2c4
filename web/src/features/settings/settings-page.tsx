import { Title } from '@mantine/core'
import { shellText } from '#text/shell.ts'

export function SettingsPage() {
  return <Title order={1}>{shellText.apps.settings}</Title>
}

import { Title } from '@mantine/core'
import { shellText } from '#text/shell.ts'

export function HomePage() {
  return <Title order={1}>{shellText.apps.home}</Title>
}

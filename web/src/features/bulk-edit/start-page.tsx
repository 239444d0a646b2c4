import { Title } from '@mantine/core'
import { shellText } from '#text/shell.ts'

export function StartPage() {
  return <Title order={1}>{shellText.apps.bulkEdit}</Title>
}

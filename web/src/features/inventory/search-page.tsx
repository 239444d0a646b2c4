import { Title } from '@mantine/core'
import { shellText } from '#text/shell.ts'

export function SearchPage() {
  return <Title order={1}>{shellText.apps.inventory}</Title>
}

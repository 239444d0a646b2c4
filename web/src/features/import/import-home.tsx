import { Title } from '@mantine/core'
import { shellText } from '#text/shell.ts'

export function ImportHome() {
  return <Title order={1}>{shellText.apps.import}</Title>
}

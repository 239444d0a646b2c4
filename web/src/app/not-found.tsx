import { Container, Title } from '@mantine/core'
import { errorText } from '#text/errors.ts'

export function NotFound() {
  return (
    <Container component="main" py="xl">
      <Title order={1}>{errorText.notFound}</Title>
    </Container>
  )
}

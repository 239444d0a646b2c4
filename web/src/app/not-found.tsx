import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { errorText } from '#text/errors.ts'
import { shellText } from '#text/shell.ts'
import { Page } from '../ui/page.tsx'

/** An address that shows nothing. */
export function NotFound() {
  return (
    <Page title={errorText.notFound}>
      <Text>{shellText.notFoundText}</Text>
      <Anchor component={Link} to="/">
        {shellText.backHome}
      </Anchor>
    </Page>
  )
}

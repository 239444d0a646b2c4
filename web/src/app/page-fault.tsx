import { Anchor } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { shellText } from '#text/shell.ts'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'

/** In place of a page that could not be loaded or met a fault: what happened, and the ways on. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = (): void => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title={shellText.pageFault}>
      <Failure error={error instanceof Error ? error : new Error(String(error))} retry={again} />
      <Anchor component={Link} to="/">
        {shellText.backHome}
      </Anchor>
    </Page>
  )
}

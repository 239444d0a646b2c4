import { shellText } from '#text/shell.ts'
import { Page } from '../../ui/page.tsx'

export function HomePage() {
  return <Page title={shellText.apps.home} />
}

import { shellText } from '#text/shell.ts'
import { Page } from '../../ui/page.tsx'

export function SearchPage() {
  return <Page title={shellText.apps.inventory} />
}

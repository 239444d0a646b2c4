import { shellText } from '#text/shell.ts'
import { Page } from '../../ui/page.tsx'

export function StartPage() {
  return <Page title={shellText.apps.bulkEdit} />
}

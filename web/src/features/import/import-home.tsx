import { shellText } from '#text/shell.ts'
import { Page } from '../../ui/page.tsx'

export function ImportHome() {
  return <Page title={shellText.apps.import} />
}

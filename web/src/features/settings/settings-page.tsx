import { shellText } from '#text/shell.ts'
import { Page } from '../../ui/page.tsx'

export function SettingsPage() {
  return <Page title={shellText.apps.settings} />
}

import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { settingsText } from '#text/settings.ts'

/** The line below a settings page's heading: the way back, and what else is to be said. */
export function SettingsLead({ text }: { text?: string | null | undefined }) {
  return (
    <>
      <Anchor component={Link} to="/settings" size="sm" underline="always">
        {settingsText.back}
      </Anchor>
      {text ? ` · ${text}` : ''}
    </>
  )
}

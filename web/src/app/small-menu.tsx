import { Drawer } from '@mantine/core'
import { shellText } from '#text/shell.ts'
import { Navigation } from './navigation.tsx'

/** The navigation where there is no room for a side bar. */
export function SmallMenu({ onClose }: { onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      title={shellText.menu}
      size="xs"
      closeButtonProps={{ 'aria-label': shellText.close }}
    >
      <nav aria-label={shellText.navigation}>
        <Navigation isNarrow={false} onGo={onClose} />
      </nav>
    </Drawer>
  )
}

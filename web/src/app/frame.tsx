import { ActionIcon, AppShell, Burger, Group, Kbd, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import {
  IconHelp,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
} from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import type { ReactNode } from 'react'
import { shellText } from '#text/shell.ts'
import { printKeys } from '../lib/keys.ts'
import { openPalette } from '../lib/palette.ts'
import { usePreference } from '../lib/preferences.ts'
import { useRememberRecord } from '../lib/recent-records.ts'
import { openShortcuts } from '../lib/shortcuts.ts'
import { ConnectionBanner, NewVersionBanner } from './banners.tsx'
import { AllowedOutlet } from './forbidden.tsx'
import styles from './frame.module.css'
import { FrameActions } from './frame-actions.tsx'
import { Keyboard } from './keyboard.tsx'
import { Navigation } from './navigation.tsx'
import { ScanAnywhere } from './scan-anywhere.tsx'
import { useOtherTabs } from './other-tabs.ts'
import { useTenant } from './tenant.ts'
import { Windows } from './windows.tsx'

// What the first look at a page does not need comes a moment later, into a place that is kept for it.
const JobsTray = lazy(async () => ({ default: (await import('./jobs-tray.tsx')).JobsTray }))
const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }))
const SmallMenu = lazy(async () => ({ default: (await import('./small-menu.tsx')).SmallMenu }))

const WIDE = 190
const NARROW = 56

/** The frame around every page: navigation, the find field, what runs, and who is signed in where. */
export function Frame() {
  const tenant = useTenant()
  const isSmall = useMediaQuery('(max-width: 48em)') ?? false
  const isRoomy = useMediaQuery('(min-width: 64em)') ?? true
  const [wish, setWish] = usePreference<'wide' | 'narrow' | null>('shell.sidebar', null)
  const [isMenuOpen, menu] = useDisclosure(false)
  const isNarrow = wish === null ? !isRoomy : wish === 'narrow'
  useRememberRecord()
  useOtherTabs()
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: isNarrow ? NARROW : WIDE, breakpoint: '48em', collapsed: { mobile: true } }}
      padding="md"
      style={{ '--tenant-colour': tenant.colour }}
    >
      <AppShell.Header className={styles.header ?? ''}>
        <a href="#page" className={styles.skip}>
          {shellText.skip}
        </a>
        <Group h="100%" px="sm" gap="sm" wrap="nowrap" justify="space-between">
          {isSmall && (
            <Burger opened={isMenuOpen} onClick={menu.toggle} size="sm" aria-label={shellText.openMenu} />
          )}
          <div className={styles.brand}>
            <Text fw={700} className={styles.product ?? ''}>
              {shellText.product}
            </Text>
            <span className={styles.tenant} title={tenant.name}>
              <span className={styles.dot} aria-hidden />
              <Text span size="sm" truncate>
                {tenant.name}
              </Text>
            </span>
          </div>
          <FindField />
          <Group gap="xs" wrap="nowrap">
            <Later>
              <JobsTray />
            </Later>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              className={styles.help ?? ''}
              aria-label={shellText.help}
              title={shellText.help}
              onClick={openShortcuts}
            >
              <IconHelp size={20} />
            </ActionIcon>
            <Later>
              <UserMenu library={tenant.name} />
            </Later>
          </Group>
        </Group>
      </AppShell.Header>
      {isSmall ? (
        <Suspense>{isMenuOpen && <SmallMenu onClose={menu.close} />}</Suspense>
      ) : (
        <AppShell.Navbar aria-label={shellText.navigation}>
          <Navigation isNarrow={isNarrow} />
          <ActionIcon
            variant="subtle"
            color="gray"
            m="xs"
            className={styles.narrow ?? ''}
            aria-label={isNarrow ? shellText.expand : shellText.collapse}
            title={isNarrow ? shellText.expand : shellText.collapse}
            onClick={() => setWish(isNarrow ? 'wide' : 'narrow')}
          >
            {isNarrow ? (
              <IconLayoutSidebarLeftExpand size={18} />
            ) : (
              <IconLayoutSidebarLeftCollapse size={18} />
            )}
          </ActionIcon>
        </AppShell.Navbar>
      )}
      <AppShell.Main id="page" tabIndex={-1} style={{ outline: 'none' }}>
        <ConnectionBanner />
        <NewVersionBanner />
        <AllowedOutlet library={tenant.name} />
      </AppShell.Main>
      <FrameActions />
      <Keyboard />
      <ScanAnywhere />
      <Windows />
    </AppShell>
  )
}

function Later({ children }: { children: ReactNode }) {
  return <Suspense fallback={<span className={styles.later} />}>{children}</Suspense>
}

function FindField() {
  return (
    <UnstyledButton className={styles.find ?? ''} onClick={() => openPalette()} aria-haspopup="dialog">
      <IconSearch size={16} aria-hidden />
      <span>{shellText.find}</span>
      <Kbd size="xs">{printKeys('mod+k')}</Kbd>
    </UnstyledButton>
  )
}

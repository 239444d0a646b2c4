import { NavLink } from '@mantine/core'
import { IconDatabaseImport, IconEdit, IconHome, IconLibrary, IconSettings } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useSession } from '../lib/session.ts'
import { AREAS, mayOpen } from './places.ts'

const ICONS = {
  home: IconHome,
  import: IconDatabaseImport,
  inventory: IconLibrary,
  'bulk-edit': IconEdit,
  settings: IconSettings,
}

const NARROW = { section: { marginInline: 0 }, body: { display: 'none' } }

type Props = {
  /** True where only the icons have room; the names then show on hover. */
  isNarrow: boolean
  onGo?: () => void
}

/** The parts of Octavo that the person may use; a part of which they may see nothing is not there. */
export function Navigation({ isNarrow, onGo }: Props) {
  const { permissions } = useSession()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return AREAS.filter((area) => mayOpen(area, permissions)).map(({ id, to, label }) => {
    const Icon = ICONS[id]
    const isHere = to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)
    return (
      <NavLink
        key={id}
        component={Link}
        to={to}
        label={isNarrow ? null : label}
        aria-label={label}
        title={isNarrow ? label : undefined}
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
        leftSection={<Icon size={20} aria-hidden />}
        onClick={() => onGo?.()}
        style={isNarrow ? { justifyContent: 'center', paddingInline: 0 } : {}}
        styles={isNarrow ? NARROW : {}}
      />
    )
  })
}

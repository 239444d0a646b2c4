import { Button, Menu, Tooltip } from '@mantine/core'
import type { ButtonProps, MenuItemProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from 'react'
import { errorText } from '#text/errors.ts'
import { usePermissionName } from '../lib/permission-names.ts'
import { useSession } from '../lib/session.ts'

type Allowed = {
  /** The permission of the route that the control calls, or all of several. */
  permission: string | readonly string[]
  /** Why it can't be done now for another reason than the person's rights. */
  disabledReason?: string | null | undefined
}

/** Why a control can't be used: the permission that is missing, else the reason given; null when it can. */
export function useBarrier({ permission, disabledReason }: Allowed): string | null {
  const { permissions } = useSession()
  const needed = typeof permission === 'string' ? [permission] : permission
  const missing = needed.find((name) => !permissions.has(name)) ?? null
  const name = usePermissionName(missing)
  return missing === null ? (disabledReason ?? null) : errorText.notAllowed(name)
}

/** The attributes of a control that stays reachable by keyboard, tells why it is closed, and does nothing. */
function closed(reason: string | null) {
  if (reason === null) return {}
  return {
    'aria-disabled': true,
    'data-disabled': true,
    onClick: (event: MouseEvent) => event.preventDefault(),
    type: 'button' as const,
  }
}

function Reason({ reason, children }: { reason: string | null; children: ReactNode }) {
  return (
    <Tooltip
      label={reason}
      disabled={reason === null}
      multiline
      maw={320}
      withArrow
      events={{ hover: true, focus: true, touch: true }}
    >
      {children}
    </Tooltip>
  )
}

type AllowedButtonProps = Allowed & ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>

/** A button that is disabled, with the reason on hover and focus, for whoever lacks the permission of what it calls. */
export function AllowedButton({ permission, disabledReason, ...button }: AllowedButtonProps) {
  const reason = useBarrier({ permission, disabledReason })
  return (
    <Reason reason={reason}>
      <Button {...button} {...closed(reason)} />
    </Reason>
  )
}

type AllowedMenuItemProps = Allowed &
  MenuItemProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof MenuItemProps>

/** The same as an entry of a menu. */
export function AllowedMenuItem({ permission, disabledReason, ...item }: AllowedMenuItemProps) {
  const reason = useBarrier({ permission, disabledReason })
  return (
    <Reason reason={reason}>
      <Menu.Item {...item} {...closed(reason)} closeMenuOnClick={reason === null} />
    </Reason>
  )
}

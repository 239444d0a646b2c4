import { Anchor } from '@mantine/core'
import type { AnchorProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = AnchorProps & {
  /** A path of the app with its parameters' names: `/inventory/$instanceId`. */
  to: string
  params?: Record<string, string>
  search?: Record<string, string | undefined>
  target?: string
  'aria-label'?: string
  children: ReactNode
}

/** A link to another page of the app, in the colours of the theme. */
export function PageLink({ to, params, search, children, ...anchor }: Props) {
  return (
    <Anchor
      inherit
      underline="always"
      {...anchor}
      renderRoot={(props: object) => (
        <Link {...props} to={to} {...(params && { params })} {...(search && { search })}>
          {children}
        </Link>
      )}
    />
  )
}

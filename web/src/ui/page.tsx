import { Group, Stack, Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { titlePage } from '../lib/document-title.ts'
import styles from './page.module.css'

type Props = {
  /** The one `h1`, and the name of the window. */
  title: string
  /** What stands in the window's title instead, when the heading alone does not say enough there. */
  windowTitle?: string
  /** A line below the heading: what the page is about, or where the record belongs. */
  lead?: ReactNode
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode
  /** True when the page fills the window and scrolls inside, as a long table does. */
  isFull?: boolean
  children?: ReactNode
}

/**
 * A page with its heading. After a navigation the heading takes the focus, unless something in the page has it already
 * (a field with `autoFocus`); a change of search parameters alone moves no focus.
 */
export function Page({ title, windowTitle, lead, actions, isFull = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => titlePage(windowTitle ?? title), [title, windowTitle])
  useEffect(() => {
    const focused = document.activeElement
    const isTaken = focused !== null && focused.closest('#page, [role=dialog]') !== null
    if (!isTaken) heading.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <Stack gap="md" className={isFull ? styles.full : undefined}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className={styles.heading}>
          <Title order={1} size="h3" ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </Title>
          {lead !== undefined && <div className={styles.lead}>{lead}</div>}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}

import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useId } from 'react'

/** A part of the page with its heading. */
export function SetUpSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Title order={2} size="h5" mb="xs" id={id}>
        {title}
      </Title>
      {children}
    </Paper>
  )
}

import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { importJobText } from '#text/import-job.ts'

type Props = { recordType: string; id: string; hrid?: string | null; title?: string | null }

/** A record by its title and number; instances open. */
export function TitleLink({ recordType, id, hrid, title }: Props) {
  const words = [title, hrid].filter(Boolean).join(' · ') || importJobText.noTitle
  if (recordType !== 'INSTANCE') return words
  return (
    <Anchor inherit component={Link} to={`/inventory/${id}`}>
      {words}
    </Anchor>
  )
}

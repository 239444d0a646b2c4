import { Anchor, List, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { browseText } from '#text/inventory-browse.ts'
import { findFirst } from './api.ts'
import { BROWSE_LISTS } from './browse-lists.ts'
import type { BrowseListName } from './browse-lists.ts'
import { toRecord } from './peek-panel.tsx'
import { writeQuery } from './search-state.ts'
import styles from './browse.module.css'

const SHOWN = 12

/** The titles of the row that has the focus, without leaving the list. */
export function BrowseTitles({ list, value }: { list: BrowseListName; value: string }) {
  const query = writeQuery(BROWSE_LISTS[list].titles(value))
  const { data } = useQuery({
    queryKey: ['octavo', 'search', 'titles', 'first', query],
    placeholderData: keepPreviousData,
    queryFn: () => findFirst('titles', query, SHOWN),
  })
  return (
    <aside className={styles.titles} aria-label={browseText.titlesOf(value)}>
      <Title order={2} size="h6" mb="xs" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Title>
      <List listStyleType="none" spacing={6} size="sm">
        {data?.rows.map((row) => (
          <List.Item key={row.id}>
            <Anchor component={Link} {...toRecord(row.instanceId)} size="sm">
              {row.title}
            </Anchor>
            {row.kind === 'titles' && (
              <Text size="xs" c="dimmed">
                {[row.contributors[0], row.date].filter(Boolean).join(' · ')}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      {data !== undefined && data.total > SHOWN && (
        <Text size="sm">{browseText.moreTitles(data.total - SHOWN)}</Text>
      )}
    </aside>
  )
}

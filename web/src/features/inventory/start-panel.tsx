import { ActionIcon, Anchor, Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { searchText } from '#text/inventory-search.ts'
import { countRecords } from './api.ts'
import { useRecentSearches, useSavedSearches } from './searches.ts'
import type { KeptSearch } from './searches.ts'
import type { ChangeSearch } from './use-search.ts'

/** Where to begin: what was looked for last, what was kept, or everything. */
export function StartPanel({ onChange }: { onChange: ChangeSearch }) {
  const { recent } = useRecentSearches()
  const { saved, remove } = useSavedSearches()
  const { data: total } = useQuery({
    queryKey: ['octavo', 'search', 'titles', 'count'],
    queryFn: () => countRecords('titles', 'cql.allRecords=1'),
  })
  return (
    <Stack gap="lg" maw="48rem">
      <div>
        <Text>{searchText.start.hint}</Text>
        <Text size="sm" c="dimmed">
          {searchText.start.keys}
        </Text>
      </div>
      <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => onChange({ all: true })}>
        {searchText.start.everything(
          total === undefined ? searchText.shown.titles : searchText.titles(total),
        )}
      </Button>
      {saved.length > 0 && <Searches heading={searchText.start.saved} searches={saved} onRemove={remove} />}
      <Searches heading={searchText.start.recent} searches={recent} />
      {recent.length === 0 && <Text size="sm">{searchText.start.noRecent}</Text>}
    </Stack>
  )
}

type SearchesProps = {
  heading: string
  searches: readonly KeptSearch[]
  onRemove?: (name: string) => void
}

function Searches({ heading, searches, onRemove }: SearchesProps) {
  return (
    <section aria-label={heading}>
      <Title order={2} size="h5" mb={4}>
        {heading}
      </Title>
      <List listStyleType="none" spacing={2}>
        {searches.map(({ name, search }) => (
          <List.Item key={JSON.stringify([name, search])}>
            <Group gap={4} wrap="nowrap">
              <Anchor component={Link} to={'/inventory' as never} search={search as never} size="sm">
                {name}
              </Anchor>
              {onRemove && (
                <ActionIcon
                  size={24}
                  variant="subtle"
                  color="gray"
                  aria-label={searchText.removeSaved(name)}
                  onClick={() => onRemove(name)}
                >
                  <IconTrash size={15} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
    </section>
  )
}

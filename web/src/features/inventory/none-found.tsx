import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { searchText } from '#text/inventory-search.ts'
import { fetchNeighbours } from './browse-api.ts'
import { hasFilters, scopeOf } from './search-state.ts'
import type { SearchState } from './search-state.ts'
import type { ChangeSearch } from './use-search.ts'

type Props = { state: SearchState; onChange: ChangeSearch }

/** What was tried when nothing was found, and what can be tried next. */
export function NoneFound({ state, onChange }: Props) {
  const text = (state.q ?? '').trim()
  const scope = scopeOf(state)
  const { data: near = [] } = useQuery({
    queryKey: ['browse', 'neighbours', text],
    queryFn: ({ signal }) => fetchNeighbours(text, signal),
    enabled: text !== '' && scope !== 'cql',
  })
  return (
    <Stack p="md" gap="sm" align="flex-start">
      <Title order={2} size="h4">
        {searchText.none.heading}
      </Title>
      {text !== '' && <Text>{searchText.none.tried(`“${text}”`, searchText.scopes[scope])}</Text>}
      {hasFilters(state) && (
        <Group gap="xs">
          <Text>{searchText.none.withFilters}</Text>
          <Button
            size="xs"
            onClick={() => onChange({ with: undefined, without: undefined, dates: undefined, all: true })}
          >
            {searchText.none.withoutFilters}
          </Button>
        </Group>
      )}
      {near.length > 0 && (
        <Text>
          {searchText.none.near}{' '}
          {near.map(({ value, scope: of }, at) => (
            <span key={`${of} ${value}`}>
              {at > 0 && ' · '}
              <Anchor component="button" type="button" onClick={() => onChange({ q: value, as: of })}>
                {value}
              </Anchor>
            </span>
          ))}
        </Text>
      )}
      {text !== '' && (
        <Group gap="xs">
          {scope !== 'words' && scope !== 'cql' && (
            <Button size="xs" variant="default" onClick={() => onChange({ as: 'words' })}>
              {searchText.none.asWords}
            </Button>
          )}
          {scope !== 'everything' && scope !== 'cql' && (
            <Button size="xs" variant="default" onClick={() => onChange({ as: 'everything' })}>
              {searchText.none.everything}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={'/inventory/browse' as never}
            search={{ anchor: text, list: scope === 'callNumber' ? 'callNumbers' : 'contributors' } as never}
          >
            {searchText.none.browse}
          </Button>
        </Group>
      )}
      <Group gap="xs">
        <Button size="xs" variant="default" component={Link} to={'/inventory/new' as never}>
          {searchText.none.create}
        </Button>
        <Button size="xs" variant="default" component={Link} to={'/import' as never}>
          {searchText.none.fromFile}
        </Button>
      </Group>
    </Stack>
  )
}

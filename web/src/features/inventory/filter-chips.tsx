import { Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { searchText } from '#text/inventory-search.ts'
import { withValue, withoutValue } from './choose-values.ts'
import { DATE_FACETS, FACETS } from './facet-fields.ts'
import type { Facet, FacetId } from './facet-fields.ts'
import { useValueName } from './facet-names.ts'
import { hasFilters } from './search-state.ts'
import type { SearchState } from './search-state.ts'
import type { ChangeSearch } from './use-search.ts'

type Props = { state: SearchState; onChange: ChangeSearch }

/** What the result is narrowed by; each is a button that takes it away. */
export function FilterChips({ state, onChange }: Props) {
  if (!hasFilters(state)) return null
  return (
    <Group gap={6}>
      {FACETS.map((facet) => (
        <FacetChips key={facet.id} facet={facet} id={facet.id} state={state} onChange={onChange} />
      ))}
      {DATE_FACETS.map(({ id }) => {
        const range = state.dates?.[id]
        if (range === undefined) return null
        const { [id]: _removed, ...others } = state.dates ?? {}
        return (
          <FilterChip
            key={id}
            facet={searchText.facets[id]}
            value={searchText.dateRange(range.from ?? '', range.to ?? '')}
            onRemove={() => onChange({ dates: Object.keys(others).length === 0 ? undefined : others })}
          />
        )
      })}
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => onChange({ with: undefined, without: undefined, dates: undefined, all: true })}
      >
        {searchText.clearFilters}
      </Button>
    </Group>
  )
}

function FacetChips({ facet, id, state, onChange }: Props & { facet: Facet; id: FacetId }) {
  const nameOf = useValueName(facet.values)
  const name = searchText.facets[id]
  return (
    <>
      {(state.with?.[id] ?? []).map((value) => (
        <FilterChip
          key={value}
          facet={name}
          value={nameOf(value)}
          onRemove={() => onChange({ ...withValue(state, id, value), all: true })}
        />
      ))}
      {(state.without?.[id] ?? []).map((value) => (
        <FilterChip
          key={value}
          facet={name}
          value={`${searchText.not} ${nameOf(value)}`}
          onRemove={() => onChange({ ...withoutValue(state, id, value), all: true })}
        />
      ))}
    </>
  )
}

function FilterChip({ facet, value, onRemove }: { facet: string; value: string; onRemove: () => void }) {
  return (
    <Button
      size="compact-xs"
      variant="light"
      rightSection={<IconX size={13} aria-hidden />}
      aria-label={searchText.removeFilter(facet, value)}
      onClick={onRemove}
      maw="100%"
    >
      {facet}: {value}
    </Button>
  )
}

import { Group, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { searchText } from '#text/inventory-search.ts'
import type { DateFacetId } from './facet-fields.ts'
import type { DateRange, SearchState } from './search-state.ts'
import type { ChangeSearch } from './use-search.ts'

type Props = {
  id: DateFacetId
  range: DateRange | undefined
  dates: SearchState['dates']
  onChange: ChangeSearch
}

/** A range of years or days; it counts when a field is left or Enter is pressed. */
export function DateFacet({ id, range, dates, onChange }: Props) {
  const [from, setFrom] = useState(range?.from ?? '')
  const [to, setTo] = useState(range?.to ?? '')
  useEffect(() => {
    setFrom(range?.from ?? '')
    setTo(range?.to ?? '')
  }, [range?.from, range?.to])
  const apply = (): void => {
    if (from === (range?.from ?? '') && to === (range?.to ?? '')) return
    const { [id]: _old, ...others } = dates ?? {}
    const next = { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }
    const all = Object.keys(next).length === 0 ? others : { ...others, [id]: next }
    onChange({ dates: Object.keys(all).length === 0 ? undefined : all })
  }
  const isYear = id === 'year'
  const field = (label: string, value: string, set: (value: string) => void) => (
    <TextInput
      size="xs"
      label={label}
      aria-label={`${searchText.facets[id]}: ${label}`}
      type={isYear ? 'text' : 'date'}
      inputMode={isYear ? 'numeric' : undefined}
      maxLength={isYear ? 4 : undefined}
      value={value}
      onChange={(event) =>
        set(isYear ? event.currentTarget.value.replace(/\D/g, '') : event.currentTarget.value)
      }
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply()
      }}
    />
  )
  return (
    <Group grow gap="xs" pb="xs" wrap={isYear ? 'nowrap' : 'wrap'}>
      {field(searchText.from, from, setFrom)}
      {field(searchText.to, to, setTo)}
    </Group>
  )
}

import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { historyText } from '#text/import-history.ts'
import { useHistoryChoices } from './history-calls.ts'
import type { HistorySearch } from './history-calls.ts'

const TYPING_MS = 250

type Props = { search: HistorySearch; set: (next: HistorySearch) => void }

/** The filters above the list; each is in the address. */
export function HistoryFilters({ search, set }: Props) {
  const { profiles, people } = useHistoryChoices()
  const [typed, setTyped] = useState(search.q ?? '')
  const find = useDebouncedCallback((q: string) => set(without({ ...search, q })), TYPING_MS)
  const change = (name: keyof HistorySearch, value: string | null): void =>
    set(without({ ...search, [name]: value ?? '' }))
  const { sort, ...filters } = search
  const select = (
    name: 'result' | 'profile' | 'person',
    data: readonly { value: string; label: string }[],
  ) => (
    <Select
      label={historyText[name]}
      placeholder={historyText.any}
      value={search[name] ?? null}
      onChange={(value) => change(name, value)}
      data={data}
      clearable
      clearButtonProps={{ 'aria-label': historyText.clearOne(historyText[name]) }}
      searchable
      openOnFocus={false}
      w={180}
    />
  )
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label={historyText.search}
        type="search"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          find(event.currentTarget.value.trim())
        }}
        w={220}
      />
      <TextInput
        label={historyText.from}
        type="date"
        value={search.from ?? ''}
        onChange={(event) => change('from', event.currentTarget.value)}
      />
      <TextInput
        label={historyText.to}
        type="date"
        value={search.to ?? ''}
        onChange={(event) => change('to', event.currentTarget.value)}
      />
      {select(
        'result',
        Object.entries(historyText.results).map(([value, label]) => ({ value, label })),
      )}
      {select('profile', profiles)}
      {select('person', people)}
      {Object.keys(filters).length > 0 && (
        <Button
          variant="default"
          onClick={() => {
            setTyped('')
            set(sort === undefined ? {} : { sort })
          }}
        >
          {historyText.clear}
        </Button>
      )}
    </Group>
  )
}

/** Leaves out what is empty, so that the address says only what narrows the list. */
function without(search: HistorySearch): HistorySearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== '')) as HistorySearch
}

import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { searchText } from '#text/inventory-search.ts'
import { Failure } from '../../ui/failure.tsx'
import { useResult } from './api.ts'
import { FilterChips } from './filter-chips.tsx'
import { ResultHeader } from './result-header.tsx'
import { ResultTable } from './result-table.tsx'
import { writeSortedQuery } from './search-state.ts'
import type { SearchState, ShownAs } from './search-state.ts'
import type { ChangeSearch } from './use-search.ts'
import styles from './search.module.css'

type Props = { state: SearchState; onChange: ChangeSearch; onNarrow: (() => void) | null }

/** What was found: its number, filters, actions and rows. */
export function Results({ state, onChange, onNarrow }: Props) {
  const shown: ShownAs = state.show ?? 'titles'
  const query = writeSortedQuery(state)
  const list = useResult(shown, query, true)
  const listKey = `${shown} ${query}`
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => setSelected(new Set()), [listKey])
  return (
    <section className={styles.list} aria-label={searchText.shown[shown]}>
      <ResultHeader
        state={state}
        shown={shown}
        count={list.count}
        onChange={onChange}
        onNarrow={onNarrow}
        actions={null}
      />
      <FilterChips state={state} onChange={onChange} />
      {list.error !== null ? (
        <Failure error={list.error} retry={list.retry} />
      ) : (
        <ResultTable
          state={state}
          shown={shown}
          listKey={listKey}
          list={list}
          selected={selected}
          onSelect={setSelected}
          onChange={onChange}
          empty={<Text p="md">{searchText.none.heading}</Text>}
        />
      )}
    </section>
  )
}

import { useEffect, useState } from 'react'
import { searchText } from '#text/inventory-search.ts'
import { Failure } from '../../ui/failure.tsx'
import { useResult } from './api.ts'
import { FilterChips } from './filter-chips.tsx'
import { ResultHeader } from './result-header.tsx'
import { ResultTable } from './result-table.tsx'
import { JumpToRow } from './jump-to-row.tsx'
import { NoneFound } from './none-found.tsx'
import { QueryFault, faultOf } from './query-fault.tsx'
import { SaveSearch } from './save-search.tsx'
import { useRecentSearches } from './searches.ts'
import { SelectionBar } from './selection-bar.tsx'
import { nothingSelected } from './selection.ts'
import { writeSortedQuery } from './search-state.ts'
import type { SearchState, ShownAs } from './search-state.ts'
import type { ChangeSearch } from './use-search.ts'
import styles from './search.module.css'

/** Shorter lists are scrolled in no time. */
const JUMPS_FROM = 300

type Props = { state: SearchState; onChange: ChangeSearch; onNarrow: (() => void) | null }

/** What was found: its number, filters, actions and rows. */
export function Results({ state, onChange, onNarrow }: Props) {
  const shown: ShownAs = state.show ?? 'titles'
  const query = writeSortedQuery(state)
  const list = useResult(shown, query, true)
  const listKey = `${shown} ${query}`
  const [selection, setSelection] = useState(nothingSelected)
  useEffect(() => setSelection(nothingSelected), [listKey])
  const [jump, setJump] = useState({ list: '', row: 0, no: 0 })
  const isJump = jump.list === listKey
  const { note } = useRecentSearches()
  const isFound = list.count !== null && !list.isStale
  useEffect(() => {
    if (isFound) note(state)
    // Only what is asked makes another search, not the place in its list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isFound, listKey, note])
  const typed = state.q ?? ''
  const fault = faultOf(list.error, query, typed)
  return (
    <section className={styles.list} aria-label={searchText.results}>
      <ResultHeader
        state={state}
        shown={shown}
        count={list.count}
        isFailed={list.error !== null}
        onChange={onChange}
        onNarrow={onNarrow}
        actions={
          <>
            <SelectionBar
              state={state}
              shown={shown}
              total={list.count}
              selection={selection}
              onSelect={setSelection}
            />
            <SaveSearch state={state} />
          </>
        }
      />
      <FilterChips state={state} onChange={onChange} />
      {fault !== null ? (
        <QueryFault fault={fault} typed={typed} />
      ) : list.error !== null ? (
        <Failure error={list.error} retry={list.retry} />
      ) : (
        <ResultTable
          state={state}
          shown={shown}
          listKey={isJump ? `${listKey} ${jump.no}` : listKey}
          startAt={isJump ? jump.row : state.at}
          list={list}
          selected={selection.keys}
          onSelect={(keys) => setSelection({ keys, isAll: false })}
          onChange={onChange}
          empty={<NoneFound state={state} onChange={onChange} />}
        />
      )}
      {(list.count ?? 0) > JUMPS_FROM && (
        <JumpToRow
          count={list.count ?? 0}
          onJump={(row) => setJump({ list: listKey, row, no: jump.no + 1 })}
        />
      )}
    </section>
  )
}

import { Box } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useIsWide } from './use-is-wide.ts'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { searchText } from '#text/inventory-search.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useReferenceName } from '../../lib/reference-lists.ts'
import { keepTrail } from '../../lib/result-trail.ts'
import type { WindowedList } from '../../lib/windowed-list.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Sort } from '../../ui/data-table.tsx'
import type { ResultRow } from './api.ts'
import { firstColumns, resultColumns } from './result-columns.tsx'
import type { Names } from './result-columns.tsx'
import type { SearchState, ShownAs, SortName } from './search-state.ts'
import type { ChangeSearch } from './use-search.ts'
import styles from './search.module.css'

/** Scrolling has ended when nothing moved for this time; then the place goes into the address. */
const SETTLED_MS = 250

type Props = {
  state: SearchState
  shown: ShownAs
  /** Names the list: a change means another result. */
  listKey: string
  /** The row at the top when the list appears. */
  startAt: number | undefined
  list: WindowedList<ResultRow>
  selected: ReadonlySet<string>
  onSelect: (keys: ReadonlySet<string>) => void
  onChange: ChangeSearch
  empty: ReactNode
}

export function useNames(): Names {
  const location = useReferenceName('locations')
  const type = useReferenceName('instanceTypes')
  const format = useReferenceName('instanceFormats')
  const material = useReferenceName('materialTypes')
  const holdingsType = useReferenceName('holdingsTypes')
  return { location, type, format, material, holdingsType }
}

/** The columns of a result that the person wants, and how to choose them. */
export function useColumns(shown: ShownAs) {
  const names = useNames()
  const columns = resultColumns(shown, names)
  const [chosen, choose] = usePreference<string[] | null>(`inventory.columns.${shown}`, null)
  const isWide = useIsWide()
  const wanted = chosen ?? firstColumns(columns, isWide)
  return {
    columns,
    wanted,
    choose,
    visible: columns.filter(({ id }) => id === 'title' || wanted.includes(id)),
  }
}

/** The rows of a result; the place in it is kept in the address, so that going back finds it again. */
export function ResultTable(props: Props) {
  const { state, shown, listKey, startAt, list, selected, onSelect, onChange, empty } = props
  const navigate = useNavigate()
  const { columns, visible } = useColumns(shown)
  const router = useRouter()
  const shownAt = useRef(state.at)
  shownAt.current = state.at
  const place = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => () => clearTimeout(place.current), [listKey])
  const { onWindow } = list
  const handleWindow = useCallback(
    (first: number, last: number) => {
      onWindow(first, last)
      clearTimeout(place.current)
      place.current = setTimeout(() => {
        const top = topRow(box.current)
        // A page that is on its way must not be called back by a change of this one's address.
        if (top === null || router.state.isLoading || top === (shownAt.current ?? 0)) return
        onChange({ at: top > 0 ? top : undefined }, { replace: true })
      }, SETTLED_MS)
    },
    [onWindow, onChange, router],
  )
  const sort = useMemo<Sort | null>(() => {
    const column = columns.find((one) => one.sort === state.sort)
    return column === undefined || state.sort === undefined
      ? null
      : { column: column.id, isDescending: state.desc === true }
  }, [columns, state.sort, state.desc])
  const open = (row: ResultRow): void => {
    noteTrail(list, topRow(box.current) ?? 0)
    if (row.kind !== 'gone')
      void navigate({ to: '/inventory/$instanceId', params: { instanceId: row.instanceId } } as never)
  }
  return (
    <Box
      ref={box}
      className={styles.table}
      data-stale={list.isStale}
      onClickCapture={() => noteTrail(list, topRow(box.current) ?? 0)}
      onKeyDown={(event) => {
        const row = event.target instanceof HTMLElement ? event.target.closest('tr[data-index]') : null
        if (event.key !== ' ' || row !== event.target) return
        event.preventDefault()
        const at = list.rowAt(Number((row as HTMLElement).dataset.index))
        if (at !== undefined) onChange({ peek: at.instanceId === state.peek ? undefined : at.instanceId })
      }}
    >
      <DataTable<ResultRow>
        label={searchText.shown[shown]}
        columns={visible}
        count={list.count}
        rowAt={list.rowAt}
        rowKey={({ id }) => id}
        rowName={(row) => row.title}
        onWindow={handleWindow}
        listKey={listKey}
        startAt={startAt}
        sort={sort}
        onSort={({ column, isDescending }) =>
          onChange({
            sort: columns.find(({ id }) => id === column)?.sort as SortName,
            desc: isDescending || undefined,
          })
        }
        selected={selected}
        onSelect={onSelect}
        onOpen={open}
        onCurrent={(row) => {
          if (state.peek !== undefined && row.instanceId !== state.peek)
            onChange({ peek: row.instanceId }, { replace: true })
        }}
        current={shown === 'titles' ? (state.peek ?? null) : null}
        empty={empty}
      />
    </Box>
  )
}

/** Rows on either side of the visible ones through which one can step from the page of a title. */
const TRAIL_ROWS = 500

/** Keeps the titles that are loaded, so that the page of one of them can step to the next. */
function noteTrail({ count, rowAt }: WindowedList<ResultRow>, top: number): void {
  const first = Math.max(0, top - TRAIL_ROWS)
  const last = Math.min(count ?? 0, first + 2 * TRAIL_ROWS)
  const ids = new Set<string>()
  for (let index = first; index < last; index++) {
    const row = rowAt(index)
    if (row !== undefined && row.kind !== 'gone') ids.add(row.instanceId)
  }
  keepTrail({
    ids: [...ids],
    address: window.location.pathname.replace(/^\/app/, '') + window.location.search,
  })
}

/** The place of the row at the top of the table's window. */
function topRow(box: HTMLElement | null): number | null {
  const scroll = box?.querySelector('[role=region]')
  if (!scroll) return null
  const head = scroll.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
  const rows = Array.from(scroll.querySelectorAll<HTMLElement>('tr[data-index]'))
  const top = rows.find((row) => row.getBoundingClientRect().bottom > head + 1)
  return top === undefined ? null : Number(top.dataset.index)
}

import { Button, Drawer } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { searchText } from '#text/inventory-search.ts'
import { useActions } from '../../lib/actions.ts'
import { Page } from '../../ui/page.tsx'
import { Link } from '@tanstack/react-router'
import { AdvancedSearch } from './advanced-search.tsx'
import { StartPanel } from './start-panel.tsx'
import { Results } from './results.tsx'
import { SearchBox } from './search-box.tsx'
import { useOpenScanned } from './open-scanned.ts'
import { useIsWide } from './use-is-wide.ts'
import { useSearchState } from './use-search.ts'
import { FacetPanel } from './facet-panel.tsx'
import { PeekPanel } from './peek-panel.tsx'
import { isSearch, writeQuery } from './search-state.ts'
import styles from './search.module.css'

/** Alt and a digit go to a group of filters, and open or close it. */
function useFacetKeys(): void {
  useEffect(() => {
    const handle = (event: globalThis.KeyboardEvent): void => {
      const digit = event.altKey ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined
      if (digit === undefined) return
      const group = document.querySelectorAll<HTMLElement>('[data-facet]')[Number(digit) - 1]
      if (group === undefined) return
      event.preventDefault()
      group.focus()
      group.click()
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [])
}

/** Finds titles, holdings and items: a box, what the result can be narrowed by, a table, and a look at a record. */
export function SearchPage() {
  const [state, change] = useSearchState()
  const input = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const isWide = useIsWide()
  const [isNarrowing, setNarrowing] = useState(false)
  const [isAdvanced, setAdvanced] = useState(state.rows !== undefined)
  const openScanned = useOpenScanned()
  const isSearching = isSearch(state)
  useEffect(() => setNarrowing(false), [isWide])
  useFacetKeys()
  useActions(
    useMemo(
      () => [
        {
          id: 'inventory.search.focus',
          label: searchText.box,
          keys: ['/', 'mod+alt+h'],
          group: 'page' as const,
          run: () => input.current?.select(),
        },
      ],
      [],
    ),
  )
  const facets = (
    <FacetPanel state={state} query={writeQuery(state)} isSearching={isSearching} onChange={change} />
  )
  const closePeek = (): void => {
    const row = body.current?.querySelector<HTMLElement>('tr[data-current=true]')
    change({ peek: undefined }, { replace: true })
    row?.focus()
  }
  const handleEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (state.peek === undefined) input.current?.select()
    else closePeek()
  }
  const peek = state.peek !== undefined && <PeekPanel id={state.peek} onClose={closePeek} />
  return (
    <Page
      title={searchText.title}
      isFull={isSearching}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            aria-expanded={isAdvanced}
            onClick={() => setAdvanced(!isAdvanced)}
          >
            {searchText.advanced}
          </Button>
          <Button size="xs" variant="default" component={Link} to={'/inventory/browse' as never}>
            {searchText.browse}
          </Button>
        </>
      }
    >
      <SearchBox
        state={state}
        inputRef={input}
        onSearch={(q, as) => {
          change({ q: q.trim() === '' ? undefined : q, as, peek: undefined })
          if (as === undefined) void openScanned(q)
        }}
        onLeaveDown={() => body.current?.querySelector<HTMLElement>('tr[data-index]')?.focus()}
      />
      {isAdvanced && <AdvancedSearch state={state} onChange={change} />}
      {!isSearching && <StartPanel onChange={change} />}
      {isSearching && (
        <div className={styles.body} ref={body} onKeyDown={handleEscape}>
          {isWide && (
            <section className={styles.narrow} aria-label={searchText.narrow}>
              {facets}
            </section>
          )}
          <Results state={state} onChange={change} onNarrow={isWide ? null : () => setNarrowing(true)} />
          {isWide && peek && (
            <aside className={styles.peek} aria-label={searchText.peek}>
              {peek}
            </aside>
          )}
        </div>
      )}
      <Drawer
        opened={isNarrowing && !isWide}
        onClose={() => setNarrowing(false)}
        title={searchText.narrow}
        size="sm"
      >
        {facets}
      </Drawer>
      <Drawer
        opened={!isWide && state.peek !== undefined}
        onClose={closePeek}
        position="right"
        title={searchText.peek}
        withCloseButton={false}
      >
        {peek}
      </Drawer>
    </Page>
  )
}

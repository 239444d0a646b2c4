import { Button, Group, MultiSelect, Select, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FormEvent, RefObject } from 'react'
import { browseText } from '#text/inventory-browse.ts'
import { useActions } from '../../lib/actions.ts'
import { formatNumber } from '../../lib/format.ts'
import { useReferenceName } from '../../lib/reference-lists.ts'
import { Failure } from '../../ui/failure.tsx'
import { Page } from '../../ui/page.tsx'
import { useBrowsePage, useListFilter } from './browse-api.ts'
import type { BrowseRow } from './browse-api.ts'
import { BROWSE_LISTS, LIST_GROUPS, filterOf } from './browse-lists.ts'
import type { BrowseListName, BrowseState } from './browse-lists.ts'
import { BrowseTable } from './browse-table.tsx'
import { BrowseTitles } from './browse-titles.tsx'
import { findFirst } from './api.ts'
import { writeQuery } from './search-state.ts'
import styles from './browse.module.css'

const OPTIONS = LIST_GROUPS.map((group) => ({
  group: browseText.groups[group[0]],
  items: group.map((list) => ({ value: list as string, label: browseText.lists[list] })),
}))

/** Headings and numbers in their order, around the one that was asked for. */
export function BrowsePage() {
  const state: BrowseState = useSearch({ strict: false })
  const list = state.list ?? 'callNumbers'
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const page = useBrowsePage(state)
  const [focused, setFocused] = useState<BrowseRow | null>(null)
  const go = (next: BrowseState): void =>
    void navigate({ to: '/inventory/browse', search: next, resetScroll: false } as never)
  useEffect(() => setFocused(null), [list])
  useActions(
    useMemo(
      () => [
        {
          id: 'inventory.browse.back',
          label: browseText.backToSearch,
          keys: ['b'],
          group: 'page' as const,
          run: () => void navigate({ to: '/inventory' } as never),
        },
      ],
      [navigate],
    ),
  )
  const open = async (row: BrowseRow): Promise<void> => {
    const search = BROWSE_LISTS[list].titles(row.value)
    const only =
      row.totalRecords === 1 ? await findFirst('titles', writeQuery(search)).catch(() => null) : null
    const title = only?.total === 1 ? only.rows[0] : undefined
    if (title === undefined) await navigate({ to: '/inventory', search } as never)
    else await navigate({ to: '/inventory/$instanceId', params: { instanceId: title.instanceId } } as never)
  }
  return (
    <Page
      title={browseText.title}
      isFull
      actions={
        <Button size="xs" variant="default" component={Link} to={'/inventory' as never}>
          {browseText.backToSearch}
        </Button>
      }
    >
      <AnchorForm key={`${list} ${state.anchor ?? ''}`} state={state} inputRef={input} onGo={go} />
      {page.error !== null && <Failure error={page.error} retry={() => void page.refetch()} />}
      {page.data && (
        <div className={styles.body}>
          <BrowseTable
            state={state}
            page={page.data}
            isStale={page.isPlaceholderData}
            onFocus={setFocused}
            onOpen={(row) => void open(row)}
            onMove={(side, anchor) => go({ ...state, side, anchor })}
            onType={(letter) => {
              const field = input.current
              if (field === null) return
              field.focus()
              field.setSelectionRange(0, field.value.length)
              field.setRangeText(letter, 0, field.value.length, 'end')
              field.dispatchEvent(new Event('input', { bubbles: true }))
            }}
          />
          {focused !== null && focused.totalRecords > 0 && <BrowseTitles list={list} value={focused.value} />}
        </div>
      )}
    </Page>
  )
}

type FormProps = {
  state: BrowseState
  inputRef: RefObject<HTMLInputElement | null>
  onGo: (state: BrowseState) => void
}

function AnchorForm({ state, inputRef, onGo }: FormProps) {
  const list = state.list ?? 'callNumbers'
  const [text, setText] = useState(state.side === undefined ? (state.anchor ?? '') : '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onGo({
      list,
      ...(text.trim() === '' ? {} : { anchor: text.trim() }),
      ...(state.only ? { only: state.only } : {}),
    })
  }
  return (
    <form role="search" aria-label={browseText.title} onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <Select
          label={browseText.list}
          w={230}
          data={OPTIONS}
          value={list}
          allowDeselect={false}
          maxDropdownHeight={480}
          onChange={(value) =>
            onGo({ list: value as BrowseListName, ...(text.trim() === '' ? {} : { anchor: text.trim() }) })
          }
        />
        <TextInput
          ref={inputRef}
          label={browseText.anchor}
          flex={1}
          miw={160}
          maw={420}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <ListFilterSelect state={state} list={list} onGo={onGo} />
        <Button type="submit">{browseText.browse}</Button>
      </Group>
    </form>
  )
}

function ListFilterSelect({
  state,
  list,
  onGo,
}: Pick<FormProps, 'state' | 'onGo'> & { list: BrowseListName }) {
  const filter = filterOf(list)
  const { data: values = [] } = useListFilter(list)
  const nameOf = useReferenceName(filter?.names ?? 'locations')
  if (filter === null) return null
  const label = browseText.filters[filter.names]
  return (
    <MultiSelect
      label={label}
      placeholder={state.only === undefined ? browseText.everywhere : undefined}
      w={260}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': browseText.clearFilter }}
      data={values.map(({ id, totalRecords }) => ({
        value: id,
        label: `${nameOf(id)} (${formatNumber(totalRecords)})`,
      }))}
      value={state.only ?? []}
      onChange={(only) => {
        const { only: _old, ...others } = state
        onGo(only.length === 0 ? others : { ...others, only })
      }}
    />
  )
}

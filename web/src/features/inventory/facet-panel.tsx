import { ActionIcon, Checkbox, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconBan, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { searchText } from '#text/inventory-search.ts'
import { formatNumber } from '../../lib/format.ts'
import { ApiError } from '../../lib/http.ts'
import { Failure } from '../../ui/failure.tsx'
import { useFacetCounts } from './api.ts'
import { DATE_FACETS, FACETS, OPEN_AT_FIRST } from './facet-fields.ts'
import type { DateFacetId, Facet, FacetId } from './facet-fields.ts'
import { useValueName } from './facet-names.ts'
import { withValue, withoutValue } from './choose-values.ts'
import { DateFacet } from './date-facet.tsx'
import type { SearchState } from './search-state.ts'
import type { ChangeSearch } from './use-search.ts'
import styles from './search.module.css'

/** Values shown before "more". */
const SHOWN = 6
/** Lists with more values than that have a field to find one. */
const SEARCHABLE = 8

type Props = { state: SearchState; query: string; isSearching: boolean; onChange: ChangeSearch }

/** The rows tell what is wrong with a query that the server refuses. */
function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.status === 400
}

/** What a result can be narrowed by, with how many titles have each value. */
export function FacetPanel({ state, query, isSearching, onChange }: Props) {
  const [open, setOpen] = useState<ReadonlySet<FacetId | DateFacetId>>(
    () =>
      new Set([
        ...OPEN_AT_FIRST,
        ...(Object.keys({ ...state.with, ...state.without, ...state.dates }) as (FacetId | DateFacetId)[]),
      ]),
  )
  const openFacets = FACETS.filter(({ id }) => open.has(id)).map(({ id }) => id)
  const counts = useFacetCounts(query, openFacets, isSearching)
  const toggle = (id: FacetId | DateFacetId): void =>
    setOpen((old) => new Set(old.has(id) ? [...old].filter((one) => one !== id) : [...old, id]))
  const dates = DATE_FACETS.map(({ id }) => (
    <FacetGroup key={id} id={id} isOpen={open.has(id)} onToggle={() => toggle(id)}>
      <DateFacet id={id} range={state.dates?.[id]} onChange={onChange} dates={state.dates} />
    </FacetGroup>
  ))
  return (
    <Stack gap={4}>
      {counts.error !== null && !isRefused(counts.error) && (
        <Failure error={counts.error} retry={() => void counts.refetch()} />
      )}
      {FACETS.map((facet, at) => (
        <div key={facet.id}>
          <FacetGroup id={facet.id} isOpen={open.has(facet.id)} onToggle={() => toggle(facet.id)}>
            <Values
              facet={facet}
              id={facet.id}
              state={state}
              values={counts.data?.[facet.id]}
              isStale={counts.isPlaceholderData}
              onChange={onChange}
            />
          </FacetGroup>
          {at === 2 && dates[0]}
        </div>
      ))}
      {dates.slice(1)}
    </Stack>
  )
}

type GroupProps = { id: FacetId | DateFacetId; isOpen: boolean; onToggle: () => void; children: ReactNode }

function FacetGroup({ id, isOpen, onToggle, children }: GroupProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>
        <UnstyledButton className={styles.group} aria-expanded={isOpen} onClick={onToggle} data-facet={id}>
          <Chevron size={16} aria-hidden />
          {searchText.facets[id]}
        </UnstyledButton>
      </legend>
      {isOpen && children}
    </fieldset>
  )
}

type ValuesProps = {
  facet: Facet
  id: FacetId
  state: SearchState
  values: { id: string; totalRecords: number }[] | undefined
  isStale: boolean
  onChange: ChangeSearch
}

function Values({ facet, id, state, values, isStale, onChange }: ValuesProps) {
  const nameOf = useValueName(facet.values)
  const [find, setFind] = useState('')
  const [isLong, setLong] = useState(false)
  if (values === undefined) return null
  const chosen = state.with?.[id] ?? []
  const left = state.without?.[id] ?? []
  // What is left out is in no title of the result, and must be seen to be taken back.
  const all = [
    ...values,
    ...left
      .filter((one) => !values.some((value) => value.id === one))
      .map((one) => ({ id: one, totalRecords: 0 })),
  ]
  if (all.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {searchText.nothingToNarrow}
      </Text>
    )
  const wanted = find.trim().toLowerCase()
  const fitting = wanted === '' ? all : all.filter((value) => nameOf(value.id).toLowerCase().includes(wanted))
  const shown = isLong || wanted !== '' ? fitting : fitting.slice(0, Math.max(SHOWN, chosen.length))
  const choose = (value: string, isOut: boolean): void =>
    onChange(isOut ? withoutValue(state, id, value) : withValue(state, id, value))
  return (
    <Stack gap={0} pb="xs" className={styles.counts} data-stale={isStale}>
      {all.length > SEARCHABLE && (
        <TextInput
          size="xs"
          mb={4}
          aria-label={searchText.findValue(searchText.facets[id])}
          placeholder={searchText.findValue(searchText.facets[id])}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      )}
      {shown.map((value) => (
        <Value
          key={value.id}
          name={nameOf(value.id)}
          total={value.totalRecords}
          isChosen={chosen.includes(value.id)}
          isOut={left.includes(value.id)}
          onChoose={(isOut) => choose(value.id, isOut)}
        />
      ))}
      {shown.length === 0 && <Text size="sm">{searchText.noValue}</Text>}
      {wanted === '' && fitting.length > SHOWN && (
        <UnstyledButton fz="sm" c="var(--mantine-color-anchor)" py={2} onClick={() => setLong(!isLong)}>
          {isLong ? searchText.fewerValues : searchText.moreValues(fitting.length - shown.length)}
        </UnstyledButton>
      )}
    </Stack>
  )
}

type ValueProps = {
  name: string
  total: number
  isChosen: boolean
  isOut: boolean
  onChoose: (isOut: boolean) => void
}

function Value({ name, total, isChosen, isOut, onChoose }: ValueProps) {
  return (
    <div className={styles.value}>
      <Checkbox
        size="xs"
        checked={isChosen}
        label={
          <Text span size="sm" td={isOut ? 'line-through' : undefined} style={{ overflowWrap: 'anywhere' }}>
            {isOut && `${searchText.not} `}
            {name}
          </Text>
        }
        onClick={(event: MouseEvent) => {
          if (event.altKey) {
            event.preventDefault()
            onChoose(true)
          }
        }}
        onChange={() => onChoose(false)}
      />
      <Text span size="sm" c="dimmed">
        {formatNumber(total)}
      </Text>
      <ActionIcon
        className={styles.not}
        data-on={isOut}
        size={24}
        variant="subtle"
        color="gray"
        aria-pressed={isOut}
        aria-label={isOut ? searchText.takeBack(name) : searchText.leaveOut(name)}
        title={isOut ? searchText.takeBack(name) : searchText.leaveOut(name)}
        onClick={() => onChoose(true)}
      >
        <IconBan size={15} aria-hidden />
      </ActionIcon>
    </div>
  )
}

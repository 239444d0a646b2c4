import { Modal, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { paletteText } from '#text/palette.ts'
import { settingsPages } from '../../features/settings/settings-pages.ts'
import { useOfferedActions } from '../../lib/actions.ts'
import { useFind } from '../../lib/find.ts'
import { closePalette, usePalette } from '../../lib/palette.ts'
import { useRecentRecords } from '../../lib/recent-records.ts'
import { useSavedSearches } from '../../lib/saved-searches.ts'
import { cleanScan } from '../../lib/scan.ts'
import { useSession } from '../../lib/session.ts'
import { AREAS, PAGES, mayOpen } from '../places.ts'
import { completeScope, mayBeNumber, paletteGroups, readScope } from './entries.ts'
import type { Entry, Group } from './entries.ts'
import { EntryList, entryId } from './entry-list.tsx'
import styles from './palette.module.css'

/** So long after the last key the server is asked; entries of this computer are there at once. */
const ASK_AFTER_MS = 80

/** The command palette: one field that finds records by number, pages and actions by name. */
export function Palette() {
  const { text: given } = usePalette()
  return (
    <Modal
      opened
      onClose={closePalette}
      withCloseButton={false}
      title={<VisuallyHidden>{paletteText.title}</VisuallyHidden>}
      size={640}
      padding={0}
      yOffset="10vh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      classNames={{ header: styles.header ?? '', body: styles.body ?? '' }}
    >
      <Finder key={given} given={given} />
    </Modal>
  )
}

function Finder({ given }: { given: string }) {
  const [typed, setTyped] = useState(given)
  const text = cleanScan(typed)
  const { groups, isAsking, number } = useGroups(text)
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups])
  const [chosenId, setChosen] = useState<string | null>(null)
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosenId),
  )
  const open = useOpen()
  const waiting = useWaitingEnter({ isAsking, groups, open })

  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setChosen(entries[(at + step + entries.length) % entries.length]!.id)
    }
    const completed = event.key === 'Tab' && !event.shiftKey ? completeScope(typed) : null
    if (completed !== null) {
      event.preventDefault()
      setTyped(completed)
    }
    if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      closePalette()
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const isNewTab = event.ctrlKey || event.metaKey
    // A scanner sends Enter before the server can have answered.
    if (isAsking && chosenId === null && mayBeNumber(text)) waiting.begin(isNewTab)
    else if (entries[at] !== undefined) open(entries[at], isNewTab)
  }

  return (
    <>
      <TextInput
        size="md"
        variant="unstyled"
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder={paletteText.placeholder}
        aria-label={paletteText.title}
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls="palette-entries"
        aria-autocomplete="list"
        aria-activedescendant={entries[at] === undefined ? undefined : entryId(entries[at])}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosen(null)
          waiting.end()
        }}
        onKeyDown={press}
        onFocus={(event) => event.currentTarget.select()}
        className={styles.field ?? ''}
      />
      <EntryList groups={groups} current={entries[at]} onOpen={open} />
      <Told text={text} number={number} isAsking={isAsking} groups={groups} count={entries.length} />
      <Text size="xs" c="dimmed" px="md" py="xs" className={styles.hints ?? ''}>
        {paletteText.hints}
      </Text>
    </>
  )
}

/** What the text may mean; `number` is what the server was asked for last. */
function useGroups(text: string): { groups: Group[]; isAsking: boolean; number: string } {
  const { permissions } = useSession()
  const actions = useOfferedActions()
  const recent = useRecentRecords()
  const saved = useSavedSearches()
  const { scope, rest } = readScope(text)
  const wanted = scope === 'action' ? '' : rest
  const [asked] = useDebouncedValue(wanted, ASK_AFTER_MS)
  const found = useFind(asked)
  const isCurrent = asked === wanted && !found.isPlaceholderData
  const hits = useMemo(() => (wanted.trim() === '' ? [] : (found.data ?? [])), [wanted, found.data])
  const places = useMemo(
    () => [...AREAS, ...PAGES].filter((place) => mayOpen(place, permissions)),
    [permissions],
  )
  const settings = useMemo(
    () =>
      settingsPages
        .filter(({ permission }) => permission === null || permissions.has(permission))
        .map(({ id, title, to }) => ({ id: `settings-${id}`, label: title, to })),
    [permissions],
  )
  const maySearch = permissions.has('search.instances.collection.get')
  const groups = useMemo(
    () => paletteGroups({ text, hits, recent, actions, places, settings, saved, maySearch }),
    [text, hits, recent, actions, places, settings, saved, maySearch],
  )
  const isAsking = wanted.trim() !== '' && (!isCurrent || found.isFetching) && !found.isError
  return { groups, isAsking, number: asked.trim() }
}

/** Opens an entry: here, or in a new tab when it is an address. */
function useOpen(): (entry: Entry, isNewTab: boolean) => void {
  const router = useRouter()
  return (entry, isNewTab) => {
    if (entry.disabledReason !== undefined) return
    const { to, run } = entry
    if (to === undefined) {
      flushSync(() => closePalette())
      run?.()
    } else if (isNewTab) {
      closePalette()
      window.open(`/app${to}`, '_blank')
    } else {
      flushSync(() => closePalette({ keepsFocus: false }))
      router.history.push(`/app${to}`)
    }
  }
}

type WaitingOptions = {
  isAsking: boolean
  groups: readonly Group[]
  open: (entry: Entry, isNewTab: boolean) => void
}

/** Enter that came before the answer: the one hit is opened when it is there; several wait for a choice. */
function useWaitingEnter({ isAsking, groups, open }: WaitingOptions) {
  const [wish, setWish] = useState<{ isNewTab: boolean } | null>(null)
  const act = useRef(open)
  useEffect(() => {
    act.current = open
  })
  useEffect(() => {
    if (wish === null || isAsking) return
    setWish(null)
    const hits = groups.find(({ id }) => id === 'exact')?.entries ?? []
    if (hits.length === 1) act.current(hits[0]!, wish.isNewTab)
  }, [wish, isAsking, groups])
  return {
    begin: (isNewTab: boolean) => setWish({ isNewTab }),
    end: () => setWish(null),
  }
}

type ToldProps = { text: string; number: string; isAsking: boolean; groups: readonly Group[]; count: number }

/** Says what there is: for screen readers always, on screen when nothing was found or a choice is needed. */
function Told({ text, number, isAsking, groups, count }: ToldProps) {
  const hits = groups.find(({ id }) => id === 'exact')?.entries.length ?? 0
  const isNumber = text.trim() !== '' && mayBeNumber(number)
  const shown =
    isAsking && mayBeNumber(text)
      ? paletteText.looking
      : hits > 1
        ? paletteText.several(hits)
        : isNumber && hits === 0
          ? paletteText.nothing(number)
          : count === 0
            ? paletteText.nothingAtAll
            : null
  return (
    <>
      {shown !== null && (
        <Text size="sm" px="md" py={6}>
          {shown}
        </Text>
      )}
      <VisuallyHidden role="status">{shown ?? paletteText.entries(count)}</VisuallyHidden>
    </>
  )
}

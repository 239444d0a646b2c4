import { defaultStringifySearch } from '@tanstack/react-router'
import { paletteText } from '#text/palette.ts'
import type { Action } from '../../lib/actions.ts'
import { pathOf } from '../../lib/find.ts'
import type { Hit, HitKind } from '../../lib/find.ts'
import type { RecentRecord } from '../../lib/recent-records.ts'
import type { Place } from '../places.ts'

/** One line of the palette: either it leads to an address, or it does something. */
export type Entry = {
  id: string
  label: string
  /** What kind of record it is, before the label. */
  kind?: string
  detail?: string
  keys?: string
  to?: string
  run?: () => void
  disabledReason?: string | undefined
}

export type Group = { id: keyof typeof paletteText.groups; entries: readonly Entry[] }

/** What restricts the palette to one kind: `item:`, or `>` for actions. */
export type Scope = HitKind | 'action'

export const SCOPES: readonly { scope: Scope; word: string }[] = [
  { scope: 'item', word: 'item:' },
  { scope: 'instance', word: 'instance:' },
  { scope: 'holdings', word: 'holdings:' },
  { scope: 'job', word: 'job:' },
  { scope: 'user', word: 'user:' },
  { scope: 'action', word: '>' },
]

/** The scope that a text begins with, and the rest of it. */
export function readScope(text: string): { scope: Scope | null; rest: string } {
  const start = text.trimStart().toLowerCase()
  const found = SCOPES.find(({ word }) => start.startsWith(word))
  if (found === undefined) return { scope: null, rest: text }
  return { scope: found.scope, rest: text.trimStart().slice(found.word.length).trimStart() }
}

/** The text with the scope that it is the beginning of, as the Tab key completes it; null when there is none. */
export function completeScope(text: string): string | null {
  const start = text.trim().toLowerCase()
  if (start === '') return null
  return SCOPES.find(({ word }) => word !== start && word.startsWith(start))?.word ?? null
}

/** True when each word of the text begins a word of the label. */
export function isCalled(label: string, text: string): boolean {
  const words = label.toLowerCase().split(/[\s/,.–-]+/)
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

/** A text in which a number may stand: it is worth waiting for what has that number. */
export function mayBeNumber(text: string): boolean {
  return /\d/.test(text)
}

function hitEntry(hit: Hit): Entry {
  const details = [hit.volume, hit.callNumber, hit.location, hit.status, hit.contributor, hit.date]
  return {
    id: `hit-${hit.kind}-${hit.id}`,
    kind: paletteText.kinds[hit.kind],
    label: `${hit.kind === 'job' ? '#' : ''}${hit.number} ${hit.title}`,
    detail: details.filter(Boolean).join(' · '),
    to: pathOf(hit),
  }
}

function recentEntry({ kind, path, title }: RecentRecord): Entry {
  return { id: `recent-${path}`, kind: paletteText.kinds[kind], label: title, to: path }
}

function actionEntry({ id, label, keys, run, disabledReason }: Action): Entry {
  return { id: `action-${id}`, label, run, disabledReason, ...(keys?.[0] && { keys: keys[0] }) }
}

function placeEntry({ id, label, to, keys }: Pick<Place, 'id' | 'to' | 'label' | 'keys'>): Entry {
  return { id: `place-${id}`, label, to, ...(keys !== undefined && { keys }) }
}

export type Sources = {
  text: string
  hits: readonly Hit[]
  recent: readonly RecentRecord[]
  actions: readonly Action[]
  places: readonly Place[]
  /** Pages of the settings; there are so many that they show only when their name is typed. */
  settings: readonly Pick<Place, 'id' | 'to' | 'label' | 'keys'>[]
  saved: readonly { id: string; label: string; to: string }[]
  maySearch: boolean
}

const MOST_RECENT = 5

/** Everything that the text may mean, in the order of the palette's groups; empty groups are left out. */
export function paletteGroups(sources: Sources): Group[] {
  const { scope, rest } = readScope(sources.text)
  const text = rest.trim()
  const called = (entries: readonly Entry[]) =>
    text === '' ? entries : entries.filter(({ label }) => isCalled(label, text))
  const actions = (group: Action['group']) =>
    called(sources.actions.filter((action) => action.group === group).map(actionEntry))
  const hits = text === '' ? [] : sources.hits.filter((hit) => scope === null || hit.kind === scope)
  const groups: Group[] = [{ id: 'exact', entries: hits.map(hitEntry) }]
  if (scope === 'action') groups.push({ id: 'page', entries: actions('page') })
  if (scope !== null) return groups.filter(({ entries }) => entries.length > 0)
  const recent = called(sources.recent.map(recentEntry)).slice(0, MOST_RECENT)
  groups.push(
    { id: 'recent', entries: recent },
    { id: 'page', entries: actions('page') },
    { id: 'go', entries: [...called(sources.places.map(placeEntry)), ...actions('go')] },
    {
      id: 'settings',
      entries: text === '' ? [] : [...called(sources.settings.map(placeEntry)), ...actions('settings')],
    },
    { id: 'saved', entries: called(sources.saved) },
    { id: 'search', entries: text !== '' && sources.maySearch ? [searchEntry(text)] : [] },
  )
  return groups.filter(({ entries }) => entries.length > 0)
}

function searchEntry(text: string): Entry {
  return {
    id: 'search',
    label: paletteText.search(text),
    to: `/inventory${defaultStringifySearch({ q: text })}`,
  }
}

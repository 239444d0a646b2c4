import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { http } from './http.ts'
import { currentSession, useSession } from './session.ts'

type Preferences = Record<string, unknown>

/** Dragging a column changes its width many times; only where it ends is written. */
const WRITE_AFTER_MS = 400

const keyOf = (userId: string) => ['octavo', 'preferences', userId]
const mirrorOf = (userId: string) => `octavo.preferences.${userId}`

/** What this browser knew last, so that a page does not jump when the server's answer comes. */
function readMirror(userId: string): Preferences | undefined {
  try {
    const text = localStorage.getItem(mirrorOf(userId))
    return text === null ? undefined : (JSON.parse(text) as Preferences)
  } catch {
    return undefined
  }
}

function writeMirror(userId: string, preferences: Preferences): void {
  try {
    localStorage.setItem(mirrorOf(userId), JSON.stringify(preferences))
  } catch {
    // No room in this browser: the server has them.
  }
}

const waiting = new Map<string, ReturnType<typeof setTimeout>>()

function writeSoon(name: string, value: unknown): void {
  clearTimeout(waiting.get(name))
  const timer = setTimeout(() => {
    waiting.delete(name)
    // Without an answer it stays in this browser's copy; the next change is tried again.
    http.put(`/octavo/preferences/${encodeURIComponent(name)}`, { value }).catch(() => undefined)
  }, WRITE_AFTER_MS)
  waiting.set(name, timer)
}

/** Keeps a preference of the signed-in person: at once on screen, soon on the server. */
export function setPreference(client: QueryClient, name: string, value: unknown): void {
  const session = currentSession()
  if (session === null) return
  const { userId } = session
  const next = { ...client.getQueryData<Preferences>(keyOf(userId)), [name]: value }
  void client.cancelQueries({ queryKey: keyOf(userId) })
  client.setQueryData(keyOf(userId), next)
  writeMirror(userId, next)
  writeSoon(name, value)
}

/**
 * Something the person set up for themselves, such as the columns of a table: `const [columns, setColumns] =
 * usePreference('table.instances', initial)`. It follows them to other computers. Names have letters, digits, dots,
 * dashes and underscores; a value has at most 64 kB as JSON.
 */
export function usePreference<T>(name: string, initial: T): [T, (next: T | ((old: T) => T)) => void] {
  const { userId } = useSession()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: keyOf(userId),
    queryFn: async ({ signal }) => {
      const answer = await http.get<{ preferences: Preferences }>('/octavo/preferences', {}, signal)
      writeMirror(userId, answer.preferences)
      return answer.preferences
    },
    initialData: () => readMirror(userId),
    initialDataUpdatedAt: 0,
    staleTime: 300_000,
  })
  const read = useCallback((all: Preferences | undefined) => (all?.[name] ?? initial) as T, [name, initial])
  const change = useCallback(
    (next: T | ((old: T) => T)) => {
      const old = read(client.getQueryData<Preferences>(keyOf(userId)))
      setPreference(client, name, typeof next === 'function' ? (next as (old: T) => T)(old) : next)
    },
    [client, name, read, userId],
  )
  return [read(data), change]
}

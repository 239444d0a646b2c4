import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePageTitle } from './document-title.ts'
import { usePreference } from './preferences.ts'

export type RecentKind = 'instance' | 'holdings' | 'item' | 'job' | 'bulkEdit'
export type RecentRecord = { kind: RecentKind; path: string; title: string }

const KEPT = 20
/** Titles come a moment after the page; what is passed through quickly was not looked at. */
const LOOKED_AT_MS = 1000

const id = String.raw`[\da-f]{8}-[\da-f-]{27}`
const RECORDS: readonly [RegExp, RecentKind][] = [
  [new RegExp(`^/inventory/${id}/items/${id}`), 'item'],
  [new RegExp(`^/inventory/${id}/holdings/${id}`), 'holdings'],
  [new RegExp(`^/inventory/${id}`), 'instance'],
  [new RegExp(`^/import/job/${id}`), 'job'],
  [new RegExp(`^/bulk-edit/${id}`), 'bulkEdit'],
]

/** The record that an address shows, by the part of the address that names it; null for other pages. */
export function recordAt(path: string): { kind: RecentKind; path: string } | null {
  for (const [pattern, kind] of RECORDS) {
    const found = pattern.exec(path)?.[0]
    if (found !== undefined) return { kind, path: found }
  }
  return null
}

const NONE: readonly RecentRecord[] = []

/** The records that the person opened last, the newest first. */
export function useRecentRecords(): readonly RecentRecord[] {
  return usePreference('recent', NONE)[0]
}

/** Remembers the record of the page that is shown, under the title of the page. */
export function useRememberRecord(): void {
  const [, change] = usePreference('recent', NONE)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const title = usePageTitle()
  useEffect(() => {
    const record = recordAt(path)
    if (record === null || title === '') return undefined
    const timer = setTimeout(
      () =>
        change((old) =>
          [{ ...record, title }, ...old.filter((one) => one.path !== record.path)].slice(0, KEPT),
        ),
      LOOKED_AT_MS,
    )
    return () => clearTimeout(timer)
  }, [path, title, change])
}

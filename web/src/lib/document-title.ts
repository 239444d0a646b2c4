import { useSyncExternalStore } from 'react'
import { shellText } from '#text/shell.ts'

let page: string = ''
let mark = ''
const listeners = new Set<() => void>()

function show(): void {
  const title = page === '' ? shellText.product : `${page} · ${shellText.product}`
  document.title = mark === '' ? title : `${mark} ${title}`
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Names the page in the window's title; empty while the page is changing. */
export function titlePage(name: string): void {
  page = name
  show()
}

/** What the page that is shown is called. */
export function usePageTitle(): string {
  return useSyncExternalStore(subscribe, () => page)
}

/** A short mark before the title that can be seen while another tab is open, such as "✓ 412"; empty takes it away. */
export function markTitle(text: string): void {
  mark = text
  show()
}

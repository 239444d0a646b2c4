import { currentSession } from '../lib/session.ts'

/** What was typed and not saved: the record it began from, and the record as it would be. */
export type Draft<T> = {
  base: T
  value: T
  /** Milliseconds since 1970. */
  savedAt: number
  /** How the draft is called in lists, and the page (path below `/app`) that goes on with it. */
  title: string
  address: string
}

const PREFIX = 'octavo.draft.'

/** Drafts belong to a person in a library: another one who logs in on this computer sees nothing of them. */
function ownPrefix(): string {
  const session = currentSession()
  return `${PREFIX}${session?.tenant ?? ''}.${session?.userId ?? ''}.`
}

/** The draft of that name (such as `item.<id>`), or null. */
export function readDraft<T>(name: string): Draft<T> | null {
  const text = localStorage.getItem(ownPrefix() + name)
  if (text === null) return null
  try {
    return JSON.parse(text) as Draft<T>
  } catch {
    return null
  }
}

/** Keeps a draft. @returns false when this computer would not take it (its storage is full or switched off) */
export function keepDraft(name: string, draft: Draft<unknown>): boolean {
  try {
    localStorage.setItem(ownPrefix() + name, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function dropDraft(name: string): void {
  localStorage.removeItem(ownPrefix() + name)
}

/** All drafts of the person who is signed in, the newest first. */
export function listDrafts(): { name: string; title: string; address: string; savedAt: number }[] {
  const prefix = ownPrefix()
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const name = key.slice(prefix.length)
      const draft = readDraft(name)
      return draft === null
        ? []
        : [{ name, title: draft.title, address: draft.address, savedAt: draft.savedAt }]
    })
    .sort((a, b) => b.savedAt - a.savedAt)
}

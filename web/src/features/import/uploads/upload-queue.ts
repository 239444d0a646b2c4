import { useSyncExternalStore } from 'react'
import { onRestored } from '../../../lib/connection.ts'
import { ApiError, OfflineError } from '../../../lib/http.ts'
import { kindOfFile } from './sniff-file.ts'
import type { FileKind } from './sniff-file.ts'
import { uploadCalls } from './upload-calls.ts'
import { beginUpload, findProgress, forgetProgress, sendRest } from './upload-file.ts'
import type { Progress } from './upload-file.ts'

/** Why a file was not taken. */
export type Refusal =
  | { kind: 'empty' }
  | { kind: 'not-records'; what: Exclude<FileKind, string>['notRecords'] }
  | { kind: 'blocked' }
  | { kind: 'too-large' }
  | { kind: 'no-room' }
  | { kind: 'other'; text: string }

/** A file on its way to the server. */
export type Upload = {
  key: string
  name: string
  size: number
  fileKind: FileKind
  state: 'queued' | 'sending' | 'paused' | 'broken' | 'joining' | 'done' | 'refused'
  /** Bytes that the server has. */
  sent: number
  bytesPerSecond: number | null
  definitionId: string | null
  refusal: Refusal | null
}

type Entry = { upload: Upload; file: File; progress: Progress | null; over: AbortController | null }

/** Uploads at a time: more share the same line and finish no sooner. */
const AT_ONCE = 2
const TELL_MS = 200

const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()
let shown: readonly Upload[] = []
let timer: ReturnType<typeof setTimeout> | null = null
let lastKey = 0

function tellNow(): void {
  timer = null
  shown = [...entries.values()].map(({ upload }) => upload)
  for (const listener of listeners) listener()
}

/** Shows changes, those of progress at most five times a second. */
function change(entry: Entry, next: Partial<Upload>): void {
  entry.upload = { ...entry.upload, ...next }
  if (Object.keys(next).some((name) => name !== 'sent' && name !== 'bytesPerSecond')) {
    if (timer !== null) clearTimeout(timer)
    tellNow()
  } else timer ??= setTimeout(tellNow, TELL_MS)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The files that were chosen since the page was opened; they go on whatever screen is shown. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => shown)
}

/** Takes files to upload, any number and any mix; each goes its own way. */
export async function addFiles(files: readonly File[]): Promise<void> {
  for (const file of files) {
    const fileKind = await kindOfFile(file).catch((): FileKind => 'unknown')
    const progress = findProgress(file)
    const key = `${Date.now()}-${lastKey++}`
    const upload: Upload = {
      key,
      name: file.name,
      size: file.size,
      fileKind,
      state: 'queued',
      sent: 0,
      bytesPerSecond: null,
      definitionId: progress?.definitionId ?? null,
      refusal: refusalOf(fileKind),
    }
    if (upload.refusal !== null) upload.state = 'refused'
    entries.set(key, { upload, file, progress, over: null })
  }
  tellNow()
  startNext()
}

function refusalOf(kind: FileKind): Refusal | null {
  if (kind === 'empty') return { kind: 'empty' }
  return typeof kind === 'string' ? null : { kind: 'not-records', what: kind.notRecords }
}

const isBusy = ({ upload }: Entry) => upload.state === 'sending' || upload.state === 'joining'

function startNext(): void {
  const all = [...entries.values()]
  let free = AT_ONCE - all.filter(isBusy).length
  for (const entry of all) {
    if (free <= 0) break
    if (entry.upload.state !== 'queued') continue
    free -= 1
    void send(entry)
  }
}

async function send(entry: Entry): Promise<void> {
  const over = new AbortController()
  entry.over = over
  change(entry, { state: 'sending', bytesPerSecond: null })
  try {
    entry.progress ??= await beginUpload(entry.file)
    change(entry, { definitionId: entry.progress.definitionId })
    const speed = speedometer()
    const onSent = (sent: number): void => {
      change(entry, { sent, bytesPerSecond: speed(sent) })
      if (sent >= entry.file.size && entry.upload.state === 'sending') change(entry, { state: 'joining' })
    }
    await sendRest(entry.file, entry.progress, onSent, over.signal)
    change(entry, { state: 'done', sent: entry.file.size })
  } catch (error) {
    if (!over.signal.aborted) await fail(entry, error as Error)
  } finally {
    if (entry.over === over) entry.over = null
    startNext()
  }
}

/** A broken line stops an upload until it is back; what the server refuses stays refused. */
async function fail(entry: Entry, error: Error): Promise<void> {
  if (error instanceof OfflineError || !(error instanceof ApiError)) {
    change(entry, { state: 'broken' })
    return
  }
  if (error.status === 404 && entry.progress !== null) {
    // Somebody removed what was sent before: it begins anew.
    forgetProgress(entry.progress.definitionId)
    entry.progress = null
    change(entry, { state: 'broken', sent: 0, definitionId: null })
    return
  }
  const refusal = refusalOfError(error)
  if (refusal.kind !== 'other' && entry.progress !== null) {
    await uploadCalls.remove(entry.progress.definitionId).catch(() => undefined)
    forgetProgress(entry.progress.definitionId)
  }
  change(entry, { state: 'refused', refusal })
}

function refusalOfError(error: ApiError): Refusal {
  if (/fileExtension\.blocked/.test(error.technical)) return { kind: 'blocked' }
  if (error.status === 413) return { kind: 'too-large' }
  if (error.status === 507 || /ENOSPC|no space left/i.test(error.technical)) return { kind: 'no-room' }
  return { kind: 'other', text: error.message }
}

/** Reckons bytes a second over the last three seconds. */
function speedometer(): (sent: number) => number | null {
  const marks: { at: number; sent: number }[] = []
  return (sent) => {
    const now = performance.now()
    marks.push({ at: now, sent })
    while (marks.length > 2 && now - marks[0]!.at > 3000) marks.shift()
    const seconds = (now - marks[0]!.at) / 1000
    return seconds < 0.2 ? null : Math.max(0, (sent - marks[0]!.sent) / seconds)
  }
}

/** Stops sending a file; it goes on with `resumeUpload`. */
export function pauseUpload(key: string): void {
  const entry = entries.get(key)
  if (entry === undefined || entry.upload.state === 'joining') return
  change(entry, { state: 'paused', bytesPerSecond: null })
  entry.over?.abort()
}

export function resumeUpload(key: string): void {
  const entry = entries.get(key)
  if (entry === undefined) return
  change(entry, { state: 'queued' })
  startNext()
}

/** Takes a file back: nothing of it stays on the server. */
export async function cancelUpload(key: string): Promise<void> {
  const entry = entries.get(key)
  if (entry === undefined) return
  entries.delete(key)
  entry.over?.abort()
  tellNow()
  startNext()
  if (entry.progress === null || entry.upload.state === 'done') return
  forgetProgress(entry.progress.definitionId)
  await uploadCalls.remove(entry.progress.definitionId).catch(() => undefined)
}

onRestored(() => {
  for (const { upload } of entries.values()) if (upload.state === 'broken') resumeUpload(upload.key)
})

addEventListener('beforeunload', (event) => {
  if ([...entries.values()].some(isBusy)) event.preventDefault()
})

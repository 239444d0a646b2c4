import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { formText } from '#text/form.ts'
import { valueAt, withValueAt } from '../lib/paths.ts'
import { changedFields } from '../lib/record-compare.ts'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { notify } from './notices.ts'

/** What is wrong, by the path of the field: `barcode`, `notes.0.note`. */
export type FieldErrors = Readonly<Record<string, string>>

type Options<T> = {
  /** The record as it is stored, or as a new one begins. */
  stored: T
  /** Under which name the draft is kept; how it is called; which page goes on with it. */
  draft: { name: string; title: string; address: string }
  /** All that is wrong with the record as typed. */
  check: (value: T) => FieldErrors
}

export type RecordForm<T> = {
  value: T
  /** What the changes are counted from. */
  base: T
  get: (path: string) => unknown
  set: (path: string, value: unknown) => void
  /** Takes over a whole record, such as one put together after a conflict. */
  replace: (value: T, base: T) => void
  changed: readonly string[]
  /** The errors to show: those of fields that were left, after a try to save all, and the server's. */
  errors: FieldErrors
  /** Says that a field was left, so that its errors are shown. */
  leave: (path: string) => void
  /** Shows all errors. @returns them; empty when the record can be saved */
  checkAll: () => FieldErrors
  /** Errors that only the server knows, such as a barcode that is taken; they go when the field is changed. */
  setServerErrors: (errors: FieldErrors) => void
  /** When the typing that was taken up again had been kept; null when the form began fresh. */
  restoredAt: number | null
  /** False when the draft could not be kept. */
  isDraftKept: boolean
  /** Back to the stored record. */
  discard: () => void
  /** The record was saved and is now stored as this. */
  saved: (stored: T) => void
}

/** What an input needs of a form, whatever record the form is over. */
export type FormFields = Pick<RecordForm<object>, 'get' | 'set' | 'leave' | 'errors'>

const KEEP_AFTER_MS = 400

/**
 * The state of a form over one record: typed values, changes against what is stored, errors shown at the right
 * time, and a draft on this computer that outlives reload, log-out and a crash.
 */
export function useRecordForm<T extends object>({ stored, draft, check }: Options<T>): RecordForm<T> {
  const [start] = useState(() => readDraft<T>(draft.name))
  const [base, setBase] = useState<T>(start?.base ?? stored)
  const [value, setValue] = useState<T>(start?.value ?? stored)
  const [restoredAt, setRestoredAt] = useState(start?.savedAt ?? null)
  const [left, setLeft] = useState<ReadonlySet<string> | 'all'>(new Set())
  const [serverErrors, setServerErrors] = useState<FieldErrors>({})
  const changed = useMemo(() => changedFields(base, value), [base, value])
  const found = useMemo(() => check(value), [check, value])
  const errors = useMemo(() => {
    const shown = Object.entries(found).filter(([path]) => left === 'all' || left.has(path))
    return { ...serverErrors, ...Object.fromEntries(shown) }
  }, [found, left, serverErrors])
  const { isDraftKept, forgetDraft } = useKeptDraft(draft, base, value, changed.length > 0)

  const set = useCallback((path: string, next: unknown) => {
    setValue((old) => withValueAt(old, path, next))
    setServerErrors((old) =>
      Object.fromEntries(Object.entries(old).filter(([name]) => !name.startsWith(path))),
    )
  }, [])
  const begin = useCallback((next: T, from: T) => {
    setBase(from)
    setValue(next)
    setServerErrors({})
  }, [])
  const fresh = useCallback(
    (record: T) => {
      begin(record, record)
      setRestoredAt(null)
      setLeft(new Set())
      forgetDraft()
    },
    [begin, forgetDraft],
  )
  return {
    value,
    base,
    get: (path) => valueAt(value, path),
    set,
    replace: begin,
    changed,
    errors,
    leave: useCallback((path: string) => {
      setLeft((old) => (old === 'all' || old.has(path) ? old : new Set([...old, path])))
    }, []),
    checkAll: () => {
      setLeft('all')
      return { ...serverErrors, ...found }
    },
    setServerErrors,
    restoredAt,
    isDraftKept,
    discard: () => fresh(stored),
    saved: fresh,
  }
}

/**
 * Keeps the draft a moment after the last key, and at once when the page goes away; who leaves the form with changes
 * is told that they are kept.
 */
function useKeptDraft<T>(
  { name, title, address }: Options<T>['draft'],
  base: T,
  value: T,
  isChanged: boolean,
): { isDraftKept: boolean; forgetDraft: () => void } {
  const [isDraftKept, setKept] = useState(true)
  const keep = useRef<() => boolean>(() => false)
  useEffect(() => {
    keep.current = () => {
      if (!isChanged) dropDraft(name)
      return isChanged && keepDraft(name, { base, value, savedAt: Date.now(), title, address })
    }
    const timer = setTimeout(() => setKept(keep.current() || !isChanged), KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [name, title, address, base, value, isChanged])
  useEffect(() => {
    const keepNow = (): unknown => keep.current()
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      if (keep.current()) notify({ text: formText.draftKept, kind: 'news' })
    }
  }, [])
  const forgetDraft = useCallback(() => {
    keep.current = () => false
    dropDraft(name)
  }, [name])
  return { isDraftKept, forgetDraft }
}

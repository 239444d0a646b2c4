import { useDebouncedValue } from '@mantine/hooks'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { diffLines, isChange } from '../../lib/diff.ts'
import { dropDraft, keepDraft, readDraft } from '../../ui/draft.ts'
import { useRuledCodes, useValidation } from './api.ts'
import { checkLines, withServerIssues } from './check-lines.ts'
import type { Problem } from './check-lines.ts'
import { lockRules } from './line-locks.ts'
import { linesOfView, linksOf, recordOfLines, tidyLines } from './record-lines.ts'
import type { LinkDetails, RecordView, SentRecord } from './wire.ts'

/** Milliseconds without typing after which the server is asked what it thinks. */
const PAUSE_MS = 500

type DraftValue = { lines: string[]; links: [string, LinkDetails][] }

export type EditingStart = {
  /** The stored record, or what a new one is made of. */
  stored: SentRecord
  isNew: boolean
  lines: readonly string[]
  /** Names the draft of this record. */
  draftName: string
  title: string
  address: string
}

/** The text of a record while it is edited: what changed, what is wrong, and the draft of it. */
export function useEditing(start: EditingStart) {
  const { isNew, draftName } = start
  const [stored, setStored] = useState(start.stored)
  const [draft, setDraft] = useState(() => readDraft<DraftValue>(draftName))
  const [lines, setLines] = useState<readonly string[]>(draft?.value.lines ?? start.lines)
  const [links, setLinks] = useState<ReadonlyMap<string, LinkDetails>>(
    () => new Map([...linksOf(start.stored), ...(draft?.value.links ?? [])]),
  )
  const base = useMemo(() => (isNew ? [] : linesOfView(stored)), [stored, isNew])
  const first = useRef(start.lines)
  const seen = useDeferredValue(lines)
  const changes = useMemo(() => {
    const before = tidyLines(isNew ? first.current : base)
    return diffLines(before, tidyLines(seen)).filter(isChange).length
  }, [base, seen, isNew])
  const ruled = useRuledCodes()
  const rules = useMemo(() => lockRules(stored, isNew, ruled), [stored, isNew, ruled])
  const problems = useProblems(seen, stored, links, isNew)
  const isDraftKept = useKeptDraft(start, stored, lines, links, changes)
  return {
    stored,
    setStored,
    base,
    lines,
    setLines,
    links,
    setLinks,
    changes,
    rules,
    ...problems,
    isDraftKept,
    /** When the draft that the page began with was kept; null without one. */
    draftOf: draft?.savedAt ?? null,
    forgetDraft: () => {
      dropDraft(draftName)
      setDraft(null)
    },
  }
}

export type Editing = ReturnType<typeof useEditing>

function useProblems(
  lines: readonly string[],
  stored: SentRecord,
  links: ReadonlyMap<string, LinkDetails>,
  isNew: boolean,
): { problems: Problem[]; isChecking: boolean } {
  const [paused] = useDebouncedValue(lines, PAUSE_MS)
  const record = useMemo(() => recordOfLines(paused, stored, links), [paused, stored, links])
  const { data, isFetching } = useValidation(record)
  const isCurrent = paused === lines && !isFetching
  const problems = useMemo(
    () => withServerIssues(checkLines(lines, stored.marcFormat), isCurrent ? (data ?? []) : [], lines, isNew),
    [lines, stored, data, isCurrent, isNew],
  )
  return { problems, isChecking: !isCurrent }
}

const KEEP_MS = 300

/** Keeps the text as a draft soon after each change. @returns false when this computer has no room for it */
function useKeptDraft(
  { draftName, title, address }: EditingStart,
  stored: SentRecord,
  lines: readonly string[],
  links: ReadonlyMap<string, LinkDetails>,
  changes: number,
): boolean {
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    if (changes === 0) return
    const timer = setTimeout(() => {
      const value: DraftValue = { lines: [...lines], links: [...links] }
      setKept(keepDraft(draftName, { base: stored, value, savedAt: Date.now(), title, address }))
    }, KEEP_MS)
    return () => clearTimeout(timer)
  }, [draftName, title, address, stored, lines, links, changes])
  useEffect(() => {
    if (changes === 0) dropDraft(draftName)
  }, [draftName, changes])
  return isKept
}

/** The record of the text, as it is sent. */
export function editedRecord({
  lines,
  stored,
  links,
}: Pick<Editing, 'lines' | 'stored' | 'links'>): SentRecord {
  return recordOfLines(tidyLines(lines), stored, links)
}

/** True for a record that is stored already. */
export function isStored(record: SentRecord): record is RecordView {
  return 'parsedRecordId' in record
}

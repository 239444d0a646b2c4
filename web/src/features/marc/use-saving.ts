import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { marcText } from '#text/marc.ts'
import { ApiError } from '../../lib/http.ts'
import { notify } from '../../ui/notices.ts'
import { createRecord, fetchRecord, recordKey, updateRecord } from './api.ts'
import { linesOfView, linksOf } from './record-lines.ts'
import { editedRecord, isStored } from './use-editing.ts'
import type { Editing } from './use-editing.ts'
import type { RecordView, SentRecord } from './wire.ts'

/** Somebody saved the record meanwhile: their version, and mine as it would be. */
export type Conflict = { theirs: RecordView; mine: readonly string[] }

type Options = {
  /** The record is stored; `text` is what the surface shows from now on. */
  onSaved: (record: RecordView, lines: string[], isStaying: boolean) => void
  /** The server refused for what is wrong in the record. */
  onRefused: () => void
}

/** Saving a record, staying or leaving, and what to do when somebody else was faster. */
export function useSaving(editing: Editing, { onSaved, onRefused }: Options) {
  const client = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  async function store(record: SentRecord): Promise<RecordView> {
    if (!isStored(record)) return createRecord(record)
    await updateRecord(record)
    return fetchRecord(record.externalId)
  }

  async function meet(failure: Error, record: SentRecord): Promise<void> {
    if (failure instanceof ApiError && failure.status === 409 && isStored(record)) {
      setConflict({ theirs: await fetchRecord(record.externalId), mine: linesOfView(record) })
      return
    }
    if (failure instanceof ApiError && failure.status === 422 && failure.technical.includes('"issues"'))
      onRefused()
    else setError(failure)
  }

  async function save(isStaying: boolean, record: SentRecord = editedRecord(editing)): Promise<boolean> {
    if (isSaving) return false
    setSaving(true)
    setError(null)
    try {
      const saved = await store(record)
      setConflict(null)
      editing.setStored(saved)
      editing.setLinks(linksOf(saved))
      editing.forgetDraft()
      client.setQueryData(recordKey(saved.externalId), saved)
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'records-editor' })
      notify({ text: marcText.saved })
      onSaved(saved, linesOfView(saved), isStaying)
      return true
    } catch (failure) {
      await meet(failure as Error, record).catch((later: unknown) => setError(later as Error))
      return false
    } finally {
      setSaving(false)
    }
  }

  return { save, isSaving, error, conflict, setConflict }
}

export type Saving = ReturnType<typeof useSaving>

import { useState } from 'react'
import type { ReactNode } from 'react'
import { formText } from '#text/form.ts'
import { ApiError } from '../lib/http.ts'
import { Conflict } from './conflict.tsx'
import type { FieldSection } from './field-spec.ts'
import { withoutEmptyRows } from './field-spec.ts'
import { notify } from './notices.ts'
import type { FieldErrors, RecordForm } from './record-form.ts'

type Change = { savedBy?: string | undefined; savedAt?: string | undefined }

type Options<T> = {
  form: RecordForm<T>
  sections: readonly FieldSection[]
  /** Writes the record. @returns it as it is stored now */
  write: (record: T) => Promise<T>
  /** The record as it is stored, asked for after a conflict. */
  fetchNewest: () => Promise<T>
  /** Who saved the newest version, and when, as far as that is known. */
  changeOf?: (newest: T) => Promise<Change>
  /** A refusal of the server as errors of fields; empty when it is none of a field. */
  explain?: (error: ApiError) => FieldErrors
  /** After a save; `stays` when the person goes on in the form. */
  onSaved: (stored: T, stays: boolean) => void
}

/** Saves the record of a form: refusals go to their fields, a version in between is put together with the changes. */
export function useSaveRecord<T extends object>(
  options: Options<T>,
): {
  save: (stays: boolean) => void
  isSaving: boolean
  failure: Error | null
  /** What to show when somebody else saved in between. */
  conflict: ReactNode | undefined
} {
  const { form, sections, write, fetchNewest, changeOf, explain = fieldErrors(sections), onSaved } = options
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const [newest, setNewest] = useState<{ record: T; stays: boolean; change: Change } | null>(null)

  const refuse = async (error: Error, stays: boolean): Promise<void> => {
    if (error instanceof ApiError && error.isConflict) {
      const record = await fetchNewest()
      setNewest({ record, stays, change: (await changeOf?.(record)) ?? {} })
      return
    }
    const errors = error instanceof ApiError ? explain(error) : {}
    form.setServerErrors(errors)
    if (Object.keys(errors).length === 0) setFailure(error)
  }
  const run = async (record: T, stays: boolean): Promise<void> => {
    setSaving(true)
    setFailure(null)
    try {
      const stored = await write(withoutEmptyRows(record, sections))
      setNewest(null)
      form.saved(stored)
      notify({ text: formText.saved })
      onSaved(stored, stays)
    } catch (error) {
      await refuse(error as Error, stays).catch(setFailure)
    } finally {
      setSaving(false)
    }
  }
  return {
    save: (stays) => void run(form.value, stays),
    isSaving,
    failure,
    conflict:
      newest === null ? undefined : (
        <Conflict
          base={form.base}
          mine={form.value}
          theirs={newest.record}
          sections={sections}
          {...newest.change}
          isSaving={isSaving}
          onResolve={(record) => {
            form.replace(record, newest.record)
            void run(record, newest.stays)
          }}
          onTakeTheirs={() => {
            form.saved(newest.record)
            setNewest(null)
          }}
        />
      ),
  }
}

/** The complaints of an answer that name a field of the form. */
function fieldErrors(sections: readonly FieldSection[]): (error: ApiError) => FieldErrors {
  const paths = sections.flatMap(({ fields }) => fields.map(({ path }) => path))
  return ({ problems }) =>
    Object.fromEntries(
      problems.flatMap(({ field, message }) => {
        const path = paths.find(
          (one) => field === one || field?.startsWith(`${one}.`) || field?.startsWith(`${one}[`),
        )
        return path === undefined ? [] : [[path, message]]
      }),
    )
}

import { queryOptions } from '@tanstack/react-query'
import { http } from '../../../lib/http.ts'
import type { Marc } from '../set-up/inspection.ts'

/** A place in the incoming record; a control field has no code. */
export type MarcPlace = { tag: string; code: string | null }

/** A match as a record went through it. */
export type MatchStep = {
  name: string
  values: string[]
  hits: number
  records: { id: string; entityType: string; hrid: string | null; title: string | null }[]
}

/** A record that was or would be written. */
export type WrittenRecord = {
  entityType: string
  actionType: string
  id: string
  hrid: string | null
  after: Record<string, unknown> | null
  changes: { path: string; before: unknown; after: unknown }[]
  /** How many more fields would change than are listed. */
  omitted?: number
  marc: { before: Marc | null; after: Marc | null } | null
}

export type RecordError = {
  text: string | null
  field: string | null
  value: string | null
  marcFields: MarcPlace[]
  advice: string
  folioError: string | null
}

/** What became of one record of a job, or would become of it. */
export type Outcome = {
  order: number
  title: string | null
  controlNumber: string | null
  incoming: { marc: Marc | null; json: unknown; text: string | null; raw: string | null } | null
  byteOffset: number | null
  byteLength: number | null
  matches: MatchStep[]
  steps: {
    entityType: string
    actionType: string
    entityId: string | null
    entityHrId: string | null
    error: string | null
  }[]
  records: WrittenRecord[]
  error: RecordError | null
  previousError: number | null
  nextError: number | null
}

/** `GET /octavo/imports/{id}/records/{order}` and the same of a preview. */
export function outcomeQuery(kind: 'job' | 'preview', id: string, order: number) {
  const base = kind === 'job' ? '/octavo/imports' : '/octavo/imports/previews'
  return queryOptions({
    queryKey: ['octavo', 'imports', kind, id, 'records', order],
    queryFn: ({ signal }) => http.get<Outcome>(`${base}/${id}/records/${order}`, {}, signal),
    staleTime: 60_000,
  })
}

/** A place as catalogers write it: `952 $b`. */
export function placeWords({ tag, code }: MarcPlace): string {
  return code === null ? tag : `${tag} $${code}`
}

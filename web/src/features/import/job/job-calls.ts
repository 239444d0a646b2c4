import { queryOptions } from '@tanstack/react-query'
import { address, http } from '../../../lib/http.ts'
import type { ListPage } from '../../../lib/windowed-list.ts'
import type { Summary } from '../import-calls.ts'
import type { MarcPlace } from '../outcome/outcome-calls.ts'
import type { UploadDefinition } from '../uploads/upload-calls.ts'

/** A cause of errors with its records. */
export type ErrorGroup = {
  kind: string
  code: string
  title: string
  text: string | null
  /** All records of the group say the same text. */
  isOneText: boolean
  count: number
  field: string | null
  value: string | null
  /** The MARC fields that the value came from, such as 952 $b. */
  marcFields: MarcPlace[]
  advice: string
  isFixable: boolean
  sampleOrders: number[]
  example: string
  folioError: string | null
}

type Related = { actionStatus?: string; idList?: string[]; hridList?: string[]; error?: string }
type RelatedOne = { actionStatus: string; id: string | null; hrid: string | null; error: string }

/** A record of a job's log. */
export type LogEntry = {
  incomingRecordId: string
  sourceRecordId?: string
  sourceRecordOrder: string
  sourceRecordTitle: string
  sourceRecordActionStatus?: string
  error: string
  relatedInstanceInfo: Related
  relatedHoldingsInfo: RelatedOne[]
  relatedItemInfo: RelatedOne[]
  relatedAuthorityInfo: Related
  relatedPoLineInfo: Related
  relatedInvoiceInfo: Related
}

/** A record of a job that has an error, in the list of one group. */
export type ErrorRecord = {
  order: number
  title: string | null
  controlNumber: string | null
  text: string | null
}

/** How an undo stands; `left` are records that it let stay. */
export type Undo = {
  id: string
  status: 'RUNNING' | 'COMMITTED' | 'ERROR'
  startedDate: string
  completedDate?: string
  errorText?: string
  progress: { current: number; total: number }
  deleted: Record<string, number>
  restored: Record<string, number>
  left: number
}

export type LeftRecord = {
  recordType: string
  id: string
  hrid?: string
  title?: string
  reason: string
  text: string
}

/** What an undo would do, as things are now. */
export type UndoPlan = {
  /** Why it can't be done; null when it can. */
  refusal: string | null
  isComplete: boolean
  progress: { current: number; total: number }
  deleted: Record<string, number>
  restored: Record<string, number>
  left: number
  leftByReason: { reason: string; count: number }[]
  leftRecords: { recordType: string; id: string; hrid: string | null; title: string | null; text: string }[]
}

type Again = {
  originalJobId: string
  uploadDefinition: UploadDefinition
  jobProfileInfo: { id: string; name: string } | null
}

const IMPORTS = '/octavo/imports'
const POLL_MS = 3000

/** Queries of one job; while it runs (`isOpen`) they are asked again every few seconds, never more often. */
export const jobCalls = {
  summary: (id: string, isOpen: boolean) =>
    queryOptions({
      queryKey: ['metadata-provider', 'jobSummary', id, isOpen],
      queryFn: ({ signal }) => http.get<Summary>(`/metadata-provider/jobSummary/${id}`, {}, signal),
      refetchInterval: isOpen ? POLL_MS : false,
    }),
  errors: (id: string, isOpen: boolean) =>
    queryOptions({
      queryKey: ['octavo', 'imports', id, 'errors', isOpen],
      queryFn: async ({ signal }) =>
        (await http.get<{ errors: ErrorGroup[] }>(`${IMPORTS}/${id}/errors`, {}, signal)).errors,
      refetchInterval: isOpen ? POLL_MS : false,
    }),
  undo: (id: string) =>
    queryOptions({
      queryKey: ['octavo', 'imports', id, 'undo'],
      queryFn: ({ signal }) => http.get<Undo>(`${IMPORTS}/${id}/undo`, {}, signal),
      retry: false,
    }),
  undoPlan: (id: string) =>
    queryOptions({
      queryKey: ['octavo', 'imports', id, 'undo', 'plan'],
      queryFn: ({ signal }) => http.get<UndoPlan>(`${IMPORTS}/${id}/undo/plan`, {}, signal),
      staleTime: 0,
      gcTime: 0,
    }),
  startUndo: (id: string) => http.post<Undo>(`${IMPORTS}/${id}/undo`),
  loadFailedAgain: (id: string, code?: string) =>
    http.post<Again>(`${IMPORTS}/${id}/failed-records/again`, undefined, { query: { code } }),
  loadRest: (id: string) => http.post<Again>(`${IMPORTS}/${id}/unread-records/again`),
}

/** Pages of the log of a job, of records with errors alone when asked. */
export async function fetchLog(
  id: string,
  errorsOnly: boolean,
  page: { offset: number; limit: number; signal: AbortSignal },
): Promise<ListPage<LogEntry>> {
  const { signal, ...window } = page
  const query = { ...window, ...(errorsOnly && { errorsOnly: true }) }
  const answer = await http.get<{ entries: LogEntry[]; totalRecords: number }>(
    `/metadata-provider/jobLogEntries/${id}`,
    query,
    signal,
  )
  return { rows: answer.entries, total: answer.totalRecords }
}

/** Pages of the records of one group of errors. */
export async function fetchErrorRecords(
  id: string,
  code: string,
  page: { offset: number; limit: number; signal: AbortSignal },
): Promise<ListPage<ErrorRecord>> {
  const { signal, ...window } = page
  const answer = await http.get<{ records: ErrorRecord[]; totalRecords: number }>(
    `${IMPORTS}/${id}/errors/records`,
    { ...window, code },
    signal,
  )
  return { rows: answer.records, total: answer.totalRecords }
}

/** Pages of what an undo left. */
export async function fetchLeft(
  id: string,
  { offset, limit, signal }: { offset: number; limit: number; signal: AbortSignal },
): Promise<ListPage<LeftRecord>> {
  const answer = await http.get<{ left: LeftRecord[]; totalRecords: number }>(
    `${IMPORTS}/${id}/undo/left`,
    { offset, limit },
    signal,
  )
  return { rows: answer.left, total: answer.totalRecords }
}

/** Where the failed records of a job can be fetched as a file. */
export function failedRecordsAddress(id: string, format: 'mrc' | 'csv', code?: string): string {
  return address(`${IMPORTS}/${id}/failed-records`, { format, code })
}

/** Where the file of a job can be fetched as it came. */
export function fileAddress(id: string): string {
  return `${IMPORTS}/${id}/file`
}

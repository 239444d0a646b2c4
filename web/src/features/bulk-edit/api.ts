import { useQuery } from '@tanstack/react-query'
import { http, request } from '../../lib/http.ts'
import { useWindowedList } from '../../lib/windowed-list.ts'
import type { EntityType, IdentifierType } from './types.ts'

/** A bulk operation as `/bulk-operations/{id}` answers it. */
export type Operation = {
  id: string
  hrId: number
  userId: string
  operationType: 'UPDATE' | 'DELETE'
  entityType: EntityType
  status: string
  approach: 'IN_APP' | 'MANUAL' | 'QUERY'
  totalNumOfRecords: number
  processedNumOfRecords: number
  matchedNumOfRecords: number
  committedNumOfRecords: number
  matchedNumOfErrors: number
  matchedNumOfWarnings: number
  committedNumOfErrors: number
  committedNumOfWarnings: number
  startTime: string
  endTime?: string
  errorMessage?: string
  expired: boolean
  userFriendlyQuery?: string
  note?: string
} & Partial<Record<LinkName, string>>

type LinkName =
  | 'linkToTriggeringCsvFile'
  | 'linkToTriggeringQueryFile'
  | 'linkToMatchedRecordsCsvFile'
  | 'linkToMatchedRecordsErrorsCsvFile'
  | 'linkToModifiedRecordsCsvFile'
  | 'linkToModifiedRecordsMarcFile'
  | 'linkToCommittedRecordsCsvFile'
  | 'linkToCommittedRecordsMarcFile'
  | 'linkToCommittedRecordsErrorsCsvFile'

export type TableStep = 'UPLOAD' | 'EDIT' | 'COMMIT'
export type Step = 'UPLOAD' | 'EDIT' | 'COMMIT' | 'DELETE'

export type PreviewColumn = {
  value: string
  dataType: string
  visible: boolean
  ignoreTranslation: boolean
  forceVisible: boolean
}
export type PreviewRow = { at: number; cells: readonly string[] }

export type OperationProblem = {
  message: string
  type: 'ERROR' | 'WARNING'
  parameters: { key: string; value: string }[]
}

const PATH = '/bulk-operations'

const RUNNING: ReadonlySet<string> = new Set([
  'EXECUTING_QUERY',
  'RETRIEVING_IDENTIFIERS',
  'RETRIEVING_RECORDS',
  'SAVING_RECORDS_LOCALLY',
  'DATA_MODIFICATION_IN_PROGRESS',
  'APPLY_CHANGES',
  'APPLY_MARC_CHANGES',
  'DELETING_RECORDS',
])
const COMMITTING: ReadonlySet<string> = new Set(['APPLY_CHANGES', 'APPLY_MARC_CHANGES', 'DELETING_RECORDS'])

/** True while the server works at a step of the operation. */
export function isRunning({ status }: Operation): boolean {
  return RUNNING.has(status)
}

/** True while records are being written or deleted. */
export function isCommitting({ status }: Operation): boolean {
  return COMMITTING.has(status)
}

/** True when the commit has ended; an operation whose match found nothing ends without one. */
export function isCommitted({
  status,
  committedNumOfRecords,
  committedNumOfErrors,
  committedNumOfWarnings,
}: Operation): boolean {
  if (status === 'COMPLETED') return true
  return (
    status === 'COMPLETED_WITH_ERRORS' &&
    committedNumOfRecords + committedNumOfErrors + committedNumOfWarnings > 0
  )
}

export const keys = {
  all: ['bulk-operations'] as const,
  one: (id: string) => ['bulk-operations', id] as const,
}

/** How often a running operation is asked for. */
const POLL_MS = 500

/** One operation; while a step runs it is asked again and again. */
export function useOperation(id: string) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => http.get<Operation>(`${PATH}/${id}`, {}, signal),
    refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data) ? POLL_MS : false),
  })
}

/** A page of operations by CQL. */
export function useOperations(query: string, limit: number) {
  return useQuery({
    queryKey: [...keys.all, 'list', query, limit],
    queryFn: ({ signal }) =>
      http.get<{ bulkOperations: Operation[]; totalRecords: number }>(PATH, { query, limit }, signal),
    refetchInterval: ({ state }) => (state.data?.bulkOperations.some(isRunning) ? 2000 : false),
  })
}

/** The columns of a step's table. */
export function usePreviewColumns(id: string, step: TableStep, isEnabled: boolean) {
  return useQuery({
    queryKey: [...keys.one(id), 'columns', step],
    queryFn: async ({ signal }) => {
      const answer = await http.get<{ header: PreviewColumn[] }>(
        `${PATH}/${id}/preview`,
        { step, limit: 1 },
        signal,
      )
      return answer.header
    },
    enabled: isEnabled,
  })
}

/** The rows of a step's table, of any number. */
export function usePreviewRows(id: string, step: TableStep, total: number, isEnabled: boolean) {
  return useWindowedList<PreviewRow>({
    key: [...keys.one(id), 'rows', step],
    enabled: isEnabled,
    fetchPage: async (offset, limit, signal) => {
      const answer = await http.get<{ rows: { row: string[] }[] }>(
        `${PATH}/${id}/preview`,
        { step, offset, limit },
        signal,
      )
      return { rows: answer.rows.map(({ row }, at) => ({ at: offset + at, cells: row })), total }
    },
  })
}

/** What the last step said of identifiers or records. */
export function useProblems(id: string, type: 'ERROR' | 'WARNING', isEnabled: boolean) {
  return useWindowedList<OperationProblem & { at: number }>({
    key: [...keys.one(id), 'errors', type],
    enabled: isEnabled,
    fetchPage: async (offset, limit, signal) => {
      const answer = await http.get<{ errors: OperationProblem[]; totalRecords: number }>(
        `${PATH}/${id}/errors`,
        { errorType: type, offset, limit },
        signal,
      )
      return {
        rows: answer.errors.map((problem, at) => ({ ...problem, at: offset + at })),
        total: answer.totalRecords,
      }
    },
  })
}

/** What is said of a record under a key, such as its identifier. */
export function parameterOf({ parameters }: OperationProblem, key: 'IDENTIFIER' | 'LINK'): string {
  return parameters.find((one) => one.key === key)?.value ?? ''
}

/** Sends a file as the part `file` of a form. */
async function postFile(query: Record<string, string>, name: string, content: Blob): Promise<Operation> {
  const boundary = `octavo-${crypto.randomUUID()}`
  const quoted = name.replaceAll(/["\r\n]/g, '_')
  const body = new Blob([
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted}"\r\nContent-Type: text/csv\r\n\r\n`,
    content,
    `\r\n--${boundary}--\r\n`,
  ])
  const response = await request('POST', `${PATH}/upload?${new URLSearchParams(query)}`, {
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  return (await response.json()) as Operation
}

/** Makes an operation of a list of identifiers, and begins to find their records. */
export async function findByIdentifiers(list: {
  entity: EntityType
  kind: IdentifierType
  name: string
  content: Blob
}): Promise<Operation> {
  const { id, status } = await postFile(
    { entityType: list.entity, identifierType: list.kind, manual: 'false' },
    list.name,
    list.content,
  )
  return status === 'FAILED' ? http.get(`${PATH}/${id}`) : startStep(id, 'UPLOAD')
}

/** Starts a step; the answer has the status of the running step already. */
export function startStep(id: string, step: Step, more: Record<string, unknown> = {}): Promise<Operation> {
  return http.post(`${PATH}/${id}/start`, { step, ...more })
}

/** Gives an operation the file that was edited by hand, and begins to work out what it changes. */
export async function reviewEditedFile(id: string, file: File): Promise<Operation> {
  await postFile({ manual: 'true', operationId: id }, file.name, file)
  return startStep(id, 'EDIT', { approach: 'MANUAL', keepChanges: true })
}

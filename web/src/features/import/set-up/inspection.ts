import { useQuery } from '@tanstack/react-query'
import { http } from '../../../lib/http.ts'

/** A MARC field as the server tells it: a control field has a value, the others subfields. */
export type MarcField = {
  tag: string
  ind1: string
  ind2: string
  value: string | null
  subfields: [code: string, value: string][] | null
}
export type Marc = { leader: string; fields: MarcField[]; isCut: boolean }

export type FirstRecord = {
  order: number
  title: string | null
  controlNumber: string | null
  recordType: string | null
  marc: Marc | null
  text: string | null
  error: string | null
}

export type Defect = {
  kind: string
  count: number
  isReadable: boolean
  sampleOrders: number[]
  example: string
}

type Counted = { name: string; records: number }

/** What is in an uploaded file; grows until `isComplete`. */
export type Inspection = {
  isComplete: boolean
  recordsRead: number
  recordCount: number | null
  byteSize: number | null
  format: string | null
  /** Of a file without records: what it looks like, in words. */
  reason: string | null
  declaredEncodings: Counted[]
  foundEncodings: Counted[]
  recordTypes: Counted[]
  tags: { tag: string; records: number; fields: number }[]
  defects: Defect[]
  firstRecords: FirstRecord[]
}

/** `GET /octavo/import/files/{fileDefinitionId}/inspection`, asked again until the file was read to its end. */
export function useInspection(fileId: string | undefined) {
  return useQuery({
    queryKey: ['octavo', 'import', 'files', fileId, 'inspection'],
    queryFn: ({ signal }) => http.get<Inspection>(`/octavo/import/files/${fileId}/inspection`, {}, signal),
    enabled: fileId !== undefined,
    staleTime: ({ state }) => (state.data?.isComplete ? Infinity : 0),
    refetchInterval: ({ state }) => (state.data !== undefined && !state.data.isComplete ? 1000 : false),
  })
}

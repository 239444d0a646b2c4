import { useQuery } from '@tanstack/react-query'
import { http, request } from '../../lib/http.ts'
import { useMay } from '../../lib/session.ts'
import type { MarcJson } from '../../lib/marc-text.ts'
import type { Issue, MarcFormat, RecordView, SentRecord } from './wire.ts'

export const marcPermissions = {
  view: 'marc-records-editor.item.get',
  edit: 'marc-records-editor.item.put',
  create: 'marc-records-editor.item.post',
  validate: 'marc-records-editor.validate.post',
  suggest: 'marc-records-editor.links.suggestion.post',
} as const

const records = '/records-editor/records'

export const recordKey = (externalId: string) => ['records-editor', 'record', externalId]

export function fetchRecord(externalId: string, signal?: AbortSignal): Promise<RecordView> {
  return http.get<RecordView>(records, { externalId }, signal)
}

/** The MARC record behind an instance, holdings record or authority. */
export function useRecord(externalId: string | undefined) {
  return useQuery({
    queryKey: recordKey(externalId ?? ''),
    queryFn: ({ signal }) => fetchRecord(externalId!, signal),
    enabled: externalId !== undefined,
    staleTime: 0,
  })
}

export function createRecord(record: SentRecord): Promise<RecordView> {
  return http.post<RecordView>(records, record)
}

export async function updateRecord(record: RecordView): Promise<void> {
  await http.put(`${records}/${record.parsedRecordId}`, record)
}

/** What the server finds wrong with a record as it is typed. */
export function useValidation(record: SentRecord | null) {
  const mayCheck = useMay(marcPermissions.validate)
  return useQuery({
    queryKey: ['records-editor', 'validate', record],
    queryFn: async ({ signal }) => {
      const { marcFormat, leader, fields } = record!
      const body = { marcFormat, leader, fields }
      const { issues } = await http.post<{ issues: Issue[] }>('/records-editor/validate', body, { signal })
      return issues
    },
    enabled: mayCheck && record !== null,
    staleTime: Infinity,
    gcTime: 30_000,
    placeholderData: (old) => old,
  })
}

type LinkingRule = { id: number; bibField: string; authoritySubfields: string[] }

const noRules: ReadonlyMap<string, string> = new Map()

/** Which subfields an authority rules, by the tag of the bibliographic field; none until the rules are here. */
export function useRuledCodes(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['linking-rules'],
    queryFn: async ({ signal }) => {
      const rules = await http.get<LinkingRule[]>('/linking-rules/instance-authority', {}, signal)
      return new Map(rules.map(({ bibField, authoritySubfields }) => [bibField, authoritySubfields.join('')]))
    },
    staleTime: Infinity,
  })
  return data ?? noRules
}

/** The record with the authorities that its fields could be linked to. */
export function suggestLinks(record: SentRecord): Promise<SentRecord> {
  return http.post<SentRecord>('/records-editor/links/suggestion', record)
}

const ID_TYPES: Readonly<Record<MarcFormat, string>> = {
  BIBLIOGRAPHIC: 'INSTANCE',
  HOLDINGS: 'HOLDINGS',
  AUTHORITY: 'AUTHORITY',
}

export type SourceRecord = {
  recordId: string
  parsedRecord: { id: string; content: MarcJson }
  deleted?: boolean
  additionalInfo?: { suppressDiscovery?: boolean }
  metadata?: { updatedDate?: string; updatedByUserId?: string }
}

/** The stored MARC of an instance, holdings record or authority. */
export function useSourceRecord(format: MarcFormat, id: string) {
  return useQuery({
    queryKey: ['source-storage', 'source-record', format, id],
    queryFn: ({ signal }) =>
      http.get<SourceRecord>(`/source-storage/source-records/${id}`, { idType: ID_TYPES[format] }, signal),
    staleTime: 0,
  })
}

/** The record as ISO 2709. */
export async function fetchIso2709(recordId: string): Promise<string> {
  const answer = await request('GET', `/source-storage/records/${recordId}`)
  const { rawRecord } = (await answer.json()) as { rawRecord?: { content?: string } }
  return rawRecord?.content ?? ''
}

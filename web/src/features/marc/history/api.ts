import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { http } from '../../../lib/http.ts'
import { linesOfJson } from '../../../lib/marc-text.ts'
import type { MarcJson } from '../../../lib/marc-text.ts'
import type { RecordKind, VersionPage } from './wire.ts'

const root = '/octavo/versions'

/** The permissions of restoring: that of the write, and that of restoring at all. */
export const restorePermissions: Readonly<Record<RecordKind | 'marc', readonly string[]>> = {
  instance: ['inventory-storage.instances.item.put', 'octavo.versions.restore.post'],
  holdings: ['inventory-storage.holdings.item.put', 'octavo.versions.restore.post'],
  item: ['inventory-storage.items.item.put', 'octavo.versions.restore.post'],
  marc: ['marc-records-editor.item.put', 'octavo.versions.restore.post'],
}

/** The newest versions of a record, as many as asked for. */
export function useVersions(kind: RecordKind, id: string, limit: number) {
  return useQuery({
    queryKey: ['octavo', 'versions', kind, id, limit],
    queryFn: ({ signal }) => http.get<VersionPage>(`${root}/${kind}/${id}`, { limit }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** A record as it was in one version. */
export function useDocument(kind: RecordKind, id: string, version: number | null) {
  return useQuery({
    queryKey: ['octavo', 'versions', kind, id, 'document', version],
    queryFn: ({ signal }) =>
      http.get<Record<string, unknown>>(`${root}/${kind}/${id}/${String(version)}`, {}, signal),
    enabled: version !== null,
  })
}

/** The MARC of a record in one generation, as lines; nothing for null. */
export function useMarcLines(id: string, generation: number | null) {
  return useQuery({
    queryKey: ['octavo', 'versions', 'marc', id, generation],
    queryFn: async ({ signal }) =>
      linesOfJson(await http.get<MarcJson>(`${root}/marc/${id}/${String(generation)}`, {}, signal)),
    enabled: generation !== null,
    staleTime: Infinity,
  })
}

/** Writes an earlier version again; `seen` is the version that the person has before them. */
export async function restoreVersion(
  kind: RecordKind,
  id: string,
  version: number,
  seen: number | null,
): Promise<void> {
  await http.post(`${root}/${kind}/${id}/${version}/restore`, seen === null ? {} : { _version: seen })
}

/** Writes earlier MARC again, with what is made of it. */
export async function restoreMarc(id: string, generation: number, seen: number): Promise<void> {
  await http.post(`${root}/marc/${id}/${generation}/restore`, { sourceVersion: seen })
}

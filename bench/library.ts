import type { Client } from './client.ts'

/** Ids of FOLIO's reference values. */
export const TEXT = '6312d172-f0cf-40f6-b27d-9fa8feaf332f'
export const FOLIO_SOURCE = 'f32d531e-df79-46b3-8932-cdd35f7a2264'
export const BOOK = '1a54b431-2e4f-452d-9cae-9cee66c9a892'
export const CAN_CIRCULATE = '2b94c631-fca9-4892-a730-03ee529ffe27'
const SERVICE_POINT = '3a40852d-49fd-4df2-a1f9-6e2641a6e91f'

const BATCH = 5000

/** Makes locations of these names, with the library that they need. @returns their ids in order */
export async function addLocations(client: Client, names: readonly string[]): Promise<string[]> {
  const add = (path: string, body: object) => client.post<{ id: string }>(path, body)
  const institution = await add('/location-units/institutions', { name: 'University', code: 'U' })
  const campus = await add('/location-units/campuses', {
    name: 'City',
    code: 'C',
    institutionId: institution.id,
  })
  const library = await add('/location-units/libraries', { name: 'Central', code: 'L', campusId: campus.id })
  const ids: string[] = []
  for (const name of names) {
    const location = await add('/locations', {
      name,
      code: name,
      institutionId: institution.id,
      campusId: campus.id,
      libraryId: library.id,
      primaryServicePoint: SERVICE_POINT,
      servicePointIds: [SERVICE_POINT],
    })
    ids.push(location.id)
  }
  return ids
}

/** Adds records by the batch endpoint of `path`; ids are given, so that children can name them. */
export async function loadRecords(
  client: Client,
  path: string,
  listKey: string,
  records: readonly object[],
): Promise<void> {
  for (let start = 0; start < records.length; start += BATCH) {
    await client.post(`${path}/batch/synchronous`, { [listKey]: records.slice(start, start + BATCH) })
  }
}

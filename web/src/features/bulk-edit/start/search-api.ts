import { useQuery } from '@tanstack/react-query'
import { bulkEditSearchText } from '#text/bulk-edit-search.ts'
import { http } from '../../../lib/http.ts'
import { findByIdentifiers } from '../api.ts'
import type { Operation } from '../api.ts'
import type { EntityType } from '../types.ts'
import { fieldsOf } from './fql.ts'
import type { EntityColumn } from './fql.ts'

/** What FOLIO's queries call the kinds of records. */
const QUERY_TYPES: Readonly<Record<EntityType, string>> = {
  ITEM: 'd0213d22-32cf-490f-9196-d81c3c66e53f',
  HOLDINGS_RECORD: '8418e512-feac-4a6a-a56d-9006aab31e33',
  INSTANCE: '6b08439b-4f8e-4468-8046-ea620f5cfb74',
  INSTANCE_MARC: '6b08439b-4f8e-4468-8046-ea620f5cfb74',
  USER: 'ddc93926-d15a-4a45-9d9c-93eadc3d9bbf',
}

/** The fields that conditions on records of a type can be about: `/entity-types/{id}`. */
export function useQueryFields(entity: EntityType) {
  return useQuery({
    queryKey: ['entity-types', QUERY_TYPES[entity]],
    queryFn: async ({ signal }) => {
      const answer = await http.get<{ columns: EntityColumn[] }>(
        `/entity-types/${QUERY_TYPES[entity]}`,
        {},
        signal,
      )
      return fieldsOf(answer.columns)
    },
    staleTime: 300_000,
  })
}

/** Sends a query and makes an operation of what it finds. */
export async function findByQuery(entity: EntityType, fqlQuery: string, inWords: string): Promise<Operation> {
  const entityTypeId = QUERY_TYPES[entity]
  const { queryId } = await http.post<{ queryId: string }>('/query', { entityTypeId, fqlQuery })
  return http.post('/bulk-operations/query', {
    queryId,
    entityTypeId,
    fqlQuery,
    userFriendlyQuery: inWords,
  })
}

const WAIT_MS = 300

/** The ids that a search of inventory finds: instances, or their holdings. */
async function idsOfSearch(query: string, entityType: 'INSTANCE' | 'HOLDINGS'): Promise<string[]> {
  const { id } = await http.post<{ id: string }>('/search/resources/jobs', { query, entityType })
  for (;;) {
    const { status } = await http.get<{ status: string }>(`/search/resources/jobs/${id}`)
    if (status === 'COMPLETED') break
    if (status !== 'IN_PROGRESS') throw new Error(bulkEditSearchText.failed)
    await new Promise((done) => {
      setTimeout(done, WAIT_MS)
    })
  }
  const { ids } = await http.get<{ ids: { id: string }[] }>(`/search/resources/jobs/${id}/ids`)
  return ids.map((one) => one.id)
}

/** Makes an operation of what a search of inventory found: the instances, their holdings, or the items of these. */
export async function findBySearch(entity: EntityType, query: string): Promise<Operation> {
  const isOfInstances = entity === 'INSTANCE' || entity === 'INSTANCE_MARC'
  const ids = await idsOfSearch(query, isOfInstances ? 'INSTANCE' : 'HOLDINGS')
  if (ids.length === 0) throw new Error(bulkEditSearchText.nothing)
  return findByIdentifiers({
    entity,
    kind: entity === 'ITEM' ? 'HOLDINGS_RECORD_ID' : 'ID',
    name: 'search.csv',
    content: new Blob([ids.map((id) => `${id}\n`).join('')]),
  })
}

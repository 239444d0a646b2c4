import type { ApiRequest, Answer, Method, Route } from '../../kernel/http/route.ts'
import { createRecords, fetchParsedRecords, updateParsedRecords, verifyRecords } from './batch-records.ts'
import {
  findSourceRecords,
  listRecords,
  listSourceRecords,
  readFormattedRecord,
  readRecord,
  readSourceRecord,
  streamRecords,
  streamSourceRecords,
} from './list-records.ts'
import { matchRecords } from './match-records.ts'
import { populateRecords } from './populate-records.ts'
import { deleteRecord, suppressRecord, undeleteRecord } from './record-marks.ts'
import { createGeneration, createRecord, updateRecord } from './save-record.ts'
import { searchIdentifiers } from './search-identifiers.ts'
import { createSnapshot, listSnapshots, readSnapshot, removeSnapshot, updateSnapshot } from './snapshots.ts'
import type { DeleteInstances } from './snapshots.ts'

type Handler = (request: ApiRequest) => Promise<Answer>

function route(method: Method, path: string, permission: string, handler: Handler): Route {
  return {
    method,
    path: `/source-storage${path}`,
    permissions: [`source-storage.${permission}`],
    // An async function turns what a handler throws before its first await into a refusal.
    handler: async (request) => handler(request),
  }
}

/** The endpoints of mod-source-record-storage. `deleteInstances` removes what was made of a deleted snapshot. */
export function recordRoutes(deleteInstances: DeleteInstances): Route[] {
  return [
    route('GET', '/snapshots', 'snapshots.collection.get', listSnapshots),
    route('POST', '/snapshots', 'snapshots.post', createSnapshot),
    route('GET', '/snapshots/:id', 'snapshots.item.get', readSnapshot),
    route('PUT', '/snapshots/:id', 'snapshots.put', updateSnapshot),
    route('DELETE', '/snapshots/:id', 'snapshots.delete', (request) =>
      removeSnapshot(request, deleteInstances),
    ),
    route('GET', '/records', 'records.collection.get', listRecords),
    route('POST', '/records', 'records.post', createRecord),
    route('POST', '/records/matching', 'records.matching.collection.post', matchRecords),
    route('GET', '/records/:id', 'records.item.get', readRecord),
    route('PUT', '/records/:id', 'records.put', updateRecord),
    route('DELETE', '/records/:id', 'records.delete', deleteRecord),
    route('PUT', '/records/:id/generation', 'records.generation.item.put', createGeneration),
    route('POST', '/records/:id/un-delete', 'records.undelete.item.post', undeleteRecord),
    route('GET', '/records/:id/formatted', 'records.formatted.item.get', readFormattedRecord),
    route(
      'PUT',
      '/records/:id/suppress-from-discovery',
      'records.suppress-discovery.item.put',
      suppressRecord,
    ),
    route('GET', '/source-records', 'source-records.collection.get', listSourceRecords),
    route('POST', '/source-records', 'source-records.collection.get', findSourceRecords),
    route('GET', '/source-records/:id', 'source-records.item.get', readSourceRecord),
    route('GET', '/stream/records', 'stream.records.collection.get', streamRecords),
    route('GET', '/stream/source-records', 'stream.source-records.collection.get', streamSourceRecords),
    route(
      'POST',
      '/stream/marc-record-identifiers',
      'stream.marc-record-identifiers.collection.post',
      searchIdentifiers,
    ),
    route('POST', '/batch/records', 'batch.records.collection.post', createRecords),
    route('PUT', '/batch/parsed-records', 'parsed-records.collection.put', updateParsedRecords),
    route('POST', '/batch/parsed-records/fetch', 'parsed-records.fetch.collection.post', fetchParsedRecords),
    route('POST', '/batch/verified-records', 'verified-records.collection.post', verifyRecords),
    route('POST', '/populate-test-marc-records', 'records.populate.collection.post', populateRecords),
  ]
}

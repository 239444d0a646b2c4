import type { Operation } from './api.ts'

const LINKS = {
  TRIGGERING_FILE: 'linkToTriggeringCsvFile',
  TRIGGERING_QUERY_FILE: 'linkToTriggeringQueryFile',
  MATCHED_RECORDS_FILE: 'linkToMatchedRecordsCsvFile',
  RECORD_MATCHING_ERROR_FILE: 'linkToMatchedRecordsErrorsCsvFile',
  PROPOSED_CHANGES_FILE: 'linkToModifiedRecordsCsvFile',
  PROPOSED_CHANGES_MARC_FILE: 'linkToModifiedRecordsMarcFile',
  COMMITTED_RECORDS_FILE: 'linkToCommittedRecordsCsvFile',
  COMMITTED_RECORDS_MARC_FILE: 'linkToCommittedRecordsMarcFile',
  COMMITTING_CHANGES_ERROR_FILE: 'linkToCommittedRecordsErrorsCsvFile',
} as const

export type FileKind = keyof typeof LINKS

/** True when the operation has the file. */
export function hasFile(operation: Operation, kind: FileKind): boolean {
  return operation[LINKS[kind]] !== undefined
}

/** Where a file of an operation is, and what it is called: the end of its link. */
export function downloadPath(operation: Operation, kind: FileKind): [path: string, name: string] {
  const path = `/bulk-operations/${operation.id}/download?fileContentType=${kind}`
  return [path, operation[LINKS[kind]]?.split('/').pop() ?? 'bulk-edit.csv']
}

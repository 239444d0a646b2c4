/** States of an operation (folio-org/mod-bulk-operations: operation_status_type.json). */
export type OperationStatus =
  | 'NEW'
  | 'RETRIEVING_RECORDS'
  | 'SAVING_RECORDS_LOCALLY'
  | 'DATA_MODIFICATION'
  | 'DATA_MODIFICATION_IN_PROGRESS'
  | 'REVIEW_CHANGES'
  | 'REVIEWED_NO_MARC_RECORDS'
  | 'APPLY_CHANGES'
  | 'APPLY_MARC_CHANGES'
  | 'SUSPENDED'
  | 'COMPLETED'
  | 'COMPLETED_WITH_ERRORS'
  | 'CANCELLED'
  | 'SCHEDULED'
  | 'FAILED'
  | 'EXECUTING_QUERY'
  | 'RETRIEVING_IDENTIFIERS'
  | 'SAVED_IDENTIFIERS'
  | 'DELETING_RECORDS'

export type Approach = 'IN_APP' | 'MANUAL' | 'QUERY'

export type IdentifierType =
  | 'ID'
  | 'BARCODE'
  | 'HRID'
  | 'FORMER_IDS'
  | 'ACCESSION_NUMBER'
  | 'HOLDINGS_RECORD_ID'
  | 'USER_NAME'
  | 'EXTERNAL_SYSTEM_ID'
  | 'INSTANCE_HRID'
  | 'ITEM_BARCODE'
  | 'ISBN'
  | 'ISSN'

/** The steps that a client starts. */
export const STEPS = ['UPLOAD', 'EDIT', 'COMMIT', 'DELETE'] as const
export type Step = (typeof STEPS)[number]

/** In which states each step may start. */
export const STARTS_IN: Readonly<Record<Step, readonly OperationStatus[]>> = {
  UPLOAD: ['NEW', 'SAVED_IDENTIFIERS'],
  EDIT: ['DATA_MODIFICATION', 'REVIEW_CHANGES', 'REVIEWED_NO_MARC_RECORDS'],
  COMMIT: ['REVIEW_CHANGES'],
  DELETE: ['DATA_MODIFICATION'],
}

/** States after which nothing happens any more. */
export const FINAL_STATUSES: readonly OperationStatus[] = [
  'COMPLETED',
  'COMPLETED_WITH_ERRORS',
  'CANCELLED',
  'FAILED',
]

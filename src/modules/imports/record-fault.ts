import type { StepEntity } from './journal-row.ts'

/**
 * Why something of a record could not be made. `kind` groups equal faults in the log; `text` is for librarians;
 * `folio` is the text that FOLIO's clients and tests look for.
 */
export type RecordFault = { kind: FaultKind; entity: StepEntity; text: string; folio: string | null }

/** The kinds of faults and how the log calls them. */
export const FAULT_KINDS = {
  unreadable: 'Records that could not be read',
  'record-type': 'Records of a type that the job profile does not work on',
  'already-in-system': 'Records that carry the ids of records in the system (999 ff)',
  'no-title': 'Records without a title',
  'missing-value': 'Records in which a required value is missing',
  'unknown-value': 'Values that are not in the settings',
  'duplicate-barcode': 'Barcodes that are in use',
  'duplicate-number': 'Human-readable ids that are in use',
  'no-instance': 'Holdings or items without an instance',
  'several-matches': 'Matches that found several records',
  'protected-status': 'Item statuses that an import may not change',
  'no-invoices': 'Invoices that were read and kept but cannot be made yet',
  'too-long': 'Values that are too long',
  failed: 'Records that failed for another reason',
} as const

export type FaultKind = keyof typeof FAULT_KINDS

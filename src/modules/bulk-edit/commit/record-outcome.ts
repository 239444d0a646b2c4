import type { RecordProblem } from '../contracts.ts'

/** What the commit made of a matched record. */
export type RecordOutcome = {
  no: number
  id: string
  identifier: string
  state: 'written' | 'unchanged' | 'refused'
  /** Why it was not written; a warning where there was nothing to write. */
  message?: string
  /** That an edit of MARC leaves the MARC of an instance as it is; a warning. */
  marcMessage?: string
  /** What the rules say of the record now; what the review has said already is not said twice. */
  ruleProblems?: readonly RecordProblem[]
  /** Refused only in that a rule cannot be applied and the others change nothing: records below it go on. */
  isLeftByRules?: boolean
  /** What is to be said of the records below it. */
  belowProblems?: readonly RecordProblem[]
  /** Somebody else has changed it since it was matched: the message gets a link to it. */
  isConflict?: boolean
  /** The version that was written, of records that have versions. */
  version?: number
  /** Which state the MARC of an instance is in now. */
  marcVersion?: string
  /** The document that was written as JSON text, of records without history. */
  doc?: string
}

const CONFLICT = 'The record cannot be saved because it is not the most recent version.'

/** The words for a record that somebody else changed (folio-org/mod-bulk-operations: Constants). */
export function conflictMessage(versions?: { stored: number; matched: number }): string {
  if (versions === undefined) return CONFLICT
  return `${CONFLICT} Stored version is ${versions.stored}, bulk edit version is ${versions.matched}.`
}

/** The words for a record that is not there any more. */
export const GONE = 'The record cannot be saved because it was deleted after it was matched.'

/** The words for a record that the rules leave as it is. */
export const NO_CHANGE = 'No change in value required'

/** The words for halves of a MARC instance that the rules leave as they are. */
export const NO_ADMINISTRATIVE_CHANGE = 'No change in administrative data required'
export const NO_MARC_CHANGE = 'No change in MARC fields required'

import { bulkEditText } from '#text/bulk-edit.ts'
import { isCommitted, isCommitting } from './api.ts'
import type { Operation } from './api.ts'

export const STEPS = ['records', 'changes', 'review', 'result'] as const
export type PageStep = (typeof STEPS)[number]

const OPEN: ReadonlySet<string> = new Set(['DATA_MODIFICATION', 'REVIEW_CHANGES', 'REVIEWED_NO_MARC_RECORDS'])

/** True while rules can still be made: the records are found and nothing is written. */
export function isOpen({ status, expired }: Operation): boolean {
  return OPEN.has(status) && !expired
}

/** True when the rules were applied for review, or are being applied. */
export function isReviewed({ status }: Operation): boolean {
  return status === 'DATA_MODIFICATION_IN_PROGRESS' || status.startsWith('REVIEW')
}

/** The step that an operation stands at. */
export function currentStep(operation: Operation): PageStep {
  if (isCommitting(operation) || isCommitted(operation)) return 'result'
  return isReviewed(operation) ? 'review' : 'records'
}

/** Why a step can't be opened now; null when it can. */
export function barrierOf(operation: Operation, step: PageStep): string | null {
  const words = bulkEditText.operation.closed
  const isWritten = isCommitting(operation) || isCommitted(operation)
  switch (step) {
    case 'records':
      return null
    case 'changes':
      if (isWritten) return words.past
      return isOpen(operation) ? null : words.changes
    case 'review':
      return isWritten || isReviewed(operation) ? null : words.review
    case 'result':
      return isWritten ? null : words.result
  }
}

/** The state in a word or two. Remarks that a record had the value already are no errors. */
export function statusWord(operation: Operation): string {
  const { status, committedNumOfErrors, matchedNumOfRecords } = operation
  const words = bulkEditText.status
  if (status === 'COMPLETED_WITH_ERRORS') {
    if (!isCommitted(operation) && matchedNumOfRecords === 0) return words.nothingFound!
    if (committedNumOfErrors === 0) return words.doneWithNotes!
  }
  return words[status] ?? status
}

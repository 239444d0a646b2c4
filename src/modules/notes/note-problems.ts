import { Problem } from '../../kernel/http/problems.ts'

/** Refusals in the form of mod-notes: a list of one error, without a count (folio-org/mod-notes: ErrorHandling). */
export function noteProblem(
  status: number,
  message: string,
  code: 'VALIDATION_ERROR' | 'NOT_FOUND_ERROR' | 'NOTE_TYPES_LIMIT_REACHED',
  parameters?: { key: string; value: string }[],
): Problem {
  const error = { message, type: '-1', code, ...(parameters ? { parameters } : {}) }
  return new Problem(status, { errors: [error] }, message)
}

export function notFoundProblem(kind: 'Note' | 'Note type', id: string): Problem {
  return noteProblem(404, `${kind} with ID [${id}] was not found`, 'NOT_FOUND_ERROR')
}

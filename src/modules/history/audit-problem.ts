import { Problem } from '../../kernel/http/problems.ts'

/** A refusal in the form of mod-audit (folio-org/mod-audit: ErrorUtils). */
export function auditProblem(status: 400 | 404, code: 'notFound' | 'validation', message: string): Problem {
  return new Problem(status, { errors: [{ message, code, parameters: [] }], total_records: 1 }, message)
}

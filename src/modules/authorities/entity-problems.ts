import { CqlError } from '../../formats/cql/index.ts'
import { Problem } from '../../kernel/http/problems.ts'
import type { Fault } from '../../kernel/http/problems.ts'
import type { Route } from '../../kernel/http/route.ts'
import { asProblem } from '../../kernel/http/sql-problems.ts'
import { translateRefusals } from '../../kernel/http/translate-refusals.ts'

// Texts, types and codes: folio-org/mod-entities-links: ApiErrorHandler, exception/**, ErrorCode.

type Parameter = { key: string; value: string }

/** A refusal as mod-entities-links writes it: always JSON, whatever the status. */
export function entityProblem(
  status: number,
  { message, type, code, parameters }: Fault & { type: string; code: string },
): Problem {
  const fault = { message, type, code, ...(parameters?.length ? { parameters } : {}) }
  return new Problem(status, { errors: [fault], total_records: 1 }, message)
}

/** 404 for a record of `name` (`Authority`, `Authority Source File`…); `id` may be a list in brackets. */
export function entityNotFound(name: string, id: string | number): Problem {
  return entityProblem(404, {
    message: `${name} with ID [${id}] was not found`,
    type: `${name.replaceAll(' ', '')}NotFoundException`,
    code: 'not-found',
  })
}

/** 409 of optimistic locking; clients look for the words `optimistic locking`. */
export function entityConflict(id: string, stored: number, sent: number): Problem {
  return entityProblem(409, {
    message:
      `Cannot update record ${id} because it has been changed (optimistic locking): ` +
      `Stored _version is ${stored}, _version of request is ${sent}`,
    type: 'OptimisticLockingException',
    code: 'optimistic locking',
  })
}

/** 422 for a body that a rule speaks against. */
export function invalidBody(message: string, parameters: Parameter[] = []): Problem {
  return entityProblem(422, {
    message,
    type: 'RequestBodyValidationException',
    code: 'validation',
    parameters,
  })
}

/** 422 for a body whose id is not that of the path. */
export function otherId(pathId: string | number, sentId: unknown): Problem {
  return invalidBody(`Request should have id = ${pathId}`, [{ key: 'id', value: String(sentId ?? null) }])
}

/** 422 for a value that only one record may have; `code` is the number that FOLIO's screens translate. */
export function entityDuplicate(message: string, code: string): Problem {
  return entityProblem(422, { message, type: 'validation', code })
}

/** The same routes, which answer every refusal, the kernel's too, in the form of mod-entities-links. */
export function inEntityForm(routes: readonly Route[]): Route[] {
  return translateRefusals(routes, translated)
}

function translated(error: unknown): unknown {
  if (error instanceof CqlError) {
    return entityProblem(422, {
      message: error.message,
      type: 'CqlQueryValidationException',
      code: 'validation',
    })
  }
  const problem = asProblem(error)
  if (problem === null) return error
  const { status, body } = problem
  if (typeof body === 'string') {
    const isMissing = status === 404
    return entityProblem(status, {
      message: body,
      type: isMissing ? 'ResourceNotFoundException' : 'IllegalArgumentException',
      code: isMissing ? 'not-found' : 'validation',
    })
  }
  const { errors } = body as { errors?: Fault[] }
  if (!errors?.some(({ type }) => type === '1')) return problem
  const faults = errors.map((fault) => ({
    ...fault,
    type: 'MethodArgumentNotValidException',
    code: 'validation',
  }))
  return new Problem(status, { errors: faults, total_records: faults.length }, problem.message)
}

import { CqlError } from '../../formats/cql/index.ts'
import { Problem } from '../../kernel/http/problems.ts'
import type { Fault } from '../../kernel/http/problems.ts'
import type { Route } from '../../kernel/http/route.ts'
import { asProblem } from '../../kernel/http/sql-problems.ts'
import { translateRefusals } from '../../kernel/http/translate-refusals.ts'

// Texts, types and codes: folio-org/mod-search: ApiExceptionHandler, exception/**, ErrorCode.

function searchProblem(status: number, fault: Fault): Problem {
  return new Problem(status, { errors: [fault], total_records: 1 }, fault.message)
}

/** 400 for a value of the request that names what it must not. */
export function requestProblem(message: string, key: string, value: string): Problem {
  return searchProblem(400, {
    message,
    type: 'RequestValidationException',
    code: 'validation_error',
    parameters: [{ key, value }],
  })
}

/** 422 for a value that is not of its kind. */
export function valueProblem(message: string, key: string, value: string): Problem {
  return searchProblem(422, {
    message,
    type: 'ValidationException',
    code: 'validation_error',
    parameters: [{ key, value }],
  })
}

/** 400 for a parameter outside its bounds, `message` naming it. */
export function constraintProblem(message: string): Problem {
  return searchProblem(400, { message, type: 'ConstraintViolationException', code: 'validation_error' })
}

/** 400 for a field that no record of the kind has. */
export function unknownField(name: string): Problem {
  return requestProblem('Invalid search field provided in the CQL query', 'field', name)
}

/** 400 for what the query language has not. */
export function unsupported(message: string): Problem {
  return searchProblem(400, {
    message: `Failed to parse CQL query. ${message}`,
    type: 'UnsupportedOperationException',
    code: 'service_error',
  })
}

/** 404 for a record or setting that is not there. */
export function searchNotFound(message: string): Problem {
  return searchProblem(404, { message, type: 'EntityNotFoundException', code: 'not_found_error' })
}

/** 400 for a request that came at the wrong time, or a query that can't be read (`position`: from which character on). */
export function serviceProblem(message: string, position: number | null = null): Problem {
  const parameters = position === null ? {} : { parameters: [{ key: 'position', value: String(position) }] }
  return searchProblem(400, {
    message,
    type: 'SearchServiceException',
    code: 'service_error',
    ...parameters,
  })
}

/** The same routes, which answer every refusal, the kernel's too, in the form of mod-search. */
export function inSearchForm(routes: readonly Route[]): Route[] {
  return translateRefusals(routes, translated)
}

function translated(error: unknown): unknown {
  if (error instanceof CqlError) return serviceProblem(`Failed to parse CQL query [${error.message}]`)
  const problem = asProblem(error)
  if (problem === null) return error
  const { status, body } = problem
  if (typeof body === 'string') {
    if (status === 404) return searchNotFound(body)
    return searchProblem(status, {
      message: body,
      type: 'IllegalArgumentException',
      code: 'validation_error',
    })
  }
  const { errors } = body as { errors?: Fault[] }
  if (!errors?.some(({ type }) => type === '1')) return problem
  const faults = errors.map((fault) => ({
    ...fault,
    type: 'MethodArgumentNotValidException',
    code: 'validation_error',
  }))
  return new Problem(400, { errors: faults, total_records: faults.length }, problem.message)
}

import { CqlError, parseCql } from '../../formats/cql/index.ts'
import type { CqlQuery } from '../../formats/cql/index.ts'
import { faultsProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import type { QueryParameters } from '../../kernel/http/route.ts'

/** Refusals as mod-search words them (folio-org/mod-search: ApiExceptionHandler). */
export function requestProblem(message: string, key: string, value: string): Problem {
  const parameters = [{ key, value }]
  return faultsProblem(
    [{ message, type: 'RequestValidationException', code: 'validation_error', parameters }],
    400,
  )
}

/** 400 for a field that the query may not name. */
export function unknownField(field: string): Problem {
  return requestProblem('Invalid search field provided in the CQL query', 'field', field)
}

/** 400 for a parameter out of its bounds. */
export function parameterProblem(name: string, value: string, rule: string): Problem {
  return faultsProblem(
    [
      {
        message: `${name} ${rule}`,
        type: 'ConstraintViolationException',
        code: 'validation_error',
        parameters: [{ key: name, value }],
      },
    ],
    400,
  )
}

/** A parameter that must be there. @throws Problem 400 */
export function requiredParameter(query: QueryParameters, name: string): string {
  const value = query.get(name)
  if (value === undefined || value.trim() === '') {
    throw faultsProblem(
      [
        {
          message: `Required request parameter '${name}' is not present`,
          type: 'MissingServletRequestParameterException',
          code: 'validation_error',
          parameters: [{ key: name, value: value ?? '' }],
        },
      ],
      400,
    )
  }
  return value
}

/** Reads CQL. @throws Problem 400 with what could not be read */
export function readCql(text: string): CqlQuery {
  try {
    return parseCql(text)
  } catch (error) {
    if (!(error instanceof CqlError)) throw error
    throw faultsProblem(
      [
        {
          message: `Failed to parse CQL query [cql: '${text}']: ${error.message}`,
          type: 'SearchServiceException',
          code: 'service_error',
          parameters: [{ key: 'query', value: text }],
        },
      ],
      400,
    )
  }
}

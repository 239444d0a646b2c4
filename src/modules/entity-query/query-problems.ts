import { Problem } from '../../kernel/http/problems.ts'

// The error form, codes and texts of folio-org/mod-fqm-manager: exception/**, swagger.api/schemas/error.json.

type Parameter = { key: string; value: string }

function fqmProblem(status: number, code: string, message: string, parameters: readonly Parameter[] = []) {
  return new Problem(status, { message, code, ...(parameters.length > 0 ? { parameters } : {}) }, message)
}

/** 400 for a query that can't be run; `faults` has a reason for each field. */
export function invalidQuery(fqlQuery: string, faults: ReadonlyMap<string, string>): Problem {
  const shown = fqlQuery.length > SHOWN_CHARACTERS ? `${fqlQuery.slice(0, SHOWN_CHARACTERS)}…` : fqlQuery
  return fqmProblem(
    400,
    'query.invalid',
    `FQL Query ${shown} is invalid`,
    [...faults].map(([key, value]) => ({ key, value })),
  )
}

const SHOWN_CHARACTERS = 1000

/** 400 for a request in which something is missing or not what it must be. */
export function invalidRequest(field: string, reason: string): Problem {
  return fqmProblem(400, 'unknown.error', `${field} ${reason}`, [{ key: field, value: reason }])
}

/** 404 for an entity type that is not there. */
export function entityTypeNotFound(id: string): Problem {
  return fqmProblem(404, 'entity.type.not.found', `Entity type with ID ${id} not found`, [
    { key: 'entityTypeId', value: id },
  ])
}

/** 404 for a field that an entity type has not. */
export function fieldNotFound(entityTypeName: string, field: string): Problem {
  return fqmProblem(
    404,
    'field.not.found',
    `The entity type ${entityTypeName} does not contain a field with name ${field}`,
    [
      { key: 'entityTypeName', value: entityTypeName },
      { key: 'field', value: field },
    ],
  )
}

/** 400 for a field that has no list of values. */
export function noValues(field: string): Problem {
  return fqmProblem(400, 'entity.type.invalid', `Unable to retrieve column values for ${field}`, [
    { key: 'field', value: field },
  ])
}

/** 404 for a query that is not there, or is somebody else's. */
export function queryNotFound(id: string): Problem {
  return fqmProblem(404, 'query.not.found', `Query with id ${id} not found. `, [
    { key: 'queryId', value: id },
  ])
}

/** 403 naming what the user lacks. FOLIO answers 401, upon which its own web client would log the user out. */
export function permissionsMissing(permissions: readonly string[]): Problem {
  return fqmProblem(
    403,
    'permissions.missing',
    `User is missing permissions that are required for this operation: [${permissions.join(', ')}]`,
  )
}

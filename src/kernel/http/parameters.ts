import { isUuid } from '../ids.ts'
import { textProblem } from './problems.ts'
import type { QueryParameters } from './route.ts'

export type Page = { limit: number; offset: number }

const MAX_INT = 2_147_483_647

function bounded(query: QueryParameters, name: string, fallback: number, max: number): number {
  const text = query.get(name)
  if (text === undefined || text === '') return fallback
  if (!/^-?\d+$/.test(text)) {
    throw textProblem(
      400,
      `'${name}' parameter is incorrect. parameter value {${text}} is not valid: must be an integer`,
    )
  }
  const value = Number(text)
  if (value < 0) {
    throw textProblem(
      400,
      `'${name}' parameter is incorrect. parameter value {${text}} is not valid: must be greater than or equal to 0`,
    )
  }
  if (value > max) {
    throw textProblem(
      400,
      `'${name}' parameter is incorrect. parameter value {${text}} is not valid: must be less than or equal to ${max}`,
    )
  }
  return value
}

/** `limit` (default 10) and `offset` (default 0) as RMB reads them. @throws Problem 400 naming the parameter. */
export function readPage(query: QueryParameters, defaultLimit = 10, maxLimit = MAX_INT): Page {
  return {
    limit: bounded(query, 'limit', defaultLimit, maxLimit),
    offset: bounded(query, 'offset', 0, MAX_INT),
  }
}

/** A boolean query parameter. @throws Problem 400 when it is neither `true` nor `false`. */
export function readFlag(query: QueryParameters, name: string, fallback: boolean): boolean {
  const text = query.get(name)
  if (text === undefined || text === '') return fallback
  if (text !== 'true' && text !== 'false') {
    throw textProblem(
      400,
      `'${name}' parameter is incorrect. parameter value {${text}} is not valid: must be true or false`,
    )
  }
  return text === 'true'
}

/** A path parameter that must be a uuid. @throws Problem 400 with RMB's text. */
export function uuidParameter(params: Record<string, string>, name = 'id'): string {
  const value = params[name]
  if (!isUuid(value)) {
    throw textProblem(
      400,
      `Invalid UUID format of id, should be xxxxxxxx-xxxx-Mxxx-Nxxx-xxxxxxxxxxxx where M is 1-5 and N is 8, 9, a, b, A or B and x is 0-9, a-f or A-F.`,
    )
  }
  return value.toLowerCase()
}

/** A header's value; the first one when it was sent several times. */
export function headerText(
  headers: Record<string, string | string[] | undefined>,
  name: string,
): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** The body as an object. @throws Problem 400 when it is anything else. */
export function objectBody(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw textProblem(400, 'The request body must be a JSON object.')
  }
  return body as Record<string, unknown>
}

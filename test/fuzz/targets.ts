import type { Route } from '../../src/kernel/http/route.ts'
import type { JsonSchema } from '../../src/kernel/http/validation.ts'
import { routesByModule } from '../support/api-coverage.ts'

// They speak to servers elsewhere, end what the hunt itself needs, or do not end.
const SKIPPED = new Set([
  'GET /octavo/jobs/stream',
  'POST /copycat/imports',
  'POST /_/proxy/tenants',
  'POST /_/tenant',
  'POST /authn/logout',
  'POST /authn/logout-all',
])

/** Routes that take a body of JSON. */
export function bodyRoutes(): Route[] {
  return allRoutes().filter(
    ({ method, path, body }) =>
      (method === 'POST' || method === 'PUT' || method === 'PATCH') &&
      body !== 'stream' &&
      !SKIPPED.has(`${method} ${path}`),
  )
}

/** Lists: routes that read without an id in their path. */
export function listRoutes(): Route[] {
  return allRoutes().filter(
    ({ method, path }) => method === 'GET' && !path.includes(':') && !SKIPPED.has(`${method} ${path}`),
  )
}

function allRoutes(): Route[] {
  return routesByModule().flatMap(({ routes }) => routes)
}

/** Names that a list may be searched by: the properties of its records, two levels deep. */
export function fieldsOf({ description }: Route): string[] {
  const properties = (description?.answer?.schema.properties ?? {}) as Record<string, JsonSchema>
  const list = Object.values(properties).find(({ type }) => type === 'array')
  return namesIn(list?.items as JsonSchema | undefined, '', 2)
}

function namesIn(schema: JsonSchema | undefined, prefix: string, levels: number): string[] {
  if (levels === 0 || schema === undefined) return []
  const inner = (schema.items ?? schema) as JsonSchema
  return Object.entries((inner.properties ?? {}) as Record<string, JsonSchema>).flatMap(
    ([name, property]) => [`${prefix}${name}`, ...namesIn(property, `${prefix}${name}.`, levels - 1)],
  )
}

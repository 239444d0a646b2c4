import type { NamedSchema, Route } from '../http/route.ts'
import type { JsonSchema } from '../http/validation.ts'

/** Routes that belong together, with one line about them. */
export type RouteGroup = { name: string; description: string; routes: readonly Route[] }

type Json = Record<string, unknown>

const TENANT = {
  name: 'x-okapi-tenant',
  in: 'header',
  required: false,
  description: 'The tenant. With a token it may be left out, because the token names it.',
  schema: { type: 'string' },
}

const FAULTS: JsonSchema = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['message'],
        properties: {
          message: { type: 'string' },
          type: { type: 'string' },
          code: { type: 'string' },
          parameters: {
            type: 'array',
            items: {
              type: 'object',
              properties: { key: { type: 'string' }, value: { type: 'string' } },
            },
          },
        },
      },
    },
    total_records: { type: 'integer' },
  },
}

/**
 * The OpenAPI 3.1 description of an API, made of the routes that serve it: paths, permissions, and the schemas that
 * bodies are checked with.
 */
export function describeApi(
  info: { title: string; version: string; description: string },
  groups: readonly RouteGroup[],
): Json {
  const schemas = new Schemas()
  const paths: Record<string, Json> = {}
  for (const { name, routes } of groups) {
    for (const route of routes) {
      const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][route.method.toLowerCase()] = operation(name, route, schemas)
    }
  }
  return {
    openapi: '3.1.0',
    info,
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      parameters: { tenant: TENANT },
      responses: {
        refused: {
          description: 'Refused: the text, or the list of errors, says why',
          content: {
            'text/plain': { schema: { type: 'string' } },
            'application/json': { schema: FAULTS },
          },
        },
      },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'x-okapi-token' },
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'folioAccessToken' },
      },
      schemas: schemas.all,
    },
  }
}

/** Schemas by name. Two different ones of one name get numbers. */
class Schemas {
  readonly all: Record<string, JsonSchema> = {}
  readonly #names = new Map<string, string>()

  reference({ name, schema }: NamedSchema): JsonSchema {
    const base = name.replaceAll(/[^\w.-]/g, '_')
    const text = `${base} ${JSON.stringify(schema)}`
    let known = this.#names.get(text)
    if (known === undefined) {
      known = base
      for (let number = 2; this.all[known] !== undefined; number += 1) known = `${base}.${number}`
      this.#names.set(text, known)
      this.all[known] = schema
    }
    return { $ref: `#/components/schemas/${known}` }
  }
}

function operation(group: string, route: Route, schemas: Schemas): Json {
  const { method, path, permissions, description } = route
  const isPublic = permissions === 'public'
  return {
    tags: [group],
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^\w]+/g, '_')}`,
    summary: description?.summary ?? `${method} ${path}`,
    description: isPublic
      ? 'Needs no token.'
      : `Needs ${permissions.length === 0 ? 'a token, and no permission' : `the permission ${permissions.join(', ')}`}.`,
    ...(isPublic ? {} : { 'x-permissions': permissions }),
    security: isPublic ? [] : [{ token: [] }, { bearer: [] }, { cookie: [] }],
    parameters: parametersOf(route),
    ...bodyOf(route, schemas),
    responses: {
      ...successOf(route, schemas),
      '4XX': { $ref: '#/components/responses/refused' },
    },
  }
}

function parametersOf({ path, tenantless, description }: Route): Json[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = (description?.parameters ?? []).map((parameter) => ({ ...parameter, in: 'query' }))
  return [...inPath, ...inQuery, ...(tenantless ? [] : [{ $ref: '#/components/parameters/tenant' }])]
}

function bodyOf({ method, body, description }: Route, schemas: Schemas): Json {
  if (body === 'stream') {
    return {
      requestBody: {
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }
  }
  if (description?.body) {
    const schema = schemas.reference(description.body)
    return { requestBody: { required: true, content: { 'application/json': { schema } } } }
  }
  const mayHaveBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  return mayHaveBody ? { requestBody: { content: { 'application/json': { schema: {} } } } } : {}
}

function successOf({ description }: Route, schemas: Schemas): Json {
  const status = description?.status === undefined ? '2XX' : String(description.status)
  if (!description?.answer) return { [status]: { description: 'Done' } }
  const schema = schemas.reference(description.answer)
  return { [status]: { description: 'Done', content: { 'application/json': { schema } } } }
}

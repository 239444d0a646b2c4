import { LIST_PARAMETERS } from '../../kernel/collections/index.ts'
import type { NamedSchema, Route, RouteDescription } from '../../kernel/http/route.ts'
import type { JsonSchema } from '../../kernel/http/validation.ts'
import { batchSchema, holdingsSchema, instanceSchema, itemSchema } from './record-schemas.ts'

type Kind = { words: string; path: string; batchPath: string; listKey: string; schema: JsonSchema }

const KINDS: readonly Kind[] = [
  {
    words: 'instances',
    path: '/instance-storage/instances',
    batchPath: '/instance-storage/batch',
    listKey: 'instances',
    schema: instanceSchema,
  },
  {
    words: 'holdings',
    path: '/holdings-storage/holdings',
    batchPath: '/holdings-storage/batch',
    listKey: 'holdingsRecords',
    schema: holdingsSchema,
  },
  {
    words: 'items',
    path: '/item-storage/items',
    batchPath: '/item-storage/batch',
    listKey: 'items',
    schema: itemSchema,
  },
]

/** The route with what the description of the API says of it, when it is one of the storage of records. */
export function describeStorage(route: Route): Route {
  const kind = KINDS.find(
    ({ path, batchPath }) => route.path.startsWith(path) || route.path.startsWith(batchPath),
  )
  const description = kind && describe(kind, route)
  return description ? { ...route, description } : route
}

function describe(kind: Kind, { method, path }: Route): RouteDescription | null {
  const { words, listKey, schema } = kind
  const record: NamedSchema = { name: kind.path.slice(1).replaceAll('/', '.'), schema }
  const list: NamedSchema = {
    name: `${record.name}.list`,
    schema: {
      type: 'object',
      properties: { [listKey]: { type: 'array', items: schema }, totalRecords: { type: 'integer' } },
    },
  }
  if (path.startsWith(kind.batchPath)) {
    return {
      summary: `Adds or, with upsert=true, replaces many ${words}: all of them or none`,
      parameters: [
        { name: 'upsert', description: 'whether known ids are replaced', schema: { type: 'boolean' } },
      ],
      body: { name: `${record.name}.batch`, schema: batchSchema(listKey, schema) },
      status: 201,
    }
  }
  switch (`${method} ${path.slice(kind.path.length)}`) {
    case 'GET ':
      return {
        summary: `Finds and lists ${words}`,
        parameters: LIST_PARAMETERS,
        status: 200,
        answer: list,
      }
    case 'POST /retrieve':
      return { summary: `Finds and lists ${words} by a query in the body`, status: 200, answer: list }
    case 'POST ':
      return { summary: `Adds one to ${words}`, body: record, status: 201, answer: record }
    case 'GET /:id':
      return { summary: `Reads one of ${words} by its id`, status: 200, answer: record }
    case 'PUT /:id':
      return {
        summary: `Replaces one of ${words}; _version must be the stored one`,
        body: record,
        status: 204,
      }
    case 'DELETE /:id':
      return { summary: `Deletes one of ${words}`, status: 204 }
    case 'DELETE ':
      return {
        summary: `Deletes those of ${words} that a query finds`,
        parameters: LIST_PARAMETERS.slice(0, 1),
        status: 204,
      }
    default:
      return null
  }
}

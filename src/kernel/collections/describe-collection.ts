import type { NamedSchema, RouteDescription } from '../http/route.ts'
import type { JsonSchema } from '../http/validation.ts'
import type { Collection, CollectionMethod } from './collection.ts'

const count = { type: 'integer', minimum: 0, maximum: 2_147_483_647 }

/** The parameters of every list. */
export const LIST_PARAMETERS: readonly { name: string; description: string; schema: JsonSchema }[] = [
  { name: 'query', description: 'CQL: what to find and how to sort it', schema: { type: 'string' } },
  { name: 'limit', description: 'how many at most', schema: { ...count, default: 10 } },
  { name: 'offset', description: 'how many to skip', schema: { ...count, default: 0 } },
  {
    name: 'totalRecords',
    description: 'whether to count all; a count is always exact',
    schema: { type: 'string', enum: ['exact', 'estimated', 'none', 'auto'], default: 'auto' },
  },
]

/** What the description of the API says of one method of a collection; for hand-written routes of a collection too. */
export function describeMethod(collection: Collection, method: CollectionMethod): RouteDescription {
  const words = wordsOf(collection.path)
  const record = recordSchema(collection)
  switch (method) {
    case 'list':
      return {
        summary: `Finds and lists ${words}`,
        parameters: listParameters(collection),
        status: 200,
        answer: listSchema(collection, record),
      }
    case 'get':
      return { summary: `Reads one of ${words} by its id`, status: 200, answer: record }
    case 'post':
      return { summary: `Adds one to ${words}`, body: record, status: 201, answer: record }
    case 'put':
      return {
        summary: `Replaces one of ${words}`,
        body: record,
        ...(collection.putAnswersRecord ? { status: 200, answer: record } : { status: 204 }),
      }
    case 'patch':
      return {
        summary: `Changes parts of one of ${words}`,
        body: patchSchema(collection, record),
        status: 204,
      }
    case 'delete':
      return { summary: `Deletes one of ${words}`, status: 204 }
    case 'deleteList':
      return {
        summary: `Deletes those of ${words} that a query finds`,
        parameters: LIST_PARAMETERS.slice(0, 1),
        status: 204,
      }
  }
}

/** `/instance-types` as people say it: "instance types". */
function wordsOf(path: string): string {
  return path.split('/').slice(1).join(' ').replaceAll('-', ' ')
}

function nameOf({ path }: Collection): string {
  return path.slice(1).replaceAll('/', '.')
}

function recordSchema(collection: Collection): NamedSchema {
  return { name: nameOf(collection), schema: collection.schema }
}

function patchSchema({ patchSchema: schema }: Collection, record: NamedSchema): NamedSchema {
  return schema === undefined ? record : { name: `${record.name}.changes`, schema }
}

function listParameters({ defaultLimit }: Collection): typeof LIST_PARAMETERS {
  if (defaultLimit === undefined) return LIST_PARAMETERS
  return LIST_PARAMETERS.map((parameter) =>
    parameter.name === 'limit' ? { ...parameter, schema: { ...count, default: defaultLimit } } : parameter,
  )
}

function listSchema({ listKey }: Collection, { name, schema }: NamedSchema): NamedSchema {
  const list: JsonSchema = {
    type: 'object',
    required: [listKey],
    properties: { [listKey]: { type: 'array', items: schema }, totalRecords: count },
  }
  return { name: `${name}.list`, schema: list }
}

import type { NamedSchema } from '../../kernel/http/route.ts'
import type { RouteDescriptions } from '../../kernel/http/describe-routes.ts'

const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }
const number = { type: 'integer' }
const flag = { type: 'boolean' }
const texts = { type: 'array', items: text }

const page = [
  { name: 'offset', description: 'how many results to skip', schema: number },
  { name: 'limit', description: 'how many results at most; 100 when not given', schema: number },
]
const search = { name: 'search', description: 'text that the labels contain', schema: text }

const submitted: NamedSchema = {
  name: 'submitQuery',
  schema: {
    type: 'object',
    required: ['entityTypeId', 'fqlQuery'],
    properties: { entityTypeId: uuid, fqlQuery: text, fields: texts, maxSize: number },
  },
}

const queryId: NamedSchema = {
  name: 'queryIdentifier',
  schema: { type: 'object', properties: { queryId: uuid } },
}

const contentsRequest: NamedSchema = {
  name: 'contentsRequest',
  schema: {
    type: 'object',
    required: ['entityTypeId', 'fields', 'ids'],
    properties: { entityTypeId: uuid, fields: texts, ids: { type: 'array', items: texts } },
  },
}

/** What the description of the API says of the endpoints. */
export const descriptions: RouteDescriptions = {
  'GET /entity-types': {
    summary: 'List the kinds of records that can be queried',
    parameters: [
      { name: 'ids', description: 'only these', schema: { type: 'array', items: uuid } },
      {
        name: 'includeInaccessible',
        description: 'also those that the user may not query, with the permissions that are missing',
        schema: flag,
      },
    ],
  },
  'GET /entity-types/:id': {
    summary: 'Get a kind of record with its fields',
    parameters: [
      { name: 'includeHidden', description: 'also fields that screens do not show', schema: flag },
    ],
  },
  'GET /entity-types/:id/columns/:name/values': {
    summary: 'List the values that a field may have',
    parameters: [search],
  },
  'GET /entity-types/:id/field-values': {
    summary: 'List the values that a field may have',
    parameters: [{ name: 'field', description: 'the name of the field', schema: text }, search],
  },
  'GET /fqm/version': "Get the version of the fields' names",
  'GET /fqm/status': 'List all queries with their states',
  'POST /query': { summary: 'Send a query to be run', body: submitted, status: 201, answer: queryId },
  'GET /query': {
    summary: 'Run a query and get its first results',
    parameters: [
      { name: 'entityTypeId', description: 'what is queried', schema: uuid },
      { name: 'query', description: 'the query, in FQL', schema: text },
      { name: 'fields', description: 'what is shown of each record', schema: texts },
      page[1]!,
    ],
  },
  'GET /query/:id': {
    summary: 'Get what has become of a query, with its results if wanted',
    parameters: [
      { name: 'includeResults', description: 'whether results are answered', schema: flag },
      ...page,
    ],
  },
  'DELETE /query/:id': { summary: 'Cancel a query, or remove it when it has ended', status: 204 },
  'GET /query/:id/sortedIds': { summary: 'List the ids that a query has found', parameters: page },
  'POST /query/contents': { summary: 'Get fields of records by their ids', body: contentsRequest },
  'POST /query/purge': 'Remove queries that ended some hours ago',
}

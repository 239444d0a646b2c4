import type { NamedSchema } from '../../kernel/http/route.ts'
import type { JsonSchema } from '../../kernel/http/validation.ts'
import type { RouteDescriptions } from '../../kernel/http/describe-routes.ts'

const text = { type: 'string' }
const number = { type: 'integer' }
const flag = { type: 'boolean' }
const uuid = { type: 'string', format: 'uuid' }
const objects = { type: 'array', items: { type: 'object' } }

const parameter = (name: string, description: string, schema: JsonSchema = text) => ({
  name,
  description,
  schema,
})

const page = [parameter('offset', 'how many to skip', number), parameter('limit', 'how many at most', number)]
const cql = parameter('query', 'which of them, in CQL')
const stage = parameter('stage', 'matching, review or commit')

const schemaOf = (name: string, properties: object, required: readonly string[] = []): NamedSchema => ({
  name,
  schema: { type: 'object', required: [...required], properties },
})

const start = schemaOf(
  'startBulkOperation',
  {
    step: { type: 'string', enum: ['UPLOAD', 'EDIT', 'COMMIT', 'DELETE'] },
    approach: { type: 'string', enum: ['IN_APP', 'MANUAL', 'QUERY'] },
    keepChanges: flag,
    note: text,
  },
  ['step'],
)
const rules = schemaOf('bulkOperationRules', { bulkOperationRules: objects, totalRecords: number }, [
  'bulkOperationRules',
])
const marcRules = schemaOf(
  'bulkOperationMarcRules',
  { bulkOperationMarcRules: objects, totalRecords: number },
  ['bulkOperationMarcRules'],
)
const query = schemaOf(
  'queryBulkOperation',
  { queryId: uuid, entityTypeId: uuid, fqlQuery: text, userFriendlyQuery: text },
  ['queryId', 'entityTypeId'],
)
const profile = schemaOf(
  'bulkEditProfile',
  {
    id: uuid,
    name: text,
    description: text,
    locked: flag,
    entityType: text,
    ruleDetails: objects,
    marcRuleDetails: objects,
  },
  ['name', 'entityType'],
)

const OWN = '/octavo/bulk-operations/:id'

/** What the description of the API says of the endpoint that is there where queries are. */
export const queryDescriptions: RouteDescriptions = {
  'POST /bulk-operations/query': { summary: 'Begin a bulk edit with what a query finds', body: query },
}

/** The same for all others. */
export const descriptions: RouteDescriptions = {
  'GET /bulk-operations': { summary: 'List bulk edits', parameters: [cql, ...page] },
  'GET /bulk-operations/list-users': { summary: 'List who has made bulk edits', parameters: [cql, ...page] },
  'GET /bulk-operations/used-tenants/:id': 'List the tenants that the records of a bulk edit belong to',
  'POST /bulk-operations/clean-up-log-files': 'Remove files of bulk edits that are older than 30 days',
  'GET /bulk-operations/:id': 'Get a bulk edit with its counts and the names of its files',
  'POST /bulk-operations/upload': {
    summary: 'Begin a bulk edit with a file of identifiers, or give one a file that was edited by hand',
    parameters: [
      parameter('entityType', 'USER, ITEM, HOLDINGS_RECORD, INSTANCE or INSTANCE_MARC'),
      parameter('identifierType', 'what the identifiers are, such as BARCODE or HRID'),
      parameter('manual', 'true for a file that was edited by hand', flag),
      parameter('operationId', 'the bulk edit that such a file is for', uuid),
    ],
  },
  'POST /bulk-operations/:id/start': {
    summary:
      'Start a step: find the records, work out the changes, write them, or delete users. With keepChanges the changes are kept for review',
    body: start,
  },
  'POST /bulk-operations/:id/content-update': { summary: 'Set the rules of a bulk edit', body: rules },
  'POST /bulk-operations/:id/marc-content-update': {
    summary: 'Set the rules of a bulk edit for MARC records',
    body: marcRules,
  },
  'POST /bulk-operations/:id/cancel': 'Stop a bulk edit that still finds its records',
  'GET /bulk-operations/:id/preview': {
    summary:
      'List the records of a bulk edit as a table: as found, as they would be, or as they were written',
    parameters: [parameter('step', 'UPLOAD, EDIT or COMMIT'), ...page],
  },
  'GET /bulk-operations/:id/errors': {
    summary: 'List what was said of identifiers or records',
    parameters: [parameter('errorType', 'ERROR or WARNING; both when not given'), ...page],
  },
  'GET /bulk-operations/:id/download': {
    summary: 'Get a file of a bulk edit',
    parameters: [parameter('fileContentType', 'which file, such as MATCHED_RECORDS_FILE')],
  },
  'DELETE /bulk-operations/:id/files/:fileName': {
    summary: 'Remove the edited file of a bulk edit',
    status: 204,
  },
  'GET /bulk-operations/profiles': { summary: 'List saved rules', parameters: [cql, ...page] },
  'POST /bulk-operations/profiles': { summary: 'Save rules', body: profile, status: 201, answer: profile },
  'PUT /bulk-operations/profiles/:id': { summary: 'Change saved rules', body: profile, answer: profile },
  'DELETE /bulk-operations/profiles/:id': { summary: 'Delete saved rules', status: 204 },
  [`GET ${OWN}/changes`]: {
    summary: 'List what a bulk edit changes, property by property, from and to, with the totals',
    parameters: [
      parameter('field', 'only changes of this property'),
      parameter('onlyChanged', 'false for all records; true when not given', flag),
      parameter('onlyRefused', 'true for records that a rule refused', flag),
      parameter(
        'outcome',
        'only records of which the commit made this: waiting, written, unchanged or refused',
      ),
      parameter('message', 'only records of which the review says this'),
      parameter('find', 'only the record with this identifier, barcode or HRID'),
      ...page,
    ],
  },
  [`GET ${OWN}/changes/kinds`]: {
    summary: 'List the different changes of a bulk edit, the commonest first, with one record of each',
    parameters: [parameter('field', 'only changes of this property')],
  },
  [`GET ${OWN}/values`]: {
    summary: 'Count the values that the records of a bulk edit have now in a property',
    parameters: [
      parameter('option', 'the property, as rules name it'),
      parameter('noteTypeId', 'the type of typed notes', uuid),
      parameter('find', 'a text to be counted within the values'),
      parameter('chosen', 'a value to be counted'),
    ],
  },
  [`GET ${OWN}/rules`]: 'Get the rules of a bulk edit',
  [`GET ${OWN}/error-groups`]: {
    summary: 'Group what was said of records by its cause, or list the records of one cause',
    parameters: [stage, parameter('cause', 'the cause whose records are listed'), ...page],
  },
  [`GET ${OWN}/other-kinds`]: 'Count identifiers without a record that are identifiers of another kind',
  [`GET ${OWN}/undo-plan`]: 'Count what changing the records of a bulk edit back would do',
  [`POST ${OWN}/undo`]: { summary: 'Change the records of a bulk edit back', status: 202 },
  [`GET ${OWN}/undo`]: 'Get what has become of the undo of a bulk edit',
  [`GET ${OWN}/undo/left`]: { summary: 'List the records that an undo left as they are', parameters: page },
}

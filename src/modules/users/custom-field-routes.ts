import { parseCql, printCql } from '../../formats/cql/index.ts'
import {
  answerDocuments,
  collectionRoutes,
  describeMethod,
  findDocuments,
} from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody, uuidParameter } from '../../kernel/http/parameters.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'
import { JsonText, created, noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { definitionProblem } from './custom-field-definition.ts'
import { customFields, isSelectable } from './custom-fields.ts'
import type { CustomField } from './custom-fields.ts'
import {
  deleteCustomField,
  insertCustomField,
  replaceCustomFields,
  updateCustomField,
} from './write-custom-fields.ts'

const { permissions } = customFields

/** Definitions of custom fields and how often they are used (folio-org/folio-custom-fields: CustomFieldsImpl). */
export const customFieldRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/custom-fields',
    permissions: [permissions.list],
    handler: list,
    description: describeMethod(customFields, 'list'),
  },
  ...collectionRoutes({ ...customFields, methods: ['get'] }),
  {
    method: 'POST',
    path: '/custom-fields',
    permissions: [permissions.post],
    handler: post,
    description: describeMethod(customFields, 'post'),
  },
  {
    method: 'PUT',
    path: '/custom-fields',
    permissions: ['user-settings.custom-fields.collection.put'],
    handler: putAll,
  },
  {
    method: 'PUT',
    path: '/custom-fields/:id',
    permissions: [permissions.put],
    handler: put,
    description: describeMethod(customFields, 'put'),
  },
  { method: 'DELETE', path: '/custom-fields/:id', permissions: [permissions.delete], handler: deleteOne },
  {
    method: 'GET',
    path: '/custom-fields/:id/stats',
    permissions: ['user-settings.custom-fields.item.stats.get'],
    handler: getUsage,
  },
  {
    method: 'GET',
    path: '/custom-fields/:id/options/:optId/stats',
    permissions: ['user-settings.custom-fields.item.option.stats.get'],
    handler: getOptionUsage,
  },
]

/** Always in the library's order, after what the query sorts by. */
function list(request: ApiRequest): Promise<Answer> {
  const parsed = parseCql(request.query.get('query') ?? '')
  const byOrder = { index: 'order', modifiers: [{ name: 'number', comparison: null, value: null }] }
  const root = parsed.root ?? parseCql('cql.allRecords=1').root
  const query = printCql({ root, sort: [...parsed.sort, byOrder] })
  return answerDocuments(request, customFields, { asked: { query } })
}

async function post(request: ApiRequest): Promise<Answer> {
  const { id, text } = await request.transaction((tx) => insertCustomField(tx, request.actor, request.body))
  return created(new JsonText(text), id)
}

async function put(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  await request.transaction((tx) => updateCustomField(tx, request.actor, id, request.body))
  return noContent()
}

async function putAll(request: ApiRequest): Promise<Answer> {
  const { customFields: fields, entityType } = objectBody(request.body)
  if (!Array.isArray(fields)) throw fieldProblem('must be a list', 'customFields', fields ?? null)
  if (typeof entityType !== 'string') {
    throw fieldProblem('must not be null', 'entityType', entityType ?? null)
  }
  await request.transaction((tx) => replaceCustomFields(tx, request.actor, entityType, fields))
  return noContent()
}

async function deleteOne(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  await request.transaction((tx) => deleteCustomField(tx, id))
  return noContent()
}

async function getField(tx: Transaction, id: string): Promise<CustomField> {
  const text = (await findDocuments(tx, customFields, [id])).get(id)
  if (text === undefined) throw customFields.notFoundProblem!(id)
  return JSON.parse(text) as CustomField
}

async function countUsers(tx: Transaction, field: CustomField, optionId?: string): Promise<number> {
  if (field.entityType !== 'user') return 0
  const [row] = await tx.query<{ total: number }>(
    `select count(*) as total from users
     where doc -> 'customFields' ? $1 and ($2::text is null or doc -> 'customFields' -> $1 ? $2)`,
    [field.refId, optionId ?? null],
  )
  return row!.total
}

async function getUsage(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  return request.transaction(async (tx) => {
    const field = await getField(tx, id)
    return ok({ fieldId: id, entityType: field.entityType, count: await countUsers(tx, field) })
  })
}

async function getOptionUsage(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const optionId = request.params.optId!
  return request.transaction(async (tx) => {
    const field = await getField(tx, id)
    if (!isSelectable(field)) {
      throw definitionProblem(
        'The type of the custom field must be one of:SINGLE_SELECT_DROPDOWN, MULTI_SELECT_DROPDOWN, RADIO_BUTTON',
        'type',
        field.type,
      )
    }
    if (!field.selectField?.options.values.some((option) => option.id === optionId)) {
      throw definitionProblem(
        `Option with id '${optionId}' not found in custom field '${id}'`,
        'optId',
        optionId,
      )
    }
    const count = await countUsers(tx, field, optionId)
    return ok({ optionId, customFieldId: id, entityType: field.entityType, count })
  })
}

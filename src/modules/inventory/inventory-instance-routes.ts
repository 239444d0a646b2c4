import { uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import { created, noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { BLOCKED_HOLDINGS_FIELDS, BLOCKED_INSTANCE_FIELDS } from './blocked-fields.ts'
import { instanceSource } from './cql-sources.ts'
import { deleteInstances } from './delete-records.ts'
import { representInstances } from './instance-representation.ts'
import {
  createInstance,
  createInstanceBatch,
  markInstanceDeleted,
  patchInstance,
  replaceHoldings,
  replaceInstance,
} from './inventory-instances.ts'
import type { RecordWrite } from './inventory-instances.ts'
import { answerShownList, businessListQuery, deletionQuery } from './list-records.ts'
import { readRecord } from './read-records.ts'
import type { Instance } from './records.ts'
import type { SourceRecordMarks } from './source-record-marks.ts'
import { worded } from './storage-problems.ts'
import type { StorageProblem } from './storage-problems.ts'

const PATH = '/inventory/instances'
const PERMISSION = 'inventory.instances'

const instanceList = { source: instanceSource, listKey: 'instances', represent: representInstances }

const asText = (fault: StorageProblem) => textProblem(400, fault.text)

/**
 * `/inventory/instances`, `/inventory/holdings` and the lists of fields that MARC rules. What is suppressed or
 * marked as deleted here is so in the MARC record too, by `marks`.
 */
export function inventoryInstanceRoutes(marks: SourceRecordMarks): Route[] {
  return [
    {
      method: 'GET',
      path: PATH,
      permissions: [`${PERMISSION}.collection.get`],
      handler: (request) => answerShownList(request, instanceList, businessListQuery(request)),
    },
    {
      method: 'POST',
      path: PATH,
      permissions: [`${PERMISSION}.item.post`],
      handler: async (request) => {
        const instance = await worded(asText, () =>
          request.transaction((tx) => createInstance(tx, request.actor, request.body)),
        )
        return created(instance, `${PATH}/${instance.id}`)
      },
    },
    {
      method: 'POST',
      path: `${PATH}/batch`,
      permissions: [`${PERMISSION}.batch.post`],
      handler: postBatch,
    },
    {
      method: 'GET',
      path: `${PATH}/:id`,
      permissions: [`${PERMISSION}.item.get`],
      handler: getInstance,
    },
    ...changeRoutes(marks),
    {
      method: 'GET',
      path: '/inventory/config/instances/blocked-fields',
      permissions: ['inventory.config.instances.blocked-fields.get'],
      handler: () => Promise.resolve(ok({ blockedFields: BLOCKED_INSTANCE_FIELDS })),
    },
    {
      method: 'GET',
      path: '/inventory/config/holdings/blocked-fields',
      permissions: ['inventory.config.holdings.blocked-fields.get'],
      handler: () => Promise.resolve(ok({ blockedFields: BLOCKED_HOLDINGS_FIELDS })),
    },
  ]
}

function changeRoutes(marks: SourceRecordMarks): Route[] {
  const change = async (
    request: ApiRequest,
    write: (change: RecordWrite) => Promise<unknown>,
  ): Promise<Answer> => {
    const id = uuidParameter(request.params)
    await worded(asText, () =>
      request.transaction((tx) => write({ tx, actor: request.actor, id, body: request.body, marks })),
    )
    return noContent()
  }
  return [
    {
      method: 'PUT',
      path: `${PATH}/:id`,
      permissions: [`${PERMISSION}.item.put`],
      handler: (request) => change(request, replaceInstance),
    },
    {
      method: 'PATCH',
      path: `${PATH}/:id`,
      permissions: [`${PERMISSION}.item.patch.execute`],
      handler: (request) => change(request, patchInstance),
    },
    {
      method: 'DELETE',
      path: `${PATH}/:id`,
      permissions: [`${PERMISSION}.item.delete`],
      handler: (request) =>
        change(request, ({ tx, actor, id }) => deleteInstances(tx, actor, [id], { allOrNothing: true })),
    },
    {
      // FOLIO's descriptor asks for no permission here; marking as deleted needs at least the right to delete.
      method: 'DELETE',
      path: `${PATH}/:id/mark-deleted`,
      permissions: [`${PERMISSION}.item.delete`],
      handler: (request) => change(request, markInstanceDeleted),
    },
    {
      method: 'DELETE',
      path: PATH,
      permissions: [`${PERMISSION}.collection.delete`],
      handler: async (request) => {
        const cql = deletionQuery(request)
        await request.transaction((tx) => deleteInstances(tx, request.actor, { cql }, { allOrNothing: true }))
        return noContent()
      },
    },
    {
      method: 'PUT',
      path: '/inventory/holdings/:id',
      permissions: ['inventory.holdings.item.put'],
      handler: (request) => change(request, replaceHoldings),
    },
  ]
}

async function getInstance(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const instance = await request.transaction(async (tx) => {
    const text = await readRecord(tx, 'instance', id)
    return text === null ? undefined : (await representInstances(tx, [JSON.parse(text) as Instance]))[0]
  })
  if (!instance) throw notFound()
  return ok(instance)
}

/** FOLIO answers 500 when every record of the batch was refused; its clients read the messages from the body. */
async function postBatch(request: ApiRequest): Promise<Answer> {
  const answer = await request.transaction((tx) => createInstanceBatch(tx, request.actor, request.body))
  const isAllRefused = answer.instances.length === 0 && answer.errorMessages.length > 0
  return { status: isAllRefused ? 500 : 201, body: answer }
}

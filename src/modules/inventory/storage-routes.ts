import { now } from '../../kernel/clock.ts'
import { describeStorage } from './describe-storage.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody, readFlag, uuidParameter } from '../../kernel/http/parameters.ts'
import { Problem, notFound, textProblem } from '../../kernel/http/problems.ts'
import { JsonText, created, noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import { readListQuery } from '../../kernel/lists/index.ts'
import { recordSource } from './cql-sources.ts'
import { deleteHoldings, deleteInstances, deleteItems } from './delete-records.ts'
import type { Doomed } from './delete-records.ts'
import { insertHoldings, updateHoldings, upsertHoldings } from './holdings.ts'
import { insertInstances, updateInstances, upsertInstances } from './instances.ts'
import { insertItems, updateItems, upsertItems } from './items.ts'
import { answerStoredList, deletionQuery, listQueryOfBody } from './list-records.ts'
import { readRecord } from './read-records.ts'
import { holdingsSpec, instanceSpec, itemSpec } from './record-spec.ts'
import type { AnyRecord, RecordSpec } from './record-spec.ts'
import type { Holdings, Instance, Item } from './records.ts'
import { holdingsBodies, instanceBodies, itemBodies } from './storage-bodies.ts'
import type { BodyReader } from './storage-bodies.ts'
import { worded } from './storage-problems.ts'
import type { StorageProblem } from './storage-problems.ts'
import { lockRecords } from './update-records.ts'
import type { Outcome, WriteOptions, Writer } from './write-outcome.ts'

type WriteList<T> = (
  tx: Transaction,
  writer: Writer,
  records: readonly T[],
  options?: WriteOptions,
) => Promise<Outcome[]>

/** The storage API of one record type. */
type StorageApi<T extends AnyRecord> = {
  spec: RecordSpec<T>
  path: string
  batchPath: string
  listKey: string
  permissions: string
  batchPermissions: { safe: string; unsafe: string }
  bodies: BodyReader<T>
  insert: WriteList<T>
  update: WriteList<T>
  upsert: WriteList<T>
  remove: (tx: Transaction, writer: Writer, doomed: Doomed, options?: WriteOptions) => Promise<Outcome[]>
  /** How the type words a fault of storage on POST and PUT; without it the 422 stays. */
  refusal?: { post?: (fault: StorageProblem) => Problem; put?: (fault: StorageProblem) => Problem }
  /** A PUT of an unknown id makes the record. */
  putCreates?: boolean
}

const asText = (fault: StorageProblem): Problem => textProblem(400, fault.text)

const instanceApi: StorageApi<Instance> = {
  spec: instanceSpec,
  path: '/instance-storage/instances',
  batchPath: '/instance-storage/batch',
  listKey: 'instances',
  permissions: 'inventory-storage.instances',
  batchPermissions: {
    safe: 'inventory-storage.instances.batch.synchronous.post',
    unsafe: 'inventory-storage.instances.batch-unsafe.post',
  },
  bodies: instanceBodies,
  insert: insertInstances,
  update: updateInstances,
  upsert: upsertInstances,
  remove: deleteInstances,
  refusal: { post: asText, put: asText },
}

const holdingsApi: StorageApi<Holdings> = {
  spec: holdingsSpec,
  path: '/holdings-storage/holdings',
  batchPath: '/holdings-storage/batch',
  listKey: 'holdingsRecords',
  permissions: 'inventory-storage.holdings',
  batchPermissions: {
    safe: 'inventory-storage.holdings.batch.post',
    unsafe: 'inventory-storage.holdings.batch-unsafe.post',
  },
  bodies: holdingsBodies,
  insert: insertHoldings,
  update: updateHoldings,
  upsert: upsertHoldings,
  remove: deleteHoldings,
  putCreates: true,
}

const itemApi: StorageApi<Item> = {
  spec: itemSpec,
  path: '/item-storage/items',
  batchPath: '/item-storage/batch',
  listKey: 'items',
  permissions: 'inventory-storage.items',
  batchPermissions: {
    safe: 'inventory-storage.items.batch.post',
    unsafe: 'inventory-storage.items.batch-unsafe.post',
  },
  bodies: itemBodies,
  insert: (tx, writer, records, options) =>
    insertItems(tx, writer, records, { ...options, keepsStatusDate: false }),
  update: updateItems,
  upsert: upsertItems,
  remove: deleteItems,
  refusal: {
    put: (fault) => textProblem(400, fault.message.replace('Cannot set item.', 'Cannot set item ')),
  },
}

/**
 * `/instance-storage`, `/holdings-storage` and `/item-storage`: single records, lists and batches. Batches may
 * be written without a version check until `unsafeWritesUntil`.
 */
export function storageRoutes(unsafeWritesUntil: Date | null): Route[] {
  return [
    ...recordRoutes(instanceApi),
    ...recordRoutes(holdingsApi),
    ...recordRoutes(itemApi),
    ...patchRoutes(),
    ...batchRoutes(instanceApi, unsafeWritesUntil),
    ...batchRoutes(holdingsApi, unsafeWritesUntil),
    ...batchRoutes({ ...itemApi, insert: insertItems }, unsafeWritesUntil),
  ].map(describeStorage)
}

function recordRoutes<T extends AnyRecord>(api: StorageApi<T>): Route[] {
  const { path, permissions } = api
  const list = { source: recordSource(api.spec.kind), listKey: api.listKey }
  return [
    {
      method: 'GET',
      path,
      permissions: [`${permissions}.collection.get`],
      handler: (request) => answerStoredList(request, list, readListQuery(request.query)),
    },
    {
      method: 'POST',
      path: `${path}/retrieve`,
      permissions: [`${permissions}.retrieve.collection.post`],
      handler: (request) => answerStoredList(request, list, listQueryOfBody(request.body)),
    },
    {
      method: 'POST',
      path,
      permissions: [`${permissions}.item.post`],
      handler: (request) => postRecord(request, api),
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      permissions: [`${permissions}.item.get`],
      handler: (request) => getRecord(request, api),
    },
    {
      method: 'PUT',
      path: `${path}/:id`,
      permissions: [`${permissions}.item.put`],
      handler: (request) => putRecord(request, api),
    },
    {
      method: 'DELETE',
      path: `${path}/:id`,
      permissions: [`${permissions}.item.delete`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await request.transaction((tx) => api.remove(tx, request.actor, [id], { allOrNothing: true }))
        return noContent()
      },
    },
    {
      method: 'DELETE',
      path,
      permissions: [`${permissions}.collection.delete`],
      handler: async (request) => {
        const cql = deletionQuery(request)
        await request.transaction((tx) => api.remove(tx, request.actor, { cql }, { allOrNothing: true }))
        return noContent()
      },
    },
  ]
}

async function getRecord<T extends AnyRecord>(request: ApiRequest, { spec }: StorageApi<T>): Promise<Answer> {
  const id = uuidParameter(request.params)
  const text = await request.transaction((tx) => readRecord(tx, spec.table, id))
  if (text === null) throw notFound()
  return ok(new JsonText(text))
}

async function postRecord<T extends AnyRecord>(request: ApiRequest, api: StorageApi<T>): Promise<Answer> {
  const record = api.bodies.whole(request.body)
  const [outcome] = await worded(api.refusal?.post, () =>
    request.transaction((tx) => api.insert(tx, request.actor, [record], { allOrNothing: true })),
  )
  if (!outcome?.ok) throw outcome?.problem ?? new Error('A write ended without an outcome.')
  return created(new JsonText(outcome.doc), outcome.id)
}

async function putRecord<T extends AnyRecord>(request: ApiRequest, api: StorageApi<T>): Promise<Answer> {
  const id = uuidParameter(request.params)
  const record = { ...api.bodies.whole(request.body), id }
  await worded(api.refusal?.put, () =>
    request.transaction(async (tx) => {
      const isNew = api.putCreates === true && (await readRecord(tx, api.spec.table, id)) === null
      const write = isNew ? api.insert : api.update
      return write(tx, request.actor, [record], { allOrNothing: true, skipsUnchanged: true })
    }),
  )
  return noContent()
}

function patchRoutes(): Route[] {
  return [
    {
      method: 'PATCH',
      path: `${instanceApi.path}/:id`,
      permissions: ['inventory-storage.instances.item.patch.execute'],
      handler: (request) => patchOne(request, instanceApi, 'Instance'),
    },
    {
      method: 'PATCH',
      path: `${holdingsApi.path}/:id`,
      permissions: ['inventory-storage.holdings.item.patch.execute'],
      handler: (request) => patchOne(request, holdingsApi, 'Holdings'),
    },
    {
      method: 'PATCH',
      path: itemApi.path,
      permissions: ['inventory-storage.items.collection.patch'],
      handler: patchItems,
    },
  ]
}

async function patchOne<T extends AnyRecord>(
  request: ApiRequest,
  api: StorageApi<T>,
  recordName: string,
): Promise<Answer> {
  const id = uuidParameter(request.params)
  const changes = { ...api.bodies.partial(request.body), id }
  await worded(api.refusal?.put, () =>
    request.transaction((tx) => patchRecords(tx, request, api, [changes], recordName)),
  )
  return noContent()
}

async function patchItems(request: ApiRequest): Promise<Answer> {
  const { items } = objectBody(request.body)
  if (!Array.isArray(items) || items.length === 0)
    throw textProblem(400, 'Expected at least one item to update')
  const changes = items.map((item) => itemBodies.partial(item))
  await worded(itemApi.refusal?.put, () =>
    request.transaction((tx) => patchRecords(tx, request, itemApi, changes, 'Item')),
  )
  return noContent()
}

async function patchRecords<T extends AnyRecord>(
  tx: Transaction,
  request: ApiRequest,
  api: StorageApi<T>,
  changes: readonly (Partial<T> & { id: string })[],
  recordName: string,
): Promise<void> {
  const stored = await lockRecords(tx, api.spec, changes.map(({ id }) => id.toLowerCase()).filter(isUuid))
  const merged = changes.map((change) => {
    const before = stored.get(change.id.toLowerCase())
    if (!before) throw notFound()
    return api.bodies.merge(before.record, change, recordName)
  })
  await api.update(tx, request.actor, merged, { allOrNothing: true })
}

function batchRoutes<T extends AnyRecord>(api: StorageApi<T>, unsafeWritesUntil: Date | null): Route[] {
  return [
    {
      method: 'POST',
      path: `${api.batchPath}/synchronous`,
      permissions: [api.batchPermissions.safe],
      handler: (request) => postBatch(request, api, {}),
    },
    {
      method: 'POST',
      path: `${api.batchPath}/synchronous-unsafe`,
      permissions: [api.batchPermissions.unsafe],
      handler: async (request) => {
        if (unsafeWritesUntil === null || unsafeWritesUntil < now()) {
          throw textProblem(
            413,
            'DB_ALLOW_SUPPRESS_OPTIMISTIC_LOCKING environment variable does not allow to disable optimistic locking',
          )
        }
        return postBatch(request, api, { ignoreVersions: true })
      },
    },
  ]
}

async function postBatch<T extends AnyRecord>(
  request: ApiRequest,
  api: StorageApi<T>,
  options: WriteOptions,
): Promise<Answer> {
  const isUpsert = readFlag(request.query, 'upsert', false)
  const records = api.bodies.batch(request.body)
  const write = isUpsert ? api.upsert : api.insert
  await request.transaction((tx) => write(tx, request.actor, records, { ...options, allOrNothing: true }))
  return { status: 201 }
}

import { textProblem } from '../http/problems.ts'
import { objectBody, uuidParameter } from '../http/parameters.ts'
import { JsonText, created, noContent, ok } from '../http/route.ts'
import type { Answer, ApiRequest, Method, Route } from '../http/route.ts'
import type { Collection, CollectionMethod, Document } from './collection.ts'
import { describeMethod } from './describe-collection.ts'
import { deleteDocuments } from './delete-documents.ts'
import { answerDocuments, listDocuments } from './list-documents.ts'
import {
  getShownDocument,
  insertDocuments,
  lockDocuments,
  missing,
  updateDocuments,
} from './write-documents.ts'

type Handler = (request: ApiRequest, collection: Collection) => Promise<Answer>

const HANDLERS: Record<CollectionMethod, { method: Method; isItem: boolean; handler: Handler }> = {
  list: { method: 'GET', isItem: false, handler: list },
  get: { method: 'GET', isItem: true, handler: get },
  post: { method: 'POST', isItem: false, handler: post },
  put: { method: 'PUT', isItem: true, handler: put },
  patch: { method: 'PATCH', isItem: true, handler: patch },
  delete: { method: 'DELETE', isItem: true, handler: deleteOne },
  deleteList: { method: 'DELETE', isItem: false, handler: deleteList },
}

/** The endpoints of a collection: those of its `methods`, each with its permission. */
export function collectionRoutes(collection: Collection): Route[] {
  return collection.methods.map((name) => {
    const { method, isItem, handler } = HANDLERS[name]
    const permission = collection.permissions[name]
    if (permission === undefined) throw new Error(`${collection.path} has no permission for "${name}".`)
    return {
      method,
      path: isItem ? `${collection.path}/:id` : collection.path,
      permissions: [permission],
      handler: (request) => handler(request, collection),
      description: describeMethod(collection, name),
    }
  })
}

function list(request: ApiRequest, collection: Collection): Promise<Answer> {
  const where = collection.visible?.(request.query) ?? null
  return answerDocuments(
    request,
    collection,
    where === null ? {} : { visible: () => ({ where, params: [] }) },
  )
}

async function get(request: ApiRequest, collection: Collection): Promise<Answer> {
  const id = uuidParameter(request.params)
  return ok(new JsonText(await request.transaction((tx) => getShownDocument(tx, collection, id))))
}

async function post(request: ApiRequest, collection: Collection): Promise<Answer> {
  const [row] = await request.transaction((tx) =>
    insertDocuments(tx, collection, request.actor, [request.body]),
  )
  if (!row?.ok) throw new Error('An insert neither added nor refused its record.')
  return created(new JsonText(row.text), collection.location?.(row.id) ?? row.id)
}

async function put(request: ApiRequest, collection: Collection): Promise<Answer> {
  const id = uuidParameter(request.params)
  const record = { ...objectBody(request.body), id: sameId(collection, request.body, id) }
  const [row] = await request.transaction((tx) => updateDocuments(tx, collection, request.actor, [record]))
  return collection.putAnswersRecord && row?.ok ? ok(new JsonText(row.text)) : noContent()
}

function sameId(collection: Collection, body: unknown, pathId: string): string {
  const sent = (body as Document).id
  const isOther = typeof sent === 'string' && sent.toLowerCase() !== pathId
  if (isOther && collection.idChangeProblem) throw collection.idChangeProblem(sent, pathId)
  return pathId
}

async function patch(request: ApiRequest, collection: Collection): Promise<Answer> {
  const id = uuidParameter(request.params)
  const changes = objectBody(request.body)
  collection.checkPatch?.(changes)
  await request.transaction(async (tx) => {
    const text = (await lockDocuments(tx, collection, [id])).get(id)
    if (text === undefined) throw missing(collection, id)
    const record = { ...(JSON.parse(text) as Document), ...changes, id }
    await updateDocuments(tx, collection, request.actor, [record])
  })
  return noContent()
}

async function deleteOne(request: ApiRequest, collection: Collection): Promise<Answer> {
  const id = uuidParameter(request.params)
  await request.transaction((tx) => deleteDocuments(tx, collection, [id]))
  return noContent()
}

// One statement holds this many ids at most; a full delete of a large table goes in steps.
const DELETE_STEP = 1000

async function deleteList(request: ApiRequest, collection: Collection): Promise<Answer> {
  const query = request.query.get('query')?.trim()
  if (!query) throw textProblem(400, 'query with CQL expression is required')
  await request.transaction(async (tx) => {
    for (;;) {
      const { texts } = await listDocuments(tx, collection, { query, limit: DELETE_STEP, offset: 0 })
      if (texts.length === 0) return
      const ids = texts.map((text) => (JSON.parse(text) as { id: string }).id)
      await deleteDocuments(tx, collection, ids)
    }
  })
  return noContent()
}

import { describeRoutes } from '../../kernel/http/describe-routes.ts'
import { readPage, uuidParameter } from '../../kernel/http/parameters.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { QueryParameters } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import { cancelOperation, removeFile } from './operation/cancel.ts'
import { setMarcRules, setRules } from './operation/content-update.ts'
import { descriptions, queryDescriptions } from './descriptions.ts'
import { answerDownload } from './files/download.ts'
import { expireOperations } from './operation/expire-operations.ts'
import { readFileContentType } from './files/file-links.ts'
import { getOperation } from './operation/operation.ts'
import { operationDto } from './operation/operation-dto.ts'
import { answerErrors, readProblemType } from './operation/operation-errors.ts'
import { answerOperations, answerStarters } from './operation/operation-lists.ts'
import { answerPreview, readTableStep } from './files/preview.ts'
import { profileRoutes } from './profiles/profile-routes.ts'
import { startQueryOperation } from './match/query-operation.ts'
import type { QuerySource } from './match/query-operation.ts'
import { startStep } from './operation/start-step.ts'
import { reviewRoutes } from './review/review-routes.ts'
import { bulkUndoRoutes } from './undo/undo-routes.ts'
import { receiveUpload } from './files/upload.ts'

const PATH = '/bulk-operations'
const PERMISSION = 'bulk-operations'

/** All endpoints of mod-bulk-operations, and the undo of bulk edits. */
export function bulkEditRoutes(app: App, queries: QuerySource | null): Route[] {
  const routes = [
    ...listRoutes(app),
    ...stepRoutes(app),
    ...(queries === null ? [] : describeRoutes(queryRoutes(queries), queryDescriptions)),
    ...resultRoutes(app),
    ...profileRoutes(),
    ...reviewRoutes(),
    ...bulkUndoRoutes(),
  ]
  return describeRoutes(routes, descriptions)
}

/** A page of which the length must be said. @throws Problem 400 */
function readRequiredPage(query: QueryParameters) {
  if ((query.get('limit') ?? '') === '')
    throw textProblem(400, "Required request parameter 'limit' is not present")
  return readPage(query)
}

function listRoutes(app: App): Route[] {
  return [
    {
      method: 'GET',
      path: PATH,
      permissions: [`${PERMISSION}.collection.get`],
      handler: answerOperations,
    },
    {
      method: 'GET',
      path: `${PATH}/list-users`,
      permissions: [`${PERMISSION}.list-users.collection.get`],
      handler: answerStarters,
    },
    {
      method: 'GET',
      path: `${PATH}/used-tenants/:id`,
      permissions: [`${PERMISSION}.used.tenants.get`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        const dto = await request.transaction(async (tx) => operationDto(tx, await getOperation(tx, id)))
        return ok(dto.usedTenants ?? [])
      },
    },
    {
      method: 'POST',
      path: `${PATH}/clean-up-log-files`,
      permissions: [`${PERMISSION}.clean-up-log-files.post`],
      handler: async (request) => {
        await expireOperations(app, request.tenant)
        return noContent()
      },
    },
    {
      method: 'GET',
      path: `${PATH}/:id`,
      permissions: [`${PERMISSION}.item.get`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return ok(await request.transaction(async (tx) => operationDto(tx, await getOperation(tx, id))))
      },
    },
  ]
}

function stepRoutes(app: App): Route[] {
  return [
    {
      method: 'POST',
      path: `${PATH}/upload`,
      permissions: [`${PERMISSION}.item.upload.post`],
      body: 'stream',
      handler: (request) => receiveUpload(app, request),
    },
    {
      method: 'POST',
      path: `${PATH}/:id/start`,
      permissions: [`${PERMISSION}.item.start.post`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return ok(await request.transaction((tx) => startStep(app, tx, request, id)))
      },
    },
    {
      method: 'POST',
      path: `${PATH}/:id/content-update`,
      permissions: [`${PERMISSION}.item.content-update.post`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await request.transaction((tx) => setRules(app, tx, id, request.body))
        return ok(request.body)
      },
    },
    {
      method: 'POST',
      path: `${PATH}/:id/marc-content-update`,
      permissions: [`${PERMISSION}.item.marc-content-update.post`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await request.transaction((tx) => setMarcRules(app, tx, id, request.body))
        return ok(request.body)
      },
    },
    {
      method: 'POST',
      path: `${PATH}/:id/cancel`,
      permissions: [`${PERMISSION}.item.cancel.post`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await request.transaction((tx) => cancelOperation(app, tx, id))
        return { status: 200 }
      },
    },
  ]
}

function queryRoutes(queries: QuerySource): Route[] {
  return [
    {
      method: 'POST',
      path: `${PATH}/query`,
      permissions: [`${PERMISSION}.item.query.post`],
      handler: async (request) =>
        ok(await request.transaction((tx) => startQueryOperation(tx, request, queries))),
    },
  ]
}

function resultRoutes(app: App): Route[] {
  return [
    {
      method: 'GET',
      path: `${PATH}/:id/preview`,
      permissions: [`${PERMISSION}.item.preview.get`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        const step = readTableStep(request.query.get('step'))
        return answerPreview(request, id, step, readRequiredPage(request.query))
      },
    },
    {
      method: 'GET',
      path: `${PATH}/:id/errors`,
      permissions: [`${PERMISSION}.item.errors.get`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        const type = readProblemType(request.query.get('errorType'))
        return answerErrors(request, id, type, readRequiredPage(request.query))
      },
    },
    {
      method: 'GET',
      path: `${PATH}/:id/download`,
      permissions: [`${PERMISSION}.download.item.get`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return answerDownload(app, request, id, readFileContentType(request.query.get('fileContentType')))
      },
    },
    {
      method: 'DELETE',
      path: `${PATH}/:id/files/:fileName`,
      permissions: [`${PERMISSION}.files.item.delete`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await request.transaction((tx) => removeFile(app, tx, id, request.params.fileName!))
        return noContent()
      },
    },
  ]
}

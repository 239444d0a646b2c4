import { compileCql, parseCql } from '../../formats/cql/index.ts'
import { objectBody, readPage, uuidParameter } from '../../kernel/http/parameters.ts'
import { fieldProblem, notFound } from '../../kernel/http/problems.ts'
import { created, noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import { assembleFile } from './assemble-file.ts'
import { cancelParts } from './cancel-import.ts'
import { uploadSource } from './cql-sources.ts'
import { getJob, requireActor } from './job-execution.ts'
import type { JobRow } from './job-execution.ts'
import { processFiles } from './process-files.ts'
import { PART_PATH, addressOf, firstAddress, nextAddress } from './upload-address.ts'
import {
  addFile,
  createUpload,
  deleteFile,
  deleteUpload,
  findStoredFile,
  getUpload,
  listUploads,
  readUploadDto,
  setUploadStatus,
} from './upload-definition.ts'
import type { StoredFile } from './upload-definition.ts'
import { receiveFile } from './upload-file.ts'
import { receivePart } from './upload-part.ts'

/** The endpoints of mod-data-import: uploads, their addresses and what begins and stops their import. */
export function uploadRoutes(app: App): Route[] {
  return [
    {
      method: 'GET',
      path: '/data-import/splitStatus',
      permissions: ['data-import.splitconfig.get'],
      handler: async () => ok({ splitStatus: app.config.recordsPerSplitFile !== null }),
    },
    ...addressRoutes(app),
    ...definitionRoutes(app),
    ...fileRoutes(app),
    ...jobRoutes(app),
  ]
}

const definitions = '/data-import/uploadDefinitions'

function addressRoutes(app: App): Route[] {
  return [
    {
      method: 'GET',
      path: '/data-import/uploadUrl',
      permissions: ['data-import.uploadUrl.item.get'],
      handler: async (request) => ok(await firstAddress(app, request)),
    },
    {
      method: 'GET',
      path: '/data-import/uploadUrl/subsequent',
      permissions: ['data-import.uploadUrl.subsequent.item.get'],
      handler: async (request) => ok(await nextAddress(app, request)),
    },
    {
      method: 'PUT',
      path: `${PART_PATH}/:uploadId/:partNumber`,
      // The address is signed; clients send the bytes without any header of FOLIO's.
      permissions: 'public',
      tenantless: true,
      body: 'stream',
      handler: (request) => receivePart(app, request),
    },
  ]
}

function definitionRoutes(app: App): Route[] {
  return [
    {
      method: 'GET',
      path: definitions,
      permissions: ['data-import.uploaddefinitions.get'],
      handler: listUploadDefinitions,
    },
    {
      method: 'POST',
      path: definitions,
      permissions: ['data-import.uploaddefinitions.post'],
      handler: async (request) => {
        const body = objectBody(request.body)
        const upload = await request.transaction((tx) => createUpload(tx, requireActor(request.actor), body))
        return created(upload, String(upload.id))
      },
    },
    {
      method: 'GET',
      path: `${definitions}/:id`,
      permissions: ['data-import.uploaddefinitions.get'],
      handler: async (request) =>
        ok(await request.transaction((tx) => readUploadDto(tx, uuidParameter(request.params)))),
    },
    {
      method: 'PUT',
      path: `${definitions}/:id`,
      permissions: ['data-import.uploaddefinitions.put'],
      handler: putUploadDefinition,
    },
    {
      method: 'DELETE',
      path: `${definitions}/:id`,
      permissions: ['data-import.uploaddefinitions.delete'],
      handler: async (request) => {
        const keys = await request.transaction((tx) => deleteUpload(tx, uuidParameter(request.params)))
        for (const key of keys) await app.files.remove(request.tenant, key)
        return noContent()
      },
    },
  ]
}

function fileRoutes(app: App): Route[] {
  return [
    {
      method: 'POST',
      path: `${definitions}/:id/files`,
      permissions: ['data-import.uploaddefinitions.files.post'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return request.transaction(async (tx) => {
          await addFile(tx, requireActor(request.actor), id, request.body)
          return created(await readUploadDto(tx, id), id)
        })
      },
    },
    {
      method: 'POST',
      path: `${definitions}/:id/files/:fileId`,
      permissions: ['data-import.upload.file.post'],
      body: 'stream',
      handler: async (request) => {
        uuidParameter(request.params)
        uuidParameter(request.params, 'fileId')
        return ok(await receiveFile(app, request))
      },
    },
    {
      method: 'POST',
      path: `${definitions}/:id/files/:fileId/assembleStorageFile`,
      permissions: ['data-import.assembleStorageFile.post'],
      handler: async (request) => {
        uuidParameter(request.params)
        uuidParameter(request.params, 'fileId')
        await assembleFile(app, request)
        return noContent()
      },
    },
    {
      method: 'DELETE',
      path: `${definitions}/:id/files/:fileId`,
      permissions: ['data-import.uploaddefinitions.files.delete'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        const fileId = uuidParameter(request.params, 'fileId')
        const key = await request.transaction((tx) => deleteFile(tx, requireActor(request.actor), id, fileId))
        if (key !== null) await app.files.remove(request.tenant, key)
        return noContent()
      },
    },
    {
      method: 'POST',
      path: `${definitions}/:id/processFiles`,
      permissions: ['data-import.uploaddefinitions.files.post'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await request.transaction((tx) =>
          processFiles(tx, requireActor(request.actor), id, request.body, app.config.recordsPerSplitFile),
        )
        return noContent()
      },
    },
  ]
}

function jobRoutes(app: App): Route[] {
  return [
    {
      method: 'GET',
      path: '/data-import/jobExecutions/:id/downloadUrl',
      permissions: ['data-import.downloadUrl.get'],
      handler: async (request) => {
        const { job } = await findUploadedFile(app, request)
        return ok({ url: addressOf(request, `/octavo/imports/${job.id}/file`) })
      },
    },
    {
      method: 'DELETE',
      path: '/data-import/jobExecutions/:id/cancel',
      permissions: ['data-import.jobexecution.cancel'],
      handler: async (request) => {
        await request.transaction((tx) => cancelParts(tx, uuidParameter(request.params)))
        return ok({ ok: true })
      },
    },
  ]
}

/** The job of a request and its file. @throws Problem 404 when the file is not kept any more. */
export async function findUploadedFile(
  app: App,
  request: ApiRequest,
): Promise<{ job: JobRow; file: StoredFile }> {
  const { job, file } = await request.transaction(async (tx) => {
    const found = await getJob(tx, uuidParameter(request.params))
    return { job: found, file: await findStoredFile(tx, found.id) }
  })
  if (file === null || (await app.files.size(request.tenant, file.key)) === null) {
    throw notFound('The uploaded file is not kept any more.')
  }
  return { job, file }
}

async function listUploadDefinitions(request: ApiRequest): Promise<Answer> {
  const page = readPage(request.query)
  const selection = compileCql(parseCql(request.query.get('query') ?? 'cql.allRecords=1'), uploadSource)
  return ok(await request.transaction((tx) => listUploads(tx, requireActor(request.actor), selection, page)))
}

async function putUploadDefinition(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const { fileDefinitions } = objectBody(request.body)
  if (fileDefinitions !== undefined && fileDefinitions !== null && !Array.isArray(fileDefinitions)) {
    throw fieldProblem('must be a list', 'fileDefinitions', typeof fileDefinitions)
  }
  return request.transaction(async (tx) => {
    // The stored files win over those that a client sends, so all there is to change is who touched it when.
    await getUpload(tx, id, 'for update')
    await setUploadStatus(tx, id, requireActor(request.actor))
    return ok(await readUploadDto(tx, id))
  })
}

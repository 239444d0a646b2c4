import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import { partsFolder } from './stored-upload.ts'
import type { StoredUpload } from './stored-upload.ts'
import { MAX_PARTS, findOpenUpload } from './upload-address.ts'
import { getFile } from './upload-definition.ts'
import { openFile, storeFile } from './upload-file.ts'
import { partsOfUpload } from './upload-part.ts'
import type { PartRow } from './upload-part.ts'

type Assembly = { uploadId: string; key: string; tags: string[] }

/** Reads the body of assembleStorageFile. @throws Problem 422 naming the field */
function readAssembly(body: unknown): Assembly {
  const { uploadId, key, tags } = objectBody(body)
  if (typeof uploadId !== 'string') throw fieldProblem('must be text', 'uploadId', uploadId ?? null)
  if (typeof key !== 'string') throw fieldProblem('must be text', 'key', key ?? null)
  if (!Array.isArray(tags) || tags.length === 0 || tags.length > MAX_PARTS) {
    throw fieldProblem(`must list the ETags of 1 to ${MAX_PARTS} parts in order`, 'tags', tags ?? null)
  }
  return {
    uploadId,
    key,
    tags: tags.map((tag: unknown, index) => {
      if (typeof tag !== 'string') throw fieldProblem('must be text', `tags[${index}]`, tag)
      // Clients send an ETag as the header has it, in quotes, or without them.
      return tag.replace(/^"(.*)"$/, '$1')
    }),
  }
}

/** The parts that a client has sent, each with the tag that it was told. @throws Problem 422 naming the part */
async function checkedParts(tx: Transaction, { uploadId, tags }: Assembly): Promise<PartRow[]> {
  const parts = new Map((await partsOfUpload(tx, uploadId)).map((part) => [part.number, part]))
  for (const number of parts.keys()) {
    if (number > tags.length)
      throw fieldProblem(`has no tag for part ${number}, which was sent`, 'tags', tags.length)
  }
  return tags.map((tag, index) => {
    const part = parts.get(index + 1)
    if (!part) throw fieldProblem(`part ${index + 1} was not sent`, `tags[${index}]`, tag)
    if (part.etag !== tag) throw fieldProblem(`is not the ETag of part ${index + 1}`, `tags[${index}]`, tag)
    return part
  })
}

/**
 * `POST …/assembleStorageFile`: joins the parts of a file in order, looks at the bytes as an upload in one piece
 * does, and marks the file uploaded. The same request again changes nothing.
 * @throws Problem 404 for unknown ids, 422 for an upload, key or part that is not there, 400 when the file is being
 *   imported already, 413 when it is too large.
 */
export async function assembleFile(app: App, request: ApiRequest): Promise<void> {
  const { id: definitionId = '', fileId = '' } = request.params
  const begun = await request.transaction(async (tx) => {
    const known = await getFile(tx, definitionId, fileId)
    const assembly = readAssembly(request.body)
    if (known.status === 'UPLOADED' && known.source_path === assembly.key) return null
    const upload = await getUploadOf(tx, assembly)
    const parts = await checkedParts(tx, assembly)
    return { upload, parts, file: await openFile(tx, definitionId, fileId) }
  })
  if (begun === null) return
  const { upload, parts, file } = begun
  await storeFile(app, request, file, upload.key, joined(app, request.tenant, parts), async (tx) => {
    await tx.query('update stored_upload set assembled_at = clock_timestamp() where id = $1', [upload.id])
    await tx.query('delete from upload_part where upload_id = $1', [upload.id])
  })
  await app.files.removeFolder(request.tenant, partsFolder(upload.id))
}

async function getUploadOf(tx: Transaction, { uploadId, key }: Assembly): Promise<StoredUpload> {
  const upload = await findOpenUpload(tx, uploadId)
  if (!upload) throw fieldProblem('there is no such upload, or it is complete', 'uploadId', uploadId)
  if (upload.key !== key) throw fieldProblem('must be the key of the upload', 'key', key)
  return upload
}

async function* joined(app: App, tenant: string, parts: readonly PartRow[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* app.files.stream(tenant, part.file_key) as AsyncIterable<Buffer>
}

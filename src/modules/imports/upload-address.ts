import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { isSignature, sign } from '../../kernel/files/signature.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { ApiRequest, QueryParameters } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'
import { reserveKey } from './stored-upload.ts'
import type { StoredUpload } from './stored-upload.ts'

/** What a signed address lets its holder do: send one part of one file. */
export type PartAddress = { tenant: string; key: string; uploadId: string; partNumber: number }

/** What `uploadUrl` answers. */
export type UploadUrl = { url: string; key: string; uploadId: string }

export const PART_PATH = '/octavo/upload-parts'

/** An upload may begin so long after its address was asked for; the address of each part is asked for on its own. */
const ADDRESS_SECONDS = 3600

/** Parts of a file, as many as S3 takes. Parts of the 30 MiB that FOLIO's screens send make 300 GiB. */
export const MAX_PARTS = 10_000

const MAX_NAME = 255

function parameterProblem(name: string, value: string | undefined, rule: string) {
  return textProblem(
    400,
    `'${name}' parameter is incorrect. parameter value {${value ?? ''}} is not valid: ${rule}`,
  )
}

/** `GET /data-import/uploadUrl?fileName=` @throws Problem 400 naming the parameter */
export async function firstAddress(app: App, request: ApiRequest): Promise<UploadUrl> {
  const name = request.query.get('fileName')
  if (name === undefined || name.trim() === '' || name.length > MAX_NAME) {
    throw parameterProblem('fileName', name, `must be a file name of 1 to ${MAX_NAME} characters`)
  }
  const upload = await request.transaction((tx) => reserveKey(tx, name))
  return uploadUrl(app, request, upload, 1)
}

/** `GET /data-import/uploadUrl/subsequent?key=&uploadId=&partNumber=` @throws Problem 400 naming the parameter */
export async function nextAddress(app: App, request: ApiRequest): Promise<UploadUrl> {
  const { query } = request
  const text = query.get('partNumber')
  const partNumber = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0
  if (partNumber < 2 || partNumber > MAX_PARTS) {
    throw parameterProblem('partNumber', text, `must be a whole number from 2 to ${MAX_PARTS}`)
  }
  const uploadId = query.get('uploadId')
  const upload = await request.transaction((tx) => findOpenUpload(tx, uploadId))
  if (!upload) throw parameterProblem('uploadId', uploadId, 'there is no such upload, or it is complete')
  if (upload.key !== query.get('key')) {
    throw parameterProblem('key', query.get('key'), 'must be the key of the upload')
  }
  return uploadUrl(app, request, upload, partNumber)
}

/** An upload that takes parts still. */
export async function findOpenUpload(
  tx: Transaction,
  uploadId: unknown,
  lock: '' | 'for update' = '',
): Promise<StoredUpload | null> {
  if (!isUuid(uploadId)) return null
  const [upload] = await tx.query<StoredUpload>(
    `select id, key from stored_upload where id = $1 and assembled_at is null ${lock}`,
    [uploadId],
  )
  return upload ?? null
}

/** The address of this server as the client sees it, with a path. */
export function addressOf(request: ApiRequest, path: string): string {
  const scheme = request.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  return `${scheme}://${request.host}${path}`
}

function signedFields({ tenant, key, uploadId, partNumber }: PartAddress, expires: number) {
  return ['upload-part', tenant, key, uploadId, partNumber, expires]
}

function uploadUrl(app: App, request: ApiRequest, { id, key }: StoredUpload, partNumber: number): UploadUrl {
  const address = { tenant: request.tenant, key, uploadId: id, partNumber }
  const expires = Math.floor(now().getTime() / 1000) + ADDRESS_SECONDS
  const query = new URLSearchParams({
    tenant: request.tenant,
    key,
    expires: String(expires),
    signature: sign(app.uploadKey, signedFields(address, expires)),
  })
  return { url: addressOf(request, `${PART_PATH}/${id}/${partNumber}?${query}`), key, uploadId: id }
}

/** Reads a signed address. @throws Problem 403 when it was not given out like this, or a while ago */
export function readPartAddress(
  app: App,
  params: Record<string, string>,
  query: QueryParameters,
): PartAddress {
  const address = {
    tenant: query.get('tenant') ?? '',
    key: query.get('key') ?? '',
    uploadId: params.uploadId ?? '',
    partNumber: Number(params.partNumber),
  }
  const expires = Number(query.get('expires'))
  if (!isSignature(app.uploadKey, signedFields(address, expires), query.get('signature') ?? '')) {
    throw textProblem(403, 'The signature of this upload address is not valid.')
  }
  if (expires * 1000 < now().getTime()) {
    throw textProblem(403, 'This upload address has expired; ask for a new one.')
  }
  return address
}

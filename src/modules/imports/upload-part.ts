import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Transaction } from '../../kernel/db/database.ts'
import { FileTooLargeError } from '../../kernel/files/file-store.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'
import { partsFolder } from './stored-upload.ts'
import { findOpenUpload, readPartAddress } from './upload-address.ts'
import type { PartAddress } from './upload-address.ts'

/** A stored part of a file. */
export type PartRow = { number: number; file_key: string; byte_size: number; etag: string }

/** The parts of an upload in order. */
export async function partsOfUpload(tx: Transaction, uploadId: string): Promise<PartRow[]> {
  return tx.query<PartRow>(
    'select number, file_key, byte_size, etag from upload_part where upload_id = $1 order by number',
    [uploadId],
  )
}

/**
 * Takes one part of a file at a signed address, which is all the permission that it needs: no token, no tenant.
 * A part that is sent again takes the place of the one before.
 * @throws Problem 403 for an address that is not ours, 404 when the upload takes no parts any more, 413 when the
 *   parts together are longer than a file may be, 400 when the stream breaks.
 */
export async function receivePart(app: App, request: ApiRequest): Promise<Answer> {
  const address = readPartAddress(app, request.params, request.query)
  const room = await app.db.tenant(address.tenant, (tx) => roomFor(app, tx, address))
  const fileKey = `${partsFolder(address.uploadId)}/${address.partNumber}-${newId()}`
  const hash = createHash('sha256')
  let size: number
  try {
    size = await app.files.write(address.tenant, fileKey, (request.body ?? []) as Readable, {
      maxBytes: room,
      onPiece: (piece) => hash.update(piece),
    })
  } catch (error) {
    if (error instanceof FileTooLargeError) throw tooLarge(app)
    throw textProblem(400, `The upload of the part broke off before its end: ${(error as Error).message}`)
  }
  const etag = hash.digest('hex').slice(0, 32)
  const replaced = await app.db
    .tenant(address.tenant, (tx) => keepPart(app, tx, address, { fileKey, size, etag }))
    .catch(async (error: unknown) => {
      await app.files.remove(address.tenant, fileKey)
      throw error
    })
  if (replaced !== null) await app.files.remove(address.tenant, replaced)
  return { status: 200, headers: { ETag: `"${etag}"` } }
}

function tooLarge(app: App) {
  return textProblem(413, `The parts together are larger than ${app.config.maxUploadBytes} bytes.`)
}

/** Bytes that the part may have beside the other parts of its file. */
async function roomFor(app: App, tx: Transaction, address: PartAddress): Promise<number> {
  if (!(await findOpenUpload(tx, address.uploadId, 'for update'))) {
    throw textProblem(404, `The upload ${address.uploadId} takes no parts any more.`)
  }
  const [others] = await tx.query<{ bytes: string }>(
    'select coalesce(sum(byte_size), 0) as bytes from upload_part where upload_id = $1 and number <> $2',
    [address.uploadId, address.partNumber],
  )
  return app.config.maxUploadBytes - Number(others!.bytes)
}

/** @returns the key of the bytes that were the part before, which nothing points to any more */
async function keepPart(
  app: App,
  tx: Transaction,
  address: PartAddress,
  { fileKey, size, etag }: { fileKey: string; size: number; etag: string },
): Promise<string | null> {
  // Other parts may have come in meanwhile.
  if (size > (await roomFor(app, tx, address))) throw tooLarge(app)
  const [old] = await tx.query<{ file_key: string }>(
    'select file_key from upload_part where upload_id = $1 and number = $2',
    [address.uploadId, address.partNumber],
  )
  await tx.query(
    `insert into upload_part (upload_id, number, file_key, byte_size, etag) values ($1, $2, $3, $4, $5)
     on conflict (upload_id, number) do update
     set file_key = excluded.file_key, byte_size = excluded.byte_size, etag = excluded.etag`,
    [address.uploadId, address.partNumber, fileKey, size, etag],
  )
  return old?.file_key ?? null
}

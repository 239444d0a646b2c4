import type { Transaction } from '../../kernel/db/database.ts'
import { uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route, StreamRequest } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import { readPictureConfig } from './user-settings.ts'

const MEGABYTE = 1024 * 1024
const DEFAULT_MEGABYTES = 4
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

const path = '/users/profile-picture'

/** Pictures of users, sent as bytes and answered in base64 (folio-org/mod-users: UsersAPI, ramls/profile_picture.json). */
export const pictureRoutes: readonly Route[] = [
  {
    method: 'POST',
    path,
    permissions: ['users.profile-picture.item.post'],
    body: 'stream',
    handler: post,
  },
  { method: 'GET', path: `${path}/:id`, permissions: ['users.profile-picture.item.get'], handler: get },
  {
    method: 'PUT',
    path: `${path}/:id`,
    permissions: ['users.profile-picture.item.put'],
    body: 'stream',
    handler: put,
  },
  {
    method: 'DELETE',
    path: `${path}/:id`,
    permissions: ['users.profile-picture.item.delete'],
    handler: deleteOne,
  },
]

/** FOLIO answers 500 while pictures are switched off, and for all that is wrong with one; here it is 400. */
async function limitOfPictures(tx: Transaction, tenant: string): Promise<number> {
  const config = await readPictureConfig(tx)
  if (config?.enabled !== true) {
    throw textProblem(400, `Profile picture feature is not enabled for tenant ${tenant}`)
  }
  return (config.maxFileSize ?? DEFAULT_MEGABYTES) * MEGABYTE
}

async function readPicture(request: ApiRequest): Promise<Buffer> {
  const limit = await request.transaction((tx) => limitOfPictures(tx, request.tenant))
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of ((request as StreamRequest).body ?? []) as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > limit) {
      throw textProblem(
        400,
        'Requested file size should be within allowed size updated in profile_picture configuration',
      )
    }
    pieces.push(piece)
  }
  const bytes = Buffer.concat(pieces)
  if (bytes.subarray(0, JPEG.length).equals(JPEG) || bytes.subarray(0, PNG.length).equals(PNG)) return bytes
  throw textProblem(400, 'Requested image should be of supported type-[PNG,JPG,JPEG]')
}

async function post(request: ApiRequest): Promise<Answer> {
  const bytes = await readPicture(request)
  const id = newId()
  await request.transaction((tx) =>
    tx.query('insert into profile_picture (id, bytes) values ($1, $2)', [id, bytes]),
  )
  return { status: 201, body: { id } }
}

async function get({ params, tenant, transaction }: ApiRequest): Promise<Answer> {
  const id = uuidParameter(params)
  return transaction(async (tx) => {
    await limitOfPictures(tx, tenant)
    const [row] = await tx.query<{ content: string }>(
      "select translate(encode(bytes, 'base64'), E'\\n', '') as content from profile_picture where id = $1",
      [id],
    )
    if (!row) throw notFound(`No profile picture found for id ${id}`)
    return ok({ id, profile_picture_blob: row.content })
  })
}

async function put(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const bytes = await readPicture(request)
  const changed = await request.transaction((tx) =>
    tx.execute('update profile_picture set bytes = $2 where id = $1', [id, bytes]),
  )
  if (changed === 0) throw notFound('Profile picture not found')
  return ok({ id })
}

async function deleteOne({ params, tenant, transaction }: ApiRequest): Promise<Answer> {
  const id = uuidParameter(params)
  await transaction(async (tx) => {
    await limitOfPictures(tx, tenant)
    const deleted = await tx.execute('delete from profile_picture where id = $1', [id])
    if (deleted === 0) throw notFound('Profile picture not found')
  })
  return noContent()
}

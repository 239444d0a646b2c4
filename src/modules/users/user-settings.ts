import {
  defineCollection,
  listDocuments,
  lockDocuments,
  updateDocuments,
} from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody, uuidParameter } from '../../kernel/http/parameters.ts'
import { faultsProblem, notFound, textProblem } from '../../kernel/http/problems.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'

export const PICTURE_KEY = 'PROFILE_PICTURE_CONFIG'

const MAX_MEGABYTES = 10

/** Settings of the users app (folio-org/mod-users: ramls/setting.json, UsersSettingsService). */
export const userSettings = defineCollection({
  path: '/user/settings',
  listKey: 'settings',
  table: 'settings',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['scope', 'key', 'value'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      scope: { type: 'string', enum: ['mod-users'] },
      key: { type: 'string', maxLength: 600 },
      value: {},
      userId: { type: 'string', format: 'uuid' },
    },
  },
  permissions: 'users.settings',
  interface: { module: 'mod-users-19.6.0', id: 'users.settings', version: '2.0' },
  isVersioned: true,
  opaqueProperties: ['value'],
  unique: [{ fields: ['key'] }],
  validate: (_tx, { key, value }, stored) => {
    if (key === PICTURE_KEY) checkPictureConfig(value, stored === null ? null : stored.value)
  },
  idChangeProblem: (sentId) =>
    faultsProblem(
      [
        {
          message: `ID of Setting for update not equal to id from path param: ${sentId}`,
          code: 'id_mismatch_error',
          parameters: [{ key: 'id', value: sentId }],
        },
      ],
      400,
    ),
})

/** How pictures of users are kept. The key is FOLIO's and only handed on: pictures are not encrypted here. */
export type PictureConfig = {
  enabled: boolean
  enabledObjectStorage: boolean
  encryptionKey: string
  maxFileSize: number
}

function checkPictureConfig(value: unknown, before: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw textProblem(400, 'value must be an object with enabled, encryptionKey and maxFileSize')
  }
  const { enabledObjectStorage, encryptionKey, maxFileSize } = value as Partial<PictureConfig>
  if (before !== null && encryptionKey !== (before as Partial<PictureConfig>).encryptionKey) {
    throw textProblem(400, 'Cannot update the Encryption key')
  }
  if (
    maxFileSize !== undefined &&
    !(typeof maxFileSize === 'number' && maxFileSize > 0 && maxFileSize <= MAX_MEGABYTES)
  ) {
    throw textProblem(400, `Max file size should not exceed more than ${MAX_MEGABYTES} megabytes`)
  }
  if (enabledObjectStorage === true) {
    throw textProblem(400, 'enabledObjectStorage cannot be true: pictures are kept in the database')
  }
}

async function findPictureSetting(tx: Transaction): Promise<(Document & { id: string }) | null> {
  const { texts } = await listDocuments(tx, userSettings, {
    query: `key==${PICTURE_KEY}`,
    limit: 1,
    offset: 0,
  })
  return texts[0] === undefined ? null : (JSON.parse(texts[0]) as Document & { id: string })
}

/** How pictures are kept, or null where the library has deleted the setting. */
export async function readPictureConfig(tx: Transaction): Promise<PictureConfig | null> {
  const setting = await findPictureSetting(tx)
  return setting === null ? null : (setting.value as PictureConfig)
}

/** The older form of the same setting. */
export const configurationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/users/configurations/entry',
    permissions: ['users.configurations.item.get'],
    handler: getEntry,
  },
  {
    method: 'PUT',
    path: '/users/configurations/entry/:configId',
    permissions: ['users.configurations.item.put'],
    handler: putEntry,
  },
]

async function getEntry({ transaction }: ApiRequest): Promise<Answer> {
  const setting = await transaction(findPictureSetting)
  if (setting === null) throw notFound('No configuration exist')
  return ok({ id: setting.id, configName: PICTURE_KEY, ...(setting.value as object) })
}

async function putEntry(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params, 'configId')
  const { id: _id, configName: _name, metadata: _metadata, ...value } = objectBody(request.body)
  await request.transaction(async (tx) => {
    const text = (await lockDocuments(tx, userSettings, [id])).get(id)
    const stored = text === undefined ? null : (JSON.parse(text) as Document)
    if (stored?.key !== PICTURE_KEY) throw notFound()
    await updateDocuments(tx, userSettings, request.actor, [{ ...stored, id, value }])
  })
  return noContent()
}

import { collectionRoutes, defineCollection, seedDocuments } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { faultsProblem, textProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Actor, Route } from '../../kernel/http/route.ts'
import { userInfoOf } from '../users/index.ts'
import { defaultFileExtensions } from './start-values/start-values.ts'

// In the order in which a record lists them.
const DATA_TYPES = ['Delimited', 'EDIFACT', 'MARC']
const EXTENSION = /^\.\w+$/

const text = { type: 'string' }
const path = '/data-import/fileExtensions'

/**
 * Which files may be imported, by their names' endings
 * (folio-org/mod-data-import: DataImportImpl, FileExtensionServiceImpl).
 */
export const fileExtensions = defineCollection({
  path,
  listKey: 'fileExtensions',
  table: 'file_extensions',
  schema: {
    type: 'object',
    required: ['extension', 'importBlocked'],
    additionalProperties: false,
    properties: {
      description: text,
      extension: text,
      dataTypes: { type: 'array', items: { type: 'string', enum: DATA_TYPES }, default: [] },
      importBlocked: { type: 'boolean' },
      userInfo: {
        type: 'object',
        additionalProperties: false,
        properties: { firstName: text, lastName: text, userName: text },
      },
    },
  },
  permissions: {
    list: 'data-import.fileExtensions.collection.get',
    get: 'data-import.fileExtensions.item.get',
    post: 'data-import.fileExtensions.post',
    put: 'data-import.fileExtensions.put',
    delete: 'data-import.fileExtensions.delete',
  },
  unique: [{ fields: ['extension'] }],
  putAnswersRecord: true,
  validate: completeExtension,
  duplicateProblem: ({ extension }) => extensionProblem(extension, 'already exists'),
  notFoundProblem: (id) => textProblem(404, `FileExtension with id '${id}' was not found`),
})

function extensionProblem(extension: unknown, complaint: string): Problem {
  return faultsProblem([{ message: `File extension ${String(extension)} ${complaint}` }])
}

/** A new extension gets an id of the server's own, whatever was sent, and the name of who changed it last. */
async function completeExtension(
  tx: Transaction,
  record: Document,
  stored: Document | null,
  actor: Actor | null,
): Promise<void> {
  if (!EXTENSION.test(String(record.extension)))
    throw extensionProblem(record.extension, 'is not a valid format')
  if (stored === null) delete record.id
  const types = record.dataTypes as string[]
  record.dataTypes = DATA_TYPES.filter((type) => types.includes(type))
  if (actor) record.userInfo = await userInfoOf(tx, actor)
}

/** Puts the default extensions in place of all others. @returns the new list as JSON text. */
async function restoreDefaults(tx: Transaction): Promise<string> {
  await tx.query('delete from file_extensions')
  const total = await seedDocuments(tx, fileExtensions, defaultFileExtensions())
  const rows = await tx.query<{ doc: string }>('select doc from file_extensions order by id')
  return `{"fileExtensions":[${rows.map(({ doc }) => doc).join(',')}],"totalRecords":${total}}`
}

/** The endpoints of file extensions and of the data types that they may stand for. */
export const fileExtensionRoutes: readonly Route[] = [
  ...collectionRoutes(fileExtensions),
  {
    method: 'POST',
    path: `${path}/restore/default`,
    permissions: ['data-import.fileExtensions.default.post'],
    handler: async (request) => ok(new JsonText(await request.transaction(restoreDefaults))),
  },
  {
    method: 'GET',
    path: '/data-import/dataTypes',
    permissions: ['data-import.datatypes.get'],
    handler: () => Promise.resolve(ok({ dataTypes: DATA_TYPES, totalRecords: DATA_TYPES.length })),
  },
]

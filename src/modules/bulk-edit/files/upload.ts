import type { Readable } from 'node:stream'
import type { Transaction } from '../../../kernel/db/database.ts'
import { headerText } from '../../../kernel/http/parameters.ts'
import { readFlag } from '../../../kernel/http/parameters.ts'
import { readParts } from '../../../kernel/http/multipart.ts'
import type { Part } from '../../../kernel/http/multipart.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import { ok } from '../../../kernel/http/route.ts'
import type { Answer, ApiRequest, StreamRequest } from '../../../kernel/http/route.ts'
import { isUuid, newId } from '../../../kernel/ids.ts'
import { FileTooLargeError } from '../../../kernel/files/file-store.ts'
import type { App } from '../../../kernel/module.ts'
import { startAnew } from '../operation/content-update.ts'
import type { EntityType } from '../contracts.ts'
import { RowCount } from '../edit/edited-file.ts'
import { INVENTORY_KIND } from '../entity-kinds.ts'
import { editedKey, filesFolder, identifiersKey, proposedLinks, triggeringLink } from './file-links.ts'
import { LineCount, withoutBom } from '../match/identifier-file.ts'
import { findIdentifierKind, identifierTypesOf } from '../match/identifier-kinds.ts'
import { failEmptyFile } from '../match/match-records.ts'
import { changeOperation, getOperation, requireActor, requireKept } from '../operation/operation.ts'
import type { OperationRow } from '../operation/operation.ts'
import { operationDto } from '../operation/operation-dto.ts'

/** FOLIO takes 40 MB; a file of ten million barcodes fits here. */
const MAX_BYTES = 256 * 1024 * 1024
/** Characters of a file name that are kept: its end, with the ending. */
const MAX_NAME = 200

type Wanted = { entity: EntityType; identifierType: string }

/** @throws Problem 400 naming the parameter */
function readWanted({ query }: ApiRequest): Wanted {
  const entity = query.get('entityType') ?? ''
  if (!Object.hasOwn(INVENTORY_KIND, entity))
    throw textProblem(
      400,
      `'entityType' parameter is incorrect. It must be one of ${Object.keys(INVENTORY_KIND).join(', ')}`,
    )
  const known = entity as EntityType
  const identifierType = query.get('identifierType') ?? ''
  if (findIdentifierKind(known, identifierType) === null)
    throw textProblem(
      400,
      `'identifierType' parameter is incorrect. For ${known} it must be one of ${identifierTypesOf(known).join(', ')}`,
    )
  return { entity: known, identifierType }
}

/**
 * Takes a file of identifiers and makes an operation of it, or with `manual` the edited file of an operation.
 * @throws Problem 400 for a body without the file or a wrong parameter, 404, 413
 */
export async function receiveUpload(app: App, request: ApiRequest): Promise<Answer> {
  if (readFlag(request.query, 'manual', false)) return receiveEditedFile(app, request)
  const wanted = readWanted(request)
  const actor = requireActor(request.actor)
  const id = newId()
  const lines = new LineCount()
  const target = {
    key: identifiersKey(id),
    counter: lines,
    remove: () => app.files.removeFolder(request.tenant, filesFolder(id)),
  }
  return withStored(app, request, target, (name) =>
    request.transaction(async (tx) => {
      await tx.query(
        `insert into bulk_operation (id, user_id, entity_type, identifier_type, status, approach, base_name, total)
         values ($1, $2, $3, $4, 'NEW', 'IN_APP', $5, $6)`,
        [id, actor.userId, wanted.entity, wanted.identifierType, baseOf(name), lines.lines],
      )
      await changeOperation(tx, id, { links: triggeringLink(id, name) })
      if (!lines.hasContent) await failEmptyFile(tx, await getOperation(tx, id))
      return ok(await operationDto(tx, await getOperation(tx, id)))
    }),
  )
}

async function receiveEditedFile(app: App, request: ApiRequest): Promise<Answer> {
  const sent = request.query.get('operationId')
  if (sent === undefined || sent === '')
    throw textProblem(
      404,
      'File uploading failed, reason: query parameter operationId is required for csv approach',
    )
  if (!isUuid(sent)) throw textProblem(400, `'operationId' parameter is incorrect. It must be a UUID`)
  const id = sent.toLowerCase()
  requireEditable(await request.transaction((tx) => getOperation(tx, id)))
  const file = newId()
  const count = new RowCount()
  const key = editedKey({ id, edited_file: file })
  const target = { key, counter: count, remove: () => app.files.remove(request.tenant, key) }
  return withStored(app, request, target, () => {
    const rows = count.end()
    return request.transaction(async (tx) => {
      // A body may take its time: meanwhile a step may have begun, or ended the operation.
      const operation = await getOperation(tx, id, 'for update')
      requireEditable(operation)
      await takeEdited(app, tx, operation, file, rows)
      return ok(await operationDto(tx, await getOperation(tx, id)))
    })
  })
}

/** @throws Problem 400 when an operation takes no edited file */
function requireEditable(operation: OperationRow): void {
  requireKept(operation)
  const isOpen = operation.status === 'DATA_MODIFICATION' || operation.status === 'REVIEW_CHANGES'
  if (!isOpen)
    throw textProblem(400, `An edited file is not applicable for bulk operation status ${operation.status}`)
  if (operation.entity_type !== 'USER')
    throw textProblem(400, 'Edited files are taken for users only. Other records are edited by rules.')
}

/** Gives an operation an edited file in place of all that was proposed before. */
async function takeEdited(
  app: App,
  tx: Transaction,
  operation: OperationRow,
  file: string,
  rows: number,
): Promise<void> {
  await startAnew(app, tx, operation)
  const { linkToModifiedRecordsCsvFile } = proposedLinks(operation)
  await changeOperation(tx, operation.id, {
    approach: 'MANUAL',
    edited_file: file,
    edited_rows: rows,
    processed: rows,
    ...(operation.total === 0 ? { total: rows } : {}),
    links: { linkToModifiedRecordsCsvFile: linkToModifiedRecordsCsvFile ?? null },
  })
}

type Counter = { add(piece: Buffer): void }

/** Where the file of a body goes, what sees its pieces pass, and how it is taken away. */
type Target = { key: string; counter: Counter; remove: () => Promise<void> }

/** Stores the file of a body and hands its name on; the file goes again when that, or the rest of the body, fails. */
async function withStored<T>(
  app: App,
  request: ApiRequest,
  target: Target,
  take: (name: string) => Promise<T>,
): Promise<T> {
  try {
    return await take(await storeFile(app, request, target))
  } catch (error) {
    await target.remove().catch((failure: Error) => {
      app.log.warn({ error: failure.message }, 'a file that was refused stays')
    })
    throw error
  }
}

/** Streams the part `file` of a body into the file store, other parts are passed over. @returns the file's name */
async function storeFile(app: App, request: ApiRequest, target: Target): Promise<string> {
  const body = (request as StreamRequest).body as Readable | undefined
  if (body === undefined) throw noFile()
  let name: string | null = null
  for await (const part of readParts(body, headerText(request.headers, 'content-type'))) {
    if (part.name === 'file' && name === null) name = await storePart(app, request.tenant, target, part)
  }
  if (name === null) throw noFile()
  return name
}

const noFile = () => textProblem(400, "Required request part 'file' is not present")

async function storePart(app: App, tenant: string, { key, counter }: Target, part: Part): Promise<string> {
  try {
    await app.files.write(tenant, key, withoutBom(part.content), {
      maxBytes: MAX_BYTES,
      onPiece: (piece) => counter.add(piece),
    })
  } catch (error) {
    if (error instanceof FileTooLargeError) throw textProblem(413, error.message)
    throw error
  }
  return nameOf(part.fileName)
}

/** The file's own name, without the folders and control characters that some clients send along. */
function nameOf(sent: string | null): string {
  const name = (sent ?? '')
    .split(/[/\\]/)
    .pop()!
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
  return name === '' ? 'identifiers.csv' : [...name].slice(-MAX_NAME).join('')
}

function baseOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

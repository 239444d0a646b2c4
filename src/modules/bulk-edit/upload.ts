import type { Readable } from 'node:stream'
import { headerText } from '../../kernel/http/parameters.ts'
import { readFlag } from '../../kernel/http/parameters.ts'
import { readParts } from '../../kernel/http/multipart.ts'
import type { Part } from '../../kernel/http/multipart.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, StreamRequest } from '../../kernel/http/route.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import { FileTooLargeError } from '../../kernel/files/file-store.ts'
import type { App } from '../../kernel/module.ts'
import type { EntityType } from './contracts.ts'
import { INVENTORY_KIND } from './entity-kinds.ts'
import { editedKey, identifiersKey, proposedLinks, triggeringLink } from './file-links.ts'
import { LineCount, withoutBom } from './identifier-file.ts'
import { findIdentifierKind, identifierTypesOf } from './identifier-kinds.ts'
import { failEmptyFile } from './match-records.ts'
import { changeOperation, getOperation, requireActor } from './operation.ts'
import { operationDto } from './operation-dto.ts'
import { forgetProblems } from './problems.ts'
import { STAGE } from './problem-stage.ts'

/** FOLIO takes 40 MB; a file of ten million barcodes fits here. */
const MAX_BYTES = 256 * 1024 * 1024

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
  const id = newId()
  const file = await storeFile(app, request, identifiersKey(id))
  const actor = requireActor(request.actor)
  return request.transaction(async (tx) => {
    await tx.query(
      `insert into bulk_operation (id, user_id, entity_type, identifier_type, status, approach, base_name, total)
       values ($1, $2, $3, $4, 'NEW', 'IN_APP', $5, $6)`,
      [id, actor.userId, wanted.entity, wanted.identifierType, baseOf(file.name), file.lines],
    )
    await changeOperation(tx, id, { links: triggeringLink(id, file.name) })
    if (!file.hasContent) await failEmptyFile(tx, await getOperation(tx, id))
    return ok(await operationDto(tx, await getOperation(tx, id)))
  })
}

async function receiveEditedFile(app: App, request: ApiRequest): Promise<Answer> {
  const id = request.query.get('operationId')
  if (id === undefined || id === '')
    throw textProblem(
      404,
      'File uploading failed, reason: query parameter operationId is required for csv approach',
    )
  if (!isUuid(id)) throw textProblem(400, `'operationId' parameter is incorrect. It must be a UUID`)
  const operation = await request.transaction((tx) => getOperation(tx, id.toLowerCase()))
  const isOpen = operation.status === 'DATA_MODIFICATION' || operation.status === 'REVIEW_CHANGES'
  if (!isOpen)
    throw textProblem(400, `An edited file is not applicable for bulk operation status ${operation.status}`)
  if (operation.entity_type !== 'USER')
    throw textProblem(400, 'Edited files are taken for users only. Other records are edited by rules.')
  const file = await storeFile(app, request, editedKey(operation.id))
  const records = Math.max(file.lines - 1, 0)
  return request.transaction(async (tx) => {
    await forgetProblems(tx, operation.hr_id, [STAGE.rules, STAGE.commit])
    const { linkToModifiedRecordsCsvFile } = proposedLinks(operation)
    await changeOperation(tx, operation.id, {
      approach: 'MANUAL',
      status: 'DATA_MODIFICATION',
      processed: records,
      ...(operation.total === 0 ? { total: records } : {}),
      links: { linkToModifiedRecordsCsvFile: linkToModifiedRecordsCsvFile ?? null },
    })
    return ok(await operationDto(tx, await getOperation(tx, operation.id)))
  })
}

type StoredFile = { name: string; lines: number; hasContent: boolean }

/** Streams the part `file` of a body into the file store; other parts are passed over. */
async function storeFile(app: App, request: ApiRequest, key: string): Promise<StoredFile> {
  const body = (request as StreamRequest).body as Readable | undefined
  if (body === undefined) throw noFile()
  let stored: StoredFile | null = null
  for await (const part of readParts(body, headerText(request.headers, 'content-type'))) {
    if (part.name === 'file' && stored === null) stored = await storePart(app, request.tenant, key, part)
  }
  if (stored === null) throw noFile()
  return stored
}

const noFile = () => textProblem(400, "Required request part 'file' is not present")

async function storePart(app: App, tenant: string, key: string, part: Part): Promise<StoredFile> {
  const count = new LineCount()
  try {
    await app.files.write(tenant, key, withoutBom(part.content), {
      maxBytes: MAX_BYTES,
      onPiece: (piece) => count.add(piece),
    })
  } catch (error) {
    if (error instanceof FileTooLargeError) throw textProblem(413, error.message)
    throw error
  }
  return { name: nameOf(part.fileName), lines: count.lines, hasContent: count.hasContent }
}

/** The file's own name, without the folders and control characters that some clients send along. */
function nameOf(sent: string | null): string {
  const name = (sent ?? '')
    .split(/[/\\]/)
    .pop()!
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
  return name === '' ? 'identifiers.csv' : name.slice(-200)
}

function baseOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

import { readFlag } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { markDeleted, setSuppression, unmarkDeleted } from './mark-deleted.ts'
import { readIdType, readUuid } from './record-types.ts'
import type { IdType } from './record-types.ts'

function target(request: ApiRequest, fallback: IdType): { id: string; idType: IdType } {
  return { id: readUuid(request.params.id), idType: readIdType(request.query.get('idType'), fallback) }
}

function requireFound(found: ReadonlySet<string>, { id, idType }: { id: string; idType: IdType }): void {
  if (!found.has(id)) throw textProblem(404, `Record with ${idType} id: ${id} was not found`)
}

/** `DELETE /source-storage/records/{id}` */
export async function deleteRecord(request: ApiRequest): Promise<Answer> {
  const { id, idType } = target(request, 'SRS_RECORD')
  const found = await request.transaction((tx) => markDeleted(tx, [id], { idType, writer: request.actor }))
  requireFound(found, { id, idType })
  return noContent()
}

/** `POST /source-storage/records/{id}/un-delete` */
export async function undeleteRecord(request: ApiRequest): Promise<Answer> {
  const { id, idType } = target(request, 'RECORD')
  const found = await request.transaction((tx) => unmarkDeleted(tx, [id], { idType, writer: request.actor }))
  requireFound(found, { id, idType })
  return noContent()
}

/** `PUT /source-storage/records/{id}/suppress-from-discovery`; answers the text `true`. */
export async function suppressRecord(request: ApiRequest): Promise<Answer> {
  const { id, idType } = target(request, 'RECORD')
  const isSuppressed = readFlag(request.query, 'suppress', true)
  const found = await request.transaction((tx) =>
    setSuppression(tx, [id], isSuppressed, { idType, writer: request.actor }),
  )
  requireFound(found, { id, idType })
  return ok('true')
}

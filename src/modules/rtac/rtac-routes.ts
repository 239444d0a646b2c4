import { objectBody } from '../../kernel/http/parameters.ts'
import { notFound } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import { isUuid } from '../../kernel/ids.ts'
import { JSON_FORM, answerBatch } from './answer-batch.ts'
import { readAvailability } from './read-availability.ts'
import type { AvailabilitySources } from './read-availability.ts'

const checkBatch = compileValidator({
  type: 'object',
  required: ['instanceIds'],
  additionalProperties: false,
  properties: {
    instanceIds: { type: 'array', items: { type: 'string' } },
    fullPeriodicals: { type: 'boolean' },
  },
})

/** POST `/rtac-batch`. GET `/rtac/{id}` shares its path with the service for the outside (`edge-routes.ts`). */
export function rtacRoutes(sources: AvailabilitySources): Route[] {
  return [
    {
      method: 'POST',
      path: '/rtac-batch',
      permissions: ['rtac.batch.post'],
      handler: (request) => postBatch(request, sources),
    },
  ]
}

function postBatch(request: ApiRequest, sources: AvailabilitySources): Promise<Answer> {
  const body = objectBody(request.body)
  checkBatch(body)
  const { instanceIds, fullPeriodicals } = body as { instanceIds: string[]; fullPeriodicals?: boolean }
  return answerBatch(request, askedIds(instanceIds), fullPeriodicals === true, sources, JSON_FORM)
}

/** The ids of a request, each once. @throws Problem 404 when none of them is an id at all. */
export function askedIds(sent: readonly string[]): string[] {
  const ids = [...new Set(sent)]
  if (!ids.some(isUuid)) throw notFound('Could not find instances')
  return ids
}

/** The items of one instance in the short form of old clients (folio-org/mod-rtac: LegacyRtacGetByIdResourceImpl). */
export async function getLegacy(request: ApiRequest, sources: AvailabilitySources): Promise<Answer> {
  const { id } = request.params
  if (!isUuid(id)) throw notFound('Could not find instance')
  const found = await request.transaction((tx) => readAvailability(tx, id, true, sources))
  if (!found) throw notFound('Not Found')
  const holdings = found.holdings.flatMap(
    ({ id: itemId, location, callNumber, status, dueDate, volume, materialType }) =>
      materialType === undefined ? [] : [{ id: itemId, location, callNumber, status, dueDate, volume }],
  )
  return ok({ holdings })
}

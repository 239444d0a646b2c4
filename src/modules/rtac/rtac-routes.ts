import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { notFound } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import { isUuid } from '../../kernel/ids.ts'
import { answerPieces } from '../../kernel/lists/index.ts'
import { INSTANCES_AT_ONCE, availabilityErrors, readAvailability } from './read-availability.ts'
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
  const ids = askedIds(instanceIds)
  return answerPieces(request, ids.length > INSTANCES_AT_ONCE, (tx) =>
    batchPieces(tx, ids, fullPeriodicals === true, sources),
  )
}

/** The ids of a request, each once. @throws Problem 404 when none of them is an id at all. */
export function askedIds(sent: readonly string[]): string[] {
  const ids = [...new Set(sent)]
  if (!ids.some(isUuid)) throw notFound('Could not find instances')
  return ids
}

/** The JSON of a batch, a page of instances at a time. */
async function* batchPieces(
  tx: Transaction,
  ids: readonly string[],
  fullPeriodicals: boolean,
  sources: AvailabilitySources,
): AsyncGenerator<string> {
  const unknown: string[] = []
  const empty: string[] = []
  let start = '{"holdings":['
  for (let first = 0; first < ids.length; first += INSTANCES_AT_ONCE) {
    const step = ids.slice(first, first + INSTANCES_AT_ONCE)
    const page = await readAvailability(tx, step, fullPeriodicals, sources)
    unknown.push(...page.unknown)
    empty.push(...page.empty)
    if (page.found.length === 0) continue
    yield start + page.found.map((one) => JSON.stringify(one)).join(',')
    start = ','
  }
  const errors = availabilityErrors(unknown, empty)
  const end = errors.length === 0 ? ']}' : `],"errors":${JSON.stringify(errors)}}`
  yield start === ',' ? end : start + end
}

/** The items of one instance in the short form of old clients (folio-org/mod-rtac: LegacyRtacGetByIdResourceImpl). */
export async function getLegacy(request: ApiRequest, sources: AvailabilitySources): Promise<Answer> {
  const { id } = request.params
  if (!isUuid(id)) throw notFound('Could not find instance')
  const { found } = await request.transaction((tx) => readAvailability(tx, [id], true, sources))
  if (!found[0]) throw notFound('Not Found')
  const holdings = found[0].holdings.flatMap(
    ({ id: itemId, location, callNumber, status, dueDate, volume, materialType }) =>
      materialType === undefined ? [] : [{ id: itemId, location, callNumber, status, dueDate, volume }],
  )
  return ok({ holdings })
}

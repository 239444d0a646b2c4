import { apiKeyOf } from '../../kernel/auth/api-key.ts'
import { readFlag } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { acceptedType } from './accepted-type.ts'
import type { MediaType } from './accepted-type.ts'
import { JSON_FORM, answerBatch } from './answer-batch.ts'
import { errorXml, instanceXml, xmlForm } from './edge-xml.ts'
import { availabilityErrors, readAvailability } from './read-availability.ts'
import type { AvailabilitySources } from './read-availability.ts'
import { askedIds, getLegacy } from './rtac-routes.ts'

// An address of that many ids is 11 KB long; FOLIO's servers refuse much shorter ones.
const MAX_IDS = 300

/**
 * What discovery systems call with an API key: `/rtac`, `/rtac/{id}` and the address that they called before
 * (folio-org/edge-rtac: swagger.api/edge-rtac.yaml; its release 2.8 for `folioRTAC`).
 */
export function edgeRoutes(sources: AvailabilitySources): Route[] {
  return [
    {
      method: 'GET',
      path: '/rtac',
      permissions: ['rtac.batch.post'],
      takesApiKey: true,
      handler: (request) => getBatch(request, sources),
    },
    {
      // The same path is mod-rtac's own; who comes with a token is a client of that.
      method: 'GET',
      path: '/rtac/:id',
      permissions: ['rtac.holdings.item.get'],
      takesApiKey: true,
      handler: (request) =>
        apiKeyOf(request.query, request.headers) === undefined
          ? getLegacy(request, sources)
          : getOne(request, request.params.id!, sources, 'application/json'),
    },
    {
      method: 'GET',
      path: '/prod/rtac/folioRTAC',
      permissions: ['rtac.batch.post'],
      takesApiKey: true,
      handler: (request) => getOne(request, request.query.get('mms_id') ?? '', sources, 'application/xml'),
    },
  ]
}

async function getBatch(request: ApiRequest, sources: AvailabilitySources): Promise<Answer> {
  const type = readType(request, 'application/json')
  const ids = askedIds((request.query.get('instanceIds') ?? '').split(/[, ]+/))
  if (ids.length > MAX_IDS) {
    throw textProblem(
      400,
      `'instanceIds' parameter is incorrect: ${ids.length} ids are more than ${MAX_IDS} at once`,
    )
  }
  const full = readFlag(request.query, 'fullPeriodicals', false)
  return answerBatch(request, ids, full, sources, type === 'application/json' ? JSON_FORM : xmlForm(type))
}

/** Answers one instance; what is wrong with it is an answer as well, with status 200. */
async function getOne(
  request: ApiRequest,
  id: string,
  sources: AvailabilitySources,
  usualType: MediaType,
): Promise<Answer> {
  const type = readType(request, usualType)
  const full = readFlag(request.query, 'fullPeriodicals', false)
  askedIds([id])
  const instance = await request.transaction((tx) => readAvailability(tx, id, full, sources))
  const isXml = type !== 'application/json'
  const [error] = availabilityErrors(
    instance ? [] : [id],
    instance?.holdings.length === 0 ? [instance.instanceId] : [],
  )
  if (error) return answer(type, isXml ? errorXml(error) : JSON.stringify(error))
  return answer(type, isXml ? instanceXml(instance!) : JSON.stringify(instance))
}

function readType(request: ApiRequest, usualType: MediaType): MediaType {
  const lang = request.query.get('lang')
  if (lang !== undefined && !/^[a-zA-Z]{2}$/.test(lang)) {
    throw textProblem(400, `'lang' parameter is incorrect. parameter value {${lang}} is not valid`)
  }
  return acceptedType(request.headers.accept, usualType)
}

function answer(type: MediaType, body: string): Answer {
  return { status: 200, body, headers: { 'content-type': `${type}; charset=utf-8` } }
}

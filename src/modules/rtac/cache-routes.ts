import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody, readFlag, readPage, uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, QueryParameters, Route } from '../../kernel/http/route.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import {
  USUAL_ORDER,
  cacheLines,
  hasWords,
  isSortProperty,
  sortLines,
  statusSummaries,
} from './cache-lines.ts'
import type { CacheLine, LineOrder } from './cache-lines.ts'
import { readLines } from './read-availability.ts'
import type { AvailabilitySources, InstanceLines } from './read-availability.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 500
const MAX_IDS = 300

const checkBatch = compileValidator({
  type: 'object',
  required: ['instanceIds'],
  additionalProperties: false,
  properties: {
    instanceIds: { type: 'array', minItems: 1, maxItems: MAX_IDS, items: { type: 'string', format: 'uuid' } },
  },
})

/**
 * `/rtac-cache`: the lines of one instance page by page, searched, or counted, for discovery systems that show long serials.
 * FOLIO answers from copies that events keep up to date; here they are the live lines, so there is nothing to warm or to
 * invalidate (folio-org/mod-rtac-cache: RtacCacheController).
 */
export function cacheRoutes(sources: AvailabilitySources): Route[] {
  return [
    {
      method: 'GET',
      path: '/rtac-cache/:id',
      permissions: ['rtac-cache.collection.get'],
      takesApiKey: true,
      handler: (request) => answerPage(request, sources, () => true),
    },
    {
      method: 'GET',
      path: '/rtac-cache/search/:id',
      permissions: ['rtac-cache.search.collection.get'],
      takesApiKey: true,
      handler: (request) => {
        const words = (request.query.get('query') ?? '').split(/\s+/).filter(Boolean)
        if (words.length === 0) throw textProblem(400, "Required parameter 'query' is not present.")
        const onlyAvailable = readFlag(request.query, 'available', false)
        return answerPage(
          request,
          sources,
          (line) => hasWords(line, words) && (!onlyAvailable || line.status === 'Available'),
        )
      },
    },
    {
      method: 'POST',
      path: '/rtac-cache/batch',
      permissions: ['rtac-cache.batch.collection.post'],
      takesApiKey: true,
      handler: (request) => answerSummaries(request, sources),
    },
  ]
}

async function answerPage(
  request: ApiRequest,
  sources: AvailabilitySources,
  isWanted: (line: CacheLine) => boolean,
): Promise<Answer> {
  const id = uuidParameter(request.params)
  const { limit, offset } = readPage(request.query, DEFAULT_LIMIT, MAX_LIMIT)
  const orders = readOrders(request.query)
  const found = await request.transaction((tx) =>
    readEach(tx, [id], sources, ({ tree, reference, lines }) => cacheLines(tree, reference, lines)),
  )
  if (!found[0]) throw notFound(`Instance ${id} can not be retrieved`)
  const lines = found[0].filter(isWanted)
  const holdings = sortLines(lines, orders).slice(offset, offset + limit)
  return ok({ instanceId: id, holdings, totalRecords: lines.length })
}

/** `sort=status,asc,locationName`: properties, each with a direction if it is not the usual one. @throws Problem 400 */
function readOrders(query: QueryParameters): readonly LineOrder[] {
  const parts = query.all('sort').join(',').split(',')
  if (parts.length === 1 && parts[0] === '') return USUAL_ORDER
  const orders: LineOrder[] = []
  for (const part of parts.map((one) => one.trim())) {
    const last = orders.at(-1)
    if (/^(?:asc|desc)$/i.test(part) && last) last.isDescending = part.toLowerCase() === 'desc'
    else if (part === '') throw textProblem(400, 'Sort criteria cannot be blank')
    else if (!isSortProperty(part)) throw textProblem(400, `Unsupported sort property: ${part}`)
    else orders.push({ property: part, isDescending: part === 'effectiveShelvingOrder' })
  }
  return orders
}

async function answerSummaries(request: ApiRequest, sources: AvailabilitySources): Promise<Answer> {
  const body = objectBody(request.body)
  checkBatch(body)
  const ids = [...new Set((body.instanceIds as string[]).map((id) => id.toLowerCase()))]
  const holdings = await request.transaction((tx) => readEach(tx, ids, sources, summaryOf))
  const known = new Set(holdings.map(({ instanceId }) => instanceId))
  const errors = ids.flatMap((id) =>
    known.has(id)
      ? []
      : [
          {
            message: `Instance ${id} can not be retrieved`,
            code: '404',
            parameters: [{ key: 'instanceId', value: id }],
          },
        ],
  )
  return ok({ holdings, errors })
}

function summaryOf({ tree, reference, lines: all }: InstanceLines) {
  const lines = cacheLines(tree, reference, all)
  return {
    instanceId: tree.instance.id!,
    hasVolumes: lines.some(({ volume }) => volume !== undefined),
    instanceFormatIds: tree.instance.instanceFormatIds ?? [],
    statusSummaries: statusSummaries(lines),
  }
}

/** What `read` makes of each instance that is known, in the order of `ids`. */
async function readEach<T>(
  tx: Transaction,
  ids: readonly string[],
  sources: AvailabilitySources,
  read: (instance: InstanceLines) => T,
): Promise<T[]> {
  const results: T[] = []
  for await (const instances of readLines(tx, ids, true, sources)) results.push(...instances.map(read))
  return results
}

import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { JsonText, QueryParameters } from '../../kernel/http/route.ts'
import type { ApiRequest, Route } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'

type Lists = { points: Route | undefined; assignments: Route | undefined }

/**
 * Makes the reader of the service points where a user works, with the points themselves; it answers null when
 * none are assigned. They belong to a module that builds on this one, so they are read as any client would:
 * through its endpoints, inside the same transaction.
 */
export function createServicePointReader(app: App) {
  let lists: Lists | null = null

  return async (tx: Transaction, request: ApiRequest, userId: string): Promise<Document | null> => {
    lists ??= findLists(app)
    const assigned = await readList(tx, request, lists.assignments, `userId==${userId}`)
    const [first] = (assigned?.servicePointsUsers ?? []) as Document[]
    if (!first) return null
    const ids = [...((first.servicePointsIds ?? []) as string[])]
    if (typeof first.defaultServicePointId === 'string') ids.push(first.defaultServicePointId)
    if (ids.length === 0) return { ...first, servicePoints: [] }
    const query = `id==(${[...new Set(ids)].map((id) => `"${id}"`).join(' or ')})`
    const points = await readList(tx, request, lists.points, query)
    const servicePoints = (points?.servicepoints ?? []) as Document[]
    const defaultServicePoint = servicePoints.find(({ id }) => id === first.defaultServicePointId)
    return { ...first, servicePoints, ...(defaultServicePoint ? { defaultServicePoint } : {}) }
  }
}

function findLists(app: App): Lists {
  const routes = app.modules.flatMap((module) => module.routes?.(app) ?? [])
  const find = (path: string) => routes.find((route) => route.method === 'GET' && route.path === path)
  return { points: find('/service-points'), assignments: find('/service-points-users') }
}

/** A list of an endpoint of this process; null when no module has it. */
async function readList(
  tx: Transaction,
  request: ApiRequest,
  route: Route | undefined,
  query: string,
): Promise<Document | null> {
  if (!route) return null
  const search = new URLSearchParams({ query, limit: '500' })
  const answer = await route.handler({
    ...request,
    method: 'GET',
    path: route.path,
    params: {},
    query: new QueryParameters(search.toString()),
    body: undefined,
    transaction: (fn) => fn(tx),
  })
  return answer.body instanceof JsonText
    ? (JSON.parse(answer.body.text) as Document)
    : (answer.body as Document)
}

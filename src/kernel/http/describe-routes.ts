import type { Route, RouteDescription } from './route.ts'

/** Descriptions by route, such as `GET /users/:id`; a text is the summary alone. */
export type RouteDescriptions = Readonly<Record<string, string | RouteDescription>>

/**
 * The routes with their descriptions; those that have one keep it.
 * @throws Error for a description of a route that is not there: it would be stale
 */
export function describeRoutes(routes: readonly Route[], descriptions: RouteDescriptions): Route[] {
  const open = new Set(Object.keys(descriptions))
  const described = routes.map((route) => {
    const name = `${route.method} ${route.path}`
    open.delete(name)
    const found = descriptions[name]
    if (found === undefined || route.description !== undefined) return route
    return { ...route, description: typeof found === 'string' ? { summary: found } : found }
  })
  if (open.size > 0) throw new Error(`There is no route ${[...open].join(', ')} to be described.`)
  return described
}

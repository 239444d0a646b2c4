import type { Route } from './route.ts'

/** The same routes; what their handlers throw is passed through `translate`, for modules with an error form of their own. */
export function translateRefusals(routes: readonly Route[], translate: (error: unknown) => unknown): Route[] {
  return routes.map((route) => ({
    ...route,
    handler: async (request) => {
      try {
        return await route.handler(request)
      } catch (error) {
        throw translate(error)
      }
    },
  }))
}

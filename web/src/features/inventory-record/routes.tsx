import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'

/** `add`: holdings to which items are being added; `item`: the copy that a scan or a search was about. */
export type InstanceSearch = { add?: string | undefined; item?: string | undefined }
/** `from`: the record that a new one is copied from. */
export type NewSearch = { from?: string | undefined }

function texts<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [K in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
    ) as { [K in Name]?: string }
}

/** The page of a title, its holdings and items, and their forms. */
export function inventoryRecordRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent
  const title = '/inventory/$instanceId'
  return [
    createRoute({
      getParentRoute,
      path: title,
      validateSearch: texts('add', 'item'),
      component: lazyRouteComponent(() => import('./instance-page.tsx'), 'InstancePage'),
    }),
  ]
}

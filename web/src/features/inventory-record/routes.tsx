import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { http } from '../../lib/http.ts'

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

/** Goes on to the page of a record whose title is not known from the address. */
async function titleOfHoldings(holdingsId: string): Promise<string> {
  return (await http.get<{ instanceId: string }>(`/holdings-storage/holdings/${holdingsId}`)).instanceId
}

async function redirectToItem({ params }: { params: Record<string, string> }): Promise<never> {
  const itemId = params.itemId!
  const { holdingsRecordId } = await http.get<{ holdingsRecordId: string }>(`/inventory/items/${itemId}`)
  const instanceId = await titleOfHoldings(holdingsRecordId)
  throw redirect({
    to: '/inventory/$instanceId/items/$itemId',
    params: { instanceId, itemId },
    replace: true,
  } as object)
}

async function redirectToHoldings({ params }: { params: Record<string, string> }): Promise<never> {
  const holdingsId = params.holdingsId!
  const instanceId = await titleOfHoldings(holdingsId)
  const to = '/inventory/$instanceId/holdings/$holdingsId'
  throw redirect({ to, params: { instanceId, holdingsId }, replace: true } as object)
}

/** The page of a title, its holdings and items, and their forms. */
export function inventoryRecordRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent
  const title = '/inventory/$instanceId'
  const holdings = `${title}/holdings/$holdingsId`
  const item = `${title}/items/$itemId`
  const from = { validateSearch: texts('from') }
  return [
    createRoute({
      getParentRoute,
      path: title,
      validateSearch: texts('add', 'item'),
      component: lazyRouteComponent(() => import('./instance-page.tsx'), 'InstancePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/inventory/new',
      ...from,
      component: lazyRouteComponent(() => import('./instance-form-page.tsx'), 'NewInstancePage'),
    }),
    createRoute({
      getParentRoute,
      path: `${title}/edit`,
      component: lazyRouteComponent(() => import('./instance-form-page.tsx'), 'EditInstancePage'),
    }),
    createRoute({
      getParentRoute,
      path: `${title}/holdings/new`,
      ...from,
      component: lazyRouteComponent(() => import('./holdings-form-page.tsx'), 'NewHoldingsPage'),
    }),
    createRoute({
      getParentRoute,
      path: holdings,
      component: lazyRouteComponent(() => import('./holdings-page.tsx'), 'HoldingsPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${holdings}/edit`,
      component: lazyRouteComponent(() => import('./holdings-form-page.tsx'), 'EditHoldingsPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${holdings}/items/new`,
      ...from,
      component: lazyRouteComponent(() => import('./item-form-page.tsx'), 'NewItemPage'),
    }),
    createRoute({
      getParentRoute,
      path: item,
      component: lazyRouteComponent(() => import('./item-page.tsx'), 'ItemPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${item}/edit`,
      component: lazyRouteComponent(() => import('./item-form-page.tsx'), 'EditItemPage'),
    }),
    createRoute({ getParentRoute, path: '/inventory/items/$itemId', beforeLoad: redirectToItem }),
    createRoute({ getParentRoute, path: '/inventory/holdings/$holdingsId', beforeLoad: redirectToHoldings }),
  ]
}

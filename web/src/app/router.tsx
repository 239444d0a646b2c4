import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { bulkEditRoutes } from '../features/bulk-edit/routes.tsx'
import { homeRoutes } from '../features/home/routes.tsx'
import { importProfileRoutes } from '../features/import-profiles/routes.tsx'
import { importRoutes } from '../features/import/routes.tsx'
import { inventoryRecordRoutes } from '../features/inventory-record/routes.tsx'
import { inventoryRoutes } from '../features/inventory/routes.tsx'
import { loginRoutes } from '../features/login/routes.tsx'
import { marcRoutes } from '../features/marc/routes.tsx'
import { settingsRoutes } from '../features/settings/routes.tsx'
import { Frame } from './frame.tsx'
import { NotFound } from './not-found.tsx'
import { PageFault } from './page-fault.tsx'
import { restoreSession } from './restore-session.ts'

const root = createRootRoute()

/** The parent of all pages that need a signed-in person; others are sent to the log-in and back afterwards. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Frame,
  beforeLoad: async ({ location }) => {
    if (!(await restoreSession())) throw redirect({ to: '/login', search: { next: location.href } })
  },
})

const routeTree = root.addChildren([
  ...loginRoutes(root),
  signedIn.addChildren([
    ...homeRoutes(signedIn),
    ...importRoutes(signedIn),
    ...importProfileRoutes(signedIn),
    ...inventoryRoutes(signedIn),
    ...inventoryRecordRoutes(signedIn),
    ...marcRoutes(signedIn),
    ...bulkEditRoutes(signedIn),
    ...settingsRoutes(signedIn),
    // Every other address: told inside the frame, so that there is a way on.
    createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFound }),
  ]),
])

export const router = createRouter({
  routeTree,
  basepath: '/app',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 150,
  defaultErrorComponent: PageFault,
  defaultNotFoundComponent: NotFound,
})

import type { App, Module } from '../../kernel/module.ts'
import { selectTenants } from './registry.ts'
import type { Tenant } from './registry.ts'
import { tenantRoutes } from './routes.ts'

export { createTenant } from './create-tenant.ts'
export type { NewTenant } from './create-tenant.ts'
export { deleteTenant } from './delete-tenant.ts'
export { TENANT_ID, findTenant } from './registry.ts'
export type { Tenant } from './registry.ts'
export { ensureSampleTenant } from './sample-tenant.ts'
export type { SampleTenant } from './sample-tenant.ts'

/** All tenants that are ready, by id. */
export function listTenants(app: App): Promise<Tenant[]> {
  return app.db.system(selectTenants)
}

/** The registry of tenants: making, listing, deleting them. */
export const tenantsModule: Module = {
  name: 'tenants',
  routes: tenantRoutes,
}

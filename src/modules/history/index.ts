import { readBeside } from '../../kernel/module.ts'
import type { Module, ModuleInterface } from '../../kernel/module.ts'
import { auditRoutes } from './audit-routes.ts'
import { versionRoutes } from './version-routes.ts'

function ofAudit(id: string): ModuleInterface {
  return { module: 'mod-audit-3.1.0', id, version: '1.0' }
}

/** Who changed a record, when and how, and the way back to an earlier version. */
export const historyModule: Module = {
  name: 'history',
  schema: { tenant: readBeside(import.meta.dirname, 'schema.sql') },
  interfaces: [ofAudit('audit-inventory'), ofAudit('audit-marc'), ofAudit('audit-config')],
  routes: () => [...auditRoutes(), ...versionRoutes()],
}

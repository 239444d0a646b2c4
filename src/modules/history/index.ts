import { readBeside } from '../../kernel/module.ts'
import type { Module, ModuleInterface } from '../../kernel/module.ts'
import { auditRoutes } from './audit-routes.ts'
import { marcVersionRoutes } from './marc-versions.ts'
import type { NameJobs } from './version-causes.ts'
import { versionRoutes } from './version-routes.ts'

function ofAudit(id: string): ModuleInterface {
  return { module: 'mod-audit-3.1.0', id, version: '1.0' }
}

export type { NameJobs, NamedJob } from './version-causes.ts'

/** Who changed a record, when, how and why, and the way back to an earlier version. `nameJobs` knows the jobs. */
export function historyModule(nameJobs: NameJobs): Module {
  return {
    name: 'history',
    schema: { tenant: readBeside(import.meta.dirname, 'schema.sql') },
    interfaces: [ofAudit('audit-inventory'), ofAudit('audit-marc'), ofAudit('audit-config')],
    routes: () => [...auditRoutes(), ...versionRoutes(nameJobs), ...marcVersionRoutes()],
  }
}

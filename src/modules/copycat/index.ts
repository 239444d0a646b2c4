import { collectionDdl, collectionRoutes, seedDocuments } from '../../kernel/collections/index.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Module } from '../../kernel/module.ts'
import { importRecord } from './import-record.ts'
import { copycatProfiles, shippedProfiles } from './profiles.ts'

function copycatRoutes(): Route[] {
  return [
    ...collectionRoutes(copycatProfiles),
    {
      method: 'POST',
      path: '/copycat/imports',
      permissions: ['copycat.imports.post'],
      handler: async ({ actor, body, transaction }) =>
        ok(await importRecord({ userId: actor!.userId, transaction }, body)),
    },
  ]
}

/** Single-record import: one record, fetched from another catalogue or given, becomes or updates an instance. */
export const copycatModule: Module = {
  name: 'copycat',
  schema: { tenant: collectionDdl(copycatProfiles) },
  interfaces: [
    copycatProfiles.interface!,
    { module: 'mod-copycat-1.9.0', id: 'copycat-imports', version: '1.1' },
  ],
  routes: copycatRoutes,
  seedTenant: async (tx, { reference }) => {
    if (reference) await seedDocuments(tx, copycatProfiles, shippedProfiles())
  },
}

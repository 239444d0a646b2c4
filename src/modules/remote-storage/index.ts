import { collectionDdl, collectionRoutes, defineCollection } from '../../kernel/collections/index.ts'
import { objectBody, readPage, uuidParameter } from '../../kernel/http/parameters.ts'
import { fieldProblem, notFound } from '../../kernel/http/problems.ts'
import { created, noContent, ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Module } from '../../kernel/module.ts'

const text = { type: 'string' }
const whole = { type: 'integer' }

/** Stores outside the library and how they are reached (folio-org/mod-remote-storage: storageConfiguration). */
const configurations = defineCollection({
  path: '/remote-storage/configurations',
  listKey: 'configurations',
  table: 'remote_storage_configuration',
  permissions: 'remote-storage.configurations',
  interface: { module: 'mod-remote-storage-3.4.0', id: 'remote-storage-configurations', version: '1.0' },
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: text,
      providerName: text,
      url: text,
      apiKey: text,
      status: text,
      accessionDelay: whole,
      accessionTimeUnit: { enum: ['minutes', 'hours', 'days', 'weeks', 'months'] },
      accessionWorkflowDetails: text,
      returningWorkflowDetails: text,
    },
  },
  unique: [{ fields: ['name'] }],
})

const TABLES = `
create table remote_storage_mapping (
  location_id uuid primary key references location on delete cascade,
  configuration_id uuid not null references remote_storage_configuration
);
create index on remote_storage_mapping (configuration_id);`

const MAPPING = `location_id as "folioLocationId", configuration_id as "configurationId"`

type Mapping = { folioLocationId: string; configurationId: string }

/** Which locations lie in which store. */
const mappingRoutes: Route[] = [
  {
    method: 'GET',
    path: '/remote-storage/mappings',
    permissions: ['remote-storage.mappings.collection.get'],
    description: { summary: 'Lists which locations lie in which remote store' },
    handler: async (request) => {
      const { limit, offset } = readPage(request.query)
      return request.transaction(async (tx) => {
        const mappings = await tx.query<Mapping>(
          `select ${MAPPING} from remote_storage_mapping order by location_id limit $1 offset $2`,
          [limit, offset],
        )
        const [row] = await tx.query<{ total: number }>(
          'select count(*) as total from remote_storage_mapping',
        )
        return ok({ mappings, totalRecords: row!.total })
      })
    },
  },
  {
    method: 'GET',
    path: '/remote-storage/mappings/:id',
    permissions: ['remote-storage.mappings.item.get'],
    description: { summary: 'The remote store of a location' },
    handler: async (request) => {
      const id = uuidParameter(request.params)
      const [mapping] = await request.transaction((tx) =>
        tx.query<Mapping>(`select ${MAPPING} from remote_storage_mapping where location_id = $1`, [id]),
      )
      if (mapping === undefined) throw notFound('No value present')
      return ok(mapping)
    },
  },
  {
    method: 'POST',
    path: '/remote-storage/mappings',
    permissions: ['remote-storage.mappings.item.post'],
    description: { summary: 'Says that a location lies in a remote store, or in another one than before' },
    handler: async (request) => {
      const body = objectBody(request.body)
      for (const field of ['folioLocationId', 'configurationId']) {
        if (!isUuid(body[field])) throw fieldProblem('must be a UUID', field, body[field])
      }
      const [mapping] = await request.transaction((tx) =>
        tx.query<Mapping>(
          `insert into remote_storage_mapping values ($1, $2)
           on conflict (location_id) do update set configuration_id = excluded.configuration_id returning ${MAPPING}`,
          [body.folioLocationId, body.configurationId],
        ),
      )
      return created(mapping)
    },
  },
  {
    method: 'DELETE',
    path: '/remote-storage/mappings/:id',
    permissions: ['remote-storage.mappings.item.delete'],
    description: { summary: 'Takes a location out of its remote store' },
    handler: async (request) => {
      const id = uuidParameter(request.params)
      const gone = await request.transaction((tx) =>
        tx.query('delete from remote_storage_mapping where location_id = $1 returning location_id', [id]),
      )
      if (gone.length === 0) throw notFound('No value present')
      return noContent()
    },
  },
]

/** Which locations lie in stores outside the library. Moving items there and back is not here yet. */
export const remoteStorageModule: Module = {
  name: 'remote-storage',
  schema: { tenant: `${collectionDdl(configurations)}${TABLES}` },
  interfaces: [
    ...(configurations.interface ? [configurations.interface] : []),
    { module: 'mod-remote-storage-3.4.0', id: 'remote-storage-mappings', version: '1.0' },
  ],
  routes: () => [...collectionRoutes(configurations), ...mappingRoutes],
}

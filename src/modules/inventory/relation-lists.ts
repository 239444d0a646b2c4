import { collectionDdl, collectionRoutes, defineCollection } from '../../kernel/collections/index.ts'
import type { Collection, Document } from '../../kernel/collections/index.ts'
import { faultsProblem } from '../../kernel/http/problems.ts'
import type { Route } from '../../kernel/http/route.ts'

const MODULE = 'mod-inventory-storage-30.1.0'
const uuid = { type: 'string', format: 'uuid' }

/** Which instance is part of which. */
export const instanceRelationships: Collection = defineCollection({
  path: '/instance-storage/instance-relationships',
  listKey: 'instanceRelationships',
  table: 'instance_relationship',
  permissions: 'inventory-storage.instance-relationships',
  interface: { module: MODULE, id: 'instance-storage', version: '11.4' },
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['superInstanceId', 'subInstanceId', 'instanceRelationshipTypeId'],
    properties: { superInstanceId: uuid, subInstanceId: uuid, instanceRelationshipTypeId: uuid },
  },
  references: [
    { field: 'superInstanceId', table: 'instance' },
    { field: 'subInstanceId', table: 'instance' },
    { field: 'instanceRelationshipTypeId', table: 'instance_relationship_type' },
  ],
})

/** Which title comes before or after an instance's, connected to an instance or not. */
export const precedingSucceedingTitles: Collection = defineCollection({
  path: '/preceding-succeeding-titles',
  listKey: 'precedingSucceedingTitles',
  table: 'preceding_succeeding_title',
  permissions: 'inventory-storage.preceding-succeeding-titles',
  interface: { module: MODULE, id: 'instance-preceding-succeeding-titles', version: '0.2' },
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      precedingInstanceId: uuid,
      succeedingInstanceId: uuid,
      title: { type: 'string' },
      hrid: { type: 'string' },
      identifiers: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['value', 'identifierTypeId'],
          properties: { value: { type: 'string' }, identifierTypeId: uuid },
        },
      },
    },
  },
  references: [
    { field: 'precedingInstanceId', table: 'instance' },
    { field: 'succeedingInstanceId', table: 'instance' },
  ],
  validate: (_tx, record) => requireInstance(record),
})

function requireInstance(title: Document): void {
  if (title.precedingInstanceId !== undefined || title.succeedingInstanceId !== undefined) return
  throw faultsProblem([
    {
      message: "The precedingInstanceId and succeedingInstanceId can't be both empty",
      type: '1',
      code: '-1',
      parameters: [
        { key: 'succeedingInstanceId', value: 'null' },
        { key: 'precedingInstanceId', value: 'null' },
      ],
    },
  ])
}

/** Which items are bound into which holdings records beside their own. */
export const boundWithParts: Collection = defineCollection({
  path: '/inventory-storage/bound-with-parts',
  listKey: 'boundWithParts',
  table: 'bound_with_part',
  permissions: 'inventory-storage.bound-with-parts',
  interface: { module: MODULE, id: 'bound-with-parts-storage', version: '2.0' },
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['holdingsRecordId', 'itemId'],
    properties: { holdingsRecordId: uuid, itemId: uuid },
  },
  unique: [{ fields: ['itemId', 'holdingsRecordId'] }],
  references: [
    { field: 'itemId', table: 'item' },
    { field: 'holdingsRecordId', table: 'holdings_record' },
  ],
})

const relationLists = [instanceRelationships, precedingSucceedingTitles, boundWithParts]

/** Tables of the relations, made after those of the records. */
export function relationDdl(): string {
  return relationLists.map((list) => collectionDdl(list)).join('\n')
}

/** The relations as plain lists of records. */
export function relationListRoutes(): Route[] {
  return relationLists.flatMap((list) => collectionRoutes(list))
}

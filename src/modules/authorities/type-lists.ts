import { collectionRoutes, defineCollection } from '../../kernel/collections/index.ts'
import type { Collection, CollectionMethod, Document } from '../../kernel/collections/index.ts'
import type { JsonSchema } from '../../kernel/http/validation.ts'
import type { Route } from '../../kernel/http/route.ts'
import { entityDuplicate, entityNotFound, inEntityForm, otherId } from './entity-problems.ts'

const MODULE = 'mod-entities-links-5.0.0'
const DEFAULT_LIMIT = 100

const text: JsonSchema = { type: 'string' }

/** Kinds of notes of authorities, which a library may extend. */
export const authorityNoteTypes: Collection = defineCollection({
  path: '/authority-note-types',
  listKey: 'authorityNoteTypes',
  table: 'authority_note_type',
  permissions: 'inventory-storage.authority-note-types',
  interface: { module: MODULE, id: 'authority-note-types', version: '1.0' },
  schema: { type: 'object', required: ['name', 'source'], properties: { name: text, source: text } },
  unique: [{ fields: ['name'], match: 'exact' }],
  defaultLimit: DEFAULT_LIMIT,
  validate: (_tx, record) => keepOnly(record, ['id', '_version', 'name', 'source']),
  idChangeProblem: (sentId, pathId) => otherId(pathId, sentId),
  duplicateProblem: () => entityDuplicate(`Authority note type with the given 'name' already exists.`, '107'),
  notFoundProblem: (id) => entityNotFound('Authority Note Type', id),
})

/** FOLIO drops properties that it does not know. */
function keepOnly(record: Document, names: readonly string[]): void {
  for (const name of Object.keys(record)) {
    if (!names.includes(name)) delete record[name]
  }
}

const LISTED: readonly CollectionMethod[] = ['list']

/** Kinds of identifiers that the mapping rules for authorities name by code. */
export const authorityIdentifierTypes: Collection = defineCollection({
  path: '/authority-identifier-types',
  listKey: 'identifierTypes',
  table: 'authority_identifier_type',
  permissions: 'authority-identifier-types',
  interface: { module: MODULE, id: 'authority-identifier-types', version: '1.0' },
  methods: LISTED,
  schema: { type: 'object', properties: { name: text, code: text, source: text } },
  unique: [{ fields: ['code'], match: 'exact' }],
  defaultLimit: DEFAULT_LIMIT,
})

/** Kinds of headings; those that are `queryable` can be asked for in lists. */
export const authorityHeadingTypes: Collection = defineCollection({
  path: '/authority-heading-types',
  listKey: 'headingTypes',
  table: 'authority_heading_type',
  permissions: 'authority-heading-types',
  interface: { module: MODULE, id: 'authority-heading-types', version: '1.0' },
  methods: LISTED,
  hasMetadata: false,
  schema: { type: 'object', properties: { name: text, code: text, queryable: { type: 'boolean' } } },
  unique: [{ fields: ['code'], match: 'exact' }],
  defaultLimit: DEFAULT_LIMIT,
})

/** The endpoints of the three lists. */
export function typeListRoutes(): Route[] {
  const lists = [authorityNoteTypes, authorityIdentifierTypes, authorityHeadingTypes]
  return inEntityForm(lists.flatMap((list) => collectionRoutes(list)))
}

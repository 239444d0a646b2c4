import type { CqlField } from '../../formats/cql/index.ts'
import type { Transaction } from '../db/database.ts'
import { compileValidator } from '../http/validation.ts'
import type { JsonSchema } from '../http/validation.ts'
import type { Problem } from '../http/problems.ts'
import type { Actor, QueryParameters } from '../http/route.ts'
import type { ListTail } from '../lists/index.ts'
import type { ModuleInterface } from '../module.ts'

/** A stored or sent record of a collection. */
export type Document = Record<string, unknown>

export type CollectionPermissions = {
  list: string
  get: string
  post: string
  put: string
  delete: string
  patch?: string
  deleteList?: string
}

/** What a collection answers. The default is all but `patch` and `deleteList`. */
export type CollectionMethod = 'list' | 'get' | 'post' | 'put' | 'delete' | 'patch' | 'deleteList'

/**
 * No two documents may agree in all `fields`. `folded` (the usual) disregards letter case and accents,
 * `lowered` letter case only, `exact` nothing. Documents that lack one of the fields never clash, unless
 * `nullsAreEqual`; `where` is an SQL condition over `doc` for the documents that the rule is about.
 */
export type UniqueFields = {
  fields: readonly string[]
  match?: 'folded' | 'lowered' | 'exact'
  nullsAreEqual?: boolean
  where?: string
}

/** Top-level `field` holds the id of a row of another collection's `table`; the database enforces it. */
export type Reference = { field: string; table: string }

/**
 * Documents of another table that may name a row of this collection, so that the row can't be deleted.
 * `path` leads to the id from the document's top, through arrays where `[]` follows a name:
 * `subjects[].sourceId`. `reportedAs` is the table that the message names, where that is not `table`.
 */
export type UsedBy = { table: string; path: string; reportedAs?: string }

/** One collection of FOLIO-style records: a path with list, get, post, put and delete over one table. */
export type CollectionDeclaration = {
  path: string
  listKey: string
  /** Snake case; FOLIO's name, because messages contain it. */
  table: string
  /**
   * JSON Schema of the record. Properties marked `readOnly` are dropped from what clients send; `default`
   * fills what they leave out. `id` and `metadata` need not be listed.
   */
  schema: JsonSchema
  /** FOLIO's permission names, or the prefix from which they follow: `x` gives `x.collection.get`, `x.item.post`… */
  permissions: string | CollectionPermissions
  interface?: ModuleInterface
  methods?: readonly CollectionMethod[]
  /** Top-level properties whose content is the client's own: kept as sent, nulls and all. */
  opaqueProperties?: readonly string[]
  unique?: readonly UniqueFields[]
  references?: readonly Reference[]
  usedBy?: readonly UsedBy[]
  /** Whether the server keeps `metadata` with times and users; true when left out. */
  hasMetadata?: boolean
  /** Whether `_version` guards updates (optimistic locking); false when left out. */
  isVersioned?: boolean
  defaultLimit?: number
  /** Schema of the body of a PATCH, whose properties replace those of the stored document. */
  patchSchema?: JsonSchema
  /**
   * Rules that a schema can't say; throws a Problem, and may change `record`. `stored` is null for a new
   * record, `actor` when the server itself writes. Called once a record, so it must not query where lists
   * are long.
   */
  validate?: (
    tx: Transaction,
    record: Document,
    stored: Document | null,
    actor: Actor | null,
  ) => void | Promise<void>
  /** Refuses the deletion of one document by throwing a Problem. */
  beforeDelete?: (tx: Transaction, stored: Document) => void | Promise<void>
  /** Told once of each list of documents that is written or deleted, in its transaction. */
  onChange?: (tx: Transaction) => void
  /** The refusal of a body whose id differs from the path's; without it the path wins. */
  idChangeProblem?: (sentId: string, pathId: string) => Problem
  /** The refusal of a record that breaks one of `unique`; without it RMB's text. */
  duplicateProblem?: (record: Document) => Problem
  notFoundProblem?: (id: string) => Problem
  /** CQL indexes that are more than a property of the document. */
  cqlFields?: Readonly<Record<string, CqlField>>
  /** An SQL condition over `doc` that lists apply, by their query parameters; null for none. */
  visible?: (query: QueryParameters) => string | null
  /**
   * SQL expression (jsonb) of a document as list and get show it, where that is more than what is stored: a count of
   * uses. It is computed for each row that is searched too, so only short tables may have one.
   */
  shown?: string
  /** How the JSON of a list ends after the array; without it `,"totalRecords":12`. */
  listTail?: ListTail
  /** Whether a PUT answers 200 with the record, as some modules do, and not 204. */
  putAnswersRecord?: boolean
  /** What a POST's `Location` holds; RMB's modules send the bare id. */
  location?: (id: string) => string
}

/** A declaration with everything that follows from it. */
export type Collection = Omit<
  CollectionDeclaration,
  'methods' | 'permissions' | 'hasMetadata' | 'isVersioned'
> & {
  methods: readonly CollectionMethod[]
  permissions: CollectionPermissions
  hasMetadata: boolean
  isVersioned: boolean
  /** Names of the properties that clients can't set. */
  readOnly: ReadonlySet<string>
  /** Throws a 422 Problem listing all faults of a record. */
  check: (record: unknown) => void
  checkPatch: ((body: unknown) => void) | null
}

const USUAL_METHODS: readonly CollectionMethod[] = ['list', 'get', 'post', 'put', 'delete']

/** Completes a declaration: permission names, usual methods, schema checks. */
export function defineCollection(declaration: CollectionDeclaration): Collection {
  const { permissions, patchSchema } = declaration
  const hasMetadata = declaration.hasMetadata ?? true
  const schema = completeSchema(declaration.schema, hasMetadata, declaration.isVersioned ?? false)
  return {
    ...declaration,
    schema,
    methods: declaration.methods ?? USUAL_METHODS,
    permissions: typeof permissions === 'string' ? derivedPermissions(permissions) : permissions,
    hasMetadata,
    isVersioned: declaration.isVersioned ?? false,
    readOnly: new Set(readOnlyProperties(schema)),
    check: compileValidator(schema),
    checkPatch: patchSchema === undefined ? null : compileValidator(patchSchema),
  }
}

function derivedPermissions(prefix: string): CollectionPermissions {
  return {
    list: `${prefix}.collection.get`,
    get: `${prefix}.item.get`,
    post: `${prefix}.item.post`,
    put: `${prefix}.item.put`,
    delete: `${prefix}.item.delete`,
    patch: `${prefix}.item.patch`,
    deleteList: `${prefix}.collection.delete`,
  }
}

function completeSchema(schema: JsonSchema, hasMetadata: boolean, isVersioned: boolean): JsonSchema {
  return {
    ...schema,
    properties: {
      id: { type: 'string' },
      ...(isVersioned ? { _version: { type: 'integer' } } : {}),
      ...(schema.properties as JsonSchema),
      ...(hasMetadata ? { metadata: { type: 'object', readOnly: true } } : {}),
    },
  }
}

function readOnlyProperties(schema: JsonSchema): string[] {
  return Object.entries(schema.properties as Record<string, JsonSchema>)
    .filter(([, property]) => property.readOnly === true)
    .map(([name]) => name)
}

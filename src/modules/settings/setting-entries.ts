import { parseCql, printCql } from '../../formats/cql/index.ts'
import type { CqlNode } from '../../formats/cql/index.ts'
import {
  answerDocuments,
  defineCollection,
  deleteDocuments,
  findDocuments,
  insertDocuments,
  lockDocuments,
  updateDocuments,
} from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody, uuidParameter } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import { JsonText, noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import { EVERYTHING } from '../permissions/index.ts'
import { resultInfoTail } from './result-info.ts'
import { mayUse, namesAnyScope, readableScopes } from './setting-access.ts'
import type { ReadableScopes } from './setting-access.ts'

const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }

/**
 * Values by scope, key and perhaps user, each scope behind permissions of its own
 * (folio-org/mod-settings: SettingsStorage, settings.yaml, README.md).
 */
export const settingEntries = defineCollection({
  path: '/settings/entries',
  listKey: 'items',
  table: 'setting_entry',
  schema: {
    type: 'object',
    required: ['id', 'scope', 'key', 'value'],
    additionalProperties: false,
    properties: { id: uuid, scope: text, key: text, value: {}, userId: uuid },
  },
  opaqueProperties: ['value'],
  permissions: 'mod-settings.entries',
  interface: { module: 'mod-settings-1.3.1', id: 'settings', version: '1.2' },
  hasMetadata: false,
  unique: [{ fields: ['scope', 'key', 'userId'], match: 'exact', nullsAreEqual: true }],
  cqlFields: { userId: { kind: 'uuid', column: `(setting_entry.doc ->> 'userId')::uuid` } },
  validate: (_tx, record) => {
    if (typeof record.userId === 'string') record.userId = record.userId.toLowerCase()
  },
  duplicateProblem: forbidden,
  notFoundProblem: notThere,
  listTail: resultInfoTail,
})

function forbidden(): Problem {
  return textProblem(403, 'Forbidden')
}

/** Also the answer for what the caller may not see: it must not tell whether a setting exists. */
function notThere(): Problem {
  return textProblem(404, 'Not Found')
}

function userIdOf(request: ApiRequest): string {
  return request.actor?.userId ?? ''
}

function requireWrite(request: ApiRequest, setting: Document, refusal: () => Problem): void {
  if (!mayUse('write', request.permissions, userIdOf(request), setting)) throw refusal()
}

/** The entry that was sent, without a null user. @throws Problem 400 with mod-settings' texts. */
function readEntry(body: unknown): Document {
  const { userId, ...entry } = objectBody(body)
  for (const name of ['id', 'scope', 'key']) {
    const value = entry[name]
    if (value === undefined || value === null) {
      throw textProblem(400, `Entry must have ${name === 'id' ? 'an' : 'a'} ${name}`)
    }
  }
  return userId === undefined || userId === null ? entry : { ...entry, userId: lowerUuid(userId) }
}

function lowerUuid(value: unknown): unknown {
  return isUuid(value) ? value.toLowerCase() : value
}

async function post(request: ApiRequest): Promise<Answer> {
  const entry = readEntry(request.body)
  requireWrite(request, entry, forbidden)
  await request.transaction((tx) => insertDocuments(tx, settingEntries, request.actor, [entry]))
  return noContent()
}

async function get(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const stored = await request.transaction((tx) => findDocuments(tx, settingEntries, [id]))
  const found = stored.get(id)
  if (found === undefined) throw notThere()
  if (!mayUse('read', request.permissions, userIdOf(request), JSON.parse(found) as Document)) throw notThere()
  return ok(new JsonText(found))
}

/** Both the stored and the new setting must be the caller's to write: an entry can't be taken over. */
async function put(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const entry = readEntry(request.body)
  if (lowerUuid(entry.id) !== id) throw textProblem(400, 'id mismatch')
  requireWrite(request, entry, forbidden)
  await request.transaction(async (tx) => {
    await requireStored(tx, request, id)
    await updateDocuments(tx, settingEntries, request.actor, [{ ...entry, id }])
  })
  return noContent()
}

async function deleteEntry(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  await request.transaction(async (tx) => {
    await requireStored(tx, request, id)
    await deleteDocuments(tx, settingEntries, [id])
  })
  return noContent()
}

async function requireStored(tx: Transaction, request: ApiRequest, id: string): Promise<void> {
  const stored = (await lockDocuments(tx, settingEntries, [id])).get(id)
  if (stored === undefined) throw notThere()
  requireWrite(request, JSON.parse(stored) as Document, notThere)
}

async function list(request: ApiRequest): Promise<Answer> {
  const scopes = await request.transaction(listScopes)
  const readable = readableScopes(request.permissions, scopes)
  const isAnyReadable = Object.values(readable).some((some) => some.length > 0)
  if (!isAnyReadable && !namesAnyScope(request.permissions) && !request.permissions.has(EVERYTHING))
    throw forbidden()
  return answerDocuments(request, settingEntries, {
    visible: (firstParam) => readableCondition(readable, userIdOf(request), firstParam),
    asked: { query: wholeValues(request.query.get('query') ?? '') },
  })
}

/** All scopes, found by stepping through the unique index: a tenant has thousands of entries in few scopes. */
async function listScopes(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ scope: string }>(
    `with recursive scopes (scope) as (
       select min((doc ->> 'scope') collate "C") from setting_entry
       union all
       select (
         select min((doc ->> 'scope') collate "C") from setting_entry where ((doc ->> 'scope') collate "C") > scopes.scope
       )
       from scopes where scopes.scope is not null
     )
     select scope from scopes where scope is not null`,
  )
  return rows.map(({ scope }) => scope)
}

function readableCondition(
  { global, users, owner }: ReadableScopes,
  userId: string,
  firstParam: number,
): { where: string; params: unknown[] } {
  const [first, second, third, fourth] = [0, 1, 2, 3].map((index) => `$${firstParam + index}`)
  const scope = `doc ->> 'scope'`
  const user = `doc ->> 'userId'`
  return {
    where: [
      `${user} is null and ${scope} = any(${first}::text[])`,
      `${user} is not null and ${scope} = any(${second}::text[])`,
      `${user} = ${fourth} and ${scope} = any(${third}::text[])`,
    ]
      .map((condition) => `(${condition})`)
      .join(' or '),
    params: [global, users, owner, userId],
  }
}

/** mod-settings compares scope and key as they are and whole, also with `=`; other modules compare words. */
function wholeValues(query: string): string {
  const parsed = parseCql(query)
  return parsed.root === null ? query : printCql({ ...parsed, root: wholeNode(parsed.root) })
}

function wholeNode(node: CqlNode): CqlNode {
  if (node.type === 'boolean') return { ...node, left: wholeNode(node.left), right: wholeNode(node.right) }
  const isText = node.index === 'scope' || node.index === 'key'
  const isEqual = node.relation.comparator === '=' || node.relation.comparator === '=='
  if (!isText || !isEqual || node.term === '') return node
  const modifiers = ['respectcase', 'respectaccents'].map((name) => ({ name, comparison: null, value: null }))
  return { ...node, relation: { comparator: '==', modifiers } }
}

/** Adds or replaces many settings by scope, key and user. @returns how many of each. */
async function upload(request: ApiRequest): Promise<Answer> {
  const entries = readUpload(request.body)
  for (const entry of entries) requireWrite(request, entry, forbidden)
  const byKey = new Map(
    entries.map((entry) => [JSON.stringify([entry.scope, entry.key, entry.userId]), entry]),
  )
  const rows = [...byKey.values()].map((entry) => ({ ...entry, id: newId() }))
  for (const row of rows) settingEntries.check(row)
  const [counts] = await request.transaction((tx) =>
    tx.query<{ inserted: number }>(
      `with written as (
         insert into setting_entry (id, doc) select * from unnest($1::uuid[], $2::jsonb[])
         on conflict (
           (doc ->> 'scope') collate "C", (doc ->> 'key') collate "C", (doc ->> 'userId') collate "C"
         )
         do update set doc = jsonb_set(setting_entry.doc, '{value}', excluded.doc -> 'value')
         returning id
       )
       select count(*) filter (where id = any($1::uuid[])) as inserted from written`,
      [rows.map(({ id }) => id), rows.map((row) => JSON.stringify(row))],
    ),
  )
  const { inserted } = counts!
  return ok({ inserted, updated: entries.length - inserted })
}

function readUpload(body: unknown): Document[] {
  if (!Array.isArray(body)) throw textProblem(400, 'The request body must be a JSON array.')
  return body.map((sent: unknown) => {
    const { id, ...entry } = objectBody(sent)
    if (id !== undefined && id !== null) throw textProblem(400, 'No id must supplied for upload')
    return readEntry({ ...entry, id: newId() })
  })
}

/** The endpoints of settings. */
export const settingEntryRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/settings/entries',
    permissions: ['mod-settings.entries.collection.get'],
    handler: list,
  },
  {
    method: 'POST',
    path: '/settings/entries',
    permissions: ['mod-settings.entries.item.post'],
    handler: post,
  },
  {
    method: 'GET',
    path: '/settings/entries/:id',
    permissions: ['mod-settings.entries.item.get'],
    handler: get,
  },
  {
    method: 'PUT',
    path: '/settings/entries/:id',
    permissions: ['mod-settings.entries.item.put'],
    handler: put,
  },
  {
    method: 'DELETE',
    path: '/settings/entries/:id',
    permissions: ['mod-settings.entries.item.delete'],
    handler: deleteEntry,
  },
  { method: 'PUT', path: '/settings/upload', permissions: ['mod-settings.entries.put'], handler: upload },
]

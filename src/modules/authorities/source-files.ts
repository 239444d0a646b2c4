import { isoInstant, now } from '../../kernel/clock.ts'
import { defineCollection } from '../../kernel/collections/index.ts'
import type { Collection } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { compileValidator, withoutNulls } from '../../kernel/http/validation.ts'
import type { JsonSchema } from '../../kernel/http/validation.ts'
import { newId } from '../../kernel/ids.ts'
import type { Metadata, Writer } from '../inventory/index.ts'
import {
  entityConflict,
  entityDuplicate,
  entityNotFound,
  entityProblem,
  invalidBody,
} from './entity-problems.ts'

/** Where authorities come from; `codes` are the letters with which their natural ids begin. */
export type SourceFile = {
  id: string
  name: string
  codes: string[]
  type?: string
  baseUrl?: string
  source: 'folio' | 'local'
  selectable: boolean
  hridManagement: { startNumber?: number }
  _version: number
  metadata: Metadata
}

type SentSourceFile = {
  id?: string
  name?: string
  code?: string
  type?: string
  baseUrl?: string
  selectable?: boolean
  hridManagement?: { startNumber?: number }
  _version?: number
}

const number: JsonSchema = { type: 'integer' }
const text: JsonSchema = { type: 'string' }

const sentProperties: JsonSchema = {
  id: { type: 'string', format: 'uuid' },
  name: text,
  code: { type: 'string', minLength: 1, maxLength: 25 },
  type: text,
  baseUrl: text,
  selectable: { type: 'boolean' },
  hridManagement: {
    type: 'object',
    properties: { startNumber: { type: 'integer', minimum: 0, maximum: 2_147_483_647 } },
  },
  _version: number,
}

const checkNew = compileValidator({
  type: 'object',
  required: ['name', 'code'],
  properties: sentProperties,
})
const checkChanges = compileValidator({
  type: 'object',
  required: ['_version'],
  properties: sentProperties,
})

/**
 * The table and its lists; what is written goes through the functions below, because what clients send has
 * another shape than what they get (folio-org/mod-entities-links: AuthoritySourceFileMapper).
 */
export const authoritySourceFiles: Collection = defineCollection({
  path: '/authority-source-files',
  listKey: 'authoritySourceFiles',
  table: 'authority_source_file',
  permissions: 'inventory-storage.authority-source-files',
  interface: { module: 'mod-entities-links-5.0.0', id: 'authority-source-files', version: '2.2' },
  methods: ['list', 'get'],
  schema: { type: 'object', properties: { name: text } },
  unique: [{ fields: ['name'], match: 'exact' }],
  defaultLimit: 100,
  notFoundProblem: (id) => missingSourceFile(id),
})

/** Adds the source files that a tenant starts with; those that are there stay as they are. */
export async function seedSourceFiles(
  tx: Transaction,
  rows: readonly Pick<SourceFile, 'id' | 'name' | 'codes'>[],
): Promise<void> {
  const at = isoInstant(now())
  const metadata = { createdDate: at, updatedDate: at }
  const files = rows.map((row) => ({
    ...row,
    selectable: false,
    hridManagement: {},
    _version: 0,
    metadata,
  }))
  await tx.query(
    `insert into authority_source_file (id, doc) select * from unnest($1::uuid[], $2::jsonb[]) on conflict do nothing`,
    [files.map(({ id }) => id), files.map((file) => JSON.stringify(file))],
  )
}

/**
 * Adds a source file of the library's own.
 * @returns it as it is stored
 * @throws Problem 422 for a bad code or address, or where another file has the name, code, address or id.
 */
export async function createSourceFile(tx: Transaction, writer: Writer, body: object): Promise<SourceFile> {
  checkNew(body)
  const sent = withoutNulls(body) as SentSourceFile & { name: string; code: string }
  checkCode(sent.code)
  const startNumber = sent.hridManagement?.startNumber ?? 1
  const at = isoInstant(now())
  const by = writer?.userId
  const file: SourceFile = {
    id: sent.id?.toLowerCase() ?? newId(),
    name: sent.name,
    codes: [sent.code],
    ...(sent.type === undefined ? {} : { type: sent.type }),
    ...baseUrlOf(sent.baseUrl),
    source: 'local',
    selectable: sent.selectable ?? true,
    hridManagement: { startNumber },
    _version: 0,
    metadata: {
      createdDate: at,
      ...(by ? { createdByUserId: by } : {}),
      updatedDate: at,
      ...(by ? { updatedByUserId: by } : {}),
    },
  }
  await refuseTaken(tx, file, true)
  await tx.query('insert into authority_source_file (id, doc) values ($1, $2)', [
    file.id,
    JSON.stringify(file),
  ])
  await setNextNumber(tx, file.id, startNumber)
  return file
}

/**
 * Changes some properties of a source file. Name (of FOLIO's own files), code and first number stand fast as
 * soon as others rely on them.
 * @throws Problem 404, 409 for an old version, 422 as `createSourceFile`.
 */
export async function patchSourceFile(
  tx: Transaction,
  writer: Writer,
  id: string,
  body: object,
): Promise<void> {
  checkChanges(body)
  const sent = withoutNulls(body) as SentSourceFile & { _version: number }
  const stored = await lockSourceFile(tx, id)
  await refuseFixed(tx, stored, sent)
  if (sent.code !== undefined) checkCode(sent.code)
  const { baseUrl: _before, _version: version, ...kept } = stored
  const { _version: sentVersion } = sent
  if (sentVersion < version) throw entityConflict(id, version, sentVersion)
  const file: SourceFile = {
    ...kept,
    ...(sent.name === undefined ? {} : { name: sent.name }),
    ...(sent.code === undefined ? {} : { codes: [sent.code] }),
    ...(sent.type === undefined ? {} : { type: sent.type }),
    ...baseUrlOf(sent.baseUrl ?? stored.baseUrl),
    ...(sent.selectable === undefined ? {} : { selectable: sent.selectable }),
    hridManagement: { ...stored.hridManagement, ...sent.hridManagement },
    _version: version + 1,
    metadata: {
      ...stored.metadata,
      updatedDate: isoInstant(now()),
      ...(writer ? { updatedByUserId: writer.userId } : {}),
    },
  }
  await refuseTaken(tx, file, false)
  await tx.query('update authority_source_file set doc = $2 where id = $1', [id, JSON.stringify(file)])
  const { startNumber } = file.hridManagement
  if (startNumber !== undefined && startNumber !== stored.hridManagement.startNumber)
    await setNextNumber(tx, id, startNumber)
}

/** Deletes a source file of the library's own. @throws Problem 404, 422 for FOLIO's files and those with authorities. */
export async function deleteSourceFile(tx: Transaction, id: string): Promise<void> {
  const stored = await lockSourceFile(tx, id)
  if (await hasAuthorities(tx, id))
    throw invalidBody('Unable to delete. Authority source file has referenced authorities')
  if (stored.source === 'folio') {
    throw invalidBody(`Cannot delete Authority source file with source 'folio'`, [
      { key: 'source', value: 'FOLIO' },
    ])
  }
  await tx.query('delete from authority_source_file where id = $1', [id])
}

/** The next human-readable id of a source file: code and number. @throws Problem 404, 422 where it gives out none. */
export async function nextSourceFileHrid(tx: Transaction, id: string): Promise<string> {
  const [found] = await tx.query<{ doc: string }>('select doc from authority_source_file where id = $1', [id])
  if (!found) throw missingSourceFile(id)
  const { codes } = JSON.parse(found.doc) as SourceFile
  const [row] = await tx.query<{ given: number }>(
    `update authority_number set next_number = next_number + 1 where source_file_id = $1
     returning next_number - 1 as given`,
    [id],
  )
  if (row && codes.length === 1) return `${codes[0]}${row.given}`
  throw entityProblem(422, {
    message: `Cannot get next HRID for source file [id: ${id}, cause: source file doesn't support HRID generation]`,
    type: 'AuthoritySourceFileHridException',
    code: 'validation',
  })
}

function missingSourceFile(id: string) {
  return entityNotFound('Authority Source File', id)
}

async function lockSourceFile(tx: Transaction, id: string): Promise<SourceFile> {
  const [row] = await tx.query<{ doc: string }>(
    'select doc from authority_source_file where id = $1 for update',
    [id],
  )
  if (!row) throw missingSourceFile(id)
  return JSON.parse(row.doc) as SourceFile
}

function checkCode(code: string): void {
  if (/^\p{L}+$/u.test(code)) return
  throw invalidBody('Authority Source File prefix should be non-empty sequence of letters', [
    { key: 'code', value: code },
  ])
}

/** An address as it is stored: without `www.`, query and fragment, with a slash at its end; none for an empty one. */
function baseUrlOf(sent: string | undefined): { baseUrl?: string } {
  if (!sent) return {}
  const url = URL.parse(sent)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw invalidBody('The base URL must be an address that begins with http:// or https://', [
      { key: 'baseUrl', value: sent },
    ])
  }
  const place = `${url.host.replace(/^www\./, '')}${url.pathname}`
  return { baseUrl: `${url.protocol}//${place.endsWith('/') ? place : `${place}/`}` }
}

async function refuseFixed(tx: Transaction, stored: SourceFile, sent: SentSourceFile): Promise<void> {
  const isShipped = stored.source === 'folio'
  const { name, code, hridManagement } = sent
  const startNumber = hridManagement?.startNumber
  const fixed = [
    ...(isShipped && name !== undefined ? [{ key: 'name', value: name }] : []),
    ...(code === undefined ? [] : [{ key: 'code', value: code }]),
    ...(startNumber === undefined ? [] : [{ key: 'hridManagement.startNumber', value: String(startNumber) }]),
  ]
  if (fixed.length === 0 || !(isShipped || (await hasAuthorities(tx, stored.id)))) return
  const message = 'Unable to patch. Authority source file source is FOLIO or it has authority references'
  throw invalidBody(message, fixed)
}

async function hasAuthorities(tx: Transaction, id: string): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    `select exists (select from authority where source_file_id = $1)
       or exists (select from deleted_authority where source_file_id = $1) as found`,
    [id],
  )
  return row!.found
}

// Addresses are compared without their protocol (mod-entities-links keeps the two apart).
const TAKEN = `
  select id = $1 as "isId", doc ->> 'name' = $2 as "isName",
    regexp_replace(doc ->> 'baseUrl', '^[a-z]+://', '') = $3 as "isUrl", doc -> 'codes' ?| $4 as "isCode"
  from authority_source_file
  where id = $1 and $5 or id <> $1 and (doc ->> 'name' = $2 or doc -> 'codes' ?| $4
    or regexp_replace(doc ->> 'baseUrl', '^[a-z]+://', '') = $3)`

type Taken = { isId: boolean; isName: boolean; isUrl: boolean | null; isCode: boolean }

/** Refuses values that another file has. The lock keeps two writers from taking the same code; writes are rare. */
async function refuseTaken(tx: Transaction, file: SourceFile, isNew: boolean): Promise<void> {
  await tx.query('lock table authority_source_file in share row exclusive mode')
  const place = file.baseUrl?.replace(/^[a-z]+:\/\//, '') ?? null
  const taken = await tx.query<Taken>(TAKEN, [file.id, file.name, place, file.codes, isNew])
  if (taken.some(({ isId }) => isId))
    throw entityDuplicate(`Authority Source File with the given 'id' already exists.`, '111')
  const refuse = (field: string, code: string) =>
    entityDuplicate(`Authority source file with the given '${field}' already exists.`, code)
  if (taken.some(({ isName }) => isName)) throw refuse('name', '104')
  if (taken.some(({ isUrl }) => isUrl)) throw refuse('baseUrl', '105')
  if (taken.some(({ isCode }) => isCode)) throw refuse('code', '106')
}

async function setNextNumber(tx: Transaction, id: string, startNumber: number): Promise<void> {
  await tx.query(
    `insert into authority_number (source_file_id, next_number) values ($1, $2)
     on conflict (source_file_id) do update set next_number = excluded.next_number`,
    [id, startNumber],
  )
}

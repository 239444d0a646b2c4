import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody, uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound } from '../../kernel/http/problems.ts'
import { JsonText, noContent, ok } from '../../kernel/http/route.ts'
import type { ApiRequest, Route } from '../../kernel/http/route.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import { readRecord } from './read-records.ts'
import { instanceSpec } from './record-spec.ts'
import { nextStamp } from './stamp.ts'
import { keepPrevious, replaceRows } from './store-rows.ts'
import { lockRecords } from './update-records.ts'
import type { Writer } from './write-outcome.ts'

const PATH = '/instance-storage/instances/:id/source-record'
const PERMISSION = 'inventory-storage.instances.source-record'
const TABLE = 'instance_source_marc'

const checkMarc = compileValidator({
  type: 'object',
  required: ['leader', 'fields'],
  additionalProperties: false,
  properties: {
    id: { type: 'string' },
    leader: { type: 'string', minLength: 24, maxLength: 24 },
    fields: { type: 'array', minItems: 2 },
  },
})

/**
 * `/instance-storage/instances/{id}/source-record`: MARC that clients from before the storage of source records keep
 * beside an instance. The instance says so in `sourceRecordFormat` (folio-org/mod-inventory-storage: instanceSourceMarc.sql).
 */
export function marcJsonRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: `${PATH}/marc-json`,
      permissions: [`${PERMISSION}.marc-json.get`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        const text = await request.transaction((tx) => readRecord(tx, TABLE, id))
        if (text === null) throw notFound()
        return ok(new JsonText(text))
      },
    },
    {
      method: 'PUT',
      path: `${PATH}/marc-json`,
      permissions: [`${PERMISSION}.marc-json.put`],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        const body = objectBody(request.body)
        checkMarc(body)
        await request.transaction((tx) => putMarc(tx, request.actor, id, JSON.stringify({ ...body, id })))
        return noContent()
      },
    },
    {
      method: 'DELETE',
      path: `${PATH}/marc-json`,
      permissions: [`${PERMISSION}.marc-json.delete`],
      handler: removeMarc,
    },
    { method: 'DELETE', path: PATH, permissions: [`${PERMISSION}.delete`], handler: removeMarc },
  ]
}

async function putMarc(tx: Transaction, writer: Writer, id: string, doc: string): Promise<void> {
  await setFormat(tx, writer, id, 'MARC-JSON')
  await tx.query(
    `insert into ${TABLE} (id, doc) values ($1, $2) on conflict (id) do update set doc = excluded.doc`,
    [id, doc],
  )
}

async function removeMarc(request: ApiRequest) {
  const id = uuidParameter(request.params)
  await request.transaction(async (tx) => {
    // The instance is locked first, as all writers of it do.
    await setFormat(tx, request.actor, id, undefined)
    if ((await tx.execute(`delete from ${TABLE} where id = $1`, [id])) === 0) throw notFound()
  })
  return noContent()
}

/** Writes into the instance what it has beside it; an instance that says so already stays as it is. */
async function setFormat(
  tx: Transaction,
  writer: Writer,
  id: string,
  format: 'MARC-JSON' | undefined,
): Promise<void> {
  const stored = (await lockRecords(tx, instanceSpec, [id])).get(id)
  if (!stored) throw notFound()
  const { record, version } = stored
  if ((record.sourceRecordFormat ?? undefined) === format) return
  const at = now()
  await keepPrevious(tx, instanceSpec, [id], { writer, at, isDeletion: false, jobId: undefined })
  const stamp = nextStamp({ version, metadata: record.metadata }, at, writer?.userId)
  await replaceRows(tx, instanceSpec, [instanceSpec.row({ ...record, sourceRecordFormat: format }, stamp)])
}

import type { Document } from '../../kernel/collections/index.ts'
import { deleteDocuments, insertDocuments } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody, uuidParameter } from '../../kernel/http/parameters.ts'
import { faultsProblem, notFound } from '../../kernel/http/problems.ts'
import { noContent } from '../../kernel/http/route.ts'
import type { Actor, Route } from '../../kernel/http/route.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import { boundWithParts, precedingSucceedingTitles, relationListRoutes } from './relation-lists.ts'

/** Relations between instances, titles and bound-with parts. */
export function relationRoutes(): Route[] {
  return [
    ...relationListRoutes(),
    {
      method: 'PUT',
      path: '/preceding-succeeding-titles/instances/:id',
      permissions: ['inventory-storage.instances.preceding-succeeding-titles.collection.put'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await request.transaction((tx) => replaceTitles(tx, request.actor, id, request.body))
        return noContent()
      },
    },
    {
      method: 'PUT',
      path: '/inventory-storage/bound-withs',
      permissions: ['inventory-storage.bound-withs.collection.put'],
      handler: async (request) => {
        await request.transaction((tx) => replaceBoundWith(tx, request.actor, request.body))
        return noContent()
      },
    },
  ]
}

const checkTitles = compileValidator({
  type: 'object',
  required: ['precedingSucceedingTitles'],
  properties: { precedingSucceedingTitles: { type: 'array', items: precedingSucceedingTitles.schema } },
})

/** Replaces all titles before and after an instance. @throws Problem 404, 422 for one that does not name it. */
async function replaceTitles(tx: Transaction, actor: Actor | null, id: string, body: unknown): Promise<void> {
  const sent = objectBody(body)
  checkTitles(sent)
  const titles = sent.precedingSucceedingTitles as Document[]
  const stranger = titles.find(({ precedingInstanceId, succeedingInstanceId }) =>
    [precedingInstanceId, succeedingInstanceId].every((named) => String(named).toLowerCase() !== id),
  )
  if (stranger) {
    throw faultsProblem([
      {
        message: `The precedingInstanceId or succeedingInstanceId should contain instanceId [${id}]`,
        type: '1',
        code: '-1',
        parameters: [
          { key: 'precedingInstanceId', value: String(stranger.precedingInstanceId ?? null) },
          { key: 'succeedingInstanceId', value: String(stranger.succeedingInstanceId ?? null) },
        ],
      },
    ])
  }
  const instances = await tx.query('select from instance where id = $1 for key share', [id])
  if (instances.length === 0) throw notFound()
  const stored = await tx.query<{ id: string }>(
    'select id from preceding_succeeding_title where precedinginstanceid = $1 or succeedinginstanceid = $1',
    [id],
  )
  const ids = stored.map((row) => row.id)
  if (ids.length > 0) await deleteDocuments(tx, precedingSucceedingTitles, ids)
  await insertDocuments(tx, precedingSucceedingTitles, actor, titles)
}

const uuid = { type: 'string', format: 'uuid' }
const checkBoundWith = compileValidator({
  type: 'object',
  additionalProperties: false,
  required: ['itemId', 'boundWithContents'],
  properties: {
    itemId: uuid,
    boundWithContents: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['holdingsRecordId'],
        properties: { holdingsRecordId: uuid },
      },
    },
  },
})

/**
 * Makes an item bound into exactly the given holdings records and its own; with its own alone it is no
 * bound-with and has no parts (folio-org/mod-inventory-storage: BoundWithService).
 * @throws Problem 422 for an unknown item or holdings record.
 */
async function replaceBoundWith(tx: Transaction, actor: Actor | null, body: unknown): Promise<void> {
  const sent = objectBody(body)
  checkBoundWith(sent)
  const { itemId, boundWithContents } = sent as {
    itemId: string
    boundWithContents: { holdingsRecordId: string }[]
  }
  const [item] = await tx.query<{ own: string }>(
    'select holdings_record_id as own from item where id = $1 for no key update',
    [itemId],
  )
  if (!item) throw unknownRecord('Item not found.', 'item.not-found', 'itemId', itemId)
  const wanted = new Set([
    item.own,
    ...boundWithContents.map(({ holdingsRecordId }) => holdingsRecordId.toLowerCase()),
  ])
  const known = await tx.query<{ id: string }>('select id from holdings_record where id = any($1)', [
    [...wanted],
  ])
  const missing = [...wanted].find((id) => !known.some((row) => row.id === id))
  if (missing)
    throw unknownRecord('Holdings record not found.', 'holding.not-found', 'holdingsRecordId', missing)
  if (wanted.size === 1) wanted.clear()
  const parts = await tx.query<{ id: string; holdings: string }>(
    'select id, holdingsrecordid as holdings from bound_with_part where itemid = $1',
    [itemId],
  )
  const gone = parts.filter(({ holdings }) => !wanted.has(holdings)).map(({ id }) => id)
  const added = [...wanted].filter((id) => !parts.some(({ holdings }) => holdings === id))
  if (gone.length > 0) await deleteDocuments(tx, boundWithParts, gone)
  if (added.length === 0) return
  await insertDocuments(
    tx,
    boundWithParts,
    actor,
    added.map((holdingsRecordId) => ({ itemId, holdingsRecordId })),
  )
}

function unknownRecord(message: string, code: string, key: string, value: string) {
  return faultsProblem([{ message, type: '1', code, parameters: [{ key, value }] }])
}

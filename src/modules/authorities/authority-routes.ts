import { uuidParameter } from '../../kernel/http/parameters.ts'
import { JsonText, created, noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { markDeleted } from '../records/index.ts'
import { withEmptyLists } from './authority-row.ts'
import { authorityBody } from './authority-schema.ts'
import { deleteAuthorities } from './delete-authorities.ts'
import { entityNotFound, inEntityForm, otherId } from './entity-problems.ts'
import { insertAuthorities } from './insert-authorities.ts'
import { listAuthorities } from './list-authorities.ts'
import { updateAuthorities } from './update-authorities.ts'

const path = '/authority-storage/authorities'

/** `/authority-storage/authorities`. */
export function authorityRoutes(): Route[] {
  const list: Route = {
    method: 'GET',
    path,
    permissions: ['inventory-storage.authorities.collection.get'],
    handler: listAuthorities,
  }
  return inEntityForm([
    list,
    { method: 'POST', path, permissions: ['inventory-storage.authorities.item.post'], handler: post },
    {
      method: 'GET',
      path: `${path}/:id`,
      permissions: ['inventory-storage.authorities.item.get'],
      handler: get,
    },
    {
      method: 'PUT',
      path: `${path}/:id`,
      permissions: ['inventory-storage.authorities.item.put'],
      handler: put,
    },
    {
      method: 'DELETE',
      path: `${path}/:id`,
      permissions: ['inventory-storage.authorities.item.delete'],
      handler: remove,
    },
  ])
}

async function get(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const [row] = await request.transaction((tx) =>
    tx.query<{ doc: string }>('select doc from authority where id = $1', [id]),
  )
  if (!row) throw entityNotFound('Authority', id)
  return ok(new JsonText(withEmptyLists(row.doc)))
}

async function post(request: ApiRequest): Promise<Answer> {
  const record = authorityBody(request.body)
  const [outcome] = await request.transaction((tx) =>
    insertAuthorities(tx, request.actor, [record], { allOrNothing: true }),
  )
  if (!outcome?.ok) throw outcome?.problem ?? new Error('A write ended without an outcome.')
  return created(new JsonText(withEmptyLists(outcome.doc)))
}

async function put(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const record = authorityBody(request.body)
  if (record.id?.toLowerCase() !== id) throw otherId(id, record.id)
  await request.transaction((tx) => updateAuthorities(tx, request.actor, [record], { allOrNothing: true }))
  return noContent()
}

async function remove(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  await request.transaction(async (tx) => {
    await deleteAuthorities(tx, request.actor, [id], { allOrNothing: true })
    // FOLIO's source record storage hears of the deletion and marks its record (AuthorityDomainKafkaHandler).
    await markDeleted(tx, [id], { idType: 'AUTHORITY', writer: request.actor })
  })
  return noContent()
}

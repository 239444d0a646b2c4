import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import { orderBy } from './consortium-records.ts'
import { prepareSearch } from './find-records.ts'
import { requestProblem } from './search-problems.ts'
import { readCount } from './search-parameters.ts'

// folio-org/mod-search: swagger.api/schemas/entity/consortium{Location,Campus,Library,Institution}.yaml.

const WINDOW = 10_000
const MAX_OFFSET = 9_999

/** A list of places: its table, what it shows besides id, tenant and name, how many at most and usually. */
type Places = {
  listKey: string
  table: string
  fields: readonly string[]
  sorts: readonly string[]
  max: number
}

const PLACES: readonly Places[] = [
  {
    listKey: 'locations',
    table: 'location',
    fields: [
      'code',
      'description',
      'discoveryDisplayName',
      'isActive',
      'institutionId',
      'campusId',
      'libraryId',
      'primaryServicePoint',
      'servicePointIds',
      'metadata',
    ],
    sorts: [],
    max: 10_000,
  },
  {
    listKey: 'campuses',
    table: 'loccampus',
    fields: ['code', 'institutionId', 'metadata'],
    sorts: ['institutionId'],
    max: 1_000,
  },
  {
    listKey: 'libraries',
    table: 'loclibrary',
    fields: ['code', 'campusId', 'metadata'],
    sorts: ['campusId'],
    max: 1_000,
  },
  { listKey: 'institutions', table: 'locinstitution', fields: ['code', 'metadata'], sorts: [], max: 1_000 },
]

/** The endpoints for the places of a consortium, of which the tenant is the only member. */
export function consortiumPlaceRoutes(): Route[] {
  return PLACES.map((places) => ({
    method: 'GET',
    path: `/search/consortium/${places.listKey}`,
    permissions: [`consortium-search.${places.listKey}.collection.get`],
    handler: (request) => listPlaces(request, places),
  }))
}

async function listPlaces(
  { query, tenant, transaction }: ApiRequest,
  { listKey, table, fields, sorts, max }: Places,
): Promise<Answer> {
  const limit = readCount(query, 'limit', { fallback: max, max })
  const offset = readCount(query, 'offset', { fallback: 0, max: MAX_OFFSET })
  if (limit + offset > WINDOW && query.get('limit')) {
    throw requestProblem(
      'The sum of limit and offset should not exceed 10000.',
      'offset + limit',
      String(offset + limit),
    )
  }
  const keys = ['id', 'name', ...sorts].map((name): [string, string] => [
    name,
    `octavo.fold(doc ->> '${name}')`,
  ])
  const order = orderBy(query, { ...Object.fromEntries(keys), tenantId: 'id' }, 'name')
  const id = query.get('id')?.trim()
  const tenantId = query.get('tenantId')?.trim()
  const isMine = !tenantId || tenantId === tenant
  const shown = ['name', ...fields].map((name) => `'${name}', doc -> '${name}'`).join(', ')
  return transaction(async (tx) => {
    await prepareSearch(tx)
    const where = '$1::uuid is null or id = $1::uuid'
    const params = [id && hasUuidShape(id) ? id : null]
    if (!isMine || (id && !hasUuidShape(id))) return ok({ [listKey]: [], totalRecords: 0 })
    const [count] = await tx.query<{ total: number }>(
      `select count(*) as total from ${table} where ${where}`,
      params,
    )
    const rows = await tx.query<{ doc: string }>(
      `select jsonb_strip_nulls(jsonb_build_object('id', id, 'tenantId', current_setting('octavo.searched_tenant'), ${shown})) as doc
       from ${table} where ${where} order by ${order}, id limit ${limit} offset ${offset}`,
      params,
    )
    return ok({ [listKey]: rows.map(({ doc }) => JSON.parse(doc) as unknown), totalRecords: count!.total })
  })
}

import type { Row, Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, QueryParameters, Route } from '../../kernel/http/route.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import { prepareSearch } from './find-records.ts'
import { constraintProblem, requestProblem } from './search-problems.ts'
import { readCount } from './search-parameters.ts'

// folio-org/mod-search: SearchConsortiumController, ConsortiumSearchContext, IdentifierUtils. A tenant answers for
// itself: it is the only one of its consortium.

const MOST_IDENTIFIERS = 20_000
const MAX_LIMIT = 1_000
const MAX_OFFSET = 9_999

/** Records of one kind as the consortium's lists show them. */
type Kind = {
  listKey: string
  from: string
  id: string
  /** What is shown, as SQL of type json. */
  shown: string
  sorts: Readonly<Record<string, string>>
  /** Filters that compare ids. */
  filters: Readonly<Record<string, string>>
  /** The kinds of identifiers of a batch; `$1` is their values as text. */
  identifiers: Readonly<Record<string, string>>
}

const HOLDINGS: Kind = {
  listKey: 'holdings',
  from: 'holdings_record join instance on instance.id = holdings_record.instance_id',
  id: 'holdings_record.id',
  shown: shownFields('holdings_record.doc', 'holdings_record.instance_id', [
    'id',
    'hrid',
    'discoverySuppress',
    'callNumberPrefix',
    'callNumber',
    'callNumberSuffix',
    'copyNumber',
    'permanentLocationId',
  ]),
  sorts: {
    id: 'holdings_record.id',
    hrid: 'holdings_record.hrid_key',
    tenantId: 'holdings_record.id',
    instanceId: 'holdings_record.instance_id',
    callNumberPrefix: `holdings_record.doc ->> 'callNumberPrefix'`,
    callNumber: `holdings_record.doc ->> 'callNumber'`,
    callNumberSuffix: `holdings_record.doc ->> 'callNumberSuffix'`,
    copyNumber: `holdings_record.doc ->> 'copyNumber'`,
    permanentLocationId: 'holdings_record.permanent_location_id',
  },
  filters: { instanceId: 'holdings_record.instance_id' },
  identifiers: {
    id: 'holdings_record.id = any($2::uuid[])',
    hrid: 'holdings_record.hrid_key = any(select octavo.fold(value) from unnest($1::text[]) as value)',
    instanceId: 'holdings_record.instance_id = any($2::uuid[])',
    instanceHrid: 'instance.hrid_key = any(select octavo.fold(value) from unnest($1::text[]) as value)',
    itemBarcode: `holdings_record.id in (select item.holdings_record_id from item
      where item.barcode_key = any(select octavo.lowered(value) from unnest($1::text[]) as value))`,
  },
}

const ITEMS: Kind = {
  listKey: 'items',
  from: `item join holdings_record on holdings_record.id = item.holdings_record_id
    join instance on instance.id = holdings_record.instance_id`,
  id: 'item.id',
  shown: shownFields('item.doc', 'holdings_record.instance_id', [
    'id',
    'hrid',
    'holdingsRecordId',
    'barcode',
  ]),
  sorts: {
    id: 'item.id',
    hrid: 'item.hrid_key',
    tenantId: 'item.id',
    instanceId: 'holdings_record.instance_id',
    holdingsRecordId: 'item.holdings_record_id',
    barcode: 'item.barcode_key',
  },
  filters: { instanceId: 'holdings_record.instance_id', holdingsRecordId: 'item.holdings_record_id' },
  identifiers: {
    id: 'item.id = any($2::uuid[])',
    hrid: 'item.hrid_key = any(select octavo.fold(value) from unnest($1::text[]) as value)',
    barcode: 'item.barcode_key = any(select octavo.lowered(value) from unnest($1::text[]) as value)',
    holdingsRecordId: 'item.holdings_record_id = any($2::uuid[])',
    accessionNumber: `item.doc ->> 'accessionNumber' = any($1::text[])`,
    formerIds: `exists (select from json_array_elements_text(item.doc -> 'formerIds') as former (value)
      where former.value = any($1::text[]))`,
    instanceId: 'holdings_record.instance_id = any($2::uuid[])',
    instanceHrid: 'instance.hrid_key = any(select octavo.fold(value) from unnest($1::text[]) as value)',
  },
}

function shownFields(document: string, instanceId: string, names: readonly string[]): string {
  const fields = names.map((name) => `'${name}', ${document} -> '${name}'`)
  return `json_strip_nulls(json_build_object(${fields.join(', ')}, 'instanceId', ${instanceId},
    'tenantId', current_setting('octavo.searched_tenant')))`
}

/** The endpoints for holdings and items of a consortium. */
export function consortiumRecordRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/search/consortium/holdings',
      permissions: ['consortium-search.holdings.collection.get'],
      handler: (request) => listRecords(request, HOLDINGS),
    },
    {
      method: 'GET',
      path: '/search/consortium/items',
      permissions: ['consortium-search.items.collection.get'],
      handler(request) {
        if (!request.query.get('instanceId')?.trim())
          throw requestProblem('instanceId filter is required', 'instanceId', 'null')
        return listRecords(request, ITEMS)
      },
    },
    {
      method: 'GET',
      path: '/search/consortium/holding/:id',
      permissions: ['consortium-search.holdings.item.get'],
      handler: (request) => readRecord(request, HOLDINGS),
    },
    {
      method: 'GET',
      path: '/search/consortium/item/:id',
      permissions: ['consortium-search.items.item.get'],
      handler: (request) => readRecord(request, ITEMS),
    },
    {
      method: 'POST',
      path: '/search/consortium/batch/holdings',
      permissions: ['consortium-search.holdings.batch.collection.get'],
      handler: (request) => readBatch(request, HOLDINGS),
    },
    {
      method: 'POST',
      path: '/search/consortium/batch/items',
      permissions: ['consortium-search.items.batch.collection.get'],
      handler: (request) => readBatch(request, ITEMS),
    },
  ]
}

async function listRecords({ query, tenant, transaction }: ApiRequest, kind: Kind): Promise<Answer> {
  const limit = readCount(query, 'limit', { fallback: 100, max: MAX_LIMIT })
  const offset = readCount(query, 'offset', { fallback: 0, max: MAX_OFFSET })
  const order = orderBy(query, kind.sorts)
  const conditions = ['true']
  const params: string[] = []
  for (const [name, column] of Object.entries(kind.filters)) {
    const value = query.get(name)?.trim()
    if (!value) continue
    params.push(value)
    // A text that is no id has no records.
    conditions.push(
      hasUuidShape(value) ? `${column} = $${params.length}::uuid` : `$${params.length}::text is null`,
    )
  }
  const wantedTenant = query.get('tenantId')?.trim()
  if (wantedTenant && wantedTenant !== tenant) conditions.push('false')
  const from = `from ${kind.from} where ${conditions.join(' and ')}`
  return transaction(async (tx) => {
    await prepareSearch(tx)
    const [count] = await tx.query<{ total: number }>(`select count(*) as total ${from}`, params)
    const records = await readShown(
      tx,
      `select ${kind.shown} as doc ${from} order by ${order}, ${kind.id} limit ${limit} offset ${offset}`,
      params,
    )
    return ok({ [kind.listKey]: records, totalRecords: count!.total })
  })
}

async function readRecord({ params, transaction }: ApiRequest, kind: Kind): Promise<Answer> {
  const { id } = params
  if (!hasUuidShape(id)) throw constraintProblem(`id must be a UUID, but is '${id}'`)
  return transaction(async (tx) => {
    await prepareSearch(tx)
    const [record] = await readShown(
      tx,
      `select ${kind.shown} as doc from ${kind.from} where ${kind.id} = $1::uuid`,
      [id],
    )
    // mod-search answers an unknown id with an empty record.
    return ok(record ?? {})
  })
}

async function readBatch({ body, transaction }: ApiRequest, kind: Kind): Promise<Answer> {
  const { identifierType: type, identifierValues: values } = objectBody(body)
  if (typeof type !== 'string' || !Object.hasOwn(kind.identifiers, type)) {
    throw requestProblem(
      `identifierType must be one of ${Object.keys(kind.identifiers).join(', ')}`,
      'identifierType',
      String(type),
    )
  }
  if (!Array.isArray(values) || !values.every((value): value is string => typeof value === 'string')) {
    throw requestProblem('identifierValues must be a list of texts', 'identifierValues', String(values))
  }
  const distinct = [...new Set(values)]
  if (distinct.length > MOST_IDENTIFIERS) {
    throw requestProblem(
      `IDs array size exceeds the maximum allowed limit ${MOST_IDENTIFIERS}`,
      'size',
      String(distinct.length),
    )
  }
  const condition = kind.identifiers[type]!
  const bound = condition.includes('$2') ? distinct.filter(hasUuidShape) : distinct
  return transaction(async (tx) => {
    await prepareSearch(tx)
    const records = await readShown(
      tx,
      `select ${kind.shown} as doc from ${kind.from} where ${condition.replace('$2', '$1')} order by ${kind.id}`,
      [bound],
    )
    return ok({ [kind.listKey]: records, totalRecords: records.length })
  })
}

async function readShown(tx: Transaction, select: string, params: readonly unknown[]): Promise<Row[]> {
  const rows = await tx.query<{ doc: string }>(select, params)
  return rows.map(({ doc }) => JSON.parse(doc) as Row)
}

/**
 * The order of a list by `sortBy` and `sortOrder`.
 *
 * @param fallback the key without `sortBy`
 * @throws Problem 400 for a key that the list has not, or another order than asc and desc
 */
export function orderBy(
  query: QueryParameters,
  sorts: Readonly<Record<string, string>>,
  fallback = 'id',
): string {
  const key = query.get('sortBy') || fallback
  if (!Object.hasOwn(sorts, key)) throw requestProblem('Invalid sortBy value is being used', 'sortBy', key)
  const order = query.get('sortOrder') || 'asc'
  if (order !== 'asc' && order !== 'desc') throw constraintProblem('sortOrder must be one of asc, desc')
  return `${sorts[key]} ${order}`
}

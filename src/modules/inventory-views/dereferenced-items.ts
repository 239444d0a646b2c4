import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import { answerList, listStatement, readListQuery } from '../../kernel/lists/index.ts'
import { itemSource } from '../inventory/index.ts'

const PERMISSION = 'inventory-storage-dereferenced.items'
const BATCH = 200

/** What stands in an item in place of the ids that it refers to, by the names of these. */
const REPLACED = [
  'holdingsRecordId',
  'materialTypeId',
  'permanentLoanTypeId',
  'temporaryLoanTypeId',
  'permanentLocationId',
  'temporaryLocationId',
  'effectiveLocationId',
]

type DereferencedRow = {
  id: string
  item: string
  holdingsRecord: string
  instanceRecord: string
  materialType: string | null
  permanentLoanType: string | null
  temporaryLoanType: string | null
  permanentLocation: string | null
  temporaryLocation: string | null
  effectiveLocation: string | null
}

const DEREFERENCED = `
select item.id, item.doc as item, holdings.doc as "holdingsRecord", instance.doc as "instanceRecord",
  (select doc from material_type where id = item.material_type_id) as "materialType",
  (select doc from loan_type where id = (item.doc ->> 'permanentLoanTypeId')::uuid) as "permanentLoanType",
  (select doc from loan_type where id = (item.doc ->> 'temporaryLoanTypeId')::uuid) as "temporaryLoanType",
  (select doc from location where id = (item.doc ->> 'permanentLocationId')::uuid) as "permanentLocation",
  (select doc from location where id = (item.doc ->> 'temporaryLocationId')::uuid) as "temporaryLocation",
  (select doc from location where id = item.effective_location_id) as "effectiveLocation"
from unnest($1::uuid[]) with ordinality as asked (id, place)
join item on item.id = asked.id
join holdings_record holdings on holdings.id = item.holdings_record_id
join instance on instance.id = holdings.instance_id
order by asked.place`

/** `/item-storage-dereferenced/items`: items that hold the records they refer to. */
export function dereferencedRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/item-storage-dereferenced/items',
      permissions: [`${PERMISSION}.collection.get`],
      handler: listDereferenced,
    },
    {
      method: 'GET',
      path: '/item-storage-dereferenced/items/:id',
      permissions: [`${PERMISSION}.item.get`],
      handler: async (request) => {
        const id = request.params.id
        if (!isUuid(id)) throw textProblem(400, 'Invalid UUID')
        const [item] = await request.transaction((tx) => dereference(tx, [id]))
        if (item === undefined) throw textProblem(404, 'No item records found matching provided UUID.')
        return ok(new JsonText(item))
      },
    },
  ]
}

function listDereferenced(request: ApiRequest): Promise<Answer> {
  const page = readListQuery(request.query)
  return answerList(
    request,
    {
      listKey: 'dereferencedItems',
      statement: listStatement({ ...itemSource, document: itemSource.idColumn }, page),
      write: (tx: Transaction, rows: readonly { doc: string }[]) =>
        dereference(
          tx,
          rows.map(({ doc }) => doc),
        ),
      batch: BATCH,
    },
    page,
  )
}

/** Items as JSON texts in the order of `ids`; unknown ones are left out. One statement for any number. */
async function dereference(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<DereferencedRow>(DEREFERENCED, [ids])
  return rows.map(({ id: _id, item, ...records }) => {
    const own = JSON.parse(item) as Record<string, unknown>
    for (const name of REPLACED) delete own[name]
    const members = Object.entries(records).flatMap(([name, doc]) =>
      doc === null ? [] : [`${JSON.stringify(name)}:${doc}`],
    )
    return `${JSON.stringify(own).slice(0, -1)},${members.join(',')}}`
  })
}

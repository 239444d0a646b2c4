import type { Transaction } from '../../kernel/db/database.ts'
import { BORROWER, ITEM_PARTS, readJsonRows, servicePoint, withoutNulls } from './view-parts.ts'
import type { ItemParts, Person } from './view-parts.ts'

type Group = { id: string; group: string; desc: string | null }
type Request = Record<string, unknown> & { item?: object; instance?: object; requester?: object }

type RequestRow = ItemParts & {
  request: Request
  requester: Person | null
  requester_group: Group | null
  proxy: Person | null
  pickup_point: object | null
  due_date: string | null
}

const REQUESTS = `
select record.doc as request, ${ITEM_PARTS}, ${BORROWER('u')} as requester, ${BORROWER('p')} as proxy,
  (select jsonb_build_object('id', id, 'group', doc ->> 'group', 'desc', doc ->> 'desc')
   from groups where id = (u.doc ->> 'patronGroup')::uuid) as requester_group,
  ${servicePoint(`record.doc ->> 'pickupServicePointId'`)} as pickup_point,
  (select doc ->> 'dueDate' from loan where item_id = record.item_id and is_open limit 1) as due_date
from unnest($1::uuid[]) with ordinality as asked (id, place)
join request record on record.id = asked.id
left join users u on u.id = record.requester_id
left join users p on p.id = (record.doc ->> 'proxyUserId')::uuid
left join item on item.id = record.item_id
left join holdings_record holdings on holdings.id = item.holdings_record_id
left join instance on instance.id = record.instance_id
order by asked.place`

/**
 * Requests as staff see them: with item, title, requester, pick-up point and loan (folio-org/mod-circulation:
 * RequestRepresentation). One statement for any number. @returns JSON texts in the order of `ids`
 */
export async function viewRequests(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await readJsonRows<RequestRow>(tx, REQUESTS, ids)
  return rows.map((row) => {
    const { request, due_date: dueDate, pickup_point: pickupServicePoint } = row
    return JSON.stringify({
      ...request,
      ...withoutNulls({
        item: itemOfRequest(row),
        instance: titleOfRequest(row),
        requester: requesterOf(row),
        proxy: row.proxy ?? request.proxy,
        loan: dueDate === null ? null : { dueDate },
        pickupServicePoint,
      }),
    })
  })
}

function itemOfRequest({ request, item, location }: RequestRow): object | undefined {
  if (item === null) return request.item
  const { effectiveCallNumberComponents: parts } = item
  return withoutNulls({
    ...request.item,
    barcode: item.barcode,
    location: location && withoutNulls({ ...location }),
    enumeration: item.enumeration,
    volume: item.volume,
    chronology: item.chronology,
    displaySummary: item.displaySummary,
    status: (item.status as { name?: string } | undefined)?.name,
    callNumber: parts?.callNumber,
    callNumberComponents: parts && withoutNulls({ ...parts, typeId: undefined }),
    copyNumber: item.copyNumber,
  })
}

function titleOfRequest({ request, instance }: RequestRow): object | undefined {
  if (instance === null) return request.instance
  const contributors = instance.contributors as { name: string }[] | undefined
  return withoutNulls({
    ...request.instance,
    title: instance.title,
    contributorNames: (contributors ?? []).map(({ name }) => ({ name })),
    publication: instance.publication ?? [],
    editions: instance.editions ?? [],
  })
}

function requesterOf({ request, requester, requester_group: group }: RequestRow): object | undefined {
  if (requester === null) return request.requester
  const { patronGroup, ...names } = requester
  return withoutNulls({
    ...names,
    patronGroupId: patronGroup,
    patronGroup: group === null ? null : withoutNulls({ ...group }),
  })
}

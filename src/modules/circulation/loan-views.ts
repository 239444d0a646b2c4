import type { Transaction } from '../../kernel/db/database.ts'
import { BORROWER, ITEM_PARTS, named, readJsonRows, servicePoint, withoutNulls } from './view-parts.ts'
import type { ItemParts, Person } from './view-parts.ts'

type Loan = Record<string, unknown> & { userId?: string; patronGroupIdAtCheckout?: string }

type LoanRow = ItemParts & {
  loan: Loan
  borrower: Person | null
  group_name: string | null
  overdue_policy: string | null
  lost_policy: string | null
  checkout_point: object | null
  checkin_point: object | null
  amount_remaining: number
}

// `record` is the loan; the rest is joined by what it names.
const LOANS = `
select record.doc as loan, ${ITEM_PARTS}, ${BORROWER('u')} as borrower,
  (select doc ->> 'group' from groups where id = (record.doc ->> 'patronGroupIdAtCheckout')::uuid) as group_name,
  (select doc ->> 'name' from overdue_fine_policy where id = (record.doc ->> 'overdueFinePolicyId')::uuid) as overdue_policy,
  (select doc ->> 'name' from lost_item_fee_policy where id = (record.doc ->> 'lostItemPolicyId')::uuid) as lost_policy,
  ${servicePoint(`record.doc ->> 'checkoutServicePointId'`)} as checkout_point,
  ${servicePoint(`record.doc ->> 'checkinServicePointId'`)} as checkin_point,
  coalesce((select sum((doc ->> 'remaining')::numeric) from accounts
    where loan_id = record.id and is_open), 0)::float8 as amount_remaining
from unnest($1::uuid[]) with ordinality as asked (id, place)
join loan record on record.id = asked.id
left join users u on u.id = record.user_id
left join item on item.id = record.item_id
left join holdings_record holdings on holdings.id = item.holdings_record_id
left join instance on instance.id = holdings.instance_id
order by asked.place`

/** What storage keeps and the business answer leaves out. */
const STORED_ONLY = ['itemStatus', 'patronGroupIdAtCheckout', 'agedToLostDelayedBilling']

/**
 * Loans as staff see them: with their item, borrower, service points, policies and what is left to pay (folio-org/
 * mod-circulation: LoanRepresentation). One statement for any number. @returns JSON texts in the order of `ids`
 */
export async function viewLoans(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await readJsonRows<LoanRow>(tx, LOANS, ids)
  return rows.map((row) => {
    const { loan, borrower, group_name: group } = row
    const own = Object.fromEntries(Object.entries(loan).filter(([name]) => !STORED_ONLY.includes(name)))
    return JSON.stringify({
      ...own,
      ...withoutNulls({
        item: itemOfLoan(row),
        borrower,
        patronGroupAtCheckout: group === null ? null : { id: loan.patronGroupIdAtCheckout, name: group },
        checkoutServicePoint: row.checkout_point,
        checkinServicePoint: row.checkin_point,
        overdueFinePolicy: named(row.overdue_policy),
        lostItemPolicy: named(row.lost_policy),
      }),
      feesAndFines: { amountRemainingToPay: row.amount_remaining },
    })
  })
}

function itemOfLoan({ item, holdings, instance, location, material_type: material }: LoanRow): object | null {
  if (item === null) return null
  const { effectiveCallNumberComponents: parts } = item
  const contributors = instance?.contributors as { name: string; primary?: boolean }[] | undefined
  return withoutNulls({
    id: item.id,
    holdingsRecordId: item.holdingsRecordId,
    instanceId: holdings?.instanceId,
    instanceHrid: instance?.hrid,
    title: instance?.title,
    barcode: item.barcode,
    contributors: contributors?.map(({ name }) => ({ name })),
    primaryContributor: contributors?.find(({ primary }) => primary)?.name,
    callNumber: parts?.callNumber,
    callNumberComponents: parts && {
      prefix: parts.prefix,
      callNumber: parts.callNumber,
      suffix: parts.suffix,
    },
    enumeration: item.enumeration,
    chronology: item.chronology,
    displaySummary: item.displaySummary,
    volume: item.volume,
    copyNumber: item.copyNumber,
    editions: instance?.editions,
    datesOfPublication: datesOf(instance?.publication),
    physicalDescriptions: instance?.physicalDescriptions,
    administrativeNotes: item.administrativeNotes,
    accessionNumber: item.accessionNumber,
    status: item.status,
    inTransitDestinationServicePointId: item.inTransitDestinationServicePointId,
    location: named(location?.name),
    materialType: named(material),
  })
}

function datesOf(publication: unknown): string[] | undefined {
  if (!Array.isArray(publication)) return undefined
  return publication.flatMap(({ dateOfPublication: date }: { dateOfPublication?: string }) => date ?? [])
}

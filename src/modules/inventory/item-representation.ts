import type { Transaction } from '../../kernel/db/database.ts'
import type { Item } from './records.ts'

type Named = { id: string; name?: string }

type BriefTitle = {
  briefHoldingsRecord: { id: string; hrid: string }
  briefInstance: { id: string; hrid: string; title: string }
}

/** What `/inventory/items` answers: the stored item with names in place of ids, and its title. */
export type ItemRepresentation = Omit<
  Item,
  | 'materialTypeId'
  | 'permanentLoanTypeId'
  | 'temporaryLoanTypeId'
  | 'permanentLocationId'
  | 'temporaryLocationId'
  | 'effectiveLocationId'
> & {
  materialType?: Named
  permanentLoanType?: Named
  temporaryLoanType?: Named
  permanentLocation?: Named
  temporaryLocation?: Named
  effectiveLocation?: Named
  title?: string
  callNumber?: string
  contributorNames: { name: string }[]
  isBoundWith: boolean
  boundWithTitles?: BriefTitle[]
}

type HoldingsTitle = { callNumber: string | null; title: string | null; contributorNames: { name: string }[] }

/** Represents stored items; three queries for any number (folio-org/mod-inventory: ItemRepresentation.java). */
export async function representItems(tx: Transaction, items: readonly Item[]): Promise<ItemRepresentation[]> {
  if (items.length === 0) return []
  const titles = await readTitles(tx, items)
  const names = await readNames(tx, items)
  const bound = await readBoundWithTitles(tx, items)
  return items.map((item) => {
    const title = titles.get(item.holdingsRecordId!.toLowerCase())
    return represent(item, title, names, bound.get(item.id!) ?? [])
  })
}

function represent(
  item: Item,
  holdings: HoldingsTitle | undefined,
  names: ReadonlyMap<string, string>,
  boundWithTitles: BriefTitle[],
): ItemRepresentation {
  const {
    materialTypeId,
    permanentLoanTypeId,
    temporaryLoanTypeId,
    permanentLocationId,
    temporaryLocationId,
    effectiveLocationId,
    tags,
    ...own
  } = item
  const named = (key: string, id: string | null | undefined): Record<string, Named> => {
    if (!id) return {}
    const name = names.get(id.toLowerCase())
    return { [key]: name === undefined ? { id } : { id, name } }
  }
  return {
    ...own,
    ...(holdings?.title ? { title: holdings.title } : {}),
    ...(holdings?.callNumber ? { callNumber: holdings.callNumber } : {}),
    contributorNames: holdings?.contributorNames ?? [],
    tags: { tagList: tags?.tagList ?? [] },
    ...named('materialType', materialTypeId),
    ...named('permanentLoanType', permanentLoanTypeId),
    ...named('temporaryLoanType', temporaryLoanTypeId),
    ...named('permanentLocation', permanentLocationId),
    ...named('temporaryLocation', temporaryLocationId),
    ...named('effectiveLocation', effectiveLocationId),
    isBoundWith: boundWithTitles.length > 0,
    ...(boundWithTitles.length > 0 ? { boundWithTitles } : {}),
  }
}

async function readTitles(tx: Transaction, items: readonly Item[]): Promise<Map<string, HoldingsTitle>> {
  const rows = await tx.query<{
    id: string
    call_number: string | null
    title: string | null
    contributors: string | null
  }>(
    `select holdings_record.id, holdings_record.doc ->> 'callNumber' as call_number,
       instance.doc ->> 'title' as title, instance.doc -> 'contributors' as contributors
     from holdings_record left join instance on instance.id = holdings_record.instance_id
     where holdings_record.id = any($1)`,
    [[...new Set(items.map(({ holdingsRecordId }) => holdingsRecordId))]],
  )
  return new Map(
    rows.map(({ id, call_number: callNumber, title, contributors }) => {
      const names = (JSON.parse(contributors ?? '[]') as { name: string }[]).map(({ name }) => ({ name }))
      return [id, { callNumber, title, contributorNames: names }]
    }),
  )
}

async function readNames(tx: Transaction, items: readonly Item[]): Promise<Map<string, string>> {
  const idsOf = (...fields: (keyof Item)[]): unknown[] => [
    ...new Set(items.flatMap((item) => fields.map((field) => item[field]).filter(Boolean))),
  ]
  const rows = await tx.query<{ id: string; name: string }>(
    `select id, doc ->> 'name' as name from material_type where id = any($1)
     union all select id, doc ->> 'name' from loan_type where id = any($2)
     union all select id, doc ->> 'name' from location where id = any($3)`,
    [
      idsOf('materialTypeId'),
      idsOf('permanentLoanTypeId', 'temporaryLoanTypeId'),
      idsOf('permanentLocationId', 'temporaryLocationId', 'effectiveLocationId'),
    ],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function readBoundWithTitles(
  tx: Transaction,
  items: readonly Item[],
): Promise<Map<string, BriefTitle[]>> {
  const rows = await tx.query<{
    item: string
    holdings: string
    holdings_hrid: string
    instance: string
    instance_hrid: string
    title: string
  }>(
    `select part.itemid as item, holdings_record.id as holdings, holdings_record.doc ->> 'hrid' as holdings_hrid,
       instance.id as instance, instance.doc ->> 'hrid' as instance_hrid, instance.doc ->> 'title' as title
     from bound_with_part as part
     join holdings_record on holdings_record.id = part.holdingsrecordid
     join instance on instance.id = holdings_record.instance_id
     where part.itemid = any($1)
     order by instance.title_key, part.id`,
    [items.map(({ id }) => id)],
  )
  const titles = new Map<string, BriefTitle[]>()
  for (const row of rows) {
    const list = titles.get(row.item) ?? []
    list.push({
      briefHoldingsRecord: { id: row.holdings, hrid: row.holdings_hrid },
      briefInstance: { id: row.instance, hrid: row.instance_hrid, title: row.title },
    })
    titles.set(row.item, list)
  }
  return titles
}

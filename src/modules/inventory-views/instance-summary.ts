import type { Transaction } from '../../kernel/db/database.ts'
import type { ElectronicAccess, Holdings, Instance, Maybe } from '../inventory/index.ts'
import { nameOf } from './instance-records.ts'
import { readTrees } from './instance-trees.ts'
import type { InstanceTree, TreeItem } from './instance-trees.ts'
import { readNames } from './reference-names.ts'
import type { ReferenceNames } from './reference-names.ts'

type Named = { id: string; name: string }

/**
 * An instance with counts of what hangs below it and what can be said of all of that together, once for all records
 * and once for those that discovery shows; null for an unknown instance
 * (folio-org/mod-inventory-storage: create_instance_summary_function.sql).
 */
export async function readSummary(tx: Transaction, id: string): Promise<object | null> {
  const [tree] = await readTrees(tx, [id])
  if (!tree) return null
  const { instance, holdings, items } = tree
  const reference = await readNames(tx, [tree])
  const listed = await readListed(tx, instance)
  const [bound] = await tx.query<{ is_bound: boolean }>(
    `select exists (
       select from holdings_record h join bound_with_part part on part.holdingsrecordid = h.id
       where h.instance_id = $1
     ) as is_bound`,
    [id],
  )
  const shownHoldings = holdings.filter(({ discoverySuppress }) => !discoverySuppress)
  const shownIds = new Set(shownHoldings.map((one) => one.id))
  const isBelowHidden = ({ holdingsId }: TreeItem) => !shownIds.has(holdingsId)
  const isHidden = ({ item }: TreeItem) => item.discoverySuppress === true
  const shownItems = items.filter((one) => !isHidden(one) && !isBelowHidden(one))
  return {
    instance,
    isBoundWith: bound!.is_bound,
    recordCounts: {
      holdings: {
        total: holdings.length,
        suppressedFromDiscovery: holdings.length - shownHoldings.length,
        notSuppressedFromDiscovery: shownHoldings.length,
      },
      items: {
        total: items.length,
        suppressedFromDiscovery: items.filter(isHidden).length,
        suppressedByHoldings: items.filter(isBelowHidden).length,
        suppressedFromDiscoveryOrByHoldings: items.length - shownItems.length,
        notSuppressedFromDiscovery: shownItems.length,
      },
    },
    aggregates: {
      allRecords: aggregateOf(tree, reference),
      notSuppressedFromDiscoveryRecords: aggregateOf(
        { instance, holdings: shownHoldings, items: shownItems },
        reference,
      ),
    },
    referenceValues: { ...listed },
  }
}

function aggregateOf({ instance, holdings, items }: InstanceTree, reference: ReferenceNames): object {
  const orders = items.flatMap(({ item }) => item.effectiveShelvingOrder || [])
  // By code point, as shelf keys are made to be compared.
  const first = orders.reduce<string | undefined>(
    (least, one) => (least === undefined || one < least ? one : least),
    undefined,
  )
  return {
    itemDerivedFields: first === undefined ? {} : { effectiveShelvingOrder: first },
    electronicAccess: accessOf(instance, holdings, items),
    referenceValues: {
      itemMaterialTypes: byName(
        items.flatMap(({ item }) => namedValue(reference, item.materialTypeId) ?? []),
      ),
    },
  }
}

/** All links, those of the instance first, then of items, then of holdings; each address once. */
function accessOf(
  instance: Instance,
  holdings: readonly Holdings[],
  items: readonly TreeItem[],
): ElectronicAccess[] {
  const byUri = new Map<string, ElectronicAccess>()
  const owners = [instance, ...items.map(({ item }) => item), ...holdings]
  for (const { electronicAccess } of owners) {
    for (const access of electronicAccess ?? []) {
      if (access?.uri && !byUri.has(access.uri)) byUri.set(access.uri, access)
    }
  }
  return [...byUri.values()]
}

function namedValue(reference: ReferenceNames, id: Maybe<string>): Named | undefined {
  const name = nameOf(reference, id)
  return id && name !== undefined ? { id, name } : undefined
}

function byName(values: readonly Named[]): Named[] {
  const distinct = new Map(values.map((value) => [value.id, value]))
  return [...distinct.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** The values that the instance itself refers to. */
async function readListed(tx: Transaction, instance: Instance): Promise<object> {
  const rows = await tx.query<Named & { list: string }>(
    `select 'instanceFormats' as list, id, doc ->> 'name' as name from instance_format where id = any($1::uuid[])
     union all select 'natureOfContentTerms', id, doc ->> 'name' from nature_of_content_term where id = any($2::uuid[])
     union all select 'modeOfIssuance', id, doc ->> 'name' from mode_of_issuance where id = $3::uuid
     union all select 'instanceType', id, doc ->> 'name' from instance_type where id = $4::uuid`,
    [
      instance.instanceFormatIds ?? [],
      instance.natureOfContentTermIds ?? [],
      instance.modeOfIssuanceId ?? null,
      instance.instanceTypeId ?? null,
    ],
  )
  const valuesOf = (list: string): Named[] =>
    byName(rows.filter((row) => row.list === list).map(({ id, name }) => ({ id, name })))
  const [modeOfIssuance] = valuesOf('modeOfIssuance')
  const [instanceType] = valuesOf('instanceType')
  return {
    instanceFormats: valuesOf('instanceFormats'),
    ...(modeOfIssuance ? { modeOfIssuance } : {}),
    natureOfContentTerms: valuesOf('natureOfContentTerms'),
    ...(instanceType ? { instanceType } : {}),
  }
}

import type { CqlQuery } from '../../../formats/cql/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { countRecords } from '../find-records.ts'
import type { RowOrder } from '../find-records.ts'
import { SORT_TITLE, instanceSource } from '../instance-fields.ts'
import type { Scope, SearchField, SearchSource, SortKey } from '../search-field.ts'
import { INSTANCE_ORDER, countInstances } from '../search-instances.ts'

/** As what a result is shown. */
export const RESULT_KINDS = ['instances', 'holdings', 'items'] as const
export type ResultKindName = (typeof RESULT_KINDS)[number]

/** Rows that a search can be shown as. */
export type ResultKind = RowOrder & {
  readonly name: ResultKindName
  readonly source: SearchSource
  /** Counts the rows of a query that asks for facets only. */
  readonly countByFacets: (tx: Transaction, query: CqlQuery) => Promise<number>
}

const HOLDINGS = 'instance join holdings_record on holdings_record.instance_id = instance.id'

/** The fields of instances, where those of some scopes are of the row itself and not of any record below its title. */
function fieldsOfRows(scopes: readonly Scope[]): ReadonlyMap<string, readonly SearchField[]> {
  return new Map(
    Array.from(instanceSource.fields, ([name, fields]) => [
      name,
      fields.map((field) => (scopes.includes(field.scope) ? { ...field, scope: 'record' as const } : field)),
    ]),
  )
}

function below(
  name: ResultKindName,
  source: Omit<SearchSource, 'vector' | 'rankPrefix' | 'neverNull' | 'sorts'>,
  sorts: Readonly<Record<string, readonly SortKey[]>>,
): ResultKind {
  const whole = { ...instanceSource, ...source, sorts: { ...instanceSource.sorts, ...sorts } }
  return {
    name,
    source: whole,
    usualOrder: [SORT_TITLE, 'instance.id', 'holdings_record.hrid_key'].concat(
      name === 'items' ? ['item.item_order', 'item.id'] : [],
    ),
    rankTexts: INSTANCE_ORDER.rankTexts,
    countByFacets: (tx, query) => countRecords(tx, whole, query),
  }
}

/**
 * Titles, or the holdings or items of the titles that a query finds. A condition on holdings or items is then one on
 * the row: "available" shows the items that are, not all those of titles that have one.
 */
export const resultKinds: Readonly<Record<ResultKindName, ResultKind>> = {
  instances: { name: 'instances', source: instanceSource, ...INSTANCE_ORDER, countByFacets: countInstances },
  holdings: below(
    'holdings',
    {
      name: 'instance',
      from: HOLDINGS,
      table: 'holdings_record',
      idColumn: 'holdings_record.id',
      ownItems: 'item where item.holdings_record_id = holdings_record.id',
      fields: fieldsOfRows(['holdings']),
    },
    { hrid: ['holdings_record.hrid_key'] },
  ),
  items: below(
    'items',
    {
      name: 'instance',
      from: `${HOLDINGS} join item on item.holdings_record_id = holdings_record.id`,
      table: 'item',
      idColumn: 'item.id',
      fields: fieldsOfRows(['holdings', 'item']),
    },
    { barcode: ['item.barcode_key'], hrid: ['item.hrid_key'], 'items.status.name': ['item.status'] },
  ),
}

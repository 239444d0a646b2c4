import type { Transaction } from '../../../kernel/db/database.ts'
import type { Document, EntityType, RowContext } from '../contracts.ts'
import type { RecordDocument } from './record-documents.ts'

const NONE: RowContext = { instance: null, holdings: null }

const HOLDINGS = `
select h.id,
  json_build_object('permanentLocationId', h.doc -> 'permanentLocationId',
    'effectiveLocationId', h.doc -> 'effectiveLocationId', 'callNumber', h.doc -> 'callNumber',
    'callNumberPrefix', h.doc -> 'callNumberPrefix', 'callNumberSuffix', h.doc -> 'callNumberSuffix') as holdings,
  json_build_object('title', i.doc -> 'title', 'publication', i.doc -> 'publication') as instance
from holdings_record h join instance i on i.id = h.instance_id
where h.id = any($1::uuid[])`

const INSTANCES = `
select id, null as holdings, json_build_object('title', doc -> 'title', 'publication', doc -> 'publication') as instance
from instance where id = any($1::uuid[])`

/** What rows of items and holdings show of the records above them, as these are now. One query for the list. */
export async function contextsOf(
  tx: Transaction,
  entity: EntityType,
  records: readonly RecordDocument[],
): Promise<(record: RecordDocument) => RowContext> {
  const parentOf = (document: Document | null): string | undefined => {
    if (entity === 'ITEM') return document?.holdingsRecordId as string | undefined
    return entity === 'HOLDINGS_RECORD' ? (document?.instanceId as string | undefined) : undefined
  }
  const ids = new Set(records.flatMap(({ document }) => parentOf(document) ?? []))
  if (ids.size === 0) return () => NONE
  const rows = await tx.query<{ id: string; holdings: string | null; instance: string }>(
    entity === 'ITEM' ? HOLDINGS : INSTANCES,
    [[...ids]],
  )
  const contexts = new Map(
    rows.map(({ id, holdings, instance }): [string, RowContext] => [
      id,
      {
        instance: JSON.parse(instance) as Document,
        holdings: holdings === null ? null : (JSON.parse(holdings) as Document),
      },
    ]),
  )
  return ({ document }) => contexts.get(parentOf(document)?.toLowerCase() ?? '') ?? NONE
}

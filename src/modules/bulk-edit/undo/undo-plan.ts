import type { Transaction } from '../../../kernel/db/database.ts'
import { INVENTORY_KIND } from '../entity-kinds.ts'
import { getOperation } from '../operation/operation.ts'
import { RECORD_STATE } from '../operation/problem-stage.ts'

/**
 * `GET /octavo/bulk-operations/{id}/undo-plan`: how many records an undo would give their earlier documents back, how many
 * have a newer version since (they stay unless they still say the same), and how many are gone. Counts only: nothing is locked
 * or written. @throws Problem 404
 */
export async function planBulkUndo(tx: Transaction, id: string): Promise<Record<string, unknown>> {
  const { hr_id: no, entity_type: entity } = await getOperation(tx, id)
  const kind = INVENTORY_KIND[entity]
  const isAsLeft = kind === null ? 't.doc::jsonb = r.edited_doc' : 't.version = r.committed_version'
  const [row] = await tx.query<{ restored: number; changed: number; gone: number; below: number }>(
    `select count(*) filter (where ${isAsLeft})::int as restored,
       count(*) filter (where t.id is not null and not (${isAsLeft}))::int as changed,
       count(*) filter (where t.id is null)::int as gone,
       (select count(*)::int from bulk_record_below where operation_no = $1) as below
     from bulk_record r left join ${kind?.table ?? 'users'} t on t.id = r.record_id
     where r.operation_no = $1 and r.state = ${RECORD_STATE.written}`,
    [no],
  )
  const { restored, changed, gone, below } = row!
  return { restored, changedSince: changed, gone, below }
}

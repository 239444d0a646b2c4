import { setEffectiveValues } from '../../inventory/pure.ts'
import type { Holdings, Item } from '../../inventory/pure.ts'
import { applyMapping } from '../mapping-language/index.ts'
import type { RecordFault } from '../record-fault.ts'
import { checkItem } from './check-documents.ts'
import type { CompiledAction, CompiledJob } from './compiled-job.ts'
import { failRecord } from './fail-record.ts'
import { parentIdOf, theItem, workOn } from './find-context.ts'
import { load } from './questions.ts'
import type { Steps } from './questions.ts'
import { touch } from './record-work.ts'
import type { Document, EntityWork, RecordWork } from './record-work.ts'

/** Statuses that circulation gives and takes; an import leaves them (folio-org/mod-inventory: UpdateItemEventHandler). */
const PROTECTED_STATUSES: readonly unknown[] = [
  'Aged to lost',
  'Awaiting delivery',
  'Awaiting pickup',
  'Checked out',
  'Claimed returned',
  'Declared lost',
  'Paged',
  'Recently returned',
]

/** Step UPDATE ITEM. A status that must stay is told; the other changes are made. */
export function* updateItem(job: CompiledJob, action: CompiledAction, record: RecordWork): Steps {
  const item = yield* theItem(record)
  if (item === null) {
    const fault: RecordFault = {
      kind: 'no-instance',
      entity: 'ITEM',
      text: 'There is no item to update: no match of the job profile has found one for this record.',
      folio: null,
    }
    failRecord(record, fault, 'UPDATE')
    return
  }
  if (record.isRehearsal) {
    yield* holdingsOf(record, item)
    return
  }
  const before = item.document
  const after: Document = { ...applyMapping(action.mapping, record.marc!, before), hrid: before.hrid }
  const kept = keepStatus(before, after)
  const fault = checkItem(job, after)
  if (fault !== null) {
    failRecord(record, fault, 'UPDATE')
    return
  }
  item.parent ??= yield* holdingsOf(record, item)
  if (item.parent !== null) setEffectiveValues(after as Item, item.parent.document as Holdings)
  item.document = after
  touch(record, item)
  record.told.push({ entity: 'ITEM', action: 'UPDATE', of: item, error: null })
  if (kept !== null) failRecord(record, kept, 'UPDATE')
}

function* holdingsOf(record: RecordWork, item: EntityWork): Steps<EntityWork | null> {
  const row = yield* load('holdings', parentIdOf(item)!)
  return row && workOn(record, 'HOLDINGS', row)
}

/** Leaves a protected status; a status that changes gets its date when the rows are written. */
function keepStatus(before: Document, after: Document): RecordFault | null {
  const was = (before.status as { name?: unknown } | undefined)?.name
  const is = (after.status as { name?: unknown } | undefined)?.name
  if (was === is || !PROTECTED_STATUSES.includes(was)) return null
  after.status = before.status
  return {
    kind: 'protected-status',
    entity: 'ITEM',
    text: `The status of the item stays "${String(was)}", because circulation needs it; the other changes were made.`,
    folio: `Could not change item status '${String(was)}' to '${String(is)}'`,
  }
}

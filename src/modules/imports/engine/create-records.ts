import type { MarcRecord } from '../../../formats/marc/index.ts'
import { isUuid, newId } from '../../../kernel/ids.ts'
import {
  dropAuthorityLinks9,
  folio999,
  mapInstance,
  moveControlNumberTo035,
  normalizeOclc035,
  setUpdatedTime005,
} from '../../mapping/index.ts'
import { applyMapping, applyMultiple } from '../mapping-language/index.ts'
import { isProtected } from '../marc-changes/index.ts'
import type { RecordFault } from '../record-fault.ts'
import { checkHoldings, checkInstance, checkItem } from './check-documents.ts'
import type { CompiledAction, CompiledJob } from './compiled-job.ts'
import { failRecord } from './fail-record.ts'
import { instanceId, theHoldings } from './find-context.ts'
import { load } from './questions.ts'
import type { Steps } from './questions.ts'
import { newEntity } from './record-work.ts'
import type { EntityWork, RecordWork } from './record-work.ts'

/** A record that was exported from the system must not create its instance a second time (data-import.md 6.4). */
function checkFolioIds(record: MarcRecord): RecordFault | null {
  const ids = folio999(record)
  if (ids === null || (ids.recordId === undefined && ids.externalId === undefined)) return null
  return {
    kind: 'already-in-system',
    entity: 'INSTANCE',
    text: 'The record carries the ids of a record in the system (field 999 with both indicators f). To load it as a new record, remove that field.',
    folio:
      'A new Instance was not created because the incoming record already contains a 999ff$s or 999ff$i field',
  }
}

/** Step CREATE INSTANCE: the instance, and the source record that goes with it. */
export function createInstance(
  job: CompiledJob,
  action: CompiledAction,
  record: RecordWork,
  now: Date,
): void {
  if (record.isRehearsal) {
    record.instance = newEntity('INSTANCE', newId(), {}, null)
    return
  }
  const marc = record.marc!
  const known = checkFolioIds(marc)
  if (known) {
    failRecord(record, known, 'CREATE')
    return
  }
  if (action.removesAuthorityLinks) dropAuthorityLinks9(marc)
  const updated = marc.fields.find(({ tag }) => tag === '005')
  if (!updated || !isProtected(job.protections, updated)) setUpdatedTime005(marc, now)
  moveControlNumberTo035(marc)
  normalizeOclc035(marc)
  const mapped = mapInstance(job.bibRules!, marc)
  delete mapped.hrid
  const work = newEntity('INSTANCE', newId(), applyMapping(action.mapping, marc, mapped), null)
  const fault = checkInstance(job, work.document, marc)
  if (fault) {
    failRecord(record, fault, 'CREATE')
    return
  }
  const id = newId()
  record.instance = work
  record.source = { of: work, matchedId: id, id, marc, stored: null, isDeleted: false }
  record.touched.push(work)
  record.told.push({ entity: 'MARC_BIBLIOGRAPHIC', action: 'CREATE', of: record.source, error: null })
  record.told.push({ entity: 'INSTANCE', action: 'CREATE', of: work, error: null })
}

/**
 * Step CREATE HOLDINGS of a bibliographic record, with the items that a later step makes of the same occurrences of a
 * field (data-import.md 5.7). They belong to the instance that was made or found, else to that of 999 ff $i.
 */
export function* createHoldings(job: CompiledJob, action: CompiledAction, record: RecordWork): Steps {
  const instance = record.instance?.id ?? (job.asks ? yield* instanceId(record) : null)
  const parentId = instance ?? (yield* instanceOf999(record))
  if (parentId === null) {
    const fault: RecordFault = {
      kind: 'no-instance',
      entity: 'HOLDINGS',
      text: 'There is no instance to attach the holdings to: the job profile creates holdings but no instance before them.',
      folio: 'Failed to extract instanceId from instance entity or parsed record',
    }
    failRecord(record, fault, 'CREATE')
    return
  }
  if (record.isRehearsal) {
    record.holdings = [newEntity('HOLDINGS', newId(), { instanceId: parentId }, record.instance)]
    return
  }
  const { holdings, items } = applyMultiple(action.mapping, action.itemMapping, record.marc!)
  const works: EntityWork[] = []
  for (const document of holdings) {
    document.instanceId = parentId
    document.sourceId = job.folioHoldingsSourceId
    const work = newEntity('HOLDINGS', newId(), document, record.instance)
    const fault = checkHoldings(job, document)
    if (fault) {
      failRecord(record, fault, 'CREATE')
      return
    }
    works.push(work)
  }
  record.holdings = works
  record.items = items.map(({ doc, holdingsIndex }) => newEntity('ITEM', newId(), doc, works[holdingsIndex]!))
  record.touched.push(...works)
  for (const work of works) record.told.push({ entity: 'HOLDINGS', action: 'CREATE', of: work, error: null })
}

function* instanceOf999(record: RecordWork): Steps<string | null> {
  const id = folio999(record.marc!)?.externalId
  if (id === undefined || !isUuid(id)) return null
  const row = yield* load('instance', id.toLowerCase())
  return row?.id ?? null
}

/** Step CREATE ITEM: the items were mapped together with their holdings; here they are tied to them and checked. */
export function* createItems(job: CompiledJob, action: CompiledAction, record: RecordWork): Steps {
  const first = record.holdings[0] ?? (job.asks ? yield* theHoldings(record) : null)
  if (first === null || first === undefined) {
    const fault: RecordFault = {
      kind: 'no-instance',
      entity: 'ITEM',
      text: 'There are no holdings to attach the item to: the job profile creates items but no holdings before them.',
      folio: 'Holding entity is required to create an Item',
    }
    failRecord(record, fault, 'CREATE')
    return
  }
  // Items of holdings that are stored come after those that they have.
  if (first.stored !== null) first.lastOrder = yield* load('lastOrder', first.id)
  if (record.isRehearsal) return
  const made = record.items.filter(({ stored }) => stored === null)
  const items =
    made.length > 0
      ? made
      : [newEntity('ITEM', newId(), applyMapping(action.mapping, record.marc!, {}), first)]
  for (const item of items) {
    item.document.holdingsRecordId = item.parent!.id
    item.fault = checkItem(job, item.document)
    record.fault ??= item.fault
    record.touched.push(item)
    record.told.push({ entity: 'ITEM', action: 'CREATE', of: item, error: null })
  }
  record.items = items
}

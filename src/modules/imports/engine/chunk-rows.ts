import { encodeCompact } from '../../../formats/marc/index.ts'
import { CopyBuffer } from '../../../kernel/db/copy-buffer.ts'
import type { CopyType } from '../../../kernel/db/copy-buffer.ts'
import {
  HOLDINGS_COLUMNS,
  INSTANCE_COLUMNS,
  ITEM_COLUMNS,
  columnTypes,
  holdingsRow,
  instanceRow,
  itemRow,
  newStamp,
  setEffectiveValues,
} from '../../inventory/pure.ts'
import type { Holdings, Instance, Item, Stamp } from '../../inventory/pure.ts'
import { setFolio999, setHrid001 } from '../../mapping/index.ts'
import { SOURCE_RECORD_TYPES, sourceRecordRow } from '../../records/pure.ts'
import type { JobCounts } from '../job-execution.ts'
import { JOURNAL_TYPES } from '../journal-row.ts'
import type { Step } from '../journal-row.ts'
import type { ComputeRequest, ComputedChunk, HridOf } from './chunk-messages.ts'
import type { CompiledJob } from './compiled-job.ts'
import { HridDealer } from './hrid-dealer.ts'
import type { EntityWork, InventoryEntity, RecordWork, Told } from './record-work.ts'
import { ownHrid } from './settle-record.ts'

type Table = 'instance' | 'holdings_record' | 'item' | 'source_record' | 'journal'

const TYPES: Record<Table, readonly CopyType[]> = {
  instance: columnTypes(INSTANCE_COLUMNS),
  holdings_record: columnTypes(HOLDINGS_COLUMNS),
  item: columnTypes(ITEM_COLUMNS),
  source_record: SOURCE_RECORD_TYPES,
  journal: JOURNAL_TYPES,
}

const HRIDS: Record<InventoryEntity, HridOf> = { INSTANCE: 'instances', HOLDINGS: 'holdings', ITEM: 'items' }

/** The rows of a chunk as they grow, record by record, in pieces of memory that `memory` gives. */
export class ChunkRows {
  readonly counts: JobCounts
  readonly #job: CompiledJob
  readonly #stamp: Stamp
  readonly #buffers = new Map<Table, CopyBuffer>()
  readonly #memory: (table: string) => ArrayBufferLike
  readonly #hrids: Record<HridOf, HridDealer>

  constructor(job: CompiledJob, request: ComputeRequest, memory: (table: string) => ArrayBufferLike) {
    this.#job = job
    this.#stamp = newStamp(new Date(request.nowMs), job.userId)
    this.counts = { records: request.to - request.from, errors: 0, entities: {} }
    this.#memory = memory
    this.#hrids = {
      instances: new HridDealer(request.hrids.instances),
      holdings: new HridDealer(request.hrids.holdings),
      items: new HridDealer(request.hrids.items),
    }
  }

  /** Writes what a settled record has led to, and its line of the log. */
  add(record: RecordWork): void {
    const orders = new Map<EntityWork, number>()
    for (const work of record.touched) if (work.fault === null) this.#addInventory(work, orders)
    if (record.source !== null) this.#addSource(record)
    const steps = record.told.map((told) => stepOf(told))
    countSteps(this.counts, steps)
    this.#addJournal(record, steps)
  }

  /** What was written. Nothing may be added afterwards. */
  finish(): Pick<ComputedChunk, 'rows' | 'counts' | 'hridsLeft' | 'hridsMissing'> {
    const { instances, holdings, items } = this.#hrids
    return {
      rows: Object.fromEntries([...this.#buffers].map(([table, buffer]) => [table, buffer.take()])),
      counts: this.counts,
      hridsLeft: { instances: instances.rest(), holdings: holdings.rest(), items: items.rest() },
      hridsMissing: { instances: instances.missing, holdings: holdings.missing, items: items.missing },
    }
  }

  #rowsOf(table: Table): CopyBuffer {
    let buffer = this.#buffers.get(table)
    if (buffer === undefined) {
      buffer = new CopyBuffer(TYPES[table], this.#memory(table))
      this.#buffers.set(table, buffer)
    }
    return buffer
  }

  #addInventory(work: EntityWork, orders: Map<EntityWork, number>): void {
    const { document, entity } = work
    document.hrid = ownHrid(document) ?? this.#hrids[HRIDS[entity]].next()
    if (entity === 'INSTANCE') this.#rowsOf('instance').line(instanceRow(document as Instance, this.#stamp))
    else if (entity === 'HOLDINGS')
      this.#rowsOf('holdings_record').line(holdingsRow(document as Holdings, this.#stamp))
    else this.#addItem(work, orders)
  }

  #addItem({ document, parent }: EntityWork, orders: Map<EntityWork, number>): void {
    const order = (orders.get(parent!) ?? 0) + 1
    orders.set(parent!, order)
    document.order = order
    const status = document.status as { name: string; date?: string }
    status.date = this.#stamp.metadata.createdDate
    setEffectiveValues(document as Item, parent!.document as Holdings)
    this.#rowsOf('item').line(itemRow(document as Item, this.#stamp))
  }

  /** Ends the record's bookkeeping (data-import.md 6.3) and writes its source record. */
  #addSource(record: RecordWork): void {
    const { of, id } = record.source!
    const marc = record.marc!
    const hrid = of.document.hrid as string
    setHrid001(marc, hrid)
    setFolio999(marc, { recordId: id, externalId: of.id })
    this.#rowsOf('source_record').line(
      sourceRecordRow({
        id,
        matchedId: id,
        generation: 0,
        snapshotId: this.#job.jobId,
        recordType: record.recordType!,
        state: 0,
        externalId: of.id,
        externalHrid: hrid,
        order: record.seq,
        isSuppressed: of.document.discoverySuppress === true,
        at: this.#stamp.metadata.createdDate,
        userId: this.#job.userId,
        leaderStatus: marc.leader.charAt(5),
        marc: encodeCompact(marc),
      }),
    )
  }

  #addJournal(record: RecordWork, steps: readonly Step[]): void {
    const { fault } = record
    this.#rowsOf('journal').line([
      this.#job.jobNo,
      record.seq,
      record.recordType,
      steps[0]?.[2] ?? null,
      record.title?.slice(0, 1000) ?? null,
      record.controlNumber?.slice(0, 200) ?? null,
      record.byteOffset,
      record.byteLength,
      JSON.stringify(steps),
      fault?.kind ?? null,
      fault?.text ?? null,
      fault?.folio ?? null,
    ])
  }
}

function stepOf({ entity, action, of, error }: Told): Step {
  if (of === null) return [entity, action, null, null, null, error]
  if ('of' in of) return [entity, action, of.id, null, null, error]
  const related = relatedId(of)
  const text = error ?? of.fault?.text ?? null
  if (text !== null) return [entity, action, null, null, entity === 'ITEM' ? related : null, text]
  return [entity, action, of.id, (of.document.hrid as string | undefined) ?? null, related, null]
}

/** The holdings of an item, the location of holdings. */
function relatedId({ entity, document }: EntityWork): string | null {
  if (entity === 'ITEM') return (document.holdingsRecordId as string | undefined) ?? null
  return entity === 'HOLDINGS' ? ((document.permanentLocationId as string | undefined) ?? null) : null
}

function countSteps(counts: JobCounts, steps: readonly Step[]): void {
  let hasError = false
  for (const [entity, action, , , , error] of steps) {
    const entry = (counts.entities[entity] ??= { created: 0, updated: 0, discarded: 0, errors: 0 })
    if (error !== null) {
      entry.discarded += 1
      entry.errors += 1
      hasError = true
    } else if (action === 'CREATE') entry.created += 1
    else if (action === 'UPDATE' || action === 'MODIFY') entry.updated += 1
  }
  if (hasError) counts.errors += 1
}

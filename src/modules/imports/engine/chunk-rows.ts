import { controlNumber, encodeCompact } from '../../../formats/marc/index.ts'
import { CopyBuffer } from '../../../kernel/db/copy-buffer.ts'
import type { CopyType, CopyValue } from '../../../kernel/db/copy-buffer.ts'
import {
  HOLDINGS_COLUMNS,
  INSTANCE_COLUMNS,
  ITEM_COLUMNS,
  columnTypes,
  holdingsRow,
  instanceRow,
  itemRow,
  keepServerValues,
  keepStatusDate,
  newStamp,
  nextStamp,
  setEffectiveValues,
} from '../../inventory/pure.ts'
import type { Holdings, Instance, Item, Metadata, Stamp } from '../../inventory/pure.ts'
import { AUTHORITY_TYPES, authorityRow } from '../../authorities/pure.ts'
import type { Authority } from '../../authorities/pure.ts'
import { setFolio999, setHrid001 } from '../../mapping/index.ts'
import {
  SOURCE_RAW_TYPES,
  SOURCE_RECORD_TYPES,
  sourceRawRow,
  sourceRecordRow,
  storedContent,
} from '../../records/pure.ts'
import { NO_COUNTS, NO_ENTITIES } from '../job-counts.ts'
import type { JobCounts } from '../job-counts.ts'
import { JOURNAL_TYPES, SOURCE_ENTITIES } from '../journal-row.ts'
import type { Step, StepEntity } from '../journal-row.ts'
import { PREVIEW_TYPES, previewRow } from '../preview/preview-row.ts'
import type { ChangedTable, ComputeRequest, ComputedChunk, HridOf } from './chunk-messages.ts'
import type { CompiledJob } from './compiled-job.ts'
import { sourceEntity } from './fail-record.ts'
import { HridDealer } from './hrid-dealer.ts'
import type {
  Document,
  EntityWork,
  InventoryEntity,
  MessageWork,
  RecordWork,
  SourceWork,
  Told,
} from './record-work.ts'
import { ownHrid } from './settle-record.ts'

type Table = ChangedTable | 'source_record' | 'source_record_raw' | 'journal' | 'preview_record'

const TYPES: Record<Table, readonly CopyType[]> = {
  instance: columnTypes(INSTANCE_COLUMNS),
  holdings_record: columnTypes(HOLDINGS_COLUMNS),
  item: columnTypes(ITEM_COLUMNS),
  authority: AUTHORITY_TYPES,
  source_record: SOURCE_RECORD_TYPES,
  source_record_raw: SOURCE_RAW_TYPES,
  journal: JOURNAL_TYPES,
  preview_record: PREVIEW_TYPES,
}

const HRIDS: Partial<Record<InventoryEntity, HridOf>> = {
  INSTANCE: 'instances',
  HOLDINGS: 'holdings',
  ITEM: 'items',
}

/** What the rows say of a chunk; the rest of it is known from the records' questions. */
type WrittenRows = Omit<
  ComputedChunk,
  | 'uses'
  | 'references'
  | 'readOnly'
  | 'itemCounts'
  | 'unversioned'
  | 'rechecks'
  | 'firstTouches'
  | 'later'
  | 'end'
>

/** Where inventory records are stored. */
export const TABLES: Record<InventoryEntity, ChangedTable> = {
  INSTANCE: 'instance',
  HOLDINGS: 'holdings_record',
  ITEM: 'item',
  AUTHORITY: 'authority',
}

/** States of source records that an import stores (records/schema.sql). */
const ACTUAL = 0
const DELETED = 3

/** The rows of a chunk as they grow, record by record, in pieces of memory that `memory` gives. */
export class ChunkRows {
  readonly counts: JobCounts
  readonly #job: CompiledJob
  readonly #at: Date
  readonly #stamp: Stamp
  readonly #buffers = new Map<Table, CopyBuffer>()
  readonly #changes = new Map<ChangedTable, CopyBuffer>()
  readonly #replaced: ComputedChunk['replaced'] = {}
  readonly #made: ComputedChunk['made'] = {}
  readonly #parents = new Set<string>()
  readonly #holdings = new Set<string>()
  readonly #retiredSources: string[] = []
  readonly #deletedAuthorities: string[] = []
  readonly #endedLinks: number[] = []
  readonly #memory: (table: string) => ArrayBufferLike
  readonly #hrids: Record<HridOf, HridDealer>

  constructor(job: CompiledJob, request: ComputeRequest, memory: (table: string) => ArrayBufferLike) {
    this.#job = job
    this.#at = new Date(request.nowMs)
    this.#stamp = newStamp(this.#at, job.userId)
    this.counts = { ...NO_COUNTS, records: request.to - request.from, entities: {} }
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
    if (record.source !== null) this.#addSource(record, record.source)
    if (record.message?.isKept) this.#addMessage(record, record.message)
    this.#endedLinks.push(...record.endedLinks)
    const steps = record.told.map((told) => stepOf(told))
    countSteps(this.counts, steps)
    if (this.#job.isPreview) this.#addForecast(record, steps)
    else this.#addJournal(record, steps)
  }

  /** What was written. Nothing may be added afterwards. */
  finish(): WrittenRows {
    const { instances, holdings, items } = this.#hrids
    const taken = <T extends string>(buffers: ReadonlyMap<T, CopyBuffer>) =>
      Object.fromEntries(
        [...buffers].map(([table, buffer]): [string, Uint8Array] => [table, buffer.take()]),
      ) as Record<T, Uint8Array>
    return {
      rows: taken(this.#buffers),
      changes: taken(this.#changes),
      replaced: this.#replaced,
      made: this.#made,
      parents: [...this.#parents],
      holdings: [...this.#holdings],
      retiredSources: this.#retiredSources,
      deletedAuthorities: this.#deletedAuthorities,
      endedLinks: this.#endedLinks,
      counts: this.counts,
      hridsLeft: { instances: instances.rest(), holdings: holdings.rest(), items: items.rest() },
      hridsMissing: { instances: instances.missing, holdings: holdings.missing, items: items.missing },
    }
  }

  #rowsOf(table: Table): CopyBuffer {
    return this.#bufferOf(this.#buffers, table, table)
  }

  #changesOf(table: ChangedTable): CopyBuffer {
    return this.#bufferOf(this.#changes, table, `changes of ${table}`)
  }

  #bufferOf<T extends Table>(buffers: Map<T, CopyBuffer>, table: T, piece: string): CopyBuffer {
    let buffer = buffers.get(table)
    if (buffer === undefined) {
      buffer = new CopyBuffer(TYPES[table], this.#memory(piece))
      buffers.set(table, buffer)
    }
    return buffer
  }

  #addInventory(work: EntityWork, orders: Map<EntityWork, number>): void {
    const { document, entity, stored } = work
    const table = TABLES[entity]
    if (entity === 'HOLDINGS' && isBelowStored(work)) this.#parents.add(document.instanceId as string)
    if (stored !== null) {
      ;(this.#replaced[table] ??= []).push([work.id, stored.version])
      if (work.isDeleted) this.#deletedAuthorities.push(work.id)
      else this.#changesOf(table).line(this.#changedRow(work))
      return
    }
    const kind = HRIDS[entity]
    if (kind !== undefined) document.hrid = ownHrid(document) ?? this.#hrids[kind].next()
    if (entity === 'ITEM') {
      if (work.parent!.stored !== null) this.#holdings.add(work.parent!.id)
      this.#completeItem(work, orders)
    }
    ;(this.#made[table] ??= []).push(work.id)
    this.#rowsOf(table).line(rowOf(entity, document, this.#stamp))
  }

  /** The row that takes the place of a stored one: the next version, with what the server keeps. */
  #changedRow({ entity, document, stored }: EntityWork): CopyValue[] {
    const before = stored!.document
    const stamp = nextStamp(
      { version: stored!.version, metadata: before.metadata as Metadata | undefined },
      this.#at,
      this.#job.userId,
    )
    if (entity === 'INSTANCE') keepServerValues(document as Instance, before as Instance, this.#at)
    if (entity === 'ITEM') keepStatusDate(document as Item, before as Item, this.#at)
    return rowOf(entity, document, stamp)
  }

  #completeItem({ document, parent }: EntityWork, orders: Map<EntityWork, number>): void {
    const order = (orders.get(parent!) ?? parent!.lastOrder) + 1
    orders.set(parent!, order)
    document.order = order
    const status = document.status as { name: string; date?: string }
    status.date = this.#stamp.metadata.createdDate
    setEffectiveValues(document as Item, parent!.document as Holdings)
  }

  /** Ends the record's bookkeeping (data-import.md 6.3) and writes its source record, a new generation of a stored one. */
  #addSource(record: RecordWork, { of, id, matchedId, marc, stored, isDeleted }: SourceWork): void {
    const hrid = of.entity === 'AUTHORITY' ? controlNumber(marc) : (of.document.hrid as string)
    if (of.entity !== 'AUTHORITY') setHrid001(marc, hrid!)
    setFolio999(marc, { recordId: matchedId, externalId: of.id })
    if (stored !== null) this.#retiredSources.push(stored.id)
    this.#rowsOf('source_record').line(
      sourceRecordRow({
        id,
        matchedId,
        generation: stored === null ? 0 : stored.generation + 1,
        snapshotId: this.#job.jobId,
        recordType: record.recordType!,
        state: isDeleted ? DELETED : ACTUAL,
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

  /** Writes the source record of an EDIFACT message, which belongs to no inventory record. */
  #addMessage(record: RecordWork, { id, text, content }: MessageWork): void {
    this.#rowsOf('source_record').line(
      sourceRecordRow({
        id,
        matchedId: id,
        generation: 0,
        snapshotId: this.#job.jobId,
        recordType: record.recordType!,
        state: ACTUAL,
        externalId: null,
        externalHrid: null,
        order: record.seq,
        isSuppressed: false,
        at: this.#stamp.metadata.createdDate,
        userId: this.#job.userId,
        leaderStatus: '',
        marc: storedContent({ marc: null, edifact: content }),
      }),
    )
    this.#rowsOf('source_record_raw').line(sourceRawRow(id, text))
  }

  #addForecast(record: RecordWork, steps: readonly Step[]): void {
    const own: JobCounts = { ...NO_COUNTS, records: 1, entities: {} }
    countSteps(own, steps)
    this.#rowsOf('preview_record').line(previewRow(this.#job.jobId, record, steps, own))
  }

  #addJournal(record: RecordWork, steps: readonly Step[]): void {
    const { fault } = record
    const source = sourceEntity(record)
    this.#rowsOf('journal').line([
      this.#job.jobNo,
      record.seq,
      record.recordType,
      steps.find(([entity, , id]) => entity === source && id !== null)?.[2] ?? null,
      record.title?.slice(0, 1000) ?? null,
      record.controlNumber?.slice(0, 200) ?? null,
      record.byteOffset,
      record.byteLength,
      JSON.stringify(steps),
      fault?.kind ?? null,
      fault?.text ?? null,
      fault?.folio ?? null,
      record.trace.length === 0 ? null : JSON.stringify(record.trace),
    ])
  }
}

/** True for holdings that come below an instance which this record does not make: new ones, and those that move. */
function isBelowStored({ document, stored, parent }: EntityWork): boolean {
  return stored === null ? parent === null : stored.document.instanceId !== document.instanceId
}

function rowOf(entity: InventoryEntity, document: Document, stamp: Stamp): CopyValue[] {
  if (entity === 'INSTANCE') return instanceRow(document as Instance, stamp)
  if (entity === 'HOLDINGS') return holdingsRow(document as Holdings, stamp)
  if (entity === 'ITEM') return itemRow(document as Item, stamp)
  // The versions of authorities begin with 0.
  return authorityRow(document as Authority, stamp.statusDate === null ? stamp : { ...stamp, version: 0 })
}

function stepOf({ entity, action, of, error }: Told): Step {
  if (of === null) return [entity, action, null, null, null, error]
  if (!('document' in of)) return [entity, action, of.id, null, null, error]
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

/** Counts the outcomes of a record. An entity that was looked for and nothing else is discarded, once. */
function countSteps(counts: JobCounts, steps: readonly Step[]): void {
  let hasError = false
  const entityOf = (entity: StepEntity) => (counts.entities[entity] ??= { ...NO_ENTITIES })
  counts.steps += steps.length
  for (const entity of new Set(steps.map((step) => step[0]))) entityOf(entity).records += 1
  for (const [index, [entity, action]] of steps.entries()) {
    if (action !== 'NON_MATCH') continue
    const isOnly = steps.every((step, at) => step[0] !== entity || (step[1] === 'NON_MATCH' && at >= index))
    if (isOnly) entityOf(entity).discarded += 1
  }
  for (const [entity, action, , , , error] of steps) {
    const entry = entityOf(entity)
    if (error !== null) {
      entry.discarded += 1
      entry.errors += 1
      hasError = true
    } else if (action === 'CREATE') entry.created += 1
    else if (action === 'UPDATE' || action === 'MODIFY') entry.updated += 1
  }
  if (hasError) counts.errors += 1
  else countRecord(counts, steps)
}

/** Records that stand for a title, an authority or a set of holdings: one that makes any of them is a new record. */
const MAIN: ReadonlySet<StepEntity> = new Set([...SOURCE_ENTITIES, 'INSTANCE', 'AUTHORITY'])

/** Counts a record without errors as what it is on the whole: new, a change of what was there, or neither. */
function countRecord(counts: JobCounts, steps: readonly Step[]): void {
  const isChange = (action: Step[1]) => action === 'UPDATE' || action === 'MODIFY' || action === 'DELETE'
  if (steps.some(([entity, action]) => action === 'CREATE' && MAIN.has(entity))) counts.created += 1
  else if (steps.some(([, action]) => isChange(action))) counts.updated += 1
  else if (steps.some(([, action]) => action === 'CREATE')) counts.created += 1
}

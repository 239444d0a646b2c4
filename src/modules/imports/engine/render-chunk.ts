import { encodeCompact } from '../../../formats/marc/index.ts'
import { CopyBuffer } from '../../../kernel/db/copy-buffer.ts'
import { newId } from '../../../kernel/ids.ts'
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
import { JOURNAL_TYPES, RECORD_TYPES } from '../journal-row.ts'
import type { Step, StepEntity } from '../journal-row.ts'
import type { RenderRequest, RenderedChunk } from './chunk-messages.ts'
import type { CompiledJob } from './compiled-job.ts'
import {
  areHoldingsMade,
  barcodeOf,
  isInstanceMade,
  ownHrid,
  refuseBarcode,
  takenHrid,
} from './prepare-chunk.ts'
import type { PreparedItem, PreparedRecord } from './prepared-record.ts'

type Buffers = {
  instance: CopyBuffer
  holdings: CopyBuffer
  item: CopyBuffer
  source: CopyBuffer
  journal: CopyBuffer
}

type Answers = {
  barcodes: ReadonlySet<string>
  holdingsHrids: ReadonlySet<string>
  itemHrids: ReadonlySet<string>
  missing: ReadonlySet<string>
}

/** Hands out drawn human-readable ids one after the other. */
function dealer(hrids: readonly string[]): () => string {
  let next = 0
  return () => hrids[next++]!
}

/**
 * Gives records their ids, applies what the database answered, and writes all rows of the chunk for COPY, into
 * pieces of `memory`.
 */
export function renderChunk(
  job: CompiledJob,
  records: readonly PreparedRecord[],
  request: RenderRequest,
  memory: (table: string) => ArrayBufferLike,
): RenderedChunk {
  const buffers: Buffers = {
    instance: new CopyBuffer(columnTypes(INSTANCE_COLUMNS), memory('instance')),
    holdings: new CopyBuffer(columnTypes(HOLDINGS_COLUMNS), memory('holdings_record')),
    item: new CopyBuffer(columnTypes(ITEM_COLUMNS), memory('item')),
    source: new CopyBuffer(SOURCE_RECORD_TYPES, memory('source_record')),
    journal: new CopyBuffer(JOURNAL_TYPES, memory('journal')),
  }
  const answers: Answers = {
    barcodes: new Set(request.takenBarcodes),
    holdingsHrids: new Set(request.takenHoldingsHrids),
    itemHrids: new Set(request.takenItemHrids),
    missing: new Set(request.missingReferences),
  }
  const draw = {
    instance: dealer(request.hrids.instances),
    holdings: dealer(request.hrids.holdings),
    item: dealer(request.hrids.items),
  }
  const at = new Date(request.nowMs)
  const stamp = newStamp(at, job.userId)
  const counts: JobCounts = { records: request.to - request.from, errors: 0, entities: {} }
  for (const record of records.slice(request.from, request.to)) {
    if (request.refusal !== null) record.fault = unstorable(request.refusal)
    // Answers may refuse what was prepared, so they are applied before any row of the record is written.
    applyAnswers(record, answers)
    const steps = writeRecord(job, record, buffers, draw, stamp)
    countSteps(counts, steps)
    writeJournal(job, record, steps, buffers.journal)
  }
  return {
    rows: {
      instance: take(buffers.instance),
      holdings_record: take(buffers.holdings),
      item: take(buffers.item),
      source_record: take(buffers.source),
      journal: take(buffers.journal),
    },
    counts,
  }
}

function unstorable(refusal: string): NonNullable<PreparedRecord['fault']> {
  return {
    kind: 'failed',
    entity: 'INSTANCE',
    text: `The database cannot store the record: ${refusal}.`,
    folio: null,
  }
}

function take(buffer: CopyBuffer): Uint8Array | null {
  return buffer.isEmpty ? null : buffer.take()
}

function applyAnswers(record: PreparedRecord, answers: Answers): void {
  if (answers.missing.size > 0) refuseMissingReferences(record, answers.missing)
  for (const holdings of record.holdings) {
    const hrid = ownHrid(holdings)
    if (hrid !== null && answers.holdingsHrids.has(hrid)) record.fault ??= takenHrid('HOLDINGS', hrid)
  }
  for (const item of record.items) {
    if (item.fault !== null) continue
    const barcode = barcodeOf(item.document)
    const hrid = ownHrid(item.document)
    if (barcode !== null && answers.barcodes.has(barcode)) refuseBarcode(record, item, ' by another item')
    else if (hrid !== null && answers.itemHrids.has(hrid)) {
      item.fault = takenHrid('ITEM', hrid)
      record.fault ??= item.fault
    }
  }
}

/** A setting that was deleted while the job ran can't be referred to any more. */
function refuseMissingReferences(record: PreparedRecord, missing: ReadonlySet<string>): void {
  const refused = (document: Record<string, unknown>) =>
    Object.entries(document).find(([, value]) => typeof value === 'string' && missing.has(value))
  const faultOf = (entity: StepEntity, document: Record<string, unknown>) => {
    const found = refused(document)
    if (!found) return null
    const text = `A setting that the ${entity.toLowerCase()} refers to (${found[0]}) was deleted while the job ran.`
    return { kind: 'unknown-value' as const, entity, text, folio: null }
  }
  if (record.instance) record.fault ??= faultOf('INSTANCE', record.instance)
  for (const holdings of record.holdings) record.fault ??= faultOf('HOLDINGS', holdings)
  for (const item of record.items) {
    item.fault ??= faultOf('ITEM', item.document)
    record.fault ??= item.fault
  }
}

function sourceEntity(record: PreparedRecord): StepEntity {
  const type = record.recordType === null ? 'MARC_BIB' : RECORD_TYPES[record.recordType]
  if (type === 'MARC_HOLDING') return 'MARC_HOLDINGS'
  return type === 'MARC_AUTHORITY' ? 'MARC_AUTHORITY' : 'MARC_BIBLIOGRAPHIC'
}

/** Writes the rows of one record as far as its steps went, and says what was done. */
function writeRecord(
  job: CompiledJob,
  record: PreparedRecord,
  buffers: Buffers,
  draw: Record<'instance' | 'holdings' | 'item', () => string>,
  stamp: Stamp,
): Step[] {
  const { instance, fault } = record
  if (!isInstanceMade(record)) return failedSteps(record)
  const hrid = draw.instance()
  instance!.hrid = hrid
  buffers.instance.line(instanceRow(instance as Instance, stamp))
  const sourceId = writeSource(job, record, buffers.source, hrid, stamp)
  const instanceId = instance!.id as string
  const steps: Step[] = [
    ['MARC_BIBLIOGRAPHIC', 'CREATE', sourceId, null, null, null],
    ['INSTANCE', 'CREATE', instanceId, hrid, null, null],
  ]
  if (!areHoldingsMade(record)) {
    if (fault !== null) steps.push([fault.entity, 'CREATE', null, null, null, fault.text])
    return steps
  }
  for (const holdings of record.holdings) {
    holdings.hrid = ownHrid(holdings) ?? draw.holdings()
    buffers.holdings.line(holdingsRow(holdings as Holdings, stamp))
    const location = (holdings.permanentLocationId as string | undefined) ?? null
    steps.push(['HOLDINGS', 'CREATE', holdings.id as string, holdings.hrid as string, location, null])
  }
  const order = record.holdings.map(() => 0)
  for (const item of record.items) steps.push(writeItem(record, item, order, buffers.item, draw.item, stamp))
  return steps
}

function writeItem(
  record: PreparedRecord,
  item: PreparedItem,
  order: number[],
  buffer: CopyBuffer,
  draw: () => string,
  stamp: Stamp,
): Step {
  const { document, fault } = item
  const holdings = record.holdings[item.holdings]!
  const holdingsId = holdings.id as string
  if (fault !== null) return ['ITEM', 'CREATE', null, null, holdingsId, fault.text]
  document.hrid = ownHrid(document) ?? draw()
  order[item.holdings]! += 1
  document.order = order[item.holdings]
  const status = document.status as { name: string; date?: string }
  status.date = stamp.metadata.createdDate
  setEffectiveValues(document as Item, holdings as Holdings)
  buffer.line(itemRow(document as Item, stamp))
  return ['ITEM', 'CREATE', document.id as string, document.hrid as string, holdingsId, null]
}

/** The steps of a record of which nothing was made. */
function failedSteps(record: PreparedRecord): Step[] {
  const text = record.fault?.text ?? 'Nothing was made of this record.'
  const source: Step = [sourceEntity(record), 'CREATE', null, null, null, text]
  if (record.fault?.entity === 'INSTANCE') return [source, ['INSTANCE', 'CREATE', null, null, null, text]]
  return [source]
}

/** Ends the record's bookkeeping (data-import.md 6.3) and writes its source record. @returns its id. */
function writeSource(
  job: CompiledJob,
  record: PreparedRecord,
  buffer: CopyBuffer,
  hrid: string,
  stamp: Stamp,
): string {
  const marc = record.marc!
  const id = newId()
  const externalId = record.instance!.id as string
  setHrid001(marc, hrid)
  setFolio999(marc, { recordId: id, externalId })
  buffer.line(
    sourceRecordRow({
      id,
      matchedId: id,
      generation: 0,
      snapshotId: job.jobId,
      recordType: record.recordType!,
      state: 0,
      externalId,
      externalHrid: hrid,
      order: record.seq,
      isSuppressed: record.instance!.discoverySuppress === true,
      at: stamp.metadata.createdDate,
      userId: job.userId,
      leaderStatus: marc.leader.charAt(5),
      marc: encodeCompact(marc),
    }),
  )
  return id
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

function writeJournal(
  job: CompiledJob,
  record: PreparedRecord,
  steps: readonly Step[],
  buffer: CopyBuffer,
): void {
  const { fault } = record
  const source = steps[0]
  buffer.line([
    job.jobNo,
    record.seq,
    record.recordType,
    source?.[2] ?? null,
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

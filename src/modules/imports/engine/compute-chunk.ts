import { now } from '../../../kernel/clock.ts'
import type { RecordFault } from '../record-fault.ts'
import type { ComputeRequest, ComputedChunk } from './chunk-messages.ts'
import { ChunkRows } from './chunk-rows.ts'
import type { CompiledJob } from './compiled-job.ts'
import { createHoldings, createInstance, createItems } from './create-records.ts'
import { failRecord } from './fail-record.ts'
import { readRecord } from './read-chunk.ts'
import type { RawRecord, RecordWork } from './record-work.ts'
import { Settlement } from './settle-record.ts'

/**
 * Computes the rows of some records of a chunk from their bytes and what is known. Each record is read, mapped,
 * settled and written before the next one, so that little lives for long; when the database then knows more, the
 * chunk is computed again. `memory` gives pieces to write a table's rows into.
 */
export function computeChunk(
  job: CompiledJob,
  raw: readonly RawRecord[],
  request: ComputeRequest,
  memory: (table: string) => ArrayBufferLike,
): ComputedChunk {
  const rows = new ChunkRows(job, request, memory)
  const settlement = new Settlement(request.known)
  const refusals = new Map(request.known.refusals)
  const at = now()
  for (let place = request.from; place < request.to; place += 1) {
    const record = readRecord(raw[place]!)
    const refusal = refusals.get(place)
    if (refusal !== undefined) failRecord(record, unstorable(refusal), 'CREATE')
    else if (record.fault !== null) failRecord(record, record.fault, 'CREATE')
    else takeSteps(job, record, at)
    settlement.settle(record)
    rows.add(record)
  }
  return { ...rows.finish(), uses: settlement.uses, references: settlement.references() }
}

function unstorable(words: string): RecordFault {
  return {
    kind: 'failed',
    entity: 'INSTANCE',
    text: `The database cannot store the record: ${words}.`,
    folio: null,
  }
}

function takeSteps(job: CompiledJob, record: RecordWork, at: Date): void {
  const fault = checkType(job, record)
  if (fault !== null) {
    failRecord(record, fault, 'CREATE')
    return
  }
  for (const action of job.actions) {
    if (action.entity === 'INSTANCE') createInstance(job, action, record, at)
    else if (action.entity === 'HOLDINGS') createHoldings(job, action, record)
    else createItems(job, action, record)
    if (record.fault !== null) return
  }
}

function checkType(job: CompiledJob, { recordType }: RecordWork): RecordFault | null {
  if (recordType === 0) return null
  const [kind, type, entity] =
    recordType === 1
      ? (['a MARC holdings record', 'MARC_HOLDING', 'MARC_HOLDINGS'] as const)
      : (['a MARC authority record', 'MARC_AUTHORITY', 'MARC_AUTHORITY'] as const)
  return {
    kind: 'record-type',
    entity,
    text: `This is ${kind}, but the job profile "${job.profileName}" works on bibliographic records.`,
    folio: `Chosen job profile '${job.profileName}' does not support '${type}' record type`,
  }
}

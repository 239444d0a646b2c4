import { firstControl } from '../../../formats/marc/index.ts'
import { newId } from '../../../kernel/ids.ts'
import {
  folio999,
  mapHoldings,
  moveControlNumberTo035,
  normalizeOclc035,
  setUpdatedTime005,
} from '../../mapping/index.ts'
import { isProtected } from '../marc-changes/index.ts'
import type { RecordFault } from '../record-fault.ts'
import { checkHoldings } from './check-documents.ts'
import type { CompiledJob } from './compiled-job.ts'
import { failRecord } from './fail-record.ts'
import { load } from './questions.ts'
import type { Steps } from './questions.ts'
import { newEntity, touch } from './record-work.ts'
import type { Document, RecordWork } from './record-work.ts'

function fault(text: string, folio: string): RecordFault {
  return { kind: 'no-instance', entity: 'HOLDINGS', text, folio }
}

const NO_LINK = "The 004 tag of the Holdings doesn't has a link to the Bibliographic record"

/** The id of the instance whose human-readable id stands in 004, or what is wrong with that field. */
export function* instanceOf004(record: RecordWork): Steps<string | RecordFault> {
  const hrid = firstControl(record.marc!, '004')?.trim() ?? ''
  if (hrid === '') {
    return fault(
      'Field 004 is missing or empty: it must hold the HRID of the instance that the holdings belong to.',
      NO_LINK,
    )
  }
  const id = yield* load('instanceOfHrid', hrid)
  return (
    id ?? fault(`Field 004 holds "${hrid}", which is the HRID of no instance with a MARC record.`, NO_LINK)
  )
}

/**
 * The holdings that a MARC holdings record makes, without id, HRID and instance; or what is wrong with its location,
 * with the code as it is written. Of several 852 the last one with a subfield b counts, as the mapping has it.
 */
export function mappedHoldings(job: CompiledJob, record: RecordWork): Document | RecordFault {
  const document = mapHoldings(job.holdingsRules!, record.marc!)
  delete document.hrid
  if (job.known.locations?.has(String(document.permanentLocationId))) return document
  const code = record
    .marc!.fields.filter(({ tag }) => tag === '852')
    .flatMap(({ subfields }) => subfields ?? [])
    .findLast((subfield) => subfield.code === 'b' && subfield.value.trim() !== '')?.value
  return {
    kind: code === undefined ? 'missing-value' : 'unknown-value',
    entity: 'HOLDINGS',
    text:
      code === undefined
        ? 'Field 852 has no subfield b: it must hold the code of a location.'
        : `The location code "${code}" (field 852, subfield b) is not in the settings.`,
    folio: "Can`t create Holding entity: 'permanentLocationId' is empty",
  }
}

/** Step CREATE HOLDINGS of a MARC holdings record: the holdings, and the source record that goes with them. */
export function* createMarcHoldings(job: CompiledJob, record: RecordWork, at: Date): Steps {
  const marc = record.marc!
  const ids = folio999(marc)
  if (ids !== null && (ids.recordId !== undefined || ids.externalId !== undefined)) {
    const text =
      'The record carries the ids of a record in the system (field 999 with both indicators f). To load it as a new record, remove that field.'
    const folio =
      'A new MARC-Holding was not created because the incoming record already contained a 999ff$s or 999ff$i field'
    failRecord(record, { kind: 'already-in-system', entity: 'HOLDINGS', text, folio }, 'CREATE')
    return
  }
  const instanceId = yield* instanceOf004(record)
  if (typeof instanceId !== 'string') {
    failRecord(record, instanceId, 'CREATE')
    return
  }
  if (record.isRehearsal) return
  const updated = marc.fields.find(({ tag }) => tag === '005')
  if (!updated || !isProtected(job.protections, updated)) setUpdatedTime005(marc, at)
  moveControlNumberTo035(marc)
  normalizeOclc035(marc)
  const mapped = mappedHoldings(job, record)
  const refused = isFault(mapped) ? mapped : checkHoldings(job, mapped)
  if (refused !== null || isFault(mapped)) {
    failRecord(record, refused!, 'CREATE')
    return
  }
  mapped.instanceId = instanceId
  const work = newEntity('HOLDINGS', newId(), mapped, null)
  const id = newId()
  record.holdings = [work]
  record.source = { of: work, matchedId: id, id, marc, stored: null, isDeleted: false }
  touch(record, work)
  record.told.push({ entity: 'MARC_HOLDINGS', action: 'CREATE', of: record.source, error: null })
  record.told.push({ entity: 'HOLDINGS', action: 'CREATE', of: work, error: null })
}

export function isFault(value: Document | RecordFault): value is RecordFault {
  return 'kind' in value && 'entity' in value && 'folio' in value
}

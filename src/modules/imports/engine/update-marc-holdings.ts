import { decodeCompact, firstControl } from '../../../formats/marc/index.ts'
import { newId } from '../../../kernel/ids.ts'
import { compileProtections, finishOverlay, overlayRecord } from '../marc-changes/index.ts'
import type { RecordFault } from '../record-fault.ts'
import type { CompiledAction, CompiledJob } from './compiled-job.ts'
import { instanceOf004, isFault, mappedHoldings } from './create-marc-holdings.ts'
import { failRecord } from './fail-record.ts'
import { theHoldings } from './find-context.ts'
import { load } from './questions.ts'
import type { Steps } from './questions.ts'
import type { Document, RecordWork } from './record-work.ts'
import { changeHoldings } from './update-holdings.ts'

/** What an update by MARC leaves as it is: MARC does not say it, or the server keeps it. */
const KEPT = [
  'id',
  'hrid',
  'metadata',
  'temporaryLocationId',
  'discoverySuppress',
  'tags',
  'statisticalCodeIds',
  'administrativeNotes',
  'illPolicyId',
] as const

/** Updates of MARC holdings heed no protections but those of 001 and 999 ff (data-import.md 5.4). */
const NO_PROTECTIONS = compileProtections([])

/**
 * Step UPDATE MARC_HOLDINGS: the stored MARC overlaid, the holdings mapped from it anew. Another 004 moves the holdings
 * to that instance, as in FOLIO.
 */
export function* updateMarcHoldings(
  job: CompiledJob,
  action: CompiledAction,
  record: RecordWork,
  at: Date,
): Steps {
  const holdings = yield* theHoldings(record)
  if (holdings !== null && record.source?.of === holdings) return
  const stored = holdings && (yield* load('source', holdings.id))
  if (holdings === null || stored === null) {
    const fault: RecordFault = {
      kind: 'no-instance',
      entity: 'HOLDINGS',
      text:
        holdings === null
          ? 'There are no holdings to update: no match of the job profile has found any for this record.'
          : 'The holdings found have no MARC record that could be updated.',
      folio: holdings === null ? null : `Holdings record was not found by id: ${holdings.id}`,
    }
    failRecord(record, fault, 'UPDATE')
    return
  }
  if (record.isRehearsal) {
    yield* load('itemsOf', holdings.id)
    return
  }
  const incoming = record.marc!
  const before = decodeCompact(Buffer.from(stored.marc!))
  const marc = overlayRecord(before, incoming, NO_PROTECTIONS, action.listed)
  finishOverlay(marc, {
    hrid: String(holdings.document.hrid),
    recordId: stored.matchedId,
    externalId: holdings.id,
    incoming,
    now: at,
    protections: job.protections,
  })
  record.marc = marc
  const mapped = mappedHoldings(job, record)
  const isMoved = firstControl(marc, '004')?.trim() !== firstControl(before, '004')?.trim()
  const instanceId = isMoved ? yield* instanceOf004(record) : String(holdings.document.instanceId)
  if (isFault(mapped) || typeof instanceId !== 'string') {
    failRecord(record, (isFault(mapped) ? mapped : instanceId) as RecordFault, 'UPDATE')
    return
  }
  const after: Document = { ...mapped, instanceId }
  for (const name of KEPT) {
    if (holdings.document[name] === undefined) delete after[name]
    else after[name] = holdings.document[name]
  }
  yield* changeHoldings(job, record, holdings, after)
  if (record.fault !== null) return
  record.source = {
    of: holdings,
    matchedId: stored.matchedId,
    id: newId(),
    marc,
    stored,
    isDeleted: false,
  }
  record.told.push({ entity: 'MARC_HOLDINGS', action: 'UPDATE', of: record.source, error: null })
  record.told.push({ entity: 'HOLDINGS', action: 'UPDATE', of: holdings, error: null })
}

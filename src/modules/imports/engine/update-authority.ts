import { controlNumber, decodeCompact, firstControl } from '../../../formats/marc/index.ts'
import { newId } from '../../../kernel/ids.ts'
import { mapAuthority, setHrid001 } from '../../mapping/index.ts'
import { finishOverlay, overlayRecord } from '../marc-changes/index.ts'
import type { RecordFault } from '../record-fault.ts'
import type { CompiledAction, CompiledJob } from './compiled-job.ts'
import { failRecord } from './fail-record.ts'
import { theAuthority } from './find-context.ts'
import { load } from './questions.ts'
import type { Steps } from './questions.ts'
import { touch } from './record-work.ts'
import type { EntityWork, RecordWork } from './record-work.ts'

function* authorityToChange(record: RecordWork, what: 'UPDATE' | 'DELETE'): Steps<EntityWork | null> {
  const authority = yield* theAuthority(record)
  if (authority !== null) return authority
  const fault: RecordFault = {
    kind: 'no-instance',
    entity: 'AUTHORITY',
    text: `There is no authority to ${what.toLowerCase()}: no match of the job profile has found one for this record.`,
    folio: null,
  }
  failRecord(record, fault, what)
  return null
}

/** Steps UPDATE AUTHORITY and UPDATE MARC_AUTHORITY: the stored MARC overlaid, the authority mapped from it anew. */
export function* updateAuthority(
  job: CompiledJob,
  action: CompiledAction,
  record: RecordWork,
  at: Date,
): Steps {
  const authority = yield* authorityToChange(record, 'UPDATE')
  if (authority === null || record.source?.of === authority) return
  const stored = yield* load('source', authority.id)
  if (record.isRehearsal) return
  const incoming = record.marc!
  const before = stored && decodeCompact(Buffer.from(stored.marc!))
  const marc = before === null ? incoming : overlayRecord(before, incoming, action.protections, action.listed)
  const matchedId = stored?.matchedId ?? newId()
  // An authority keeps its own number in 001, as it is written there.
  const own = before !== null && controlNumber(before) !== null ? before : incoming
  finishOverlay(marc, {
    hrid: controlNumber(own) ?? '',
    recordId: matchedId,
    externalId: authority.id,
    incoming,
    now: at,
    protections: action.protections,
    keeps003: true,
  })
  setHrid001(marc, firstControl(own, '001') ?? '')
  const { metadata } = authority.document
  authority.document = { ...mapAuthority(job.authorityRules!, marc), id: authority.id, metadata }
  record.source = {
    of: authority,
    matchedId,
    id: newId(),
    marc,
    stored,
    isDeleted: false,
  }
  touch(record, authority)
  record.told.push({ entity: 'MARC_AUTHORITY', action: 'UPDATE', of: record.source, error: null })
  record.told.push({ entity: 'AUTHORITY', action: 'UPDATE', of: authority, error: null })
}

/** Steps DELETE AUTHORITY and DELETE MARC_AUTHORITY: both records go among the deleted ones. */
export function* deleteAuthority(record: RecordWork): Steps {
  const authority = yield* authorityToChange(record, 'DELETE')
  if (authority === null) return
  authority.isDeleted = true
  touch(record, authority)
  record.told.push({ entity: 'MARC_AUTHORITY', action: 'DELETE', of: null, error: null })
  record.told.push({ entity: 'AUTHORITY', action: 'DELETE', of: authority, error: null })
}

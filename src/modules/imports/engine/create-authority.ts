import { controlNumber } from '../../../formats/marc/index.ts'
import { newId } from '../../../kernel/ids.ts'
import { folio999, mapAuthority, setUpdatedTime005 } from '../../mapping/index.ts'
import { isProtected } from '../marc-changes/index.ts'
import type { RecordFault } from '../record-fault.ts'
import type { CompiledJob } from './compiled-job.ts'
import { failRecord } from './fail-record.ts'
import { newEntity, touch } from './record-work.ts'
import type { RecordWork } from './record-work.ts'

function fault(kind: RecordFault['kind'], text: string, folio: string | null): RecordFault {
  return { kind, entity: 'AUTHORITY', text, folio }
}

/** What keeps a MARC authority record from making an authority; null when nothing does. */
function objection(record: RecordWork): RecordFault | null {
  const marc = record.marc!
  const ids = folio999(marc)
  if (ids !== null && (ids.recordId !== undefined || ids.externalId !== undefined)) {
    return fault(
      'already-in-system',
      'The record carries the ids of a record in the system (field 999 with both indicators f). To load it as a new record, remove that field.',
      'A new MARC-Authority was not created because the incoming record already contained a 999ff$s or 999ff$i field',
    )
  }
  if (controlNumber(marc) !== null) return null
  return fault(
    'missing-value',
    'The record has no control number (field 001), which an authority is known by.',
    "Field '001' is required for MARC authority records",
  )
}

/** Steps CREATE AUTHORITY and CREATE MARC_AUTHORITY: the authority, and the source record that goes with it. */
export function createAuthority(job: CompiledJob, record: RecordWork, at: Date): void {
  if (record.isRehearsal) return
  const marc = record.marc!
  // A profile may have both steps.
  if (record.source !== null && record.source.of === record.authority) return
  const refused = objection(record)
  if (refused !== null) {
    failRecord(record, refused, 'CREATE')
    return
  }
  const updated = marc.fields.find(({ tag }) => tag === '005')
  if (!updated || !isProtected(job.protections, updated)) setUpdatedTime005(marc, at)
  const work = newEntity('AUTHORITY', newId(), mapAuthority(job.authorityRules!, marc), null)
  const id = newId()
  record.authority = work
  record.source = { of: work, matchedId: id, id, marc, stored: null, isDeleted: false }
  touch(record, work)
  record.told.push({ entity: 'MARC_AUTHORITY', action: 'CREATE', of: record.source, error: null })
  record.told.push({ entity: 'AUTHORITY', action: 'CREATE', of: work, error: null })
}

import { RECORD_TYPES } from '../journal-row.ts'
import type { StepAction, StepEntity } from '../journal-row.ts'
import type { RecordFault } from '../record-fault.ts'
import type { EntityWork, RecordWork } from './record-work.ts'

/** How the log calls the source record of an incoming record. */
export function sourceEntity({ recordType }: Pick<RecordWork, 'recordType'>): StepEntity {
  const type = recordType === null ? 'MARC_BIB' : RECORD_TYPES[recordType]
  if (type === 'MARC_HOLDING') return 'MARC_HOLDINGS'
  return type === 'MARC_AUTHORITY' || type === 'EDIFACT' ? type : 'MARC_BIBLIOGRAPHIC'
}

/**
 * Ends the steps of a record with a fault and tells it. Where nothing was done yet, the source record is told as
 * failed too, because FOLIO's log shows the record's status by it.
 */
export function failRecord(record: RecordWork, fault: RecordFault, action: StepAction): void {
  record.fault = fault
  const source = sourceEntity(record)
  const isFirst = !record.told.some(({ entity }) => entity === source)
  if (isFirst) record.told.push({ entity: source, action, of: null, error: fault.text })
  if (fault.entity !== source) record.told.push({ entity: fault.entity, action, of: null, error: fault.text })
}

/** Takes back what was to be made of a record from its first step that made such an entity on, and tells why. */
export function takeBack(record: RecordWork, fault: RecordFault): void {
  const { entity } = fault
  const isUpdate = record.touched.some((work) => work.entity === entity && work.stored !== null)
  const isGone = (work: EntityWork): boolean =>
    work.entity === entity || (work.parent !== null && isGone(work.parent))
  const isWorkGone = (of: RecordWork['told'][number]['of']): boolean =>
    of !== null && ('of' in of ? isGone(of.of) : 'document' in of && isGone(of))
  record.touched = record.touched.filter((work) => !isGone(work))
  record.told = record.told.filter(({ of }) => !isWorkGone(of))
  if (record.source !== null && isGone(record.source.of)) record.source = null
  failRecord(record, fault, isUpdate ? 'UPDATE' : 'CREATE')
}

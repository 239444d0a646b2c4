import { controlField, controlNumber, firstControl } from '../../../formats/marc/index.ts'
import type { MarcRecord } from '../../../formats/marc/index.ts'
import {
  dropHrid035,
  moveControlNumberTo035,
  normalizeOclc035,
  setFolio999,
  setHrid001,
  setUpdatedTime005,
} from '../../mapping/index.ts'
import { isProtected } from './field-protections.ts'
import type { FieldProtections } from './field-protections.ts'
import { isFolioField } from './marc-fields.ts'

export type OverlayIds = {
  /** What 001 holds: the HRID of the inventory record; for an authority the stored 001. */
  hrid: string
  /** 999 ff $s: id under which the source record goes through all its generations. */
  recordId: string
  /** 999 ff $i: id of the inventory record. */
  externalId: string
  /** The record whose 001 and 003 go to 035; without it the finished record's own. */
  incoming?: MarcRecord
  /** Instant for 005. */
  now: Date
  /** Keeps 005 from being set; nothing else here looks at protections. */
  protections: FieldProtections
  /** Leaves 003 where it is, as FOLIO does for authorities. */
  keeps003?: boolean
}

/**
 * Makes an updated record, overlaid or modified, ready to be stored, in place: 001 is the HRID; an incoming control
 * number that is another goes to 035, with the incoming 003 before it, unless it is there; 003 goes, and a 035 that
 * holds the HRID; OCLC numbers are normalised; 005 is now; there is one 999 ff, which
 * has the ids and is last.
 * Source: folio-org/mod-source-record-storage: services/handlers/actions/AbstractUpdateModifyEventHandler.java.
 */
export function finishOverlay(record: MarcRecord, ids: OverlayIds): void {
  const { hrid, incoming = record, protections } = ids
  const number = controlNumber(incoming)
  const agency = firstControl(incoming, '003')
  const own003 = record.fields.filter(({ tag }) => tag === '003')
  record.fields = record.fields.filter(({ tag }) => tag !== '003')
  if (number !== null && number !== hrid) {
    setHrid001(record, number)
    if (agency !== null) record.fields.splice(1, 0, controlField('003', agency))
    moveControlNumberTo035(record)
  }
  setHrid001(record, hrid)
  dropHrid035(record, hrid)
  if (ids.keeps003) record.fields.splice(1, 0, ...own003)
  normalizeOclc035(record)
  const updated = record.fields.find(({ tag }) => tag === '005')
  if (!updated || !isProtected(protections, updated)) setUpdatedTime005(record, ids.now)
  const folio = record.fields.find(isFolioField)
  record.fields = record.fields.filter((field) => field === folio || !isFolioField(field))
  setFolio999(record, { recordId: ids.recordId, externalId: ids.externalId })
}

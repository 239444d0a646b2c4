import type { Document } from '../../kernel/collections/index.ts'
import { faultsProblem, fieldProblem, textProblem } from '../../kernel/http/problems.ts'
import type { Fault, Problem } from '../../kernel/http/problems.ts'

// Rules and texts of folio-org/mod-inventory-storage: LocationService, ServicePointApi, CallNumberTypeService,
// HoldingsRecordsSourceApi, SubjectUtil, CampusService.

/** A location has service points, each once, among them the primary one. @throws Problem 422 with all faults. */
export function checkLocation(location: Document): void {
  const servicePointIds = location.servicePointIds as string[]
  const faults: Fault[] = []
  if (servicePointIds.length === 0) {
    faults.push(fault('servicePointIds', 'A location must have at least one Service Point assigned.'))
  }
  if (new Set(servicePointIds).size !== servicePointIds.length) {
    faults.push(fault('servicePointIds', 'A Service Point can only appear once on a Location.'))
  }
  if (!servicePointIds.includes(location.primaryServicePoint as string)) {
    faults.push(
      fault('primaryServicePoint', "A Location's Primary Service point must be included as a Service Point."),
    )
  }
  if (faults.length > 0) throw faultsProblem(faults)
}

function fault(key: string, message: string): Fault {
  return { message, type: '1', code: '-1', parameters: [{ key, value: '' }] }
}

/** The refusal of a changed location id. */
export function locationIdProblem(): Problem {
  return faultsProblem([fault('id', 'Illegal operation: id cannot be changed')])
}

/** The refusal of a changed id of a location unit, for example of a `Campus`. */
export function unitIdProblem(unit: string): () => Problem {
  return () => textProblem(400, `Illegal operation: ${unit} ID cannot be changed`)
}

/** A hold shelf needs a period exactly where people pick up. @throws Problem 422. */
export function checkServicePoint(servicePoint: Document): void {
  const isPickup = servicePoint.pickupLocation === true
  const hasPeriod = servicePoint.holdShelfExpiryPeriod !== undefined
  if (isPickup === hasPeriod) return
  throw fieldProblem(
    isPickup
      ? 'Hold shelf expiry period must be specified when service point can be used for pickup.'
      : 'Hold shelf expiry period cannot be specified when service point cannot be used for pickup',
    'name',
    servicePoint.name,
  )
}

/** @throws Problem 400 for a call number type that the system itself relies on. */
export function refuseSystemType(stored: Document | null, action: 'updated' | 'deleted'): void {
  if (stored?.source === 'system') throw textProblem(400, `System call number type couldn't be ${action}`)
}

/** @throws Problem 400 for a holdings source that came with the system. */
export function refuseFolioHoldingsSource(stored: Document): void {
  if (stored.source === 'folio') {
    throw textProblem(400, 'Holdings Records Sources with source of folio can not be deleted')
  }
}

/** Who owns a subject source or type can't be claimed or changed. @throws Problem 422 for `source`. */
export function checkOwner(record: Document, stored: Document | null): void {
  const { source } = record
  if (source === stored?.source) return
  if (source === 'folio') throw ownerProblem('Source field cannot be set to folio', source)
  if (stored?.source === 'folio') throw ownerProblem('Source folio cannot be updated', source)
  if (stored !== null) throw ownerProblem('Source field cannot be updated at non-consortium tenant', source)
  if (source === 'consortium') {
    throw ownerProblem('Source consortium cannot be applied at non-consortium tenant', source)
  }
}

function ownerProblem(text: string, source: unknown): Problem {
  return fieldProblem(`Illegal operation: ${text}`, 'source', source)
}

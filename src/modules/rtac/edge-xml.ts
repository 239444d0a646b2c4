import { escapeXmlText } from '../../formats/text/index.ts'
import type { BatchForm } from './answer-batch.ts'
import type { AvailabilityError, InstanceAvailability } from './read-availability.ts'
import type { RtacHolding } from './rtac-rows.ts'

const PROLOG = `<?xml version='1.0' encoding='UTF-8'?>\n`

/** The elements of a line, in FOLIO's order (folio-org/edge-rtac: swagger.api/schemas/holding.json). */
const ELEMENTS: readonly (keyof RtacHolding)[] = [
  'id',
  'callNumber',
  'location',
  'locationCode',
  'locationId',
  'status',
  'dueDate',
  'volume',
  'temporaryLoanType',
  'permanentLoanType',
  'holdingsCopyNumber',
  'itemCopyNumber',
  'itemDisplayOrder',
  'barcode',
  'suppressFromDiscovery',
  'totalHoldRequests',
  'materialType',
  'library',
  'notes',
  'holdingsStatements',
  'holdingsStatementsForIndexes',
  'holdingsStatementsForSupplements',
]

/** A batch: `instances` with a `holdings` each and, where some were not found, `errors`. */
export function xmlForm(type: string): BatchForm {
  return {
    contentType: `${type}; charset=utf-8`,
    start: `${PROLOG}<instances>`,
    separator: '',
    instance: holdingsElement,
    end: (errors) =>
      `${errors.length === 0 ? '' : `<errors>${errors.map(errorElement).join('')}</errors>`}</instances>`,
  }
}

/** One instance: `holdings` with a `holding` a line. */
export function instanceXml(instance: InstanceAvailability): string {
  return PROLOG + holdingsElement(instance)
}

/** An `error` with message and code. */
export function errorXml(error: AvailabilityError): string {
  return PROLOG + errorElement(error)
}

function holdingsElement({ instanceId, holdings }: InstanceAvailability): string {
  const lines = holdings
    .map((line) => `<holding>${ELEMENTS.map((name) => element(name, line[name])).join('')}</holding>`)
    .join('')
  return `<holdings>${element('instanceId', instanceId)}${lines}</holdings>`
}

function errorElement({ message, code }: AvailabilityError): string {
  return `<error>${element('message', message)}${element('code', code)}</error>`
}

/** A value as an element of that name: one each for a list, none for what is missing. */
function element(name: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map((one) => element(name, one)).join('')
  const content =
    typeof value === 'object'
      ? Object.entries(value)
          .map(([key, member]) => element(key, member))
          .join('')
      : escapeXmlText(String(value))
  return `<${name}>${content}</${name}>`
}

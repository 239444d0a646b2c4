import { failRecord } from '../engine/fail-record.ts'
import type { RecordWork } from '../engine/record-work.ts'

/**
 * Step CREATE INVOICE: the message is kept as a source record; the invoice ends with the reason why there is none. It
 * counts as an error of the job: whoever chose a profile that makes invoices must not be told that all is done.
 */
export function createInvoice(record: RecordWork): void {
  const message = record.message!
  message.isKept = true
  record.told.push({ entity: 'EDIFACT', action: 'CREATE', of: message, error: null })
  const fault =
    message.notInvoice === null
      ? ({
          kind: 'no-invoices',
          text: `${message.name} was read and kept; invoices cannot be made yet, because this version has no acquisitions.`,
        } as const)
      : ({ kind: 'record-type', text: `${message.notInvoice} It was read and kept.` } as const)
  failRecord(record, { ...fault, entity: 'INVOICE', folio: null }, 'CREATE')
}

import {
  EdifactReadError,
  componentAt,
  invoiceOf,
  messageToJson,
  messageType,
  notInvoiceReason,
  parseMessage,
} from '../../../formats/edifact/index.ts'
import type { EdifactMessage } from '../../../formats/edifact/index.ts'
import { newId } from '../../../kernel/ids.ts'
import { newRecordWork } from '../engine/record-work.ts'
import type { RawRecord, RecordWork } from '../engine/record-work.ts'
import { RECORD_TYPES } from '../journal-row.ts'
import { incomingText } from './message-text.ts'

const EDIFACT = RECORD_TYPES.indexOf('EDIFACT')

/** Reads one message; one that can't be read, or that breaks off, carries its fault. */
export function readMessage(raw: RawRecord): RecordWork {
  const work = newRecordWork(raw)
  work.recordType = EDIFACT
  if (raw.byteLength > raw.bytes.length) {
    return refused(
      work,
      `The message has ${raw.byteLength} bytes; a message may have at most 16 MiB. Its end (UNT segment) is probably missing.`,
    )
  }
  try {
    const text = incomingText(raw)
    const message = parseMessage(text)
    const objection = objectionTo(message)
    if (objection !== null) return refused(work, objection)
    work.title = titleOf(message)
    work.message = {
      id: newId(),
      text,
      content: messageToJson(message.segments),
      name: work.title,
      notInvoice: notInvoiceReason(message.segments),
      isKept: false,
    }
  } catch (error) {
    if (!(error instanceof EdifactReadError)) throw error
    return refused(work, error.message)
  }
  return work
}

function refused(work: RecordWork, text: string): RecordWork {
  work.fault = { kind: 'unreadable', entity: 'EDIFACT', text, folio: null }
  return work
}

/** What keeps a message from being taken as it is: half an invoice is none. */
function objectionTo({ segments, isComplete, warnings }: EdifactMessage): string | null {
  const count = segments.filter(({ tag }) => tag === 'UNH').length
  if (count > 1) {
    return `The record holds ${count} messages (UNH segments) where one is expected: post each as a record of its own.`
  }
  return isComplete ? null : `The message is not complete. ${warnings.join(' ')}`
}

/** What people know a message by: kind and number, and for an invoice who sent it. */
function titleOf({ segments, service }: EdifactMessage): string {
  if (messageType(segments) !== 'INVOIC') {
    const beginning = segments.find(({ tag }) => tag === 'BGM')
    const number = beginning === undefined ? '' : componentAt(beginning, 2)
    return `${messageType(segments) || 'Message'} ${number}`.trim()
  }
  const { documentCode, number, vendor } = invoiceOf(segments, service)
  const sender = vendor?.name || vendor?.id
  return [documentCode === '381' ? 'Credit note' : 'Invoice', number, sender && `from ${sender}`]
    .filter(Boolean)
    .join(' ')
}
